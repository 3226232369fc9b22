import CUnicode
import Foundation

extension StringProtocol {
    /// Whether `piece` occurs in the text, compared byte by byte.
    package func has(_ piece: String) -> Bool {
        Array(utf8).has(piece)
    }

    /// The text, padded with spaces or cut to `count` characters.
    package func padded(to count: Int) -> String {
        String(prefix(count)) + String(repeating: " ", count: Swift.max(0, count - self.count))
    }

    /// The percent-decoded text (RFC 3986, 2.1): `%41` is `A`. `nil` for a `%` without two digits, and for invalid UTF-8.
    package var withoutPercents: String? {
        var bytes: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension StringProtocol {
    /// How many columns of a terminal the text takes: a character of Chinese, Japanese or Korean and an emoji take two (UAX 11).
    package var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns } }
}

extension Character {
    /// How many columns of a terminal it takes: 0, 1 or 2.
    package var columns: Int {
        if isASCII { return 1 }
        // U+FE0F asks for the picture of a sign that is otherwise a letter.
        let scalars = unicodeScalars
        if scalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }) { return 2 }
        return min(2, scalars.reduce(0) { max($0, Int(utf8proc_charwidth(utf8proc_int32_t(bitPattern: $1.value)))) })
    }
}

extension [UInt8] {
    /// Whether the bytes of `piece` occur in sequence.
    package func has(_ piece: String) -> Bool { has(Array(piece.utf8)) }

    /// Whether these bytes occur in sequence. The standard library's search is not specialized for bytes: a hundred times slower.
    package func has(_ piece: [UInt8]) -> Bool {
        guard let first = piece.first, count >= piece.count else { return piece.isEmpty }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            let last = bytes.count - piece.count
            var index = 0
            while index <= last {
                guard let start = unsafe memchr(base + index, Int32(first), last - index + 1) else { return false }
                index = unsafe UnsafeRawPointer(start) - base
                if unsafe memcmp(start, piece, piece.count) == 0 { return true }
                index += 1
            }
            return false
        }
    }
}

extension String {
    /// Unicode's normal form C: a letter and its accent become one character if there is one (UAX 15).
    package var composed: String { normalised(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue) }

    /// Unicode's normal form KC: `composed`, and compatibility characters are replaced: `ﬁ` becomes `fi` (UAX 15).
    package var compatible: String {
        normalised(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
    }

    private func normalised(_ options: UInt32) -> String {
        // ASCII is unchanged.
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        // The library sorts marks as Swift does, and takes three more for two marks each.
        let doubles: [Unicode.Scalar: String] = [
            "\u{0F73}": "\u{0F71}\u{0F72}", "\u{0F75}": "\u{0F71}\u{0F74}", "\u{0F81}": "\u{0F71}\u{0F80}",
        ]
        let hasDoubles = unicodeScalars.contains { doubles[$0] != nil }
        let split = hasDoubles ? unicodeScalars.map { doubles[$0] ?? String($0) }.joined() : self
        var bytes = Array(split.withOrderedMarks.utf8)
        var result: UnsafeMutablePointer<UInt8>?
        let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe utf8proc_map(buffer.baseAddress, buffer.count, &result, utf8proc_option_t(rawValue: options))
        }
        defer { unsafe free(result) }
        // Fails only when out of memory: Swift's strings are valid.
        guard count >= 0, let result = unsafe result else { return self }
        return unsafe String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
}
