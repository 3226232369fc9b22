import Journal

/// Day One's Markdown, which has a backslash before every character that could be markup.
///
/// A backslash is removed if the text means the same without it: `\.`, `\!`, `\-` and most others. It stays if its character
/// would begin markup that the writer did not intend (emphasis, a heading, a link), and in code, where it is text.
enum DayOneProse {
    /// The text without the unnecessary backslashes.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var fence: UInt8?
        for (index, line) in Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(0x0A) }
            let start = line.drop { $0 == 0x20 || $0 == 0x09 }
            let mark = ["```", "~~~"].first { start.starts(with: $0.utf8) }?.utf8.first
            if fence != nil {
                result += line
                if mark == fence { fence = nil }
            } else if let mark {
                result += line
                fence = mark
            } else {
                Line(line).write(to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// One line outside of fences.
    private struct Line {
        let bytes: ArraySlice<UInt8>
        let hasLink: Bool
        /// The index of the line's first character that is no blank.
        let firstSign: Int

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
            firstSign = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
            let plain = bytes.filter { $0 != UInt8(ascii: "\\") }
            hasLink = zip(plain, plain.dropFirst()).contains { $0 == UInt8(ascii: "]") && [0x28, 0x5B, 0x3A].contains($1) }
        }

        func write(to result: inout [UInt8]) {
            var index = bytes.startIndex
            var code = 0
            let runs = bytes.contains(UInt8(ascii: "`")) ? closings() : [:]
            while index < bytes.endIndex {
                let byte = bytes[index]
                if byte == UInt8(ascii: "`") {
                    let run = bytes[index...].prefix { $0 == byte }
                    if code == 0, runs[run.startIndex] == true { code = run.count } else if code == run.count { code = 0 }
                    result += run
                    index = run.endIndex
                } else if byte == UInt8(ascii: "\\"), code == 0, index + 1 < bytes.endIndex {
                    if stays(at: index + 1) { result.append(byte) }
                    result.append(bytes[index + 1])
                    index += 2
                } else {
                    result.append(byte)
                    index += 1
                }
            }
        }

        /// For each run of backquotes, whether one of the same length follows, in one pass from the end.
        private func closings() -> [Int: Bool] {
            var closings: [Int: Bool] = [:]
            var lengths: Set<Int> = []
            var end = bytes.endIndex
            while let last = bytes[..<end].lastIndex(of: UInt8(ascii: "`")) {
                var start = last
                while start > bytes.startIndex, bytes[start - 1] == UInt8(ascii: "`") { start -= 1 }
                closings[start] = lengths.contains(last - start + 1)
                lengths.insert(last - start + 1)
                end = start
            }
            return closings
        }

        /// Whether the character here would be markup without the backslash before it.
        private func stays(at index: Int) -> Bool {
            let sign = bytes[index]
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
            let before = index >= bytes.startIndex + 2 ? bytes[index - 2] : 0x20
            switch sign {
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"),
                UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ":"),
                UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "^"),
                UInt8(ascii: "/"):
                return false
            case UInt8(ascii: "!"): return next == UInt8(ascii: "[")
            case UInt8(ascii: "_"): return !(isWord(before) && isWord(next))
            case UInt8(ascii: "*"): return !(before == 0x20 && next == 0x20) || isFirst(index)
            case UInt8(ascii: "#"): return isFirst(index) && (next == 0x20 || next == sign || next == UInt8(ascii: "\\"))
            case UInt8(ascii: ">"), UInt8(ascii: "="): return isFirst(index)
            case UInt8(ascii: "["): return hasLink || next == 0x20 || next | 0x20 == UInt8(ascii: "x")
            case UInt8(ascii: "]"): return hasLink
            case UInt8(ascii: "~"): return next == sign || next == UInt8(ascii: "\\") || before == sign
            case UInt8(ascii: "<"): return isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
            case UInt8(ascii: "&"): return isLetter(next) || next == UInt8(ascii: "#")
            case UInt8(ascii: "\\"): return true
            // A backquote could begin code; a backslash before a letter is part of the text.
            default: return true
            }
        }

        /// Whether there are only blanks before its backslash.
        private func isFirst(_ index: Int) -> Bool { firstSign >= index - 1 }

        private func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte >= 0x80 }
    }
}
