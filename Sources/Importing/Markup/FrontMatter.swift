import Journal

/// The block of YAML between two lines `---` at the beginning of a Markdown file, as far as journals use it.
///
/// It understands `key: value` with plain or quoted values, lists in brackets, and lists of lines with a hyphen. Nested maps,
/// blocks of text, anchors and comments stay in the block that `rest` gives; only a title is read in any form.
struct FrontMatter {
    /// The values of each key, in lower case; keys without a value are left out.
    private(set) var values: [String: [String]] = [:]
    /// The lines of the block, each with its key; `nil` for one that belongs to none.
    private var lines: [(key: String?, line: Substring)] = []
    /// Keys with something that is not in `values`.
    private var partial: Set<String> = []
    /// The bytes of the block, with the blank lines below it.
    private let whole: ArraySlice<UInt8>
    /// Where the text begins: after the block and the blank lines below it.
    let bodyStart: Int

    /// The most bytes of a block; a longer one is text.
    private static let limit = 1 << 16

    /// The front matter of a file; `nil` if it has none. Two `---` lines without `key:` between them are text.
    init?(_ bytes: [UInt8]) {
        guard let (block, end) = FrontMatter.block(bytes) else { return nil }
        bodyStart = FrontMatter.skipBlankLines(bytes, from: end)
        whole = bytes[..<bodyStart]
        guard let text = String(validating: block, as: UTF8.self), !text.utf8.contains(0) else { return nil }
        var (open, last): (String?, String?) = (nil, nil)
        var title: [String] = []
        for line in text.split(whereSeparator: \.isNewline) where line.contains(where: { !$0.isWhitespace }) {
            if let item = FrontMatter.item(line), let key = open {
                if let value = FrontMatter.scalar(item) {
                    if !value.isEmpty { values[key, default: []].append(value) }
                } else {
                    partial.insert(key)
                }
            } else if let (key, rest) = FrontMatter.pair(line) {
                (open, last) = (rest.isEmpty ? key : nil, key)
                if !rest.isEmpty {
                    if values[key] != nil { partial.insert(key) }
                    if key == "title" {
                        (title, values[key]) = ([rest], [rest])
                    } else if let found = FrontMatter.list(rest) {
                        values[key] = found
                    } else {
                        partial.insert(key)
                    }
                }
            } else if line.first?.isWhitespace == true, last == "title" {
                title.append(trimmed(line))
            } else if line.first?.isWhitespace == true, let last {
                // The value above goes on.
                partial.insert(last)
            } else {
                (open, last) = (nil, nil)
            }
            lines.append((last, line))
        }
        guard lines.contains(where: { $0.key != nil }) else { return nil }
        if !title.isEmpty { values["title"] = FrontMatter.title(title) }
        values = values.filter { !$0.value.isEmpty }
    }

    /// The block without the keys that the caller stores elsewhere (`used`) and those without a value; `nil` if that is all.
    func rest(without used: Set<String>) -> String? {
        let left = lines.filter { line in
            guard let key = line.key, !partial.contains(key) else { return true }
            return !used.contains(key) && values[key] != nil
        }
        if left.count == lines.count { return String(decoding: whole, as: UTF8.self) }
        return left.isEmpty ? nil : "---\n" + left.map { $0.line + "\n" }.joined() + "---\n\n"
    }

    private static func block(_ bytes: [UInt8]) -> (block: ArraySlice<UInt8>, end: Int)? {
        guard let first = bytes.prefix(64).firstIndex(of: 0x0A), isRule(bytes[..<first], [0x2D]) else { return nil }
        var start = first + 1
        while start < min(bytes.count, limit) {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if isRule(bytes[start..<end], [0x2D, 0x2E]) {
                return (bytes[(first + 1)..<start], min(end + 1, bytes.count))
            }
            start = end + 1
        }
        return nil
    }

    /// Three of one of these characters, followed only by blanks.
    private static func isRule(_ line: ArraySlice<UInt8>, _ marks: [UInt8]) -> Bool {
        guard let mark = line.first, marks.contains(mark), line.count >= 3 else { return false }
        return line.prefix(3).allSatisfy { $0 == mark }
            && line.dropFirst(3).allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    }

