import Journal

/// A person's log as the journal stores it: the input of a diary.
package struct Logged: Sendable {
    package var entries: ArraySlice<(day: LocalDay, tags: [String])> = []
    /// In any order, until `sort`.
    package var checkIns: ArraySlice<CheckIn> = []
    /// In any order, until `sort`.
    package var symptoms: ArraySlice<SymptomEntry> = []
    /// In any order, until `sort`; those of one measure in one unit (`MeasureEntry.inOneUnit`).
    package var measures: ArraySlice<MeasureEntry> = []
    package var medications: [RecordID: Medication] = [:]
    package var schedules: [RecordID: Schedule] = [:]
    /// Logged doses, scheduled or not.
    package var intakes: ArraySlice<Intake> = []
    /// Scheduled doses that are over, with their outcomes.
    package var doses: ArraySlice<DueDose> = []
    package var samples: ArraySlice<HealthSample> = []
    /// The numbers of a table, and the place of each one's series in it.
    package var numbers: ArraySlice<(place: Int, name: Outcome.Name, reading: Reading)> = []

    package init() {}

    /// The numbers of the days on which the journal was used: something was logged by hand.
    package var usedDays: Set<Int> {
        var days = Set(entries.lazy.map { $0.day.number })
        days.formUnion(checkIns.lazy.map { $0.day.number })
        days.formUnion(symptoms.lazy.map { $0.day.number })
        days.formUnion(measures.lazy.filter { $0.source.isEmpty }.map { $0.day.number })
        days.formUnion(intakes.lazy.map { $0.day.number })
        days.formUnion(numbers.lazy.map { $0.reading.day })
        return days
    }

    /// From the first to the last day of anything logged; `nil` if there is nothing.
    package var days: ClosedRange<Int>? {
        var days = usedDays
        days.formUnion(measures.lazy.map { $0.day.number })
        days.formUnion(samples.lazy.map { $0.day.number })
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }

    /// Sorts all lists by day, as `within` requires.
    package mutating func sort() {
        entries.sort { $0.day < $1.day }
        checkIns.sort { $0.day < $1.day }
        symptoms.sort { $0.day < $1.day }
        measures.sort { $0.day < $1.day }
        intakes.sort { $0.day < $1.day }
        doses.sort { $0.occurrence.day < $1.occurrence.day }
        samples.sort { $0.day < $1.day }
        numbers.sort { $0.reading.day < $1.reading.day }
    }

    /// The part that belongs to some days, with all medicines and schedules; nothing is copied. The lists must be sorted.
    package func within(_ days: ClosedRange<Int>) -> Logged {
        var part = self
        part.entries = entries.within(days) { $0.day.number }
        part.checkIns = checkIns.within(days) { $0.day.number }
        part.symptoms = symptoms.within(days) { $0.day.number }
        part.measures = measures.within(days) { $0.day.number }
        part.intakes = intakes.within(days) { $0.day.number }
        part.doses = doses.within(days) { $0.occurrence.day.number }
        part.samples = samples.within(days) { $0.day.number }
        part.numbers = numbers.within(days) { $0.reading.day }
        return part
    }
}
