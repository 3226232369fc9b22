/// Whether a text can be read as Markdown in a time that grows with its length only.
///
/// The parser's work can grow with the square of the length for texts that no one writes: thousands of nested lists, of
/// opened brackets, of columns. A text that comes from elsewhere could be such a one, so each of these is counted before,
/// in one pass; beyond the limits the text is shown as it is.
struct MarkdownCost {
    /// Containers that one line opens: `> - 1. `.
    private static let markerLimit = 50
    /// Columns that a line is set in, by which lists nest.
    private static let indentLimit = 160
    /// Columns of a table.
    private static let pipeLimit = 200
    /// Cells of a table, those that the parser adds included.
    private static let cellLimit = 50_000
    /// Steps over brackets, stars and the like: the sum of the squares of their numbers in each paragraph.
    private static let stepLimit = 100_000_000
    /// Bytes that links copy from a definition.
    private static let copyLimit = 16 << 20

    private var steps = 0
    private var closings = 0
    private var longestDefinition = 0
    /// Of the paragraph at hand.
    private var marks = 0
    private var lines = 0
    private var pipes = 0
    private var bytes = 0
    private var hasDefinition = false

    private init() {}

    /// Whether the text keeps within the limits.
    static func isTame(_ text: String) -> Bool {
        var cost = MarkdownCost()
        for line in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            guard cost.take(line) else { return false }
        }
        return cost.endParagraph() && cost.closings * cost.longestDefinition <= copyLimit
    }

    /// Counts one line; `false` where a limit is passed.
    private mutating func take(_ line: Substring.UTF8View) -> Bool {
        guard let (rest, isItem) = MarkdownCost.skipContainers(line) else { return false }
        // A blank line ends every paragraph, and the mark of a list begins another one. A definition may go over several items
        // only in a text that is no definition any more, so its length may be counted too large.
        if rest.isEmpty || isItem {
            guard endParagraph() else { return false }
        }
        var (linePipes, last) = (0, UInt8(0))
        for byte in rest {
            switch byte {
            case UInt8(ascii: "|"): linePipes += 1
            case UInt8(ascii: "]"):
                marks += 1
                closings += 1
            case UInt8(ascii: ":") where last == UInt8(ascii: "]"): hasDefinition = true
            case UInt8(ascii: "["), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"),
                UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "!"):
                marks += 1
            default: break
            }
            last = byte
        }
        lines += 1
        bytes += line.count
        pipes = max(pipes, linePipes)
        return linePipes <= MarkdownCost.pipeLimit
    }

    private mutating func endParagraph() -> Bool {
        if hasDefinition { longestDefinition = max(longestDefinition, bytes) }
        steps += marks * marks
        let isTame = steps <= MarkdownCost.stepLimit && (pipes < 2 || pipes * lines <= MarkdownCost.cellLimit)
        (marks, lines, pipes, bytes, hasDefinition) = (0, 0, 0, 0, false)
        return isTame
    }

    /// What is behind the marks of quotes and lists; `nil` where there are too many of them or they stand too far in.
    private static func skipContainers(_ line: Substring.UTF8View) -> (rest: Substring.UTF8View, isItem: Bool)? {
        var rest = line
        var (markers, columns, isItem) = (0, 0, false)
        while let byte = rest.first {
            let next = rest.dropFirst()
            switch byte {
            case UInt8(ascii: " "): columns += 1
            case UInt8(ascii: "\t"): columns += 4
            case UInt8(ascii: ">"): markers += 1
            case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
                guard next.first.map(isBlank) ?? true else { return (rest, isItem) }
                markers += 1
                // Further in, it may be the next line of a paragraph.
                isItem = isItem || columns <= 3 && !next.isEmpty
            case 0x30...0x39:
                guard let behind = skipNumber(rest) else { return (rest, isItem) }
                markers += 1
                rest = behind
                continue
            default: return (rest, isItem)
            }
            guard markers <= markerLimit, columns <= indentLimit else {
                return rest.allSatisfy(isBlank) ? (rest.suffix(0), false) : nil
            }
            rest = next
        }
        return (rest, isItem)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Behind `12. ` or `3) `.
    private static func skipNumber(_ line: Substring.UTF8View) -> Substring.UTF8View? {
        let rest = line.drop { (0x30...0x39).contains($0) }
        guard line.count - rest.count <= 9, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"),
            rest.dropFirst().first.map(isBlank) ?? true
        else { return nil }
        return rest.dropFirst()
    }
}