    private static func skipBlankLines(_ bytes: [UInt8], from start: Int) -> Int {
        var result = start
        var index = start
        while index < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[index]) {
            index += 1
            if bytes[index - 1] == 0x0A { result = index }
        }
        return result
    }

    /// `- value`, indented or not.
    private static func item(_ line: Substring) -> Substring? {
        let rest = line.drop { $0 == " " || $0 == "\t" }
        guard rest.first == "-", rest.dropFirst().first.map({ $0 == " " || $0 == "\t" }) ?? true else { return nil }
        return rest.dropFirst()
    }

    /// `key: value` in the first column.
    private static func pair(_ line: Substring) -> (key: String, rest: String)? {
        guard let first = line.first, !first.isWhitespace, first != "#", let colon = line.firstIndex(of: ":") else {
            return nil
        }
        let rest = line[line.index(after: colon)...]
        guard rest.first.map(\.isWhitespace) ?? true else { return nil }
        return (trimmed(line[..<colon]).lowercased(), trimmed(rest))
    }

    /// A title on one line or several: what YAML makes of it, otherwise as people write it, without the quotation marks that YAML
    /// asks for.
    private static func title(_ lines: [String]) -> [String] {
        // A block of text begins below its mark.
        let isBlock =
            lines[0].first.map { "|>".contains($0) } == true && lines[0].dropFirst().allSatisfy { "+-123456789".contains($0) }
        var whole = ""
        for line in isBlock ? lines.dropFirst() : lines[...] {
            // In quotation marks, a backslash at the end of a line joins it with the next.
            let isJoined = whole.first == "\"" && whole.last == "\\"
            if isJoined { whole.removeLast() } else if !whole.isEmpty { whole += " " }
            whole += line
        }
        guard !isBlock, let first = whole.first, !first.isLetter && !first.isNumber || whole == "null" else {
            return whole.isEmpty ? [] : [whole]
        }
        let read = list(whole)
        guard let read, read.count < 2 else { return [whole] }
        return read.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }

    /// The values of a list in brackets, or the single value.
    private static func list(_ text: String) -> [String]? {
        // Obsidian writes a link to a day as [[2026-03-14]].
        if text.hasPrefix("[["), text.hasSuffix("]]"), !text.contains(",") {
            return [String(text.dropFirst(2).dropLast(2))]
        }
        guard text.hasPrefix("[") else { return scalar(text).map { $0.isEmpty ? [] : [$0] } }
        guard text.hasSuffix("]") else { return nil }
        var values: [String] = []
        var part = ""
        var quote: Character?
        for character in text.dropFirst().dropLast() {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "[" || character == "{" {
                return nil
            } else if character == "," {
                guard let value = scalar(part) else { return nil }
                values.append(value)
                part = ""
                continue
            }
            part.append(character)
        }
        guard quote == nil, let last = scalar(part) else { return nil }
        return (values + [last]).filter { !$0.isEmpty }
    }

    /// A plain or quoted value; `nil` if it has another meaning in YAML.
    private static func scalar(_ text: some StringProtocol) -> String? {
        let text = trimmed(text)
        guard let first = text.first else { return "" }
        if first == "\"" || first == "'" {
            guard text.count >= 2, text.last == first else { return nil }
            let inside = String(text.dropFirst().dropLast())
            if first == "'" {
                let parts = inside.split(separator: "''", omittingEmptySubsequences: false)
                return parts.contains { $0.contains("'") } ? nil : parts.joined(separator: "'")
            }
            return unescaped(inside)
        }
        // `#tag` in a list of tags is a comment to YAML and a tag to its writer.
        if "|>&*!%{}[]`".contains(first) || text.contains(" #") || text.contains(": ") { return nil }
        return text == "null" || text == "~" ? "" : text
    }

    /// The text between two quotation marks, with its escapes replaced; `nil` if one is of a character that no text has, or unknown,
    /// or a quotation mark is bare.
    private static func unescaped(_ inside: String) -> String? {
        var (units, rest) = ([UInt16](), inside[...])
        while let character = rest.popFirst() {
            guard character == "\\" else {
                if character == "\"" { return nil }
                units += Array(String(character).utf16)
                continue
            }
            guard let escape = rest.popFirst() else { return nil }
            switch escape {
            case "\"", "\\", "/", " ": units += Array(String(escape).utf16)
            case "n": units.append(0x0A)
            case "t": units.append(0x09)
            case "x", "u", "U":
                let figures = rest.prefix(escape == "x" ? 2 : escape == "u" ? 4 : 8)
                guard figures.allSatisfy(\.isHexDigit), let code = UInt32(figures, radix: 16), code >= 0x20 else { return nil }
                // Two escapes of four figures can be one character.
                if let unit = UInt16(exactly: code) {
                    units.append(unit)
                } else {
                    guard let scalar = Unicode.Scalar(code) else { return nil }
                    units += Array(String(Character(scalar)).utf16)
                }
                rest = rest[figures.endIndex...]
            default: return nil
            }
        }
        return String(validating: units, as: UTF16.self)
    }
}
