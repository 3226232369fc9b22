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
        try !folders(tree).isEmpty || isOfPages(tree)
    }

    /// The folders with notes, by the first of the JSON files in each: a Takeout holds other products too, and calls the folder
    /// differently in each language.
    private static func folders(_ tree: SourceTree) throws -> Set<String> {
        var counts: [Substring: Int] = [:]
        let some = candidates(tree).filter { file in
            counts[folder(of: file), default: 0] += 1
            return counts[folder(of: file), default: 0] <= 3
        }
        var found: Set<String> = []
        let size = 64 << 10
        try tree.eachHead(of: some.prefix(300), count: size) { path, head in
            // Behind a long text, the times are beyond the head.
            let isNote = head.has("\"userEditedTimestampUsec\"") || head.count == size && head.has("\"isPinned\"")
            if JSONPiece.looksLike(head), head.has("\"isTrashed\""), isNote { found.insert(String(folder(of: path))) }
        }
        return found
    }

    /// Only the pages were exported, or kept.
    private static func isOfPages(_ tree: SourceTree) -> Bool {
        tree.shape != .file && tree.files.contains { isListOfLabels($0, in: tree) }
            && !tree.files.contains { file in
                file.ending == "json" || MarkdownNote.skip(file.path) == nil && !isListOfLabels(file, in: tree)
            }
    }

    /// Whether a file is Keep's list of labels, which lies beside the notes.
    static func isListOfLabels(_ file: SourceTree.File, in tree: SourceTree) -> Bool {
        guard file.name == "Labels.txt" else { return false }
        let place = folder(of: file)
        return place.split(separator: "/").last == "Keep"
            || tree.files.contains { ["json", "html"].contains($0.ending) && folder(of: $0) == place }
    }

    private static func folder(of file: SourceTree.File) -> Substring { folder(of: file.path) }

    /// With the slash at its end; empty for the folder that is imported.
    private static func folder(of path: String) -> Substring { path.lastIndex(of: "/").map { path[...$0] } ?? "" }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        if isOfPages(tree) { throw ImportError.pagesOnly(format) }
        let folders = try folders(tree)
        let notes = candidates(tree).filter { folders.isEmpty || folders.contains(String(folder(of: $0))) }
        let wanted = Set(notes.map(\.path))
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

    private static func candidates(_ tree: SourceTree) -> [SourceTree.File] {
        tree.shape == .file ? tree.files : tree.files.filter { $0.ending == "json" && !OtherExports.isHidden($0) }
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
