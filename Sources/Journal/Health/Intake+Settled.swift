extension Intake {
    /// What settles each scheduled dose. Where several intakes name the same dose, as two devices write that were apart, they are
    /// one dose: that it was taken counts before that it was skipped, that before that it was missed, and of equals the earliest.
    ///
    /// The order in which they come does not matter, nor does one that comes twice. Those that were taken as needed are left out.
    package static func settled(_ intakes: some Sequence<Intake>) -> [Occurrence.Name: Intake] {
        var settled: [Occurrence.Name: Intake] = [:]
        for intake in intakes {
            guard let name = intake.occurrence else { continue }
            if let other = settled[name], !intake.prevails(over: other) { continue }
            settled[name] = intake
        }
        return settled
    }

    /// Whether it, rather than another intake of the same dose, says what became of it. Of two that differ exactly one prevails.
    package func prevails(over other: Intake) -> Bool {
        if outcome != other.outcome { return outcome.weight > other.outcome.weight }
        if instant != other.instant { return instant < other.instant }
        if amount != other.amount { return amount < other.amount }
        // What is left tells no two doses apart; some order there must be, the same on every device.
        return remainder.lexicographicallyPrecedes(other.remainder)
    }

    private var remainder: [String] {
        [
            unit, note, zone, day.iso, medication.name, occurrence?.schedule.name ?? "", occurrence?.key ?? "",
            symptom?.name ?? "",
            due.map { $0.rfc3339(offset: 0) } ?? "", symptom == nil ? "" : "1",
        ]
    }
}

extension Intake.Outcome {
    fileprivate var weight: Int {
        switch self {
        case .taken: 2
        case .skipped: 1
        case .missed: 0
        }
    }
}
