import Ledger

/// Standard Notes: its decrypted backup, a JSON file of items, alone or in its zip.
///
/// Notes are the records; tags refer to them. A backup that is still encrypted has texts (`004:…`) in place of its items'
/// contents.
enum StandardNotesReader: ImportReader {
    static let format = ImportFormat.standardnotes

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard let file = try backup(tree, isCheap: true) else { return false }
        return isBackup(try tree.head(of: file.path, count: 64 << 10))
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let file = try backup(tree, isCheap: false) else { throw ImportError.notThisFormat }
        let bytes = try tree.bytes(of: file.path)
        let whole = try JSONPiece.whole(bytes, options)
        guard let items = whole.members["items"], items.isArray else { throw ImportError.notThisFormat }
        let tags = try tags(of: items)
        var ordinal = 0
        for piece in items.elements where kind(of: piece) == "Note" {
            let fields = SourceFields(piece.value)
            // A deleted note leaves an item without content.
            if let fields, fields.flag("deleted"), fields.text("content") == nil, fields.fields("content") == nil { continue }
            ordinal += 1
            let position = SourcePosition(ordinal: ordinal)
            try take(
                ImportItem { () throws(ImportProblem) in
                    guard let fields else { throw ImportProblem(position: position, reason: .malformed) }
                    return try StandardNote(fields, position).record(tags, options)
                })
        }
    }

    private static func kind(of piece: JSONPiece) -> String? { piece.members["content_type"]?.value?.string }

    private static func isBackup(_ head: [UInt8]) -> Bool {
        guard JSONPiece.looksLike(head) else { return false }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("\"items\"") && text.contains("\"content_type\"")
    }

    /// The file with the items: in a zip the one with its usual name, otherwise the first that begins like it.
    private static func backup(_ tree: SourceTree, isCheap: Bool) throws -> SourceTree.File? {
        if tree.shape == .file { return tree.files.first }
        if let named = tree.files.first(where: { $0.name.contains("Backup and Import File") && !$0.name.hasPrefix(".") }) {
            return named
        }
        let candidates = tree.files.filter { ["txt", "json"].contains($0.ending) && !$0.path.contains("Items/") }
        return try candidates.prefix(isCheap ? 4 : 100).first { isBackup(try tree.head(of: $0.path, count: 64 << 10)) }
    }

    /// The names of the tags of each note, by the note's id.
    private static func tags(of items: JSONPiece) throws -> [String: [String]] {
        var tags: [String: [String]] = [:]
        var (notes, sealed) = (0, 0)
        for piece in items.elements {
            switch kind(of: piece) {
            case "Tag":
                guard let content = SourceFields(piece.value)?.fields("content"), let title = content.text("title") else {
                    continue
                }
                for reference in content.list("references") {
                    if let id = reference["uuid"]?.string { tags[id, default: []].append(title) }
                }
            case "Note":
                notes += 1
                if piece.members["content"]?.value?.string != nil { sealed += 1 }
            default: break
            }
        }
        if notes > 0, sealed == notes { throw ImportError.encryptedSource }
        return tags
    }
}
