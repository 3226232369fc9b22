import Engine
import Importing
import Journal
import Ledger
import Records

/// What the source said of a record when it was imported last, beside the entry that came of it: by it an update tells what has
/// changed in the source, and what its owner has changed here. Long values are there as digests.
struct ImportBase: Hashable {
    var text: String
    /// The moment as the source says it: the same on a journey, where it may be another hour of the owner's.
    var time: String
    /// The moment as it was written.
    var moment: String
    var mood: String
    var tags: [String]
    var starred: Bool
    var place: String
    /// Names of files.
    var files: [String]
    /// Of the health log, in their order.
    var parts: [String]

    /// What a record says.
    init(_ record: ImportedRecord, _ parts: [ImportedPart], at moment: Moment) {
        text = ImportBase.short(record.text)
        let wall = record.day.iso + " " + (record.time?.clock ?? "")
        let zone = record.zone.map { " " + $0 } ?? ""
        time = (record.offset == nil ? wall : String(moment.instant.milliseconds)) + zone
        self.moment = ImportBase.moment(moment.instant, moment.zone, moment.day)
        mood = record.mood?.name ?? ""
        tags = record.tags.map(\.name).sorted()
        starred = record.starred
        place = record.place.map { ImportBase.short(String(decoding: $0.json.bytes, as: UTF8.self)) } ?? ""
        files = record.files.compactMap { if case .found(let path) = $0 { ImportBase.name(ofFile: path) } else { nil } }
        self.parts = parts.map { ImportBase.short($0.said) }
    }

    /// The same as an entry has it now; of files and the health log nothing.
    init(_ entry: Entry) {
        text = ImportBase.short(entry.text)
        moment = ImportBase.moment(entry.instant, entry.zone, entry.day)
        time = moment
        mood = entry.mood?.name ?? ""
        tags = entry.tags.map(\.name).sorted()
        starred = entry.starred
        place = entry.place.map { ImportBase.short(String(decoding: $0.json.bytes, as: UTF8.self)) } ?? ""
        (files, parts) = ([], [])
    }

    /// Reads what `json` gave; `nil` for anything else, and where an older version imported it.
    init?(_ json: JSON?) {
        guard let json, let text = json["text"]?.string, let time = json["time"]?.string, let moment = json["moment"]?.string
        else { return nil }
        (self.text, self.time, self.moment) = (text, time, moment)
        (mood, place) = (json["mood"]?.string ?? "", json["place"]?.string ?? "")
        starred = json["starred"]?.bool ?? false
        let list = { (name: String) in (json[name]?.array ?? []).compactMap(\.string) }
        (tags, files, parts) = (list("tags"), list("files"), list("parts"))
    }

    /// For the field `imported` of the entry; what says nothing is left out.
    var json: JSON {
        var members: [String: JSON] = ["text": .string(text), "time": .string(time), "moment": .string(moment)]
        if !mood.isEmpty { members["mood"] = .string(mood) }
        if !place.isEmpty { members["place"] = .string(place) }
        if starred { members["starred"] = true }
        for (name, list) in [("tags", tags), ("files", files), ("parts", parts)] where !list.isEmpty {
            members[name] = .array(list.map(JSON.string))
        }
        return .object(members)
    }

    /// The last part of a path.
    static func name(ofFile path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// A digest of a text.
    static func short(_ text: String) -> String { hex(Array(digest(Array(text.utf8)).prefix(12))) }

    private static func moment(_ instant: Instant, _ zone: String, _ day: LocalDay) -> String {
        String(instant.milliseconds) + " " + zone + " " + day.iso
    }
}

extension ImportedPart {
    /// All that it says.
    var said: String {
        guard case .symptom(_, _, let metrics, let menstruation, _) = self else {
            if case .sample(_, let value) = self { return sameness + " " + String(value) }
            return sameness
        }
        let numbers = metrics.sorted { $0.key < $1.key }.map { $0.key + "=" + String($0.value) }
        return sameness + "\n" + numbers.joined(separator: " ") + " " + (menstruation.map { String($0) } ?? "")
    }
}
