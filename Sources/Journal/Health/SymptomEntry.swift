/// The severity of one symptom at one moment, or of an attack from its beginning to its end.
package struct SymptomEntry: Hashable, Sendable {
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    /// The person's name for it; `Headache` and `headache` are one symptom (`key`).
    package var symptom: String
    /// 0 (none) to 10 (strongest).
    package var severity: Int
    /// Further numbers by name: `temperature` 38.2, `duration` 40.
    package var metrics: [String: Double]
    /// Whether it was a day of menstruation; `nil` if unknown.
    package var menstruation: Bool?
    /// Free text, Markdown.
    package var note: String
    /// The sentiment of the note, −1 to 1. Nothing sets it yet; it is stored and passed on.
    package var sentiment: Double?
    /// The entry whose question "how is it now?" this one answers.
    package var follows: RecordID?
    /// When it was over; `nil` if it was a moment, or is not over yet. With it, the entry is an attack.
    package var end: Instant?
    /// The dose that relieved it, by the person's own judgement.
    package var relief: RecordID?

    package static let severityRange = 0...10

    package init(
        instant: Instant, zone: String, day: LocalDay, symptom: String, severity: Int, metrics: [String: Double] = [:],
        menstruation: Bool? = nil, note: String = "", sentiment: Double? = nil, follows: RecordID? = nil, end: Instant? = nil,
        relief: RecordID? = nil
    ) {
        (self.instant, self.zone, self.day) = (instant, zone, day)
        (self.symptom, self.severity, self.metrics) = (trimmed(symptom), severity, metrics)
        (self.menstruation, self.note, self.sentiment, self.follows) = (menstruation, note, sentiment, follows)
        (self.end, self.relief) = (end, relief)
    }

    /// Identifies the symptom: its name in lower case.
    package var key: String { SymptomEntry.key(of: symptom) }

    /// The same for a name.
    package static func key(of symptom: String) -> String { trimmed(symptom).lowercased() }

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        if metrics.count > HealthLimits.list { return .tooMany(field: "metrics", limit: HealthLimits.list) }
        for (name, value) in metrics.sorted(by: { $0.key < $1.key }) {
            if let fault = name.nameFault("metric") { return fault }
            guard value.isFinite, abs(value) <= 1e9 else { return .outside(field: "metric", least: "-1e9", most: "1e9") }
        }
        if let end, end < instant { return .outside(field: "end", least: "its beginning", most: "now") }
        if let sentiment, !(-1...1).contains(sentiment) { return .outside(field: "sentiment", least: "-1", most: "1") }
        return symptom.nameFault("symptom") ?? rangeFault(severity, "severity", SymptomEntry.severityRange) ?? note.noteFault()
    }
}
