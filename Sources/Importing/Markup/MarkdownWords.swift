import Journal

/// Plain text as Markdown: what would become markup is escaped, everything else stays unchanged.
enum MarkdownWords {
    /// Escapes what CommonMark, strikethrough or tables would read as markup.
    ///
    /// - `startsLine`: the text begins its line, so that marks of blocks count too, as they do after every line end.
    static func escaped(_ text: some StringProtocol, startsLine: Bool) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        var isStart = startsLine
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isStart, byte != 0x20 {
                isStart = false
                if let length = figuresBeforeMark(bytes[index...]) {
                    result += bytes[index..<(index + length)]
                    result.append(UInt8(ascii: "\\"))
                    result.append(bytes[index + length])
                    index += length + 1
                    continue
                }
                if beginsBlock(bytes[index...]) || isMark(bytes, index) { result.append(UInt8(ascii: "\\")) }
            } else if isMark(bytes, index) {
                result.append(UInt8(ascii: "\\"))
            }
            if byte == 0x0A { isStart = true }
            result.append(byte)
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// An address for the round brackets of a link.
    static func target(_ address: String) -> String {
        let plain = address.unicodeScalars.filter { !$0.isControl }
        let needsFrame = plain.isEmpty || plain.contains { [" ", "(", ")", "<", ">", "\\"].contains($0) }
        guard needsFrame else { return String(String.UnicodeScalarView(plain)) }
        var text = ""
        for scalar in plain {
            switch scalar {
            case "<": text += "%3C"
            case ">": text += "%3E"
            case "\\": text += "%5C"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "<" + text + ">"
    }

    /// Text for the square brackets of a link or picture.
    static func label(_ text: some StringProtocol) -> String {
        var label = ""
        for scalar in trimmed(text).unicodeScalars where !scalar.isControl {
            if scalar == "[" || scalar == "]" || scalar == "\\" { label += "\\" }
            label.unicodeScalars.append(scalar)
        }
        return label
    }

    private static func isMark(_ bytes: [UInt8], _ index: Int) -> Bool {
        // The characters beyond the ends are unknown: they may be letters.
        let before = index > 0 ? bytes[index - 1] : 0
        let after = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch bytes[index] {
        case UInt8(ascii: "\\"): return isPunctuation(after) || after == 0x0A
        case UInt8(ascii: "`"): return true
        case UInt8(ascii: "*"): return !(isSpace(before) && isSpace(after))
        // Inside a word it is no mark.
        case UInt8(ascii: "_"): return !(isSpace(before) && isSpace(after)) && (endsWord(before) || endsWord(after))
        case UInt8(ascii: "~"): return before == UInt8(ascii: "~") || after == UInt8(ascii: "~")
        case UInt8(ascii: "]"): return after == UInt8(ascii: "(")
        case UInt8(ascii: "<"): return isLetter(after) || [0x21, 0x2F, 0x3F].contains(after)
        case UInt8(ascii: "&"): return HTMLEntities.isReference(bytes[(index + 1)...])
        default: return false
        }
    }

    /// Whether a line with this beginning is a heading, quotation, list, rule, the underline of a heading, or a definition.
    private static func beginsBlock(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first else { return false }
        let isAlone = { (count: Int) in
            let next = line.dropFirst(count).first ?? 0x0A
            return isSpace(next)
        }
        switch first {
        case UInt8(ascii: "#"):
            let count = line.prefix(7).prefix { $0 == first }.count
            return count <= 6 && isAlone(count)
        case UInt8(ascii: ">"): return true
        case UInt8(ascii: "+"): return isAlone(1)
        case UInt8(ascii: "-"): return isAlone(1) || isRule(line)
        case UInt8(ascii: "*"): return isAlone(1)
        case UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: ":"): return isRule(line)
        case UInt8(ascii: "["):
            let label = line.prefix(1000).prefix { $0 != UInt8(ascii: "]") && $0 != 0x0A }
            return line.dropFirst(label.count).starts(with: Array("]:".utf8))
        default: return false
        }
    }

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        let signs: Set<UInt8> = [0x2D, 0x3D, 0x3A, 0x7C, 0x20]
        return line.prefix { $0 != 0x0A }.allSatisfy { signs.contains($0) }
    }

    /// The number of digits before the full stop or bracket that would make a list item of them.
    private static func figuresBeforeMark(_ line: ArraySlice<UInt8>) -> Int? {
        let count = line.prefix(10).prefix { isDigit($0) }.count
        let rest = line.dropFirst(count)
        guard (1...9).contains(count), let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else {
            return nil
        }
        return isSpace(rest.dropFirst().first ?? 0x0A) ? count : nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }
    private static func endsWord(_ byte: UInt8) -> Bool { byte < 0x80 && !isLetter(byte) && !isDigit(byte) }
    private static func isPunctuation(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && endsWord(byte) }
}
