/// Sixteen bytes that name one thing of one kind; written as 26 characters of Crockford's Base32 in lower case.
///
/// The marker type prevents passing a record's name where a journal's is expected.
package struct Identifier<Marker>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Exactly 16 bytes.
    package let bytes: [UInt8]

    /// `nil` unless there are 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// The first 16 bytes of a digest.
    package init(firstBytesOf digest: [UInt8]) {
        precondition(digest.count >= 16, "a digest has at least 16 bytes")
        bytes = Array(digest[..<16])
    }

    package static func random(using generator: inout some RandomNumberGenerator) -> Identifier {
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let word = generator.next() as UInt64
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return Identifier(firstBytesOf: bytes)
    }

    /// Reads all 26 characters, in either case; `nil` for anything else.
    package init?(text: some StringProtocol) {
        guard text.utf8.count == 26, let bytes = Base32.decode(text), bytes.count == 16 else { return nil }
        self.bytes = bytes
        // The last character carries two bits more than 16 bytes have; this keeps one text per name.
        guard description == text.lowercased() else { return nil }
    }

    /// 26 characters.
    package var description: String { Base32.encode(bytes) }

    /// The first and the last name with this prefix (1 to 26 characters), for names typed in part; `nil` for an invalid prefix.
    package static func range(ofPrefix prefix: some StringProtocol) -> ClosedRange<Identifier>? {
        let count = prefix.utf8.count
        guard (1...26).contains(count),
            let low = Base32.decode(prefix + String(repeating: "0", count: 26 - count)),
            let high = Base32.decode(prefix + String(repeating: "z", count: 26 - count)),
            let first = Identifier(low.prefix(16)), let last = Identifier(high.prefix(16))
        else { return nil }
        return first...last
    }

    /// All bytes at once: an array hashes them one by one, and names are looked up for every operation.
    package func hash(into hasher: inout Hasher) { unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }

    package static func < (a: Identifier, b: Identifier) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

package enum RecordMarker {}

/// Names a record inside its journal: random, or derived from imported data.
package typealias RecordID = Identifier<RecordMarker>

extension RecordID {
    /// Names no record: for what is not stored, and for a required name that cannot be read.
    package static var unknown: RecordID { RecordID(firstBytesOf: [UInt8](repeating: 0, count: 16)) }
}

/// Crockford's Base32 (https://www.crockford.com/base32.html), lower case, without a check character.
package enum Base32 {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The value of each byte; 255 for one outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() {
            values[Int(letter)] = UInt8(value)
            if letter >= UInt8(ascii: "a") { values[Int(letter) - 32] = UInt8(value) }
        }
        for (letter, value) in zip("oOiIlL".utf8, [0, 0, 1, 1, 1, 1] as [UInt8]) { values[Int(letter)] = value }
        return values
    }()

    /// Five bits per character, the last one padded with zeros.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt32(bits)) & 31])
            }
            buffer &= 0xFF
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits)) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The whole bytes of the text; accepts either case, `o` as 0, `i` and `l` as 1; `nil` for another character.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            let value = values[Int(character)]
            guard value < 32 else { return nil }
            buffer = (buffer << 5 | UInt32(value)) & 0xFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return bytes
    }
}

extension Identifier {
    /// The first seven characters: nearly always unique among a hundred thousand entries.
    package var short: String { String(description.prefix(7)) }
}
