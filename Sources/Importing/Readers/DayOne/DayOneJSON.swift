import Journal
import Ledger

/// An entry of Day One's JSON export.
///
/// `creationDate` is an instant in UTC; the writer's day follows from `timeZone`. An all-day entry has the instant of the local
/// midnight.
struct DayOneJSON {
    private let media: DayOneMedia
    let options: ImportOptions

    init(_ tree: SourceTree, _ options: ImportOptions) {
        media = DayOneMedia(tree)
        self.options = options
    }

    /// Members that have a field here, only describe how the entry was made, or are included in others.
    private static let known: Set<String> = [
        "uuid", "creationDate", "modifiedDate", "timeZone", "isAllDay", "text", "richText", "tags", "starred", "location",
        "photos", "videos", "audios", "pdfAttachments", "creationDevice", "creationDeviceType", "creationDeviceModel",
        "creationOSName", "creationOSVersion", "editingTime",
    ]
    private static let knownOfPlaces: Set<String> = [
        "placeName", "localityName", "country", "latitude", "longitude", "region", "timeZoneName",
    ]

    func record(_ value: JSON?, _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        let problem = { (reason: ImportProblem.Reason) in ImportProblem(position: position, reason: reason) }
        guard let fields = SourceFields(value) else { throw problem(.malformed) }
        guard let created = fields.text("creationDate") else { throw problem(.noDate) }
        guard let moment = SourceMoment(iso: created), let wall = moment.wall(in: fields.text("timeZone"), options.surroundings)
        else { throw problem(.impossibleDate) }
        var record = ImportedRecord(position: position, sourceID: fields.text("uuid"), day: wall.day, text: "")
        if !fields.flag("isAllDay") { (record.time, record.offset) = (wall.time, wall.offset) }
        record.zone = wall.zone
        record.created = moment.milliseconds
        record.modified = fields.text("modifiedDate").flatMap { SourceMoment(iso: $0)?.milliseconds }
        record.starred = fields.flag("starred")
        record.tags = TagChoice(fields.texts("tags")).taken(&record.changes)
        record.more = fields.rest(without: DayOneJSON.known)
        if !wall.zoneIsKnown, let zone = fields.text("timeZone") { record.more["timeZone"] = .string(zone) }
        place(fields.fields("location"), &record)
        try words(fields, &record)
        return record
    }

    private func place(_ location: SourceFields?, _ record: inout ImportedRecord) {
        guard let location else { return }
        record.place = Place(
            names: ["placeName", "localityName", "country"].map { location.text($0) },
            latitude: location.number("latitude"), longitude: location.number("longitude"))
        let rest = location.rest(without: DayOneJSON.knownOfPlaces)
        if !rest.isEmpty { record.more["location"] = .object(rest) }
    }

    private func words(_ fields: SourceFields, _ record: inout ImportedRecord) throws(ImportProblem) {
        let shown = media.items(of: fields)
        var words = ""
        var files = DistinctFiles()
        if let text = fields.text("text") {
            words = DayOneProse.unescaped(shown.named(in: text, &files))
        } else if let rich = fields.text("richText") {
            words = shown.named(in: DayOneRichText.markdown(of: rich), &files)
        }
        shown.addRest(to: &files)
        record.files = files.list
        if !words.contains(where: { !$0.isWhitespace }), let made = record.wordsFromFacts(shown.lines) {
            words = made
            record.changes.append(.wordsFromFacts)
        }
        try record.take(text: words)
    }
}

extension Place {
    /// A place named by its source from narrow to wide, each word once: `Café Central, Vienna, Austria`.
    init?(names: [String?], latitude: Double?, longitude: Double?) {
        var words: [String] = []
        for case let name? in names where !words.contains(trimmed(name)) { words.append(trimmed(name)) }
        self.init(name: words.joined(separator: ", "), latitude: latitude, longitude: longitude)
    }
}

extension ImportedRecord {
    /// A text for a record without one, from its other data: its files, its tags, its place. `nil` if there is none.
    func wordsFromFacts(_ lines: [String] = []) -> String? {
        var lines = lines
        if !tags.isEmpty { lines.append(tags.map { "#" + $0.name }.joined(separator: " ")) }
        if let name = place?.name, !name.isEmpty { lines.append(name) }
        return lines.isEmpty ? nil : lines.joined(separator: "\n\n")
    }
}
