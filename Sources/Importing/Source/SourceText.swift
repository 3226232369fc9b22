import Basics

/// A file that was found to be text: without byte order mark, with LF line ends.
///
/// A file is refused by its first bytes, never by its name. Its bytes may still contain NUL and broken UTF-8, which `decoded`
/// handles entry by entry.
struct SourceText {
    let bytes: [UInt8]
    /// Whether CR LF or CR were replaced. That happens only if no line ends in a bare LF: a file with both kinds is ambiguous,
    /// and keeps its bytes.
    let lineEndsChanged: Bool

    /// The most bytes of a source: some 80,000 pages of text.
    static let limit = 512 << 20

    init(_ source: [UInt8]) throws(ImportError) {
        guard source.count <= SourceText.limit else {
            throw .tooLarge(bytes: Int64(source.count), limit: Int64(SourceText.limit))
        }
        if ImportError.isEncryptedJrnl(source) { throw .encryptedJrnl }
        if let kind = ImportError.Kind(startOf: source) { throw .otherKind(kind) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let source = SourceText.utf8(source)
        let text = source.starts(with: mark) ? Array(source.dropFirst(3)) : source
        guard SourceText.looksLikeText(text) else { throw .notText }
        (bytes, lineEndsChanged) = SourceText.withLF(MarkOrder.ordered(text[...]) ?? text)
    }

    /// A text in UTF-16, as spreadsheets and older Windows programs save it, in UTF-8; any other bytes unchanged. Without a byte
    /// order mark it is recognised by the zeros of its first letters.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let size = min(bytes.count, 64)
        func zeros(_ place: Int) -> Int { stride(from: place, to: size, by: 2).count { bytes[$0] == 0 } }
        let isBig: Bool
        switch bytes.prefix(2) {
        case [0xFF, 0xFE]: isBig = false
        case [0xFE, 0xFF]: isBig = true
        case _ where size >= 16 && zeros(0) == 0 && zeros(1) * 10 >= size * 4: isBig = false
        case _ where size >= 16 && zeros(1) == 0 && zeros(0) * 10 >= size * 4: isBig = true
        default: return bytes
        }
        let start = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) ? 2 : 0
        let units = stride(from: start, to: bytes.count - 1, by: 2).map { place -> UInt16 in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Whether nine tenths of the first 64 KiB are not control characters, and seven tenths are UTF-8.
    private static func looksLikeText(_ bytes: [UInt8]) -> Bool {
        let sample = bytes.prefix(1 << 16)
        let controls = sample.count { ($0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B) || $0 == 0x7F }
        let broken = decoded(sample).broken
        return controls * 10 <= sample.count + 20 && broken * 10 <= sample.count * 3 + 20
    }

    private static func withLF(_ bytes: [UInt8]) -> (bytes: [UInt8], changed: Bool) {
        var returns = 0
        var pairs = 0
        var feeds = 0
        var before: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D { returns += 1 }
            if byte == 0x0A {
                feeds += 1
                if before == 0x0D { pairs += 1 }
            }
            before = byte
        }
        if feeds == 0, returns > 0 { return (bytes.map { $0 == 0x0D ? 0x0A : $0 }, true) }
        guard feeds > 0, feeds == pairs else { return (bytes, false) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count - pairs)
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
            result.append(byte)
        }
        return (result, true)
    }
}

extension SourceText {
    /// A text from outside bytes: without NUL, and with invalid UTF-8 read as Windows-1252.
    ///
    /// Most bytes that break UTF-8 in a diary are letters of an older encoding; reading them as such keeps the word, which the
    /// replacement character would lose.
    static func text(of bytes: ArraySlice<UInt8>, changes: inout [ImportChange]) -> String {
        let nuls = bytes.count { $0 == 0 }
        let (text, broken) = decoded(nuls == 0 ? bytes : bytes.filter { $0 != 0 }[...])
        if nuls > 0 { changes.append(.nulRemoved(nuls)) }
        if broken > 0 { changes.append(.notUTF8(broken)) }
        return text
    }

    /// The text and the number of bytes that were not UTF-8.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> (text: String, broken: Int) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, 0) }
        var text = ""
        var broken = 0
        var parser = Unicode.UTF8.ForwardParser()
        var source = bytes.makeIterator()
        var index = bytes.startIndex
        while true {
            switch parser.parseScalar(from: &source) {
            case .valid(let encoded):
                text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
                index += encoded.count
            case .error(let length):
                let end = min(index + length, bytes.endIndex)
                for byte in bytes[index..<end] { text.unicodeScalars.append(windows1252(byte)) }
                broken += end - index
                index = end
            case .emptyInput:
                return (text, broken)
            }
        }
    }

    /// The character of a byte in Windows-1252; its five undefined bytes are U+FFFD.
    static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        let c1: [Unicode.Scalar] = [
            "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
            "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}",
            "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
            "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{FFFD}", "\u{017E}", "\u{0178}",
        ]
        return (0x80..<0xA0).contains(byte) ? c1[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
