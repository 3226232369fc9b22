import HTTP

/// Writes HTML from the events of a walk through a Markdown tree.
struct MarkdownWriter {
    let picture: Markdown.OwnPicture
    /// Makes the box of a task, by its line and whether it is done; `nil` for boxes that no one can tick.
    var box: ((_ line: Int, _ isDone: Bool) -> HTML)?
    private var html = HTML.empty
    /// Text comes in pieces: an address may span several.
    private var words = ""
    /// Levels of the enclosing headings, outermost first.
    private var outline: [Int] = []
    /// For each enclosing list, whether it is tight.
    private var lists: [Bool] = []
    /// The number of enclosing quotes and lists.
    private var containers = 0
    /// The number of enclosing emphases and the like.
    private var emphases = 0
    private var link: Link?
    private var alignments: [UInt8] = []
    private var column = 0
    private var isHead = false

    /// Deeper content is shown at this depth: browsers have limits too.
    private static let depthLimit = 24

    private struct Link {
        let written: String
        let target: LinkTarget?
        /// The name of an own picture.
        var own: String?
        var label = ""
        /// The number of links and pictures inside, which are shown as text.
        var inner = 0
    }

    init(picture: @escaping Markdown.OwnPicture) { self.picture = picture }

    /// The last part of an address, as it is called on a disk: `my%20river.jpg` is `my river.jpg`.
    static func name(in address: String) -> String {
        let last = address.split(separator: "/").last.map(String.init) ?? ""
        return PercentCoding.text(ArraySlice(last.utf8)) ?? last
    }

    var finished: HTML {
        var all = self
        all.flush()
        return all.html
    }

    mutating func take(_ node: MarkdownNode, isEntering: Bool) {
        let kind = node.kind
        if kind == .text {
            words += node.literal
            return
        }
        flush()
        switch kind {
        case .text, .other: break
        case .softBreak, .lineBreak: html += "<br>\n"
        case .codeSpan: code(node.literal)
        case .rawSpan: word(node.literal)
        case .emphasis: emphasis(isEntering, "<em>", "</em>")
        case .strong: emphasis(isEntering, "<strong>", "</strong>")
        case .struckOut: emphasis(isEntering, "<del>", "</del>")
        case .link, .image: isEntering ? begin(node, isImage: kind == .image) : endLink()
        case .table, .tableHead, .tableRow, .tableCell: table(kind, node, isEntering)
        default: block(kind, node, isEntering)
        }
    }

    private mutating func block(_ kind: MarkdownNode.Kind, _ node: MarkdownNode, _ isEntering: Bool) {
        switch kind {
        // In a tight list a paragraph is just the item's text.
        case .paragraph where lists.last == true: break
        case .paragraph: html += isEntering ? "<p>" : "</p>\n"
        case .heading: heading(node.level, isEntering)
        case .quote:
            nest(isEntering, "<blockquote>\n", "</blockquote>\n")
            // Paragraphs in a quote in a list are paragraphs again.
            if isEntering { lists.append(false) } else { lists.removeLast() }
        case .list: list(node, isEntering)
        case .item, .task: item(node, isTask: kind == .task, isEntering)
        case .code: html += "<pre><code>\(node.literal)</code></pre>\n"
        case .rawBlock: html += "<p class=\"as-typed\">\(node.literal)</p>\n"
        case .rule: html += "<hr>\n"
        default: break
        }
    }
}

// Block nodes.
extension MarkdownWriter {
    /// Levels follow each other without gaps, whatever was typed, so that the outline stays valid.
    private mutating func heading(_ level: Int, _ isEntering: Bool) {
        if isEntering {
            outline.removeAll { $0 >= level }
            outline.append(level)
        }
        switch outline.count {
        case 1: html += isEntering ? "<h2>" : "</h2>\n"
        case 2: html += isEntering ? "<h3>" : "</h3>\n"
        case 3: html += isEntering ? "<h4>" : "</h4>\n"
        case 4: html += isEntering ? "<h5>" : "</h5>\n"
        default: html += isEntering ? "<h6>" : "</h6>\n"
        }
    }

    private mutating func nest(_ isEntering: Bool, _ opening: HTML, _ closing: HTML) {
        if isEntering { containers += 1 }
        if containers <= MarkdownWriter.depthLimit { html += isEntering ? opening : closing }
        if !isEntering { containers -= 1 }
    }

