import Journal

/// The parts of a Markdown text that are not code.
enum MarkdownProse {
    /// Lines outside fences, each cut at its `code`. A fence that is never closed runs to the end, as in
    /// Markdown; a single backquote without a partner is text.
    static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var fence: Fence?
        for line in text.split(whereSeparator: \.isNewline) {
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
        guard line.utf8.contains(0x60) else { return [line] }
        let bytes = line.utf8
        var parts: [Substring] = []
        var start = bytes.startIndex
        var index = start
        while let tick = bytes[index...].firstIndex(of: 0x60) {
            let open = bytes[tick...].prefix { $0 == 0x60 }
            guard let close = closing(open.count, in: bytes[open.endIndex...]) else {
                index = open.endIndex
                continue
            }
            parts.append(line[start..<tick])
            start = close
            index = close
        }
        parts.append(line[start...])
        return parts
    }

    /// The end of the next run of exactly `count` backquotes.
    private static func closing(_ count: Int, in bytes: Substring.UTF8View.SubSequence) -> Substring.Index? {
        var rest = bytes
        while let tick = rest.firstIndex(of: 0x60) {
            let run = rest[tick...].prefix { $0 == 0x60 }
            if run.count == count { return run.endIndex }
            rest = rest[run.endIndex...]
        }
        return nil
    }
}
