import Journal

/// Something of the health log that a record of a source holds beside its words, or instead of them. It is of the record's
/// own moment.
package enum ImportedPart: Hashable, Sendable {
    /// How things stood, on the scales of `CheckIn`: mood 1–10, craving 0–10, sleep 1–5.
    case checkIn(mood: Int? = nil, craving: Int? = nil, sleep: Int? = nil, note: String = "")
    /// A symptom with its severity, 0–10.
    case symptom(String, severity: Int, metrics: [String: Double] = [:], menstruation: Bool? = nil, note: String = "")
    /// A dose of a medicine, which is made where there is none of this name and strength yet.
    case dose(
        of: String, strength: String = "", amount: Amount = .one, unit: String = "dose", outcome: Intake.Outcome = .taken,
        note: String = "")
    /// What was measured for the record's day, in the unit of the measure: minutes of sleep, steps.
    case sample(HealthSample.Measure, Double)

    /// Equal for two readings of one thing: tells parts of one moment apart.
    package var sameness: String {
        switch self {
        case .checkIn(let mood, let craving, let sleep, let note):
            "check-in " + [mood, craving, sleep].map { $0.map(String.init) ?? "-" }.joined(separator: " ") + " " + note
        case .symptom(let name, let severity, _, _, let note):
            "symptom " + SymptomEntry.key(of: name) + " " + String(severity) + " " + note
        case .dose(let name, let strength, let amount, let unit, let outcome, let note):
            "dose " + [name.lowercased(), strength, amount.text, unit, outcome.rawValue, note].joined(separator: "\n")
        case .sample(let measure, _): "sample " + measure.rawValue
        }
    }
}

/// A rating as a source keeps it: a word of its owner's, perhaps with a level.
package struct ImportedRating: Hashable, Sendable {
    /// As the source spells it; may be empty where it keeps a number only.
    package var name: String
    /// 1 (worst) to 5 (best) where the source itself says so; `nil` where only the name is known. `MoodMap` has the last word.
    package var level: Int?

    package init(name: String, level: Int? = nil) {
        self.name = trimmed(name)
        self.level = level.flatMap { (1...5).contains($0) ? $0 : nil }
    }
}
