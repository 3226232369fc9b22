import Journal

/// How much of what was to be taken was taken in time, over a span of days, with what is not known left out and shown as such.
///
/// A medicine that is taken as needed has none: nothing was due.
package struct Adherence: Hashable, Sendable {
    /// The numbers of the first and the last civil day that were counted.
    package let days: ClosedRange<Int>
    /// What became of the doses of these days.
    package let doses: Medicine.DoseDay

    /// What can have become of a scheduled dose that is over.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Within its window: ± the smaller of two hours and a quarter of the way to the neighbouring dose.
        case taken
        /// Outside it.
        case late
        /// Not taken, and the person said so as a decision.
        case skipped
        /// Not taken: the person says so, or nothing was said on a day on which the journal was used.
        case missed
        /// Nothing was said, and the journal was not used that day: nobody knows.
        case unknown

        /// What became of a dose; `nil` while it is not settled yet.
        /// - Parameter used: whether the journal was used on the day of the dose.
        package init?(_ dose: DueDose, used: Bool) {
            switch dose.state {
            case .taken: self = dose.isLate ? .late : .taken
            case .skipped: self = .skipped
            case .missed: self = dose.intake != nil || used ? .missed : .unknown
            case .upcoming, .due: return nil
            }
        }
    }

    /// Counts the doses of `days`; `nil` for a medicine as needed, and where no dose was due.
    package init?(of medicine: Medicine, days: ClosedRange<Int>) {
        guard !medicine.asNeeded else { return nil }
        let sum = medicine.due.reduce(into: Medicine.DoseDay()) { sum, entry in
            if days.contains(entry.key) { sum.add(entry.value) }
        }
        guard sum.known + sum.unknown > 0 else { return nil }
        (self.days, doses) = (days, sum)
    }

    /// The last `length` days up to and with `last`; shown over 7 and over 28.
    package init?(of medicine: Medicine, last length: Int, through last: Int) {
        guard length > 0, case let (first, overflow) = last.subtractingReportingOverflow(length - 1), !overflow else {
            return nil
        }
        self.init(of: medicine, days: first...last)
    }

    /// Of how many doses it is known what became of them.
    package var known: Int { doses.known }

    /// The share of the known doses that was taken in time; `nil` where none is known.
    package var rate: Double? { known > 0 ? Double(doses.taken) / Double(known) : nil }

    /// Where that share lies with 95 % confidence (Wilson 1927); `nil` where none is known.
    package var interval: ClosedRange<Double>? {
        known > 0 ? Distributions.wilson(doses.taken, of: known) : nil
    }

    /// How many ended in this way.
    package func count(_ state: State) -> Int {
        switch state {
        case .taken: doses.taken
        case .late: doses.late
        case .skipped: doses.skipped
        case .missed: doses.missed
        case .unknown: doses.unknown
        }
    }
}

extension Medicine.DoseDay {
    /// Those of which it is known what became of them.
    fileprivate var known: Int { taken + late + skipped + missed }

    /// Counts one dose more.
    package mutating func add(_ state: Adherence.State) {
        switch state {
        case .taken: taken += 1
        case .late: late += 1
        case .skipped: skipped += 1
        case .missed: missed += 1
        case .unknown: unknown += 1
        }
    }

    fileprivate mutating func add(_ other: Self) {
        taken += other.taken
        late += other.late
        skipped += other.skipped
        missed += other.missed
        unknown += other.unknown
    }
}
