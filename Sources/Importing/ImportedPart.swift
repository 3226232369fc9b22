import Journal

/// Something for the health log that a record has besides its text, or instead of it. It has the record's moment.
package enum ImportedPart: Hashable, Sendable {
    /// A check-in, on the scales of `CheckIn`: mood 1–10, craving 0–10, sleep 1–5.
    case checkIn(mood: Int? = nil, craving: Int? = nil, sleep: Int? = nil, note: String = "")
    /// A symptom with its severity, 0–10.
    case symptom(String, severity: Int, metrics: [String: Double] = [:], menstruation: Bool? = nil, note: String = "")
    /// A dose of a medicine, which is created if there is none of this name and strength.
    case dose(
        of: String, strength: String = "", amount: Amount = .one, unit: String = "dose", outcome: Intake.Outcome = .taken,
        note: String = "")
    /// A measurement for the record's day, in the unit of the measure: minutes of sleep, steps.
    case sample(HealthSample.Measure, Double)
    case measure(Measure, Double, second: Double? = nil, note: String = "")

    /// Equal for two readings of the same thing: distinguishes parts of one moment.
    package var sameness: String {
        switch self {
        case .checkIn(let mood, let craving, let sleep, let note):
            "check-in " + [mood, craving, sleep].map { $0.map(String.init) ?? "-" }.joined(separator: " ") + " " + note
        case .symptom(let name, let severity, _, _, let note):
            "symptom " + SymptomEntry.key(of: name) + " " + String(severity) + " " + note
        case .dose(let name, let strength, let amount, let unit, let outcome, let note):
            "dose " + [name.lowercased(), strength, amount.text, unit, outcome.rawValue, note].joined(separator: "\n")
        case .sample(let measure, _): "sample " + measure.rawValue
        case .measure(let measure, let value, let second, let note):
            "measure " + measure.key + " " + measure.words(value, second) + " " + note
        }
    }
}

/// A rating in a source: the writer's word, optionally with a level.
package struct ImportedRating: Hashable, Sendable {
    /// The source's spelling; may be empty if it has only a number.
    package var name: String
    /// 1 (worst) to 5 (best) if the source gives it; `nil` if only the name is known. `MoodMap` overrides it.
    package var level: Int?

    package init(name: String, level: Int? = nil) {
        self.name = trimmed(name)
        self.level = level.flatMap { (1...5).contains($0) ? $0 : nil }
    }
}
