import Foundation
import Journal
import Ledger
import Records

/// Reads one object of a file by the form in which an import reads it. Each result is a value that the journal itself could hold;
/// otherwise the faulty member is thrown.
struct LoggedFileRecord {
    let json: JSON
    private let object: [String: JSON]

    typealias Fault = RecordForm.Fault

    init(_ json: JSON) {
        var object = json.object ?? [:]
        for member in ["medication", "schedule", "replaces"] {
            if let id = LoggedFileRecord.link(object[member]) { object[member] = .string(id.description) }
        }
        (self.json, self.object) = (json, object)
    }

    /// The record that a text names: other programs have ids of other forms. `nil` for no text, or a blank one.
    static func link(_ json: JSON?) -> RecordID? {
        guard let text = json?.string, !trimmed(text).isEmpty else { return nil }
        return RecordID(text: text) ?? RecordID(firstBytesOf: digest(Array(text.utf8)))
    }

    func entry() throws(Fault) -> (day: LocalDay, tags: [String]) {
        (try day(), (json["tags"]?.array ?? []).compactMap { $0.string.flatMap { Tag($0) }?.key })
    }

    /// An entry's number of the mood, as a check-in of its moment; `nil` without one.
    func counted() throws(Fault) -> CheckIn? {
        guard let score = json["mood_score"], score != .null else { return nil }
        let number = score.number.flatMap { Int(exactly: $0) }
        guard let number, CheckIn.moodRange.contains(number) else { throw Fault(member: "mood_score") }
        var value = try moment(CheckIn.self, "instant")
        value.mood = number
        return value
    }

    func checkIn() throws(Fault) -> CheckIn {
        let value = try moment(CheckIn.self, "mood")
        // The value has no number that is out of range.
        for (member, number) in [("mood", value.mood), ("craving", value.craving), ("sleep", value.sleep)]
        where number == nil && (json[member] ?? .null) != .null { throw Fault(member: member) }
        return value
    }

    func symptom() throws(Fault) -> SymptomEntry {
        _ = try text("symptom")
        let value = try moment(SymptomEntry.self, "severity")
        if value.fault != nil { throw Fault(member: "symptom") }
        return value
    }

    func measure() throws(Fault) -> MeasureEntry {
        let value = try moment(MeasureEntry.self, "value")
        if value.fault != nil { throw Fault(member: "value") }
        return value
    }

    func sample() throws(Fault) -> HealthSample {
        let isKnown = json["sample"]?.string.flatMap(HealthSample.Measure.init(rawValue:)) != nil
        return try moment(HealthSample.self, isKnown ? "value" : "sample") { ["end": $0] }
    }

    func medication() throws(Fault) -> Medication {
        var fields = try RecordForm.fields(of: object, kind: Medication.kind)
        if fields["name"]?.string == nil {
            fields.merge(["name": .string(try text(json["title"] == nil ? "name" : "title")), "strength": ""]) { $1 }
        }
        guard let value = Medication(fields: fields), !trimmed(value.name).isEmpty else { throw Fault(member: "name") }
        return value
    }

    func schedule() throws(Fault) -> Schedule {
        var fields = try RecordForm.fields(of: object, kind: Schedule.kind)
        // Commands print the phrase alone.
        if let phrase = try? SchedulePhrase.parse(text("phrase")), phrase.length == nil, phrase.start == nil {
            fields["rule"] = Schedule.rule(phrase.cadence, phrase.times, isAnyTime: phrase.isAnyTime)
        }
        for member in ["medication", "rule", "amount", "start", "zone", "since"] where fields[member] == nil {
            throw Fault(member: member == "rule" ? "phrase" : member)
        }
        guard let schedule = Schedule(fields: fields), schedule.fault == nil else { throw Fault(member: "phrase") }
        return schedule
    }

    /// A value at a moment; `member` is the faulty one if it is none. `more`: further fields, from the instant.
    func moment<Value: MomentValue>(
        _ type: Value.Type, _ member: String, with more: (_ instant: JSON) -> [String: JSON] = { _ in [:] }
    ) throws(Fault) -> Value {
        var fields = try RecordForm.fields(of: object, kind: Value.kind)
        guard let instant = fields["instant"] else { throw Fault(member: "instant") }
        _ = try day()
        fields.merge(["zone": "", "amount": 1000]) { known, _ in known }
        fields.merge(more(instant)) { $1 }
        // Other programs write 6 as 6.0.
        fields = fields.mapValues {
            if case .double(let number) = $0, let whole = Int64(exactly: number) { .int(whole) } else { $0 }
        }
        guard let value = Value(fields: fields) else { throw Fault(member: member) }
        return value
    }

    func text(_ name: String) throws(Fault) -> String {
        guard let text = json[name]?.string, !trimmed(text).isEmpty else { throw Fault(member: name) }
        return text
    }

    /// The record that a required member names.
    func id(_ name: String) throws(Fault) -> RecordID {
        guard let id = LoggedFileRecord.link(json[name]) else { throw Fault(member: name) }
        return id
    }

    private func day() throws(Fault) -> LocalDay {
        guard let day = json["day"]?.string.flatMap({ LocalDay(iso: $0) }) else { throw Fault(member: "day") }
        return day
    }
}
