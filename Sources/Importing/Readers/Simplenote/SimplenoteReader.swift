import Basics
import Journal
import Ledger

/// Simplenote: `notes.json` with all notes, alone or in its zip, where each note lies beside it as a text once more.
enum SimplenoteReader: ImportReader {
    static let format = ImportFormat.simplenote

    private static let known: Set<String> = ["id", "content", "creationDate", "lastModified", "tags", "pinned"]

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard let file = notes(tree) else { return false }
        let head = try tree.head(of: file.path, count: 64 << 10)
        return JSONPiece.looksLike(head) && (head.has("\"activeNotes\"") || head.has("\"trashedNotes\""))
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let file = notes(tree) else { throw ImportError.notThisFormat }
        let members = try JSONPiece.whole(tree.bytes(of: file.path), options).members
        guard members["activeNotes"] != nil || members["trashedNotes"] != nil else { throw ImportError.notThisFormat }
        var folder = file.path.dropLast(file.name.count)
        if folder == "source/" || folder.hasSuffix("/source/") { folder = folder.dropLast(7) }
        for other in tree.files where other.ending == "txt" && other.path.hasPrefix(folder) { tree.note(other.path) }
        var ordinal = 0
        for (list, isTrash) in [("activeNotes", false), ("trashedNotes", true)] {
            guard let pieces = members[list]?.elements else { continue }
            for piece in pieces {
                ordinal += 1
                let position = SourcePosition(ordinal: ordinal)
                try take(
                    ImportItem { () throws(ImportProblem) in
                        guard let fields = SourceFields(piece.value) else {
                            throw ImportProblem(position: position, reason: .malformed)
                        }
                        return try record(fields, isTrash: isTrash, position, options)
                    })
            }
        }
    }

    private static func notes(_ tree: SourceTree) -> SourceTree.File? {
        tree.shape == .file ? tree.files.first : tree.files.first { $0.name == "notes.json" && !OtherExports.isHidden($0) }
    }

    private static func record(
        _ fields: SourceFields, isTrash: Bool, _ position: SourcePosition, _ options: ImportOptions
    ) throws(ImportProblem) -> ImportedRecord {
        guard let written = fields.text("creationDate") ?? fields.text("lastModified") else {
            throw ImportProblem(position: position, reason: .noDate)
        }
        guard let moment = SourceMoment(iso: written), let local = LocalStamp(moment, in: nil, options.surroundings) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        var record = local.record(position)
        record.sourceID = fields.text("id")
        record.created = moment.milliseconds
        record.modified = fields.text("lastModified").flatMap { SourceMoment(iso: $0)?.milliseconds }
        record.starred = fields.flag("pinned")
        record.tags = TagChoice(fields.texts("tags")).taken(&record.changes)
        if isTrash { record.changes.append(.fromTrash) }
        record.more = fields.rest(without: known)
        // Its line ends are those of the system that exported it.
        try record.take(text: (fields.text("content") ?? "").replacing("\r\n", with: "\n"))
        return record
    }
}
