import Journal
import Ledger

/// The journal of Day One Classic: a folder (`.dayone`) with a property list for each entry, and photos named after the entries.
///
/// `Creation Date` is an instant in UTC; `Time Zone` may be missing. The text is Markdown as typed, without backslashes.
enum DayOneClassic {
    private static let known: Set<String> = [
        "UUID", "Creation Date", "Time Zone", "Entry Text", "Tags", "Starred", "Location", "Creator",
    ]
    private static let knownOfPlaces: Set<String> = ["Place Name", "Locality", "Country", "Latitude", "Longitude", "Region"]

    /// Hands out every entry, each from its own file.
    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        var photos: [String: String] = [:]
        for file in tree.files where ["jpg", "jpeg", "png", "heic", "gif"].contains(file.ending) {
            photos[file.name.prefix { $0 != "." }.uppercased()] = file.path
        }
        try tree.each({ $0.ending == "doentry" && !$0.name.hasPrefix(".") }, limit: 16 << 20) { file, bytes in
            let position = SourcePosition(file: tree.shape == .file ? nil : file.path, ordinal: 1)
            let stem = String(file.name.prefix { $0 != "." }).uppercased()
            try take(
                ImportItem { () throws(ImportProblem) in
                    try record(PropertyList.value(bytes), position, stem, photos[stem], options)
                })
        }
    }

    private static func record(
        _ value: JSON?, _ position: SourcePosition, _ stem: String, _ photo: String?, _ options: ImportOptions
    ) throws(ImportProblem) -> ImportedRecord {
        guard let fields = SourceFields(value) else { throw ImportProblem(position: position, reason: .malformed) }
        guard let created = fields.text("Creation Date") else { throw ImportProblem(position: position, reason: .noDate) }
        let zone = fields.text("Time Zone")
        guard let moment = SourceMoment(iso: created), let wall = moment.wall(in: zone, options.surroundings) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        var record = ImportedRecord(
            position: position, sourceID: fields.text("UUID") ?? stem, day: wall.day, time: wall.time, offset: wall.offset,
            zone: wall.zone, text: "", starred: fields.flag("Starred"), created: moment.milliseconds)
        record.tags = TagChoice(fields.texts("Tags")).taken(&record.changes)
        record.more = fields.rest(without: known)
        if !wall.zoneIsKnown, let zone { record.more["Time Zone"] = .string(zone) }
        if let location = fields.fields("Location") {
            record.place = Place(
                names: ["Place Name", "Locality", "Country"].map { location.text($0) },
                latitude: location.number("Latitude"), longitude: location.number("Longitude"))
            let rest = location.rest(without: knownOfPlaces)
            if !rest.isEmpty { record.more["Location"] = .object(rest) }
        }
        record.files = photo.map { [.found(path: $0)] } ?? []
        let lines = photo.flatMap { $0.split(separator: "/").last }.map { ["![photo](" + $0 + ")"] } ?? []
        var words = fields.text("Entry Text") ?? ""
        if words.isEmpty, let made = record.wordsFromFacts(lines) {
            words = made
            record.changes.append(.wordsFromFacts)
        }
        try record.take(text: words)
        return record
    }
}
