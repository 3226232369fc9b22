import Journal

/// Writes Markdown from left to right: it keeps line ends, indents and marks in order, in whatever order they are requested.
///
/// A mark is written only if text follows, and directly next to it, since `** bold **` is no mark. Marks end with their block and
/// begin again in the next.
struct MarkdownPage {
    enum Mark: Hashable {
        case strong, emphasis, struck, code
        case link(String)
    }

    enum Indent: Hashable {
        case quotation
        /// A list item; its mark is only in its first line; `level` from 0 is that of its list.
        case item(String, level: Int)
    }

    /// The level of the heading that the next text begins or belongs to.
    var heading: Int?

    private var pieces: [String] = []
    private var indents: [Indent] = []
    /// Quotations beyond the limit, to be ended before those that count.
    private var surplus = 0
    /// The number of indents whose mark is written.
    private var marked = 0
    private var pendingBreaks = 0
    private var pendingBlank = ""
    private var lineIsEmpty = true
    private var inHeading = false
    private var wanted: [Mark] = []
    private var counts: [Mark: Int] = [:]
    private var active: [(mark: Mark, piece: Int, isSound: Bool)] = []
    private var linkWords = ""
    private var code: String?
    /// The last byte that is not part of a mark.
    private var lastWordByte: UInt8 = 0x0A

    // ---- text

    /// Writes text, with white space as one blank, or with its line ends.
    mutating func write(_ words: String, keepsLineEnds: Bool) {
        if code != nil {
            code? += words.replacing("\r\n", with: "\n")
            return
        }
        var rest = words.unicodeScalars[...]
        while let first = rest.first {
            if MarkdownPage.isBlank(first) {
                let blank = rest.prefix { MarkdownPage.isBlank($0) }
                rest = rest[blank.endIndex...]
                takeBlank(blank, keepsLineEnds)
                continue
            }
            let run = MarkdownPage.run(rest)
            rest = rest[run.endIndex...]
            writeLine(run)
        }
    }

