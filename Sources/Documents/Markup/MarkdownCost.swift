/// Whether a text can be parsed as Markdown in linear time.
///
/// The parser's work can grow with the square of the length for unusual texts: thousands of nested lists, open brackets, or
/// columns. An imported text could be one, so an upper bound of the work is counted first, in one pass; beyond the limits the text
/// is shown as typed. The weights were measured with libcmark-gfm 0.29.0.gfm.6, whose work per construct is the largest of the
/// versions in use.
struct MarkdownCost {
    /// Containers opened by one line: `> - 1. `.
    private static let markerLimit = 50
    /// The indentation of a line in columns, which nests lists.
    private static let indentLimit = 160
    /// Columns of a table.
    private static let pipeLimit = 200
    /// Cells of a table, including those that the parser adds.
    private static let cellLimit: Int64 = 50_000
    /// Steps of the whole text; one is about a quarter of a nanosecond.
    private static let stepLimit: Int64 = 1_000_000_000
    /// Bytes that links copy from a definition.
    private static let copyLimit: Int64 = 16 << 20
    /// Steps for each byte that is read again to find the end of a tag or of a link's title.
    private static let byteSteps: Int64 = 4
    /// Steps for each earlier cell that is read again because a line could be the second one of a table.
    private static let cellSteps: Int64 = 512

    // Products of lengths, in 64 bits on every machine.
    private var steps: Int64 = 0
    private var closings: Int64 = 0
    private var longestDefinition: Int64 = 0
    // In the current paragraph, which is at least as long as the parser's.
    private var marks: Int64 = 0
    /// Places from which a tag's end is looked for, links, and places at which a link's title may begin.
    private var scans: Int64 = 0
    private var links: Int64 = 0
    private var titles: Int64 = 0
    private var lines: Int64 = 0
    private var pipes: Int64 = 0
    private var allPipes: Int64 = 0
    private var bytes: Int64 = 0
    private var hasDefinition = false
    private var isItem = false

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
        guard let (rest, beginning) = skipContainers(line) else { return false }
        if beginning != .nothing {
            guard endParagraph() else { return false }
            isItem = beginning == .item
        }
        guard beginning != .blank else { return true }
        var (linePipes, last, isRule) = (Int64(0), UInt8(0), true)
        for byte in rest {
            isRule = isRule && MarkdownCost.isOfRule(byte)
            switch byte {
            case UInt8(ascii: "|"): linePipes += 1
            case UInt8(ascii: "]"):
                marks += 1
                closings += 1
            case UInt8(ascii: ":") where last == UInt8(ascii: "]"): hasDefinition = true
            case UInt8(ascii: "<"):
                marks += 1
                // The address of a link.
                if last == UInt8(ascii: "(") { scans += 1 }
            case UInt8(ascii: "(") where last == UInt8(ascii: "]"): links += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("):
                if last == 0 || MarkdownCost.isBlank(last) { titles += 1 }
            case _ where last == UInt8(ascii: "<") && MarkdownCost.mayBeginTag(byte): scans += 1
            case UInt8(ascii: "["), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"),
                UInt8(ascii: "&"), UInt8(ascii: "!"):
                marks += 1
            default: break
            }
            last = byte
        }
        // The parser takes all lines above for the head of a table, each time, and goes back to the beginning from each of them.
        if isRule, line.contains(UInt8(ascii: "-")) {
            steps += MarkdownCost.cellSteps * (allPipes + lines) + MarkdownCost.byteSteps / 2 * (lines + 1) * bytes
        }
        lines += 1
        bytes += Int64(line.count + 1)
        allPipes += linePipes
        pipes = max(pipes, linePipes)
        return linePipes <= MarkdownCost.pipeLimit && steps <= MarkdownCost.stepLimit
    }

    private mutating func endParagraph() -> Bool {
        if hasDefinition { longestDefinition = max(longestDefinition, bytes) }
        steps += marks * marks + MarkdownCost.byteSteps * (scans + min(links, titles)) * bytes
        let isTame = steps <= MarkdownCost.stepLimit && (pipes < 2 || pipes * lines <= MarkdownCost.cellLimit)
        (marks, scans, links, titles, hasDefinition, isItem) = (0, 0, 0, 0, false, false)
        (lines, pipes, allPipes, bytes) = (0, 0, 0, 0)
        return isTame
    }

    /// What of earlier lines a line certainly ends.
    private enum Beginning {
        /// It may continue a paragraph.
        case nothing
        /// It is blank: every paragraph ends.
        case blank
        /// It begins an item of a list, with text in it.
        case item
    }

    /// The rest after the marks of quotes and lists; `nil` if there are too many or they are indented too far.
    private func skipContainers(_ line: Substring.UTF8View) -> (rest: Substring.UTF8View, Beginning)? {
        var rest = line
        var (markers, columns, begins, canEnd) = (0, 0, false, true)
        while let byte = rest.first {
            var next = rest.dropFirst()
            switch byte {
            case UInt8(ascii: " "): columns += 1
            case UInt8(ascii: "\t"): columns += 4
            case UInt8(ascii: ">"):
                markers += 1
                // Indented further, it may be text.
                canEnd = canEnd && columns <= 3
            case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
                guard next.first.map(MarkdownCost.isBlank) ?? true else { return (rest, begins ? .item : .nothing) }
                markers += 1
                // An item without text does not end a paragraph.
                canEnd = false
                begins = begins || columns <= 3 && !next.allSatisfy(MarkdownCost.isBlank)
            case 0x30...0x39:
                guard let (number, after) = MarkdownCost.skipNumber(rest) else { return (rest, begins ? .item : .nothing) }
                // Only 1 ends a paragraph, unless that is in an item, and this one beside it.
                let isFree = number == 1 || lines == 0 || isItem && markers == 0 && columns <= 1
                markers += 1
                canEnd = false
                begins = begins || isFree && columns <= 3 && !after.allSatisfy(MarkdownCost.isBlank)
                next = after
            default: return (rest, begins ? .item : .nothing)
            }
            guard markers <= MarkdownCost.markerLimit, columns <= MarkdownCost.indentLimit else {
                return rest.allSatisfy(MarkdownCost.isBlank) ? (rest.suffix(0), canEnd ? .blank : .nothing) : nil
            }
            rest = next
        }
        return (rest, canEnd ? .blank : begins ? .item : .nothing)
    }

    /// Whether the second line of a table may have it.
    private static func isOfRule(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x09...0x0c: true
        default: false
        }
    }

    private static func mayBeginTag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"): true
        default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The number, and what is after `12.` or `3)`.
    private static func skipNumber(_ line: Substring.UTF8View) -> (Int, Substring.UTF8View)? {
        let digits = line.prefix { (0x30...0x39).contains($0) }.prefix(10)
        let rest = line.dropFirst(digits.count)
        guard digits.count <= 9, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"),
            rest.dropFirst().first.map(isBlank) ?? true
        else { return nil }
        return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, rest.dropFirst())
    }
}
