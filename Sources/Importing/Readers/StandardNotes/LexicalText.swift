import Ledger

/// The text of a "super" note: the state of the Lexical editor, a tree of nodes in JSON.
struct LexicalText {
    private let root: SourceFields

    /// `nil` for a text that is no such tree, or is nested too deep.
    init?(_ text: String) {
        guard let value = try? JSON(reading: Array(text.utf8)), let root = SourceFields(value["root"]) else { return nil }
        self.root = root
    }

    /// The tree as Markdown. A file in it is in the program's own store: its place stays visible.
    func markdown(_ files: inout DistinctFiles) -> String {
        var writer = Writer(files: files)
        writer.blocks(root, indent: "")
        files = writer.files
        return writer.finished
    }

    private struct Writer {
        var files: DistinctFiles
        private var parts: [String] = []

        init(files: DistinctFiles) { self.files = files }

        var finished: String { parts.joined(separator: "\n\n") }

        private func children(_ node: SourceFields) -> [SourceFields] { node.list("children").compactMap { SourceFields($0) } }

        private mutating func add(_ text: String, _ indent: String) {
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            parts.append(
                text.split(separator: "\n", omittingEmptySubsequences: false).map { indent + $0 }.joined(separator: "\n"))
        }

        mutating func blocks(_ node: SourceFields, indent: String) {
            for child in children(node) { block(child, indent) }
        }

        private mutating func block(_ node: SourceFields, _ indent: String) {
            switch node.text("type") {
            case "heading":
                let level = node.text("tag").flatMap { Int($0.dropFirst()) } ?? 1
                add(String(repeating: "#", count: min(max(level, 1), 6)) + " " + inline(node), indent)
            case "quote":
                var inner = Writer(files: files)
                // Lexical's own quotes contain text, those of pasted texts contain paragraphs.
                inner.add(inline(node), "")
                files = inner.files
                add(inner.finished, indent + "> ")
            case "list": add(list(node, ""), indent)
            case "code":
                let text = inline(node, isCode: true)
                add("```" + (node.text("language") ?? "") + "\n" + text + "\n```", indent)
            case "horizontalrule": add("---", indent)
            case "table": add(table(node), indent)
            case "collapsible-title": add("**" + inline(node) + "**", indent)
            case "collapsible-container", "collapsible-content", "root", "layout-container", "layout-item":
                blocks(node, indent: indent)
            default: add(inline(node.members["children"] == nil ? [node] : children(node)), indent)
            }
        }

        private mutating func list(_ node: SourceFields, _ indent: String) -> String {
            var lines: [String] = []
            var number = node.whole("start") ?? 1
            for item in children(node) {
                let inner = children(item).filter { $0.text("type") == "list" }
                let own = children(item).filter { $0.text("type") != "list" }
                let mark: String
                switch node.text("listType") {
                case "number": mark = String(number) + ". "
                case "check": mark = item.flag("checked") ? "- [x] " : "- [ ] "
                default: mark = "- "
                }
                if !own.isEmpty || inner.isEmpty {
                    lines.append(indent + mark + inline(own).replacing("\n", with: "\n" + indent + "    "))
                    number = number < 999_999 ? number + 1 : 1
                }
                for list in inner { lines.append(self.list(list, indent + "    ")) }
            }
            return lines.joined(separator: "\n")
        }

        private mutating func table(_ node: SourceFields) -> String {
            var lines: [String] = []
            for (index, row) in children(node).enumerated() {
                let cells = children(row).map { cell in
                    var inner = Writer(files: files)
                    inner.blocks(cell, indent: "")
                    files = inner.files
                    return inner.finished.replacing("\n", with: " ").replacing("|", with: "\\|")
                }
                lines.append("| " + cells.joined(separator: " | ") + " |")
                if index == 0 { lines.append("|" + String(repeating: " --- |", count: cells.count)) }
            }
            return lines.joined(separator: "\n")
        }

        private mutating func inline(_ node: SourceFields, isCode: Bool = false) -> String {
            inline(children(node), isCode: isCode)
        }

        private mutating func inline(_ nodes: [SourceFields], isCode: Bool = false) -> String {
            var text = ""
            for node in nodes { text += word(node, isCode) }
            return text
        }

        private mutating func word(_ node: SourceFields, _ isCode: Bool) -> String {
            switch node.text("type") {
            case "linebreak": return "\n"
            case "tab": return "\t"
            case "link", "autolink":
                let (words, address) = (inline(node), node.text("url") ?? "")
                return address.isEmpty || words == address
                    ? words : "[" + words + "](" + address.replacing(" ", with: "%20") + ")"
            case "snfile":
                let name = node.text("fileUuid") ?? "file"
                files.add(.left(LeftFile(name: name, reason: .notFound)))
                return "![file missing](snfile:" + name + ")"
            case "unencrypted-image", "remote-image", "image":
                return "![" + (node.text("alt") ?? "") + "](" + (node.text("src") ?? "") + ")"
            case "youtube": return "https://www.youtube.com/watch?v=" + (node.text("videoID") ?? "")
            case "tweet": return "https://twitter.com/i/web/status/" + (node.text("id") ?? "")
            default:
                guard let text = node.members["text"]?.string else { return inline(node, isCode: isCode) }
                return isCode ? text : Writer.styled(text, Int(truncatingIfNeeded: node.whole("format") ?? 0))
            }
        }

        /// Marks enclose the text, not the blanks at its ends. Bits: 1 bold, 2 italic, 4 struck out, 16 code.
        private static func styled(_ text: String, _ format: Int) -> String {
            guard format & 0b10111 != 0, let first = text.firstIndex(where: { !$0.isWhitespace }),
                let last = text.lastIndex(where: { !$0.isWhitespace })
            else { return text }
            var marked = String(text[first...last])
            for (bit, mark) in [(16, "`"), (2, "*"), (1, "**"), (4, "~~")] where format & bit != 0 {
                marked = mark + marked + mark
            }
            return text[..<first] + marked + text[text.index(after: last)...]
        }
    }
}
