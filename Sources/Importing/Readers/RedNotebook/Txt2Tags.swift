import Basics
import Foundation
import Journal

/// Converts RedNotebook's markup (txt2tags) to Markdown. Other text stays unchanged.
package enum Txt2Tags {
    /// The text as Markdown; `showsFile` gets the name of every picture and file in it, in order.
    package static func markdown(of text: String, showsFile: (String) -> Void) -> String {
        trimmed(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line($0, showsFile) }
                .joined(separator: "\n"))
    }

    private static func line(_ source: Substring, _ showsFile: (String) -> Void) -> String {
        let line = source.last == "\r" ? source.dropLast() : source
        let bare = trimmed(line)
        // Twenty such characters are a rule.
        if bare.utf8.count >= 20, let sign = bare.first, "-=_".contains(sign), bare.allSatisfy({ $0 == sign }) { return "---" }
        for mark in ["=", "+"] as [Character] {
            let level = bare.prefix(6).prefix { $0 == mark }.count
            guard (1...5).contains(level), bare.count > level * 2, bare.hasSuffix(String(repeating: mark, count: level)) else {
                continue
            }
            let words = bare.dropFirst(level).dropLast(level)
            guard words.first != mark, words.last != mark else { continue }
            return String(repeating: "#", count: level) + " " + inline(trimmed(words)[...], showsFile)
        }
        var rest = line
        var head = String(line.prefix { $0 == " " || $0 == "\t" })
        rest = rest.dropFirst(head.count)
        if rest.hasPrefix("- ") || rest.hasPrefix("* ") {
            head += "- "
            rest = rest.dropFirst(2)
        } else if rest.hasPrefix("+ ") {
            head += "1. "
            rest = rest.dropFirst(2)
        } else if rest.hasPrefix("# ") || rest.hasPrefix("> ") {
            head += "\\"
        }
        // Two backslashes break a line, as the line's end does here.
        if rest.hasSuffix("\\\\") { rest = rest.dropLast(2) }
        return head + inline(rest, showsFile)
    }

    private static func inline(_ text: Substring, _ showsFile: (String) -> Void, depth: Int = 0) -> String {
        var result: [UInt8] = []
        inline(Array(text.utf8)[...], into: &result, showsFile, depth: depth)
        return String(decoding: result, as: UTF8.self)
    }

    /// Every byte is read a bounded number of times: an unmatched mark is searched for once, and a bracket ends at the next.
    private static func inline(
        _ text: ArraySlice<UInt8>, into result: inout [UInt8], _ showsFile: (String) -> Void, depth: Int
    ) {
        var rest = text
        var alone: Set<UInt8> = []
        while let first = rest.first {
            let length = step(rest, first, into: &result, &alone, showsFile, depth)
            if length == 0 { result.append(first) }
            rest = rest.dropFirst(max(1, length))
        }
    }

    /// Converts what begins here and returns its length; 0 if it is ordinary text.
    private static func step(
        _ rest: ArraySlice<UInt8>, _ first: UInt8, into result: inout [UInt8], _ alone: inout Set<UInt8>,
        _ showsFile: (String) -> Void, _ depth: Int
    ) -> Int {
        switch first {
        case UInt8(ascii: "h"), UInt8(ascii: "f"):
            let length = addressLength(rest)
            result += rest.prefix(length)
            return length
        case UInt8(ascii: "["):
            let inside = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") }
            guard inside.endIndex < rest.endIndex, rest[inside.endIndex] == UInt8(ascii: "]"),
                let link = link(String(decoding: inside, as: UTF8.self)[...])
            else { return 0 }
            result += Array(link.markdown.utf8)
            if let file = link.file { showsFile(file) }
            return inside.count + 2
        default:
            guard let mark = marks[first], rest.dropFirst().first == first, depth < 4 else { return 0 }
            return marked(rest, first, mark, into: &result, &alone, showsFile, depth)
        }
    }

    private static let marks: [UInt8: [UInt8]] = [
        UInt8(ascii: "*"): Array("**".utf8), UInt8(ascii: "/"): Array("*".utf8), UInt8(ascii: "_"): Array("*".utf8),
        UInt8(ascii: "-"): Array("~~".utf8), UInt8(ascii: "`"): Array("`".utf8), UInt8(ascii: "\""): [], UInt8(ascii: "'"): [],
    ]

    private static func marked(
        _ rest: ArraySlice<UInt8>, _ sign: UInt8, _ mark: [UInt8], into result: inout [UInt8], _ alone: inout Set<UInt8>,
        _ showsFile: (String) -> Void, _ depth: Int
    ) -> Int {
        let inside = rest.dropFirst(2)
        guard !alone.contains(sign) else { return 0 }
        guard let end = pair(of: sign, in: inside) else {
            alone.insert(sign)
            return 0
        }
        let words = inside[..<end]
        let isRaw = mark.isEmpty || mark == [UInt8(ascii: "`")]
        let hugs = words.first.map { !HTMLTokens.isBlank($0) } == true && words.last.map { !HTMLTokens.isBlank($0) } == true
        guard hugs || (mark.isEmpty && !words.isEmpty) else {
            result += [sign, sign]
            return 2
        }
        result += mark
        if isRaw { result += words } else { inline(words, into: &result, showsFile, depth: depth + 1) }
        result += mark
        return words.count + 4
    }

    private static func pair(of sign: UInt8, in text: ArraySlice<UInt8>) -> Int? {
        var place = text.startIndex
        while let found = text[place...].firstIndex(of: sign), found + 1 < text.endIndex {
            if text[found + 1] == sign { return found }
            place = found + 1
        }
        return nil
    }

    /// The number of bytes of a web address, 0 for other text: the slashes in it are no marks.
    private static func addressLength(_ text: ArraySlice<UInt8>) -> Int {
        guard ["http://", "https://", "ftp://", "file://"].contains(where: { text.starts(with: $0.utf8) }) else { return 0 }
        return text.prefix {
            !HTMLTokens.isBlank($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ")")
        }.count
    }

    /// The content of brackets: `""file:///img"".png?width=300`, `name ""address""`, `name address`.
    private static func link(_ inside: Substring) -> (markdown: String, file: String?)? {
        let text = inside.replacing("\"\"", with: "\u{1}")
        let parts = text.split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
        var (words, target) = ("", "")
        if parts.count == 3, parts[0].allSatisfy(\.isWhitespace), !parts[1].isEmpty {
            // A picture; its size comes after the name.
            let ending = parts[2].split(separator: "?").first.map(String.init) ?? ""
            guard ending.hasPrefix(".") else { return nil }
            return shown(name(of: parts[1] + ending))
        }
        if parts.count == 3, trimmed(parts[2]).isEmpty {
            (words, target) = (trimmed(parts[0].filter { $0 != "\u{1}" }), trimmed(parts[1]))
        } else if parts.count == 5, trimmed(parts[0]).isEmpty {
            // A label in its own quotation marks: `""a b"" ""address""`.
            (words, target) = (parts[1], trimmed(parts[3]))
        } else if parts.count == 1 {
            let pieces = text.split(separator: " ")
            guard let last = pieces.last, last.has("://"), pieces.count > 1 else { return nil }
            (words, target) = (pieces.dropLast().joined(separator: " "), String(last))
        }
        guard !target.isEmpty else { return nil }
        guard target.hasPrefix("file:") || target.hasPrefix("/") else {
            return ("[" + MarkdownWords.label(words) + "](" + MarkdownWords.target(target) + ")", nil)
        }
        return shown(name(of: target))
    }

    private static func shown(_ name: String) -> (markdown: String, file: String?) {
        ("![" + MarkdownWords.label(name) + "](" + MarkdownWords.target(name) + ")", name)
    }

    /// The last part of a path: its folder on another machine has no meaning here.
    private static func name(of path: String) -> String {
        let last = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
        return last.withoutPercents ?? last
    }
}
