import Journal

/// What a person logged, as the journal keeps it: what a diary is counted from.
package struct Logged: Sendable {
    /// The day and the tags of each entry.
    package var entries: [(day: LocalDay, tags: [String])] = []
    /// In any order.
    package var checkIns: [CheckIn] = []
    /// In any order.
    package var symptoms: [SymptomEntry] = []
    /// By their records.
    package var medications: [RecordLink: Medication] = [:]
    /// By their records.
    package var schedules: [RecordLink: Schedule] = [:]
    /// Doses that were settled, scheduled or not.
    package var intakes: [Intake] = []
    /// Scheduled doses that are over, and what became of each.
    package var doses: [DueDose] = []
    /// What devices measured.
    package var samples: [HealthSample] = []

    package init() {}

    /// The numbers of the days on which the journal was used: something was written down by hand, or a dose was settled.
    package var usedDays: Set<Int> {
        var days = Set(entries.map(\.day.number))
        days.formUnion(checkIns.map(\.day.number))
        days.formUnion(symptoms.map(\.day.number))
        days.formUnion(intakes.map(\.day.number))
        return days
    }

    /// From the first to the last day of anything that was logged; `nil` where nothing was.
    package var days: ClosedRange<Int>? {
        var days = usedDays
        days.formUnion(samples.map(\.day.number))
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }

    /// What belongs to some days, with all medicines and schedules.
    package func within(_ days: ClosedRange<Int>) -> Logged {
        var part = self
        part.entries = entries.filter { days.contains($0.day.number) }
        part.checkIns = checkIns.filter { days.contains($0.day.number) }
        part.symptoms = symptoms.filter { days.contains($0.day.number) }
        part.intakes = intakes.filter { days.contains($0.day.number) }
        part.doses = doses.filter { days.contains($0.occurrence.day.number) }
        part.samples = samples.filter { days.contains($0.day.number) }
        return part
    }
}
