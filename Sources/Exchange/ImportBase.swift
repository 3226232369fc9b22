import Engine
import Importing
import Journal
import Ledger
import Records

/// What the source said about a record at its last import, stored with the entry. An update uses it to tell changes in the source
/// from changes here. Long values are stored as digests.
struct ImportBase: Hashable {
    var text: String
    /// The time as the source gives it; it is the same after travel, when the owner's local time differs.
    var time: String
    /// The moment as it was written here.
    var moment: String
    var mood: String
    var score: Int?
    var tags: [String]
    var starred: Bool
    var place: String
    var files: [String]
    /// The parts in the health log, in their order.
    var parts: [String]

    /// From a record of the source.
    init(_ record: ImportedRecord, _ parts: [ImportedPart], at moment: Moment) {
        text = ImportBase.short(record.text)
        let wall = record.day.iso + " " + (record.time?.clock ?? "")
        let zone = record.zone.map { " " + $0 } ?? ""
        time = (record.offset == nil ? wall : String(moment.instant.milliseconds)) + zone
        self.moment = ImportBase.moment(moment.instant, moment.zone, moment.day)
        (mood, score) = (record.mood?.name ?? "", record.moodScore)
        tags = record.tags.map(\.name).sorted()
        starred = record.starred
        place = record.place.map { ImportBase.short(String(decoding: $0.json.bytes, as: UTF8.self)) } ?? ""
        files = record.files.compactMap { if case .found(let path) = $0 { ImportBase.name(ofFile: path) } else { nil } }
        self.parts = parts.map { ImportBase.short($0.said) }
    }

    /// From an entry's present values; without files and health log.
    init(_ entry: Entry) {
        text = ImportBase.short(entry.text)
        moment = ImportBase.moment(entry.instant, entry.zone, entry.day)
        time = moment
        (mood, score) = (entry.mood?.name ?? "", entry.moodScore)
        tags = entry.tags.map(\.name).sorted()
        starred = entry.starred
        place = entry.place.map { ImportBase.short(String(decoding: $0.json.bytes, as: UTF8.self)) } ?? ""
        (files, parts) = ([], [])
    }

    /// From `json`; `nil` for anything else.
    init?(_ json: JSON?) {
        guard let json, let text = json["text"]?.string, let time = json["time"]?.string, let moment = json["moment"]?.string
        else { return nil }
        (self.text, self.time, self.moment) = (text, time, moment)
        (mood, place) = (json["mood"]?.string ?? "", json["place"]?.string ?? "")
        starred = json["starred"]?.bool ?? false
        score = json["mood_score"]?.int.flatMap { Int(exactly: $0) }
        let list = { (name: String) in (json[name]?.array ?? []).compactMap(\.string) }
        (tags, files, parts) = (list("tags"), list("files"), list("parts"))
    }

    /// For the entry's field `imported`; empty values are left out.
    var json: JSON {
        var members: [String: JSON] = ["text": .string(text), "time": .string(time), "moment": .string(moment)]
        if !mood.isEmpty { members["mood"] = .string(mood) }
        if let score { members["mood_score"] = .int(Int64(score)) }
        if !place.isEmpty { members["place"] = .string(place) }
        if starred { members["starred"] = true }
        for (name, list) in [("tags", tags), ("files", files), ("parts", parts)] where !list.isEmpty {
            members[name] = .array(list.map(JSON.string))
        }
        return .object(members)
    }

    static func name(ofFile path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func short(_ text: String) -> String { hex(Array(digest(Array(text.utf8)).prefix(12))) }

    private static func moment(_ instant: Instant, _ zone: String, _ day: LocalDay) -> String {
        String(instant.milliseconds) + " " + zone + " " + day.iso
    }
}

extension ImportedPart {
    var said: String {
        guard case .symptom(_, _, let metrics, let menstruation, _) = self else {
            if case .sample(_, let value) = self { return sameness + " " + String(value) }
            return sameness
        }
        let numbers = metrics.sorted { $0.key < $1.key }.map { $0.key + "=" + String($0.value) }
        return sameness + "\n" + numbers.joined(separator: " ") + " " + (menstruation.map { String($0) } ?? "")
    }
}
