import Journal
import Ledger

struct JoplinNote {
    private let item: JoplinItem
    private let catalog: JoplinCatalog

    init(_ item: JoplinItem, _ catalog: JoplinCatalog) { (self.item, self.catalog) = (item, catalog) }

    private static let kept = [
        "altitude", "author", "source_url", "is_todo", "todo_due", "todo_completed", "is_conflict", "conflict_original_id",
    ]

    /// The note as a record. Its times are those that its owner sees and can change; its day is in the owner's zone, since Joplin
    /// names none.
    func record(
        _ position: SourcePosition, _ changes: [ImportChange], _ options: ImportOptions
    ) throws(ImportProblem) -> ImportedRecord {
        let problem = { (reason: ImportProblem.Reason) in ImportProblem(position: position, reason: reason) }
        if item.isSealed { throw problem(.refused(.encryptedSource)) }
        let created = try moment("user_created_time", "created_time", problem)
        guard let created else { throw problem(.noDate) }
        guard let wall = created.wall(in: nil, options.surroundings) else { throw problem(.impossibleDate) }
        var record = ImportedRecord(
            position: position, sourceID: item.fact("id"), day: wall.day, time: wall.time, offset: wall.offset, text: "",
            created: created.milliseconds, changes: changes)
        // The time of the last change is not essential: without it the note is still imported.
        record.modified = (try? moment("user_updated_time", "updated_time", problem))?.milliseconds
        let notebook = catalog.path(of: item.fact("parent_id"))
        let tags = item.fact("id").flatMap { catalog.tags[$0.lowercased()] } ?? []
        record.tags = TagChoice(tags + notebook.suffix(1)).taken(&record.changes)
        record.place = place
        for name in JoplinNote.kept where item.isSet(name) { record.more[name] = item.fact(name).map { .string($0) } }
        if notebook.count > 1 { record.more["notebook"] = .string(notebook.joined(separator: "/")) }
        if item.isSet("deleted_time") { record.changes.append(.fromTrash) }
        try words(&record)
        return record
    }

    private func moment(
        _ first: String, _ second: String, _ problem: (ImportProblem.Reason) -> ImportProblem
    ) throws(ImportProblem) -> SourceMoment? {
        for name in [first, second] {
            guard let text = item.fact(name), text != "0" else { continue }
            let found = SourceMoment(iso: text) ?? Int64(text).flatMap { SourceMoment(milliseconds: $0) }
            guard let found else { throw problem(.impossibleDate) }
            if found.milliseconds != 0 { return found }
        }
        return nil
    }

    /// Joplin writes 0, 0 for an unknown place.
    private var place: Place? {
        guard let latitude = item.fact("latitude").flatMap({ Double($0) }),
            let longitude = item.fact("longitude").flatMap({ Double($0) }),
            latitude != 0 || longitude != 0
        else { return nil }
        return Place(name: "", latitude: latitude, longitude: longitude)
    }

    private func words(_ record: inout ImportedRecord) throws(ImportProblem) {
        var files = DistinctFiles()
        var body = named(item.body, &files)
        record.files = files.list
        if item.fact("markup_language") == "2" { body = HTMLText.markdown(of: body) }
        while body.utf8.last == 0x0A || body.utf8.last == 0x20 { body.removeLast() }
        if !item.title.isEmpty, !NoteTitle.begins(body, with: item.title) {
            body = NoteTitle.above(body, item.title)
            record.changes.append(.titlePutAbove)
        }
        try record.take(text: body)
    }

    /// The text with the resources' file names in place of `:/id`; links to other notes stay unchanged.
    private func named(_ text: String, _ files: inout DistinctFiles) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            guard colon + 34 <= bytes.count, bytes[colon + 1] == UInt8(ascii: "/") else { continue }
            let id = String(decoding: bytes[(colon + 2)..<(colon + 34)], as: UTF8.self).lowercased()
            guard id.utf8.count == 32, id.utf8.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0) }) else { continue }
            index = colon + 34
            if let path = catalog.files[id] {
                files.add(.found(path: path))
                result += bytes[copied..<colon]
                result += (path.split(separator: "/").last.map(String.init) ?? path).replacing(" ", with: "%20").utf8
                copied = index
            } else if catalog.resources[id] != nil || shows(bytes, colon) {
                files.add(.left(LeftFile(name: catalog.resources[id] ?? id, reason: .notFound)))
            }
        }
        return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// Whether the address that begins here is that of a picture.
    private func shows(_ bytes: [UInt8], _ colon: Int) -> Bool {
        guard colon >= 2, bytes[colon - 1] == UInt8(ascii: "("), bytes[colon - 2] == UInt8(ascii: "]") else { return false }
        let label = bytes[max(0, colon - 300)..<(colon - 2)]
        guard let open = label.lastIndex(of: UInt8(ascii: "[")), open > label.startIndex else { return false }
        return bytes[open - 1] == UInt8(ascii: "!")
    }
}
