/// Whether a text can be parsed as Markdown in linear time.
///
/// The parser's work can grow with the square of the length for unusual texts: thousands of nested lists, open brackets, or
/// columns. An imported text could be one, so these are counted first, in one pass; beyond the limits the text is shown as typed.
struct MarkdownCost {
    /// Containers opened by one line: `> - 1. `.
    private static let markerLimit = 50
    /// The indentation of a line in columns, which nests lists.
    private static let indentLimit = 160
    /// Columns of a table.
    private static let pipeLimit = 200
    /// Cells of a table, including those that the parser adds.
    private static let cellLimit = 50_000
    /// Steps for brackets, stars and the like: the sum of the squares of their numbers in each paragraph.
    private static let stepLimit = 100_000_000
    /// Bytes that links copy from a definition.
    private static let copyLimit = 16 << 20

    private var steps = 0
    private var closings = 0
    private var longestDefinition = 0
    /// In the current paragraph.
    private var marks = 0
    private var lines = 0
    private var pipes = 0
    private var bytes = 0
    private var hasDefinition = false

    private init() {}

    /// Whether the text is within the limits.
    static func isTame(_ text: String) -> Bool {
        var cost = MarkdownCost()
        for line in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            guard cost.take(line) else { return false }
        }
        return cost.endParagraph() && cost.closings * cost.longestDefinition <= copyLimit
    }

    /// Counts one line; `false` if a limit is exceeded.
    private mutating func take(_ line: Substring.UTF8View) -> Bool {
        guard let (rest, isItem) = MarkdownCost.skipContainers(line) else { return false }
        // A blank line ends every paragraph, and a list mark begins another one. A definition spans several items only in a text
        // that is no definition any more, so its length may be overestimated.
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

    /// The rest after the marks of quotes and lists; `nil` if there are too many or they are indented too far.
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
                // Indented further, it may continue a paragraph.
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

    /// After `12. ` or `3) `.
    private static func skipNumber(_ line: Substring.UTF8View) -> Substring.UTF8View? {
        let rest = line.drop { (0x30...0x39).contains($0) }
        guard line.count - rest.count <= 9, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"),
            rest.dropFirst().first.map(isBlank) ?? true
        else { return nil }
        return rest.dropFirst()
    }
}
