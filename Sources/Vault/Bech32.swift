package enum Bech32Error: Error, Equatable, Sendable {
    /// No `1` separates a readable part from the data, or one of the two is too short.
    case noSeparator
    /// The readable part is empty or has characters other than visible ASCII.
    case badPrefix
    /// Mixed upper and lower case.
    case mixedCase
    /// A character after the separator is not one of Bech32's 32.
    case badCharacter
    /// The six-character checksum does not match: something was mistyped.
    case badChecksum
    /// The data is not a whole number of bytes, or its spare bits are not zero.
    case badPadding
    case tooLong
}

/// Bytes as text that can be copied by hand and reveals typing errors: BIP-173, and its variant BIP-350.
///
/// The limit of 90 characters of BIP-173 is not applied, as the age format does not apply it either.
package enum Bech32 {
    package enum Variant: Sendable {
        /// BIP-173, which age keys use.
        case bech32
        /// BIP-350.
        case bech32m

        fileprivate var constant: UInt32 {
            switch self {
            case .bech32: 1
            case .bech32m: 0x2bc8_30a3
            }
        }
    }

    /// The longest text that is decoded, in UTF-8 bytes: far above any key, so that a pasted book is refused at once.
    package static let longest = 4096

    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let checksumLength = 6

    /// The value of each ASCII character, or 255.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 128)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Writes `bytes` after the readable part `hrp`, in lower case; `uppercased()` of the result is equally valid.
    ///
    /// `hrp` is one of our own constants: 1 or more visible ASCII characters, in one case. It is lowercased first, so that
    /// `AGE-SECRET-KEY-` and `age-secret-key-` give the same checksum, as BIP-173 requires.
    package static func encode(hrp: String, bytes: [UInt8], variant: Variant = .bech32) -> String {
        let prefix = Array(hrp.lowercased().utf8)
        precondition(isPrefix(prefix), "a Bech32 prefix is visible ASCII")
        let data = groups(of: bytes)
        let sum = checksum(prefix, data + [UInt8](repeating: 0, count: checksumLength)) ^ variant.constant
        let tail = (0..<checksumLength).map { UInt8(truncatingIfNeeded: (sum >> UInt32(5 * (5 - $0))) & 31) }
        let text = prefix + [UInt8(ascii: "1")] + (data + tail).map { alphabet[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a text in all lower or all upper case; returns `hrp` in lower case.
    ///
    /// Accepts exactly what `encode` writes, in either case: a wrong character, checksum, variant or spare bit is refused.
    package static func decode(
        _ text: String, variant: Variant = .bech32
    ) throws(Bech32Error) -> (hrp: String, bytes: [UInt8]) {
        let (prefix, data) = try symbols(of: text, variant: variant)
        return (String(decoding: prefix, as: UTF8.self), try bytes(of: data))
    }

    /// The readable part in lower case and the five-bit groups without their checksum.
    ///
    /// BIP-173 texts need not hold whole bytes; ours do, so normally use `decode`.
    package static func symbols(
        of text: String, variant: Variant = .bech32
    ) throws(Bech32Error) -> (prefix: [UInt8], data: [UInt8]) {
        var characters = Array(text.utf8)
        guard characters.count <= longest else { throw .tooLong }
        let hasUpper = characters.contains { (65...90).contains($0) }
        let hasLower = characters.contains { (97...122).contains($0) }
        guard !(hasUpper && hasLower) else { throw .mixedCase }
        if hasUpper { characters = characters.map { (65...90).contains($0) ? $0 + 32 : $0 } }
        guard let separator = characters.lastIndex(of: UInt8(ascii: "1")) else { throw .noSeparator }
        let prefix = Array(characters[..<separator])
        guard isPrefix(prefix) else { throw .badPrefix }
        let tail = characters[(separator + 1)...]
        guard tail.count >= checksumLength else { throw .noSeparator }
        let data = tail.map { $0 < 128 ? values[Int($0)] : 255 }
        guard !data.contains(255) else { throw .badCharacter }
        guard checksum(prefix, data) == variant.constant else { throw .badChecksum }
        return (prefix, Array(data.dropLast(checksumLength)))
    }

    private static func isPrefix(_ prefix: [UInt8]) -> Bool {
        !prefix.isEmpty && prefix.allSatisfy { (33...126).contains($0) }
    }

    /// The polynomial of BIP-173 over the expanded prefix and the five-bit groups.
    private static func checksum(_ prefix: [UInt8], _ data: [UInt8]) -> UInt32 {
        var sum: UInt32 = 1
        func take(_ group: UInt8) {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(group)
            if top & 1 != 0 { sum ^= 0x3b6a_57b2 }
            if top & 2 != 0 { sum ^= 0x2650_8e6d }
            if top & 4 != 0 { sum ^= 0x1ea1_19fa }
            if top & 8 != 0 { sum ^= 0x3d42_33dd }
            if top & 16 != 0 { sum ^= 0x2a14_62b3 }
        }
        for character in prefix { take(character >> 5) }
        take(0)
        for character in prefix { take(character & 31) }
        for group in data { take(group) }
        return sum
    }

    /// Regroups bytes into 5-bit groups, zero bits at the end.
    private static func groups(of bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (held, bits): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            held = (held << 8 | UInt32(byte)) & 0xfff
            bits += 8
            while bits >= 5 {
                bits -= 5
                result.append(UInt8(held >> bits & 31))
            }
        }
        if bits > 0 { result.append(UInt8(held << (5 - bits) & 31)) }
        return result
    }

    /// Regroups 5-bit groups into bytes; refuses five or more spare bits, and spare bits that are set.
    private static func bytes(of groups: [UInt8]) throws(Bech32Error) -> [UInt8] {
        var result: [UInt8] = []
        var (held, bits): (UInt32, UInt32) = (0, 0)
        for group in groups {
            held = (held << 5 | UInt32(group)) & 0xfff
            bits += 5
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(held >> bits & 255))
            }
        }
        guard bits < 5, held & ((1 << bits) - 1) == 0 else { throw .badPadding }
        return result
    }
}
