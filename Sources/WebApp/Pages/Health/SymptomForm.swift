import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct SymptomForm: RecordForm {
    var symptom = ""
    var severity: Int?
    var when = WhenField()
    /// When it was over; empty if it was a moment, or is not over.
    var end = WhenField("end")
    /// The dose that relieved it; empty for none.
    var relief = ""
    /// Further numbers: name and value.
    var metrics: [(name: String, value: String)] = []
    /// `yes`, `no`, or empty.
    var menstruation = ""
    var note = ""
    /// The entry that this one answers.
    var follows: RecordID?
    /// The zone of times, if an existing record is changed.
    var zone: String?
    var faults = FormFaults()

    init() {}

    init(_ fields: FormFields) {
        symptom = trimmed(fields["symptom"] ?? "")
        severity = fields["severity"].flatMap { Int($0) }
        (when, end, relief) = (WhenField(fields), WhenField(fields, "end"), fields["relief"] ?? "")
        metrics = Array(zip(fields.all("metric"), fields.all("metric-value")).map { (trimmed($0), trimmed($1)) })
        menstruation = fields["menstruation"] ?? ""
        note = EntryForm.lines(fields["note"] ?? "")
        follows = fields["follows"].flatMap { RecordID(text: $0) }
    }

    init(_ entry: SymptomEntry) {
        (symptom, severity, note, follows, zone) = (entry.symptom, entry.severity, entry.note, entry.follows, entry.zone)
        (when, end) = (WhenField(entry.instant, in: entry.zone), WhenField(entry.end, in: entry.zone, "end"))
        relief = entry.relief?.description ?? ""
        metrics = entry.metrics.sorted { $0.key < $1.key }.map { ($0.key, numberWords($0.value)) }
        menstruation = entry.menstruation.map { $0 ? "yes" : "no" } ?? ""
    }

    /// The entry, which replaces `old` if there is one; `nil` if it cannot be saved, with the reason in `faults`.
    mutating func record(_ surroundings: Surroundings, instead old: SymptomEntry? = nil) -> SymptomEntry? {
        let numbers = readMetrics(old?.metrics ?? [:])
        let moment = when.moment(insteadOf: old, surroundings, &faults)
        let end = end.instant(insteadOf: old?.end, in: old?.zone, surroundings, &faults)
        if severity == nil { faults.note(say("Choose how strong it is."), at: "severity") }
        guard let moment, let severity else { return nil }
        var entry = SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: symptom, severity: severity, metrics: numbers,
            menstruation: menstruation == "yes" ? true : menstruation == "no" ? false : nil, note: note, end: end,
            relief: RecordID(text: relief))
        (entry.sentiment, entry.follows) = (old?.sentiment, old?.follows ?? follows)
        if let fault = entry.fault { faults.note(HealthError.fault(fault), at: "symptom") }
        return faults.isEmpty ? entry : nil
    }

    /// - Parameter old: those that are changed: what no one has touched is not read again.
    private mutating func readMetrics(_ old: [String: Double]) -> [String: Double] {
        var numbers: [String: Double] = [:]
        for (name, value) in metrics where !(name.isEmpty && value.isEmpty) {
            if let number = old[name], value == numberWords(number) {
                numbers[name] = number
                continue
            }
            do {
                numbers[name] = try SymptomEntry.metric(name, value)
            } catch {
                faults.note(besideField(error.explanation), at: "metrics")
            }
        }
        return numbers
    }
}
