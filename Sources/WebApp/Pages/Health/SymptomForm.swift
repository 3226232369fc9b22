import Base
import Documents
import Engine
import HTTP
import Journal

/// What the form of a symptom entry says, just as it was typed, and what of it cannot be saved.
struct SymptomForm {
    var symptom = ""
    var severity: Int?
    var when = WhenField()
    /// Further numbers: a name and what is beside it.
    var metrics: [(name: String, value: String)] = []
    /// `yes`, `no`, or nothing.
    var menstruation = ""
    var note = ""
    /// The entry of which this one is the answer.
    var follows: RecordLink?
    /// Whether times are meant in the zone of the record that is changed.
    var zone: String?
    var faults = FormFaults()

    init() {}

    init(_ fields: FormFields) {
        symptom = trimmed(fields["symptom"] ?? "")
        severity = fields["severity"].flatMap { Int($0) }
        when = WhenField(fields)
        metrics = Array(zip(fields.all("metric"), fields.all("metric-value")).map { (trimmed($0), trimmed($1)) })
        menstruation = fields["menstruation"] ?? ""
        note = EntryForm.lines(fields["note"] ?? "")
        follows = fields["follows"].map(RecordLink.init)
    }

    init(_ entry: SymptomEntry) {
        (symptom, severity, note, follows, zone) = (entry.symptom, entry.severity, entry.note, entry.follows, entry.zone)
        when = WhenField(entry.instant, in: entry.zone)
        metrics = entry.metrics.sorted { $0.key < $1.key }.map { ($0.key, numberWords($0.value)) }
        menstruation = entry.menstruation.map { $0 ? "yes" : "no" } ?? ""
    }

    /// The entry that was typed, which replaces `old` if there is one; `nil` when `faults` says why it cannot be saved.
    mutating func entry(_ surroundings: Surroundings, instead old: SymptomEntry? = nil) -> SymptomEntry? {
        let numbers = readMetrics()
        let moment = when.moment(insteadOf: old, surroundings, &faults)
        if severity == nil { faults.note("Choose how strong it is.", at: "severity") }
        guard let moment, let severity else { return nil }
        var entry = SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: symptom, severity: severity, metrics: numbers,
            menstruation: menstruation == "yes" ? true : menstruation == "no" ? false : nil, note: note)
        (entry.sentiment, entry.follows) = (old?.sentiment, old?.follows ?? follows)
        if let fault = entry.fault { faults.note(HealthError.fault(fault), at: "symptom") }
        return faults.isEmpty ? entry : nil
    }

    private mutating func readMetrics() -> [String: Double] {
        var numbers: [String: Double] = [:]
        for (name, value) in metrics where !(name.isEmpty && value.isEmpty) {
            guard !name.isEmpty, let number = Double(value.replacing(",", with: ".")), number.isFinite else {
                faults.note("Give each measurement a name and a number, such as temperature 38.2.", at: "metrics")
                continue
            }
            numbers[name] = number
        }
        return numbers
    }

    /// Names for a field that suggests symptoms.
    static func suggestions(_ names: [String]) -> HTML {
        "<datalist id=\"symptom-names\">\(names.prefix(200).html { "<option value=\"\($0)\">" })</datalist>"
    }
}
