import Journal

/// The data for insights: everything countable of one person, by civil days. It has complete days only; the caller leaves out the
/// present day.
package struct Diary: Hashable, Sendable {
    /// The numbers of the first and the last day.
    package let days: ClosedRange<Int>
    /// The outcomes watched, at most `mostOutcomes`, in the order in which they are shown.
    package let outcomes: [Outcome]
    /// The factors that may be related to them, in a fixed order: the same diary gives the same numbers.
    package let factors: [Factor]
    /// Medicines and what was taken of them.
    package let medicines: [Medicine]
    /// The numbers of the days of which their owner said that none of the tags fits.
    package let untagged: Set<Int>
    /// The seed of every random choice, together with the days and the question: 0 but in simulations, so that the same days give
    /// the same findings on every device, in every vault and from a file.
    package let seed: UInt64

    /// The number of outcomes that share the error.
    package static let mostOutcomes = 3

    package init(
        days: ClosedRange<Int>, outcomes: [Outcome], factors: [Factor] = [], medicines: [Medicine] = [],
        untagged: Set<Int> = [], seed: UInt64 = 0
    ) {
        self.days = days
        self.outcomes = Array(outcomes.prefix(Diary.mostOutcomes))
        (self.factors, self.medicines, self.untagged, self.seed) = (factors, medicines, untagged, seed)
    }
}

package struct Medicine: Hashable, Sendable {
    package let id: RecordID
    /// Taken as needed; otherwise by schedules.
    package let asNeeded: Bool
    /// When doses were taken, ascending.
    package private(set) var taken: [Instant]
    /// Days on which a schedule began, ended or changed its amount, ascending.
    package private(set) var steps: [Step]
    /// The outcomes of the scheduled doses of each day.
    package let due: [Int: DoseDay]

    package struct Step: Hashable, Sendable {
        /// The number of the first civil day of the new dose.
        package let day: Int
        package let kind: Kind

        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case start
            case stop
            case more
            case less
        }

        package init(day: Int, kind: Kind) { (self.day, self.kind) = (day, kind) }
    }

    package struct DoseDay: Hashable, Sendable {
        /// In time.
        package var taken = 0
        /// Taken before its window.
        package var early = 0
        /// Taken after its window.
        package var late = 0
        /// Not taken, by decision.
        package var skipped = 0
        /// Not taken, on a day on which the journal was used.
        package var missed = 0
        /// Unknown: the journal was not used that day.
        package var unknown = 0

        package init(taken: Int = 0, early: Int = 0, late: Int = 0, skipped: Int = 0, missed: Int = 0, unknown: Int = 0) {
            (self.taken, self.early, self.late) = (taken, early, late)
            (self.skipped, self.missed, self.unknown) = (skipped, missed, unknown)
        }
    }

    package init(id: RecordID, asNeeded: Bool, taken: [Instant], steps: [Step] = [], due: [Int: DoseDay] = [:]) {
        (self.id, self.asNeeded, self.taken, self.steps, self.due) = (id, asNeeded, taken, steps, due)
        self.taken.sort()
        self.steps.sort { $0.day < $1.day }
    }
}
