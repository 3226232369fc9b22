import Journal

/// What insights look at: everything of one person that can be counted, by civil days. It holds whole days only; the day that is
/// still going on is left out by whoever builds it.
package struct Diary: Hashable, Sendable {
    /// The first and the last day, by their numbers.
    package let days: ClosedRange<Int>
    /// Those that are watched; at most `mostOutcomes`, in the order in which they are shown.
    package let outcomes: [Outcome]
    /// What may go along with them, in a fixed order: the same diary gives the same numbers.
    package let factors: [Factor]
    /// Medicines and what was taken of them.
    package let medicines: [Medicine]
    /// Begins every random choice, so that all devices of a person find the same.
    package let seed: UInt64

    /// How many outcomes share the error that is allowed.
    package static let mostOutcomes = 3

    package init(
        days: ClosedRange<Int>, outcomes: [Outcome], factors: [Factor] = [], medicines: [Medicine] = [], seed: UInt64 = 0
    ) {
        self.days = days
        self.outcomes = Array(outcomes.prefix(Diary.mostOutcomes))
        (self.factors, self.medicines, self.seed) = (factors, medicines, seed)
    }
}

/// A medicine as insights see it.
package struct Medicine: Hashable, Sendable {
    /// Its record.
    package let id: RecordLink
    /// Taken when needed; else by schedules.
    package let asNeeded: Bool
    /// When doses were taken, ascending.
    package private(set) var taken: [Instant]
    /// Days on which a schedule began, ended, or another amount began, ascending.
    package private(set) var steps: [Step]
    /// What became of the scheduled doses of each day.
    package let due: [Int: DoseDay]

    /// A day from which on something else was to be taken.
    package struct Step: Hashable, Sendable {
        /// The number of the first civil day of the new dose.
        package let day: Int
        /// What changed.
        package let kind: Kind

        /// What can change.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case start
            case stop
            case more
            case less
        }

        package init(day: Int, kind: Kind) { (self.day, self.kind) = (day, kind) }
    }

    /// What became of the scheduled doses of one day, counted.
    package struct DoseDay: Hashable, Sendable {
        /// In time.
        package var taken = 0
        /// Taken outside its window.
        package var late = 0
        /// Not taken, by decision.
        package var skipped = 0
        /// Not taken, on a day on which the journal was used.
        package var missed = 0
        /// Nothing is known: the journal was not used that day.
        package var unknown = 0

        package init(taken: Int = 0, late: Int = 0, skipped: Int = 0, missed: Int = 0, unknown: Int = 0) {
            (self.taken, self.late, self.skipped, self.missed, self.unknown) = (taken, late, skipped, missed, unknown)
        }
    }

    package init(id: RecordLink, asNeeded: Bool, taken: [Instant], steps: [Step] = [], due: [Int: DoseDay] = [:]) {
        (self.id, self.asNeeded, self.taken, self.steps, self.due) = (id, asNeeded, taken, steps, due)
        self.taken.sort()
        self.steps.sort { $0.day < $1.day }
    }
}
