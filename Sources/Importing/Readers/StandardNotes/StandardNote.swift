import Journal
import Ledger

struct StandardNote {
    private let fields: SourceFields
    private let content: SourceFields
    private let position: SourcePosition

    private static let known: Set<String> = [
        "title", "text", "noteType", "editorIdentifier", "references", "appData", "preview_plain", "preview_html", "starred",
        "trashed", "spellcheck", "hidePreview", "editorWidth",
    ]

    init(_ fields: SourceFields, _ position: SourcePosition) throws(ImportProblem) {
        guard let content = fields.fields("content") else {
            let reason: ImportProblem.Reason = fields.text("content") == nil ? .malformed : .refused(.encryptedSource)
            throw ImportProblem(position: position, reason: reason)
        }
        (self.fields, self.content, self.position) = (fields, content, position)
    }

    /// The note as a record; its day is in the owner's zone, since the backup names none.
    func record(_ tags: [String: [String]], _ options: ImportOptions) throws(ImportProblem) -> ImportedRecord {
        guard let moment = try created() else { throw ImportProblem(position: position, reason: .noDate) }
        guard let wall = moment.wall(in: nil, options.surroundings) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        let id = fields.text("uuid")
        var record = ImportedRecord(
            position: position, sourceID: id, day: wall.day, time: wall.time, offset: wall.offset, text: "",
            starred: content.flag("starred"), created: moment.milliseconds, modified: modified)
        record.tags = TagChoice(id.flatMap { tags[$0] } ?? []).taken(&record.changes)
        record.more = content.rest(without: StandardNote.known)
        let flags = content.fields("appData")?.fields("org.standardnotes.sn")
        for flag in ["archived", "pinned"] where flags?.flag(flag) == true { record.more[flag] = .bool(true) }
        if content.flag("trashed") || flags?.flag("trashed") == true { record.changes.append(.fromTrash) }
        try words(&record)
        return record
    }

    /// The date of the note itself; the server's times are 0, or 1970, in a backup that was never on a server.
    private func created() throws(ImportProblem) -> SourceMoment? {
        if let text = fields.text("created_at") {
            guard let moment = SourceMoment(iso: text) else { throw ImportProblem(position: position, reason: .impossibleDate) }
            if moment.milliseconds != 0 { return moment }
        }
        guard let number = fields.number("created_at_timestamp"), number > 0 else { return nil }
        return SourceMoment(seconds: number / 1_000_000)
    }

    /// The client's time of the last change: an ISO date, or JavaScript's date in words.
    private var modified: Int64? {
        let client = content.fields("appData")?.fields("org.standardnotes.sn")?.text("client_updated_at")
        for case let text? in [client, fields.text("updated_at")] {
            let plain = text.prefix { $0 != "(" }.replacing("GMT+", with: "+").replacing("GMT-", with: "-")
            if let moment = SourceMoment(iso: trimmed(plain)), moment.milliseconds != 0 { return moment.milliseconds }
        }
        return nil
    }

    private func words(_ record: inout ImportedRecord) throws(ImportProblem) {
        var files = DistinctFiles()
        var body = body(&files)
        record.files = files.list
        if let title = content.text("title"), !NoteTitle.begins(body, with: title) {
            body = NoteTitle.above(body, title)
            record.changes.append(.titlePutAbove)
        }
        try record.take(text: body)
    }

    /// The text by the kind of note; unreadable content stays unchanged, between fences.
    private func body(_ files: inout DistinctFiles) -> String {
        let text = content.text("text") ?? ""
        guard !text.isEmpty else { return "" }
        switch content.text("noteType") {
        case "super": return LexicalText(text)?.markdown(&files) ?? text
        case "rich-text": return text.utf8.contains(UInt8(ascii: "<")) ? HTMLText.markdown(of: text) : text
        case "task": return StandardNote.checklist(text) ?? text
        case "code", "spreadsheet", "authentication": return StandardNote.fenced(text)
        // Before notes had a type, only the editor showed that the text is HTML.
        case nil where StandardNote.isHTML(text): return HTMLText.markdown(of: text)
        default: return text
        }
    }

    /// Whether a whole text consists of HTML elements, as from older rich-text editors.
    private static func isHTML(_ text: String) -> Bool {
        let text = trimmed(text)
        return text.hasSuffix(">")
            && ["p", "div", "h1", "h2", "h3", "ul", "ol", "blockquote"].contains { name in
                (text.hasPrefix("<\(name)>") || text.hasPrefix("<\(name) ")) && text.contains("</\(name)>")
            }
    }

    /// The tasks of the "advanced checklist", which is JSON; `nil` for anything else.
    private static func checklist(_ text: String) -> String? {
        guard let groups = (try? JSON(reading: Array(text.utf8)))?["groups"]?.array else { return nil }
        var parts: [String] = []
        for group in groups.compactMap({ SourceFields($0) }) {
            let tasks = group.list("tasks").compactMap { SourceFields($0) }.map { task in
                (task.flag("completed") ? "- [x] " : "- [ ] ") + (task.text("description") ?? "")
            }
            parts.append(((group.text("name").map { ["## " + $0, ""] } ?? []) + tasks).joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func fenced(_ text: String) -> String {
        // Longer than any run of backquotes in it.
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return fence + "\n" + text + (text.hasSuffix("\n") ? "" : "\n") + fence
    }
}
