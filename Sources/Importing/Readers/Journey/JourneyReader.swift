import Basics
import Journal
import Ledger

/// Journey: a zip or folder with a JSON file for each entry and its media beside them.
///
/// `date_journal` is an instant in milliseconds, `timezone` the writer's zone, `mood` 0 for none and 1 (best) to 5. The largest
/// possible number means "no value".
enum JourneyReader: ImportReader {
    static let format = ImportFormat.journey

    private static let known: Set<String> = [
        "id", "date_journal", "date_modified", "timezone", "text", "preview_text", "type", "mood", "favourite", "tags", "photos",
        "lat", "lon", "address",
    ]

    static func recognises(_ tree: SourceTree) throws -> Bool {
        try tree.heads(of: entries(tree).prefix(8)).contains { JSONPiece.looksLike($0) && $0.has("\"date_journal\"") }
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let paths = Set(entries(tree).map(\.path))
        guard !paths.isEmpty else { throw ImportError.notThisFormat }
        let isAlone = tree.shape == .file
        try tree.each({ paths.contains($0.path) }, limit: 64 << 20) { file, bytes in
            let position = SourcePosition(file: isAlone ? nil : file.path, ordinal: 1)
            let piece = JSONPiece(bytes)
            if isAlone, piece == nil { throw ImportError.fault(ofJSON: bytes) }
            try take(ImportItem { () throws(ImportProblem) in try record(piece?.value, file, position, tree, options) })
        }
    }

    private static func entries(_ tree: SourceTree) -> [SourceTree.File] {
        if tree.shape == .file { return tree.files }
        return tree.files.filter { $0.ending == "json" && !$0.name.hasPrefix(".") && !$0.path.hasPrefix("__MACOSX/") }
    }

    private static func record(
        _ value: JSON?, _ file: SourceTree.File, _ position: SourcePosition, _ tree: SourceTree, _ options: ImportOptions
    ) throws(ImportProblem) -> ImportedRecord {
        guard let fields = SourceFields(value) else { throw ImportProblem(position: position, reason: .malformed) }
        guard fields.number("date_journal") != nil else { throw ImportProblem(position: position, reason: .noDate) }
        let zone = fields.text("timezone")
        guard let moment = fields.whole("date_journal").flatMap({ SourceMoment(milliseconds: $0) }),
            let wall = moment.wall(in: zone, options.surroundings)
        else { throw ImportProblem(position: position, reason: .impossibleDate) }
        var record = ImportedRecord(
            position: position, sourceID: fields.text("id"), day: wall.day, time: wall.time, offset: wall.offset, zone: wall.zone,
            text: "", starred: fields.flag("favourite"), created: moment.milliseconds,
            modified: fields.whole("date_modified").flatMap { SourceMoment(milliseconds: $0)?.milliseconds })
        record.tags = TagChoice(fields.texts("tags")).taken(&record.changes)
        // The best is 1 there and 5 here; 0 means no mood.
        record.rating = fields.whole("mood").flatMap { (1...5).contains($0) ? ImportedRating(name: "", level: 6 - Int($0)) : nil }
        record.place = Place(
            name: fields.text("address") ?? "", latitude: fields.number("lat"), longitude: fields.number("lon"))
        record.more = more(fields)
        if !wall.zoneIsKnown, let zone { record.more["timezone"] = .string(zone) }
        record.files = photos(fields, beside: file, tree)
        try words(fields, &record)
        return record
    }

    private static func words(_ fields: SourceFields, _ record: inout ImportedRecord) throws(ImportProblem) {
        let raw = fields.text("text") ?? ""
        let start = raw.utf8.first { $0 > 0x20 }
        var words = fields.text("type") == "html" || start == UInt8(ascii: "<") ? HTMLText.markdown(of: raw) : raw
        if !words.contains(where: { !$0.isWhitespace }) {
            let shown = fields.texts("photos").map { "![photo](" + $0.replacing(" ", with: "%20") + ")" }
            if let made = record.wordsFromFacts(shown) {
                words = made
                record.changes.append(.wordsFromFacts)
            }
        }
        try record.take(text: words)
    }

    private static func more(_ fields: SourceFields) -> [String: JSON] {
        var more = fields.rest(without: known)
        if let weather = fields.fields("weather") {
            // An id of -1 means nothing, like an empty description.
            let said = weather.rest(without: ["id"])
            more["weather"] = said.isEmpty ? nil : .object(said)
        }
        return more
    }

    private static func photos(_ fields: SourceFields, beside file: SourceTree.File, _ tree: SourceTree) -> [ShownFile] {
        let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
        var seen: Set<String> = []
        return fields.texts("photos").filter { seen.insert($0).inserted }.map { name in
            let left = { ShownFile.left(LeftFile(name: name, reason: $0)) }
            if tree.shape == .file { return left(.withoutFolder) }
            guard let place = NoteFiles.places(of: name, in: folder.isEmpty ? "entry" : folder + "/entry").first(where: tree.has)
            else {
                return left(.notFound)
            }
            return .found(path: place)
        }
    }
}
