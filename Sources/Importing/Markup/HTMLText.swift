/// Converts HTML, in which other programs store notes, to Markdown.
///
/// Tags may be badly nested, unknown or never closed: no text is ever lost. Paragraphs, line breaks, headings, quotations, lists,
/// code, links, pictures and emphasis become Markdown (underlining becomes emphasis); every other tag is left out, and its text
/// stays. Text that would become markup is escaped. It takes linear time and a few times the text's memory.
package struct HTMLText {
    /// The Markdown for a picture, from its address and its text.
    package typealias Picture = (_ address: String, _ words: String) -> String

    private var page = MarkdownPage()
    private let keepsLineEnds: Bool
    private let picture: Picture
    /// Open lists, the innermost last: the number of the next item, `nil` in one without numbers.
    private var lists: [Int?] = []
    private var preformatted = 0

    /// The most levels of lists and quotations; deeper content stays on the last one.
    private static let deepest = 12

    /// The text as Markdown, without blanks at its ends.
    ///
    /// - `keepsLineEnds`: a line end in the source is one in the text, as in notes that are half plain text.
    /// - `picture`: gives the Markdown for each picture, in the order of the text; otherwise `![text](address)`.
    package static func markdown(
        of html: String, keepsLineEnds: Bool = false, picture: @escaping Picture = HTMLText.shown
    ) -> String {
        markdown(of: HTMLTokens(html), keepsLineEnds: keepsLineEnds, picture: picture)
    }

    /// The same for a part of a page that is split into tokens already.
    static func markdown(
        of tokens: some Sequence<HTMLTokens.Token>, keepsLineEnds: Bool = false, picture: @escaping Picture = HTMLText.shown
    ) -> String {
        var text = HTMLText(keepsLineEnds: keepsLineEnds, picture: picture)
        for token in tokens { text.take(token) }
        return text.page.finished()
    }

    /// Whether a text is HTML: it contains a known tag, or a reference. Many programs store either.
    static func looksLike(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(UInt8(ascii: "&")) else { return false }
        for token in HTMLTokens(text) {
            switch token {
            case .text(let words): if !text.contains(words) { return true }
            case .start(let name, _), .end(let name): if isKnown(name) { return true }
            }
        }
        return false
    }

    private static func isKnown(_ name: String) -> Bool {
        let others: Set = [
            "br", "a", "img", "ul", "ol", "li", "blockquote", "pre", "hr", "span", "font", "h1", "h2", "h3", "h4", "h5", "h6",
        ]
        return marks[name] != nil || lines.contains(name) || paragraphs.contains(name) || others.contains(name)
    }

    /// A picture in Markdown; one with its bytes in its address is only named.
    package static func shown(_ address: String, _ words: String) -> String {
        if address.isEmpty || address.hasPrefix("data:") { return "![" + MarkdownWords.label(words) + "]()" }
        return "![" + MarkdownWords.label(words) + "](" + MarkdownWords.target(address) + ")"
    }

    private init(keepsLineEnds: Bool, picture: @escaping Picture) {
        (self.keepsLineEnds, self.picture) = (keepsLineEnds, picture)
    }

    private mutating func take(_ token: HTMLTokens.Token) {
        switch token {
        case .text(let words): page.write(words, keepsLineEnds: keepsLineEnds || preformatted > 0)
        case .start(let name, let attributes): start(name, attributes)
        case .end(let name): end(name)
        }
    }

    private static let marks: [String: MarkdownPage.Mark] = [
        "b": .strong, "strong": .strong, "i": .emphasis, "em": .emphasis, "u": .emphasis, "ins": .emphasis, "cite": .emphasis,
        "s": .struck, "strike": .struck, "del": .struck, "code": .code, "tt": .code, "kbd": .code, "samp": .code,
    ]
    /// Elements that begin and end a line.
    private static let lines: Set<String> = [
        "div", "section", "article", "header", "footer", "main", "aside", "address", "figure", "figcaption", "dl", "dt", "dd",
        "tr",
        "form", "fieldset", "center", "body", "html",
    ]
    /// Elements with a blank line above and below.
    private static let paragraphs: Set<String> = ["p", "table", "details"]

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        if let mark = HTMLText.marks[name] {
            if preformatted == 0 { page.open(mark) }
            return
        }
        switch name {
        case "br": page.lineBreak()
        case "a": page.openLink(attributes["href"] ?? "")
        case "img": page.writeMarkup(picture(attributes["src"] ?? "", attributes["alt"] ?? ""))
        case "ul", "ol":
            page.breakLines(lists.isEmpty ? 2 : 1)
            let first = attributes["start"].flatMap { Int($0) }.flatMap { (0...1_000_000).contains($0) ? $0 : nil }
            lists.append(name == "ol" ? first ?? 1 : nil)
        case "li": item()
        case "input":
            if attributes["type"]?.lowercased() == "checkbox" { page.writeMarkup(attributes["checked"] == nil ? "[ ] " : "[x] ") }
        case "blockquote":
            page.breakLines(2)
            page.indent(.quotation, deepest: HTMLText.deepest)
        case "pre":
            page.breakLines(2)
            preformatted += 1
            page.openCodeBlock()
        case "h1", "h2", "h3", "h4", "h5", "h6":
            page.breakLines(2)
            page.heading = Int(name.dropFirst()) ?? 1
        case "hr":
            page.breakLines(2)
            page.writeMarkup("---")
            page.breakLines(2)
        case "td", "th": page.separateCells()
        case _ where HTMLText.paragraphs.contains(name): page.breakLines(2)
        case _ where HTMLText.lines.contains(name): page.breakLines(1)
        default: break
        }
    }

    private mutating func end(_ name: String) {
        if let mark = HTMLText.marks[name] {
            if preformatted == 0 { page.close(mark) }
            return
        }
        switch name {
        case "br": page.lineBreak()
        case "a": page.closeLink()
        case "ul", "ol":
            guard lists.popLast() != nil else { return }
            page.endItem(level: lists.count)
            page.breakLines(lists.isEmpty ? 2 : 1)
        case "li":
            page.endItem(level: lists.count - 1)
            page.breakLines(1)
        case "blockquote":
            page.breakLines(2)
            page.endQuotation()
        case "pre":
            guard preformatted > 0 else { return }
            preformatted -= 1
            if preformatted == 0 { page.closeCodeBlock() }
        case "h1", "h2", "h3", "h4", "h5", "h6":
            page.breakLines(2)
            page.heading = nil
        case _ where HTMLText.paragraphs.contains(name): page.breakLines(2)
        case _ where HTMLText.lines.contains(name): page.breakLines(1)
        default: break
        }
    }

    private mutating func item() {
        // An item outside of any list counts as one of a list.
        if lists.isEmpty {
            page.breakLines(2)
            lists.append(nil)
        }
        page.endItem(level: lists.count - 1)
        page.breakLines(1)
        var mark = "- "
        if let number = lists[lists.count - 1] {
            mark = String(number) + ". "
            lists[lists.count - 1] = number + 1
        }
        page.indent(.item(mark, level: lists.count - 1), deepest: HTMLText.deepest)
    }
}