    /// The text up to the next white space that is not a single blank.
    private static func run(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if isBlank(text[index]), text[index] != " " || next == text.endIndex || isBlank(text[next]) { return text[..<index] }
            index = next
        }
        return text
    }

    private mutating func takeBlank(_ blank: Substring.UnicodeScalarView, _ keepsLineEnds: Bool) {
        let feeds = keepsLineEnds ? blank.count { $0 == "\n" } + (blank.contains("\n") ? 0 : blank.count { $0 == "\r" }) : 0
        if feeds > 0 {
            for _ in 0..<min(feeds, 2) { lineBreak() }
        } else if !lineIsEmpty, pendingBreaks == 0, pendingBlank.isEmpty {
            // A single no-break space between words is intended.
            pendingBlank = blank.count == 1 && blank.first == "\u{A0}" ? "\u{A0}" : " "
        } else {
            pendingBlank = pendingBlank.isEmpty ? "" : " "
        }
    }

    private mutating func writeLine(_ run: Substring.UnicodeScalarView) {
        var words = String.UnicodeScalarView()
        for scalar in run where !scalar.isControl { words.append(scalar) }
        guard !words.isEmpty else { return }
        let text = String(words)
        beginWords(text.utf8.first ?? 0x20)
        if active.contains(where: { $0.mark == .code }) {
            append(text)
        } else {
            append(MarkdownWords.escaped(text, startsLine: lineIsEmpty))
        }
        if active.contains(where: { if case .link = $0.mark { true } else { false } }) { linkWords += text }
        lastWordByte = text.utf8.last ?? 0x20
        lineIsEmpty = false
    }

    mutating func writeMarkup(_ text: String) {
        guard !text.isEmpty, code == nil else { return }
        beginWords(text.utf8.first ?? 0x20)
        append(text)
        lastWordByte = text.utf8.last ?? 0x20
        lineIsEmpty = text.hasSuffix(" ") && lineIsEmpty
    }

    mutating func separateCells() {
        guard !lineIsEmpty, pendingBreaks == 0, code == nil else { return }
        pendingBlank = ""
        closeMarks(0)
        append(" | ")
    }

    // ---- lines

    /// Requests one or two line ends before the next text; of several requests, the greatest counts.
    mutating func breakLines(_ count: Int) {
        guard code == nil else { return }
        pendingBlank = ""
        // No line break between the mark of an item and its text.
        guard marked == indents.count else { return }
        if !pieces.isEmpty { pendingBreaks = max(pendingBreaks, count) }
    }

    /// Requests one more line end, two at most.
    mutating func lineBreak() {
        if code != nil {
            code? += "\n"
            return
        }
        pendingBlank = ""
        guard !pieces.isEmpty, marked == indents.count else { return }
        pendingBreaks = inHeading && heading != nil ? pendingBreaks : min(2, pendingBreaks + 1)
        if inHeading, heading != nil, pendingBreaks == 0 { pendingBlank = " " }
    }

    mutating func indent(_ indent: Indent, deepest: Int) {
        guard indents.count < deepest else {
            if indent == .quotation { surplus += 1 }
            return
        }
        indents.append(indent)
    }

    /// Ends the items of lists from this level on.
    mutating func endItem(level: Int) {
        let first = indents.firstIndex { if case .item(_, let own) = $0 { own >= max(0, level) } else { false } }
        while let first, indents.count > first { dropIndent() }
    }

    /// Ends the innermost quotation, and everything open in it.
    mutating func endQuotation() {
        if surplus > 0 {
            surplus -= 1
            return
        }
        guard let place = indents.lastIndex(of: .quotation) else { return }
        while indents.count > place { dropIndent() }
    }

    private mutating func dropIndent() {
        indents.removeLast()
        marked = min(marked, indents.count)
    }

    /// Writes line ends, indents, a blank and the requested marks before text that begins with a byte.
    private mutating func beginWords(_ next: UInt8) {
        if pendingBreaks > 0 {
            closeMarks(0)
            let blankLine = pendingBreaks > 1 ? "\n" + MarkdownPage.prefix(indents.prefix(marked), isBlankLine: true) : ""
            append(blankLine + "\n")
            (pendingBreaks, pendingBlank, lineIsEmpty, lastWordByte) = (0, "", true, 0x0A)
            append(MarkdownPage.prefix(indents.prefix(marked), isBlankLine: false))
            inHeading = false
        } else if !pieces.isEmpty, lineIsEmpty == false, marked < indents.count {
            closeMarks(0)
            append("\n" + MarkdownPage.prefix(indents.prefix(marked), isBlankLine: false))
            (pendingBlank, lineIsEmpty, lastWordByte) = ("", true, 0x0A)
        }
        if lineIsEmpty {
            for indent in indents.dropFirst(marked) {
                switch indent {
                case .quotation: append("> ")
                case .item(let mark, _): append(mark)
                }
            }
            marked = indents.count
            if let heading, !inHeading {
                append(String(repeating: "#", count: heading) + " ")
                inHeading = true
            }
        }
        matchMarks(next)
    }

    private static func prefix(_ indents: ArraySlice<Indent>, isBlankLine: Bool) -> String {
        let prefix = indents.map { indent in
            switch indent {
            case .quotation: "> "
            case .item(let mark, _): String(repeating: " ", count: mark.count)
            }
        }.joined()
        guard isBlankLine else { return prefix }
        return String(prefix.reversed().drop { $0 == " " }.reversed())
    }

    private mutating func append(_ text: String) {
        if !text.isEmpty { pieces.append(text) }
    }

    // ---- marks

    mutating func open(_ mark: Mark) {
        counts[mark, default: 0] += 1
        if counts[mark] == 1 { wanted.append(mark) }
    }

    /// Ends a style; ignored if it is not open.
    mutating func close(_ mark: Mark) {
        guard let count = counts[mark] else { return }
        counts[mark] = count > 1 ? count - 1 : nil
        if count == 1 { wanted.removeAll { $0 == mark } }
    }

    /// The following text is a link; it ends the link before it.
    mutating func openLink(_ address: String) {
        closeLink()
        let address = trimmed(address)
        let isWeb = !address.isEmpty && !address.hasPrefix("#") && !address.lowercased().hasPrefix("javascript:")
        if isWeb { wanted.insert(.link(address), at: 0) }
    }

    mutating func closeLink() {
        wanted.removeAll { if case .link = $0 { true } else { false } }
    }

    private mutating func matchMarks(_ next: UInt8) {
        var same = 0
        while same < min(active.count, wanted.count), active[same].mark == wanted[same] { same += 1 }
        let closes = active.count > same
        closeMarks(same, next: pendingBlank.isEmpty ? next : 0x20)
        // A mark directly after one of its kind would join it.
        let touches = closes && pendingBlank.isEmpty
        append(pendingBlank)
        if !pendingBlank.isEmpty { lastWordByte = 0x20 }
        pendingBlank = ""
        for mark in wanted.dropFirst(same) {
            // Code has no other styles in it.
            if touches || active.contains(where: { $0.mark == .code }) { break }
            // Between a letter and a bracket or quotation mark, Markdown takes asterisks for text.
            let isSound = !(MarkdownPage.isSign(next) && MarkdownPage.isWord(lastWordByte))
            active.append((mark, pieces.count, isSound))
            if case .link = mark { linkWords = "" }
            append(MarkdownPage.opening(mark))
        }
    }

    /// Closes all except the outermost `kept` marks, before text that begins with a byte.
    private mutating func closeMarks(_ kept: Int, next: UInt8 = 0x0A) {
        while active.count > kept, let (mark, piece, isSound) = active.popLast() {
            switch mark {
            case .link(let address):
                if linkWords == address, MarkdownPage.isPlainAddress(address) {
                    pieces.removeSubrange(piece...)
                    append("<" + address + ">")
                } else {
                    append("](" + MarkdownWords.target(address) + ")")
                }
            case .code: closeCode(piece)
            case .strong, .emphasis, .struck:
                let ends = !(MarkdownPage.isSign(lastWordByte) && MarkdownPage.isWord(next))
                if isSound, ends { append(MarkdownPage.opening(mark)) } else { pieces[piece] = "" }
            }
        }
    }

    private mutating func closeCode(_ piece: Int) {
        let words = pieces[(piece + 1)...].joined()
        let fence = MarkdownPage.fence(words, least: 1)
        let blank = words.hasPrefix("`") || words.hasSuffix("`") ? " " : ""
        pieces.removeSubrange(piece...)
        append(fence + blank + words + blank + fence)
    }

    private static func opening(_ mark: Mark) -> String {
        switch mark {
        case .strong: "**"
        case .emphasis: "*"
        case .struck: "~~"
        case .code: "`"
        case .link: "["
        }
    }

    private static func isPlainAddress(_ address: String) -> Bool {
        let starts = ["http://", "https://", "mailto:"].contains { address.hasPrefix($0) }
        return starts && !address.unicodeScalars.contains { $0 == "<" || $0 == ">" || $0.isControl || $0.properties.isWhitespace }
    }

    // ---- blocks of code

    mutating func openCodeBlock() { code = code ?? "" }

    mutating func closeCodeBlock() {
        guard var words = code else { return }
        code = nil
        if words.hasPrefix("\n") { words.removeFirst() }
        while words.hasSuffix("\n") { words.removeLast() }
        guard !trimmed(words).isEmpty else { return }
        let fence = MarkdownPage.fence(words, least: 3)
        let kept = wanted
        wanted = []
        beginWords(0x60)
        let indent = "\n" + MarkdownPage.prefix(indents.prefix(marked), isBlankLine: false)
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isControl || $0 == "\t" }))
        }
        append(fence + indent + lines.joined(separator: indent) + indent + fence)
        (wanted, lineIsEmpty) = (kept, false)
        breakLines(2)
    }

    /// A run of backquotes, one longer than the longest in the text.
    private static func fence(_ words: String, least: Int) -> String {
        var (longest, run) = (0, 0)
        for byte in words.utf8 {
            run = byte == 0x60 ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "`", count: longest < least ? least : longest + 1)
    }

    mutating func finished() -> String {
        closeCodeBlock()
        closeMarks(0)
        return trimmed(pieces.joined())
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{C}" || scalar == "\u{A0}"
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || isLetter(byte) || isDigit(byte) }
    private static func isSign(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !isWord(byte) }
}
