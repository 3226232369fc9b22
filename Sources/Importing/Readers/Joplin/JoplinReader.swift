import Basics
import Journal

/// Joplin: a JEX file (a tar of `<32 hexadecimal>.md` and `resources/`), or a RAW folder with the same content.
///
/// Notes are the records. Their notebook and their tags become tags; resources shown in them become attachments.
enum JoplinReader: ImportReader {
    static let format = ImportFormat.joplin

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard tree.shape != .file else { return false }
        return try tree.heads(of: tree.files.lazy.filter(isItem).prefix(8)).contains { head in
            JoplinItem(String(decoding: head, as: UTF8.self)) != nil || head.has("encryption_applied: ")
        }
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let catalog = try JoplinCatalog(tree, isItem: isItem)
        guard catalog.notes > 0 || catalog.others > 0 else { throw ImportError.notThisFormat }
        if catalog.sealed > 0, catalog.sealed == catalog.notes { throw ImportError.encryptedSource }
        try tree.each(isItem) { file, bytes in
            let source = try? SourceText(bytes)
            var changes: [ImportChange] = source?.lineEndsChanged == true ? [.lineEnds] : []
            let text = SourceText.text(of: (source?.bytes ?? [])[...], changes: &changes)
            let position = SourcePosition(file: file.path, ordinal: 1)
            guard let item = JoplinItem(text) else {
                return try take(.problem(ImportProblem(position: position, reason: .malformed)))
            }
            guard item.kind == .note else { return }
            try take(
                ImportItem { () throws(ImportProblem) in
                    try JoplinNote(item, catalog).record(position, changes, options)
                })
        }
    }

    /// Whether a file is named like an item: its id and `.md`.
    static func isItem(_ file: SourceTree.File) -> Bool {
        let name = file.name.utf8
        return name.count == 35 && file.ending == "md"
            && name.prefix(32).allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
    }
}

/// The items of a Joplin export besides notes: notebooks, tags and resources, by id.
struct JoplinCatalog {
    /// Title and parent of each notebook.
    private(set) var folders: [String: (title: String, parent: String)] = [:]
    /// The names of the tags of each note.
    private(set) var tags: [String: [String]] = [:]
    /// The name of each resource.
    private(set) var resources: [String: String] = [:]
    /// The file of each resource.
    private(set) var files: [String: String] = [:]
    /// The numbers of notes, of encrypted notes, and of other items.
    private(set) var (notes, sealed, others) = (0, 0, 0)

    init(_ tree: SourceTree, isItem: (SourceTree.File) -> Bool) throws {
        // `resources` in an export, `.resource` in a sync folder of Joplin.
        for file in tree.files {
            guard let folder = file.path.split(separator: "/").dropLast().last,
                folder.hasSuffix("resources") || folder == ".resource"
            else { continue }
            files[String(file.name.prefix(32)).lowercased()] = file.path
        }
        var titles: [String: String] = [:]
        var links: [(note: String, tag: String)] = []
        try tree.each(isItem) { _, bytes in
            var changes: [ImportChange] = []
            guard let item = JoplinItem(SourceText.text(of: bytes[...], changes: &changes)) else {
                others += 1
                return
            }
            if item.kind == .note { notes += 1 } else { others += 1 }
            if item.kind == .note, item.isSealed { sealed += 1 }
            guard let id = item.fact("id")?.lowercased() else { return }
            switch item.kind {
            case .folder: folders[id] = (item.title, item.fact("parent_id")?.lowercased() ?? "")
            case .tag: titles[id] = item.title
            case .resource: resources[id] = item.title.isEmpty ? item.fact("filename") ?? id : item.title
            case .noteTag:
                if let note = item.fact("note_id"), let tag = item.fact("tag_id") {
                    links.append((note.lowercased(), tag.lowercased()))
                }
            default: break
            }
        }
        for link in links { if let title = titles[link.tag] { tags[link.note, default: []].append(title) } }
    }

    /// The names of a notebook and of those around it, from the outermost.
    func path(of folder: String?) -> [String] {
        var names: [String] = []
        var id = folder?.lowercased() ?? ""
        // A cycle of notebooks in a damaged export must end.
        while names.count < 32, let found = folders[id] {
            names.append(found.title)
            id = found.parent
        }
        return names.reversed()
    }
}
