/// The words of a Markdown text, without its marks or without its code.
package enum MarkdownProse {
    /// The text without marks, line by line: for excerpts.
    package static func words(of text: String) -> String {
        guard text.utf8.contains(where: isMark) else { return text }
        return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { bytes in
            bytes.contains(where: isMark) ? words(ofLine: Substring(bytes)) : String(Substring(bytes))
        }.joined(separator: "\n")
    }

    /// A line without the marks of headings, quotes, lists, emphasis and code; of a link or picture its words.
    package static func words(ofLine line: Substring) -> String {
        var rest = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
        // A heading has a blank after its marks; `#walk` is a tag.
        let heading = rest.drop { $0 == "#" }
        if heading.first == " " || heading.isEmpty { rest = heading.drop { $0 == " " } }
        for mark in ["- ", "* ", "+ "] where rest.hasPrefix(mark) { rest = rest.dropFirst(2) }
        for mark in ["[ ] ", "[x] ", "[X] "] where rest.hasPrefix(mark) { rest = rest.dropFirst(4) }
        guard rest.utf8.contains(where: { $0 == 0x2A || $0 == 0x5F || $0 == 0x60 || $0 == 0x5D }) else { return trimmed(rest) }
        return trimmed(withoutLinks(rest).replacing("**", with: "").replacing("__", with: "").replacing("`", with: ""))
    }

    /// Whether a byte may belong to a mark: `#`, `*`, `+`, `-`, `>`, `]`, `_` or a backquote.
    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x23, 0x2A, 0x2B, 0x2D, 0x3E, 0x5D, 0x5F, 0x60: true
        default: false
        }
    }

    /// Of a link or a picture its words: `[river](https://example.org)`, `![boats](river.png)`.
    private static func withoutLinks(_ line: Substring) -> String {
        var (found, rest) = ("", line)
        while let middle = rest.firstRange(of: "]("), let open = rest[..<middle.lowerBound].lastIndex(of: "["),
            let end = rest[middle.upperBound...].firstIndex(of: ")")
        {
            let before = rest[..<open]
            found += (before.last == "!" ? before.dropLast() : before) + rest[open..<middle.lowerBound].dropFirst()
            rest = rest[end...].dropFirst()
        }
        return found + rest
    }

    /// Lines outside fences, each split at its `code`. A fence that is never closed extends to the end, as in Markdown; a single
    /// backquote is text.
    package static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var fence: Fence?
        for line in text.split(whereSeparator: { $0.isNewline }) {
            let found = Fence(line)
            if let open = fence {
                if let found, found.closes(open) { fence = nil }
            } else if let found {
                fence = found
            } else {
                parts += outsideCode(line)
            }
        }
        return parts
    }

    /// Three or more backquotes or tildes, indented by at most three blanks.
    private struct Fence {
        let mark: UInt8
        let length: Int
        let hasWords: Bool

        init?(_ line: Substring) {
            let indent = line.utf8.prefix { $0 == 0x20 }.count
            let rest = line.utf8.dropFirst(indent)
            guard indent <= 3, let mark = rest.first, mark == 0x60 || mark == 0x7E else { return nil }
            length = rest.prefix { $0 == mark }.count
            let info = rest.dropFirst(length)
            guard length >= 3, mark != 0x60 || !info.contains(0x60) else { return nil }
            self.mark = mark
            hasWords = info.contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        }

        func closes(_ open: Fence) -> Bool { mark == open.mark && length >= open.length && !hasWords }
    }

    private static func outsideCode(_ line: Substring) -> [Substring] {
        let runs = runs(in: line)
        let partners = partners(of: runs)
        var parts: [Substring] = []
        var start = line.startIndex
        var index = 0
        while index < runs.count {
            guard let partner = partners[index] else {
                index += 1
                continue
            }
            parts.append(line[start..<runs[index].range.lowerBound])
            start = runs[partner].range.upperBound
            index = partner + 1
        }
        parts.append(line[start...])
        return parts
    }

    private struct Run {
        let range: Range<Substring.Index>
        let count: Int
    }

    private static func runs(in line: Substring) -> [Run] {
        let bytes = line.utf8
        var runs: [Run] = []
        var index = bytes.startIndex
        while let tick = bytes[index...].firstIndex(of: 0x60) {
            let run = bytes[tick...].prefix { $0 == 0x60 }
            runs.append(Run(range: tick..<run.endIndex, count: run.count))
            index = run.endIndex
        }
        return runs
    }

    /// For each run the next one of the same length, which closes it: found in one pass from the end, since a search from every
    /// run would take hours for a line of unmatched runs.
    private static func partners(of runs: [Run]) -> [Int?] {
        var next: [Int: Int] = [:]
        var partners: [Int?] = Array(repeating: nil, count: runs.count)
        for index in runs.indices.reversed() {
            partners[index] = next[runs[index].count]
            next[runs[index].count] = index
        }
        return partners
    }
}
