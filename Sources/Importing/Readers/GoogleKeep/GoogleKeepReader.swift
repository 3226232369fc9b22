import Basics
import Journal
import Ledger

/// Google Keep, as Google Takeout exports it: for each note a JSON file, the same note as a page, and its pictures.
enum GoogleKeepReader: ImportReader {
    static let format = ImportFormat.keep

    private static let known: Set<String> = [
        "title", "textContent", "textContentHtml", "listContent", "labels", "attachments", "isPinned", "isTrashed",
        "createdTimestampUsec", "userEditedTimestampUsec",
    ]

    static func recognises(_ tree: SourceTree) throws -> Bool {
        try tree.heads(of: notes(tree).prefix(8)).contains { head in
            JSONPiece.looksLike(head) && head.has("\"userEditedTimestampUsec\"") && head.has("\"isTrashed\"")
        }
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let wanted = Set(notes(tree).map(\.path))
        guard !wanted.isEmpty else { throw ImportError.notThisFormat }
        // The pages say the same, and the list of labels is no note.
        for file in tree.files {
            let stem = file.path.dropLast(file.ending.count)
            if file.name == "Labels.txt" || file.ending == "html" && wanted.contains(stem + "json") { tree.note(file.path) }
        }
        let shown = ShownFiles(tree)
        var created: Set<Int64> = []
        try tree.each({ wanted.contains($0.path) }, limit: 64 << 20) { file, bytes in
            let position = SourcePosition(file: tree.shape == .file ? nil : file.path, ordinal: 1)
            let value = JSONPiece(bytes)?.value
            if tree.shape == .file, value == nil { throw ImportError.fault(ofJSON: bytes) }
            try take(
                ImportItem { () throws(ImportProblem) in
                    guard let fields = SourceFields(value), fields.members["isTrashed"] != nil else {
                        throw ImportProblem(position: position, reason: .malformed)
                    }
                    return try record(fields, file, position, shown, &created, options)
                })
        }
    }

    private static func notes(_ tree: SourceTree) -> [SourceTree.File] {
        if tree.shape == .file { return tree.files }
        let all = tree.files.filter { $0.ending == "json" && !OtherExports.isHidden($0) }
        // A whole Takeout holds other products too.
        let own = all.filter { $0.path.hasPrefix("Keep/") || $0.path.has("/Keep/") }
        return own.isEmpty ? all : own
    }

    private static func record(
        _ fields: SourceFields, _ file: SourceTree.File, _ position: SourcePosition, _ shown: ShownFiles,
        _ created: inout Set<Int64>, _ options: ImportOptions
    ) throws(ImportProblem) -> ImportedRecord {
        let edited = fields.whole("userEditedTimestampUsec").map { $0 / 1000 }
        guard let number = fields.whole("createdTimestampUsec") ?? fields.whole("userEditedTimestampUsec"), number > 0 else {
            throw ImportProblem(position: position, reason: .noDate)
        }
        guard let moment = SourceMoment(milliseconds: number / 1000),
            let local = LocalStamp(moment, in: nil, options.surroundings)
        else { throw ImportProblem(position: position, reason: .impossibleDate) }
        var record = local.record(position)
        // Keep names no id. The microsecond is one; two notes that were made in the same one differ by their files' names.
        record.sourceID = String(number) + (created.insert(number).inserted ? "" : " " + file.name)
        (record.created, record.modified) = (moment.milliseconds, edited)
        record.starred = fields.flag("isPinned")
        record.tags = TagChoice(fields.list("labels").compactMap { SourceFields($0)?.text("name") }).taken(&record.changes)
        if fields.flag("isTrashed") { record.changes.append(.fromTrash) }
        let tasks = fields.list("listContent").compactMap { SourceFields($0) }.map { item in
            (item.flag("isChecked") ? "- [x] " : "- [ ] ") + (item.text("text") ?? "")
        }
        let names = fields.list("attachments").compactMap { SourceFields($0)?.text("filePath") }
        record.files = names.flatMap { name in
            let found = shown.files([name], shownIn: file.path)
            // Takeout writes pictures as .jpg that it calls .jpeg.
            guard case .left? = found.first, name.hasSuffix(".jpeg") else { return found }
            let other = shown.files([String(name.dropLast(4)) + "jpg"], shownIn: file.path)
            if case .found? = other.first { return other }
            return found
        }
        record.more = fields.rest(without: known)
        var text = [fields.text("textContent"), tasks.isEmpty ? nil : tasks.joined(separator: "\n")].compactMap(\.self)
            .joined(separator: "\n\n")
        if let title = fields.text("title"), !NoteTitle.begins(text, with: title) {
            text = NoteTitle.above(text, title)
            record.changes.append(.titlePutAbove)
        } else if text.isEmpty, !names.isEmpty {
            // A picture alone.
            text = names.joined(separator: "\n")
            record.changes.append(.wordsFromFacts)
        }
        try record.take(text: text)
        return record
    }
}