    private mutating func list(_ node: MarkdownNode, _ isEntering: Bool) {
        if let start = node.start {
            nest(isEntering, start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n", "</ol>\n")
        } else {
            nest(isEntering, "<ul>\n", "</ul>\n")
        }
        if isEntering { lists.append(node.isTight) } else { lists.removeLast() }
    }

    private mutating func item(_ node: MarkdownNode, isTask: Bool, _ isEntering: Bool) {
        guard containers <= MarkdownWriter.depthLimit else {
            if !isEntering { html += "<br>\n" }
            return
        }
        guard isEntering else {
            html += "</li>\n"
            return
        }
        guard isTask else {
            html += "<li>"
            return
        }
        if let box {
            html += "<li class=\"task\(" task-done", if: node.isDone)\">\(box(node.line, node.isDone))"
            return
        }
        html +=
            node.isDone
            ? "<li class=\"task task-done\"><span class=\"task-box\" aria-hidden=\"true\"></span><span class=\"hidden\">Done: </span>"
            : "<li class=\"task\"><span class=\"task-box\" aria-hidden=\"true\"></span><span class=\"hidden\">To do: </span>"
    }

    private mutating func table(_ kind: MarkdownNode.Kind, _ node: MarkdownNode, _ isEntering: Bool) {
        switch kind {
        case .table:
            // A table wider than the page scrolls, also by keyboard.
            html +=
                isEntering
                ? "<div class=\"table\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>\n"
                : "</tbody></table></div>\n"
            if isEntering { alignments = node.alignments }
        case .tableHead:
            (isHead, column) = (isEntering, 0)
            html += isEntering ? "<thead><tr>" : "</tr></thead>\n<tbody>"
        case .tableRow:
            column = 0
            html += isEntering ? "<tr>" : "</tr>\n"
        default: cell(isEntering)
        }
    }

    private mutating func cell(_ isEntering: Bool) {
        guard isEntering else {
            html += isHead ? "</th>" : "</td>"
            return
        }
        let alignment: HTML =
            switch alignments.indices.contains(column) ? alignments[column] : 0 {
            case UInt8(ascii: "c"): " class=\"center\""
            case UInt8(ascii: "r"): " class=\"right\""
            default: ""
            }
        html += isHead ? "<th scope=\"col\"\(alignment)>" : "<td\(alignment)>"
        column += 1
    }
}

// Inline nodes.
extension MarkdownWriter {
    private mutating func emphasis(_ isEntering: Bool, _ opening: HTML, _ closing: HTML) {
        if isEntering { emphases += 1 }
        if emphases <= MarkdownWriter.depthLimit { html += isEntering ? opening : closing }
        if !isEntering { emphases -= 1 }
    }

    /// Writes the collected text and the links in it.
    private mutating func flush() {
        guard !words.isEmpty else { return }
        let text = words
        words = ""
        guard link == nil else {
            word(text)
            return
        }
        for piece in LinkTarget.pieces(of: text) {
            html +=
                piece.target.map { "<a href=\"\($0.address)\" rel=\"noopener noreferrer\">\(String(piece.text))</a>" }
                ?? "\(String(piece.text))"
        }
    }

    private mutating func word(_ text: String) {
        if link?.own == nil { html += "\(text)" }
        link?.label += text
    }

    private mutating func code(_ text: String) {
        if link?.own == nil { html += "<code>\(text)</code>" }
        link?.label += text
    }

    private mutating func begin(_ node: MarkdownNode, isImage: Bool) {
        guard link == nil else {
            link?.inner += 1
            return
        }
        if isImage, case let name = MarkdownWriter.name(in: node.address), picture(name, "") != nil {
            link = Link(written: node.address, target: nil, own: name)
            return
        }
        let begun = Link(written: node.address, target: LinkTarget(node.address))
        link = begun
        guard let target = begun.target else { return }
        let title: HTML = node.title.isEmpty ? "" : " title=\"\(node.title)\""
        html += "<a href=\"\(target.address)\" rel=\"noopener noreferrer\"\(title)>\(Icon.photo, if: isImage)"
    }

    /// A link without text shows its target; one that is not permitted shows its address as text.
    private mutating func endLink() {
        guard let ended = link else { return }
        guard ended.inner == 0 else {
            link?.inner -= 1
            return
        }
        link = nil
        if let own = ended.own {
            html += picture(own, ended.label) ?? .empty
            return
        }
        let saysNothing = ended.label.allSatisfy(\.isWhitespace)
        if ended.target != nil {
            html += saysNothing ? "\(ended.written)</a>" : "</a>"
        } else if !ended.written.isEmpty, ended.label != ended.written {
            html += saysNothing ? "\(ended.written)" : " (\(ended.written))"
        }
    }
}
