import Foundation
import Journal
import Ledger

/// Day One's `richText`: JSON in a string, a list of runs with attributes. Used if an entry has no `text`.
enum DayOneRichText {
    /// The runs as Markdown, with media under Day One's addresses. Anything but this JSON is returned unchanged.
    static func markdown(of text: String) -> String {
        guard let value = try? JSON(reading: Array(text.utf8)), let runs = value["contents"]?.array else { return text }
        var writer = Writer()
        for run in runs { writer.take(SourceFields(run)) }
        return writer.finished
    }

    private struct Line {
        enum Kind: Equatable { case plain, heading, quote, list, code }

        var text: String
        var kind: Kind
    }

    private struct Writer {
        private var lines: [Line] = []
        private var inline = ""
        private var block: SourceFields?

        mutating func take(_ run: SourceFields?) {
            guard let run else { return }
            let attributes = run.fields("attributes")
            for embedded in run.list("embeddedObjects").compactMap({ SourceFields($0) }) { take(embedded: embedded) }
            guard let text = run.members["text"]?.string else { return }
            for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { endLine() }
                if index == 0 || !part.isEmpty { block = attributes?.fields("line") ?? block }
                inline += Writer.styled(String(part), attributes)
            }
        }

        private mutating func take(embedded: SourceFields) {
            if !inline.isEmpty { endLine() }
            let kind = embedded.text("type") ?? "photo"
            if kind == "horizontalRuleLine" { return lines.append(Line(text: "---", kind: .heading)) }
            guard let id = embedded.text("identifier") else { return }
            let address = kind == "photo" ? "//" + id : "/" + kind + "/" + id
            lines.append(Line(text: "![](dayone-moment:" + address + ")", kind: .heading))
        }

        /// Marks enclose the text, not the blanks at its ends.
        private static func styled(_ text: String, _ attributes: SourceFields?) -> String {
            guard let attributes, case let core = trimmed(text), !core.isEmpty, let place = text.firstRange(of: core) else {
                return text
            }
            var marked = core
            if attributes.flag("inlineCode") { marked = "`" + marked + "`" }
            if attributes.flag("italic") { marked = "*" + marked + "*" }
            if attributes.flag("bold") { marked = "**" + marked + "**" }
            if attributes.flag("strikethrough") { marked = "~~" + marked + "~~" }
            if let link = attributes.text("linkURL") ?? attributes.text("link"), link != core,
                !link.contains(where: { " ()\n".contains($0) })
            {
                marked = "[" + marked + "](" + link + ")"
            }
            return text[..<place.lowerBound] + marked + text[place.upperBound...]
        }

        private mutating func endLine() {
            lines.append(line())
            (inline, block) = ("", nil)
        }

        private func line() -> Line {
            guard let block else { return Line(text: inline, kind: .plain) }
            if let level = block.whole("header"), (1...6).contains(level) {
                return Line(text: String(repeating: "#", count: Int(level)) + " " + inline, kind: .heading)
            }
            if block.flag("codeBlock") { return Line(text: inline, kind: .code) }
            if block.flag("quote") { return Line(text: "> " + inline, kind: .quote) }
            let indent = String(repeating: " ", count: 4 * Int(min(max(block.whole("indentLevel") ?? 1, 1), 8) - 1))
            switch block.text("listStyle") {
            case "bulleted": return Line(text: indent + "- " + inline, kind: .list)
            case "numbered":
                let number = block.whole("listIndex").flatMap { (0...999_999).contains($0) ? $0 : nil } ?? 1
                return Line(text: indent + String(number) + ". " + inline, kind: .list)
            case "checkbox": return Line(text: indent + (block.flag("checked") ? "- [x] " : "- [ ] ") + inline, kind: .list)
            default: return Line(text: inline, kind: .plain)
            }
        }

        /// With fences around code, and a blank line between lines of different kinds.
        var finished: String {
            var text = ""
            var before: Line?
            for line in lines + (inline.isEmpty ? [] : [self.line()]) {
                if before?.kind == .code, line.kind != .code { text += "```\n" }
                if let before, before.kind != line.kind || line.kind == .heading, !before.text.isEmpty, !line.text.isEmpty {
                    text += "\n"
                }
                if line.kind == .code, before?.kind != .code { text += "```\n" }
                text += line.text + "\n"
                before = line
            }
            if before?.kind == .code { text += "```\n" }
            while text.last == "\n" { text.removeLast() }
            return text
        }
    }
}
