import Journal
import Ledger

/// A log of Nomie: a note with everything in it, `#mood(4) @em +memory and words`, and the time at which it ended.
///
/// Two mistakes of Nomie are corrected: an offset of 0 is UTC, and if only one of the coordinates exists, the other one was 0.
struct NomieLog {
    private let fields: SourceFields

    private static let known: Set<String> = [
        "_id", "note", "start", "end", "lat", "lng", "location", "offset", "modified", "pinned", "_dirty", "trackers", "people",
        "context", "epoch",
    ]

    /// `nil` for anything but an object.
    init?(_ value: JSON?) {
        guard let fields = SourceFields(value) else { return nil }
        self.fields = fields
    }

    /// A row of the detailed CSV, where `epoch` is the end in milliseconds.
    init(_ line: TableLine, _ head: TableHead) {
        var members: [String: JSON] = [:]
        for name in ["note", "location"] { members[name] = head.column(name).map { .string(line[$0]) } }
        for (column, name) in [("epoch", "end"), ("offset", "offset"), ("lat", "lat"), ("lng", "lng"), ("score", "score")] {
            let words = head.column(column).map { trimmed(line[$0]) } ?? ""
            if let whole = Int64(words) {
                members[name] = .int(whole)
            } else if let number = Double(words), number.isFinite {
                members[name] = .double(number)
            }
        }
        fields = SourceFields(members: members)
    }

    func record(
        _ position: SourcePosition, _ scale: NomieScale, _ options: ImportOptions
    ) throws(ImportProblem) -> ImportedRecord {
        // Nomie itself uses the end as the time of a log.
        let names = ["end", "start"].filter { (fields.members[$0] ?? .null) != .null }
        guard let name = names.first else { throw ImportProblem(position: position, reason: .noDate) }
        guard let moment = moment(name), let wall = wall(of: moment, options) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        var record = ImportedRecord(
            position: position, sourceID: fields.text("_id"), day: wall.day, time: wall.time, offset: wall.offset, text: "",
            starred: fields.flag("pinned"), created: moment.milliseconds)
        record.modified = fields.whole("modified").flatMap { $0 > 0 ? SourceMoment(milliseconds: $0)?.milliseconds : nil }
        record.place = place
        record.more = fields.rest(without: NomieLog.known)
        if let start = self.moment("start"), moment.milliseconds - start.milliseconds > 1000 {
            record.more["start"] = .int(start.milliseconds)
        }
        let note = trimmed(fields.text("note") ?? "")
        let words = NomieLog.words(of: note)
        record.tags = TagChoice(words.map(\.name)).taken(&record.changes)
        if let mood = words.first(where: { $0.mark == "#" && $0.name.lowercased() == "mood" })?.value {
            record.rating = ImportedRating(name: "mood " + mood, level: Double(mood).flatMap { scale.level(of: $0) })
        }
        var text = note
        if text.isEmpty, let made = record.wordsFromFacts() {
            text = made
            record.changes.append(.wordsFromFacts)
        }
        try record.take(text: text)
        return record
    }

    private func moment(_ name: String) -> SourceMoment? {
        if let text = fields.text(name) { return SourceMoment(iso: text) }
        return fields.number(name).flatMap { SourceMoment(seconds: $0 / 1000) }
    }

    /// The offset is JavaScript's: minutes west of UTC.
    private func wall(of moment: SourceMoment, _ options: ImportOptions) -> SourceMoment.Wall? {
        guard let west = fields.whole("offset"), (-900...900).contains(west) else {
            return moment.wall(in: nil, options.surroundings)
        }
        let east = -Int(clamping: west) * 60
        guard let (day, time) = civil(moment.milliseconds + Int64(east) * 1000) else { return nil }
        return SourceMoment.Wall(day: day, time: time, offset: east, zone: nil, zoneIsKnown: false)
    }

    private var place: Place? {
        let (latitude, longitude) = (fields.number("lat"), fields.number("lng"))
        let isKnown = latitude != nil || longitude != nil
        return Place(
            name: fields.text("location") ?? "", latitude: isKnown ? latitude ?? 0 : nil,
            longitude: isKnown ? longitude ?? 0 : nil)
    }

    /// A tracker, person or context in a note.
    struct Word {
        let mark: Character
        let name: String
        let value: String?
    }

    /// `#mood(4)`, `@em`, `+memory`: a mark at the beginning of a word, a name, and an optional value.
    static func words(of note: String) -> [Word] {
        note.split(whereSeparator: \.isWhitespace).compactMap { word in
            guard let mark = word.first, "#@+".contains(mark) else { return nil }
            let rest = word.dropFirst()
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            guard name.contains(where: \.isLetter) else { return nil }
            let tail = rest[name.endIndex...]
            let value = tail.first == "(" ? tail.dropFirst().prefix { $0 != ")" } : nil
            return Word(mark: mark, name: String(name), value: value.map(String.init))
        }
    }
}
