import Journal

/// The share of scheduled doses that was taken in time, over a span of days; unknown doses are left out and shown as such.
///
/// A medicine as needed has none, because nothing was due.
package struct Adherence: Hashable, Sendable {
    /// The numbers of the first and the last civil day counted.
    package let days: ClosedRange<Int>
    package let doses: Medicine.DoseDay

    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Taken within its window: ± the smaller of two hours and a quarter of the time to the neighbouring dose.
        case taken
        /// Taken before its window.
        case early
        /// Taken after its window.
        case late
        /// Not taken, by the person's decision.
        case skipped
        /// Not taken: the person says so, or nothing was logged on a day on which the journal was used.
        case missed
        /// Unknown: nothing was logged, and the journal was not used that day.
        case unknown

        /// The outcome of a dose; `nil` while it is not logged and not missed yet.
        /// - Parameter used: whether the journal was used on the day of the dose.
        package init?(_ dose: DueDose, used: Bool) {
            switch dose.state {
            case .taken: self = dose.timing == .early ? .early : dose.timing == .late ? .late : .taken
            case .skipped: self = .skipped
            case .missed: self = dose.intake != nil || used ? .missed : .unknown
            case .upcoming, .due: return nil
            }
        }
    }

    /// Counts the doses of `days`; `nil` for a medicine as needed, and if no dose was due.
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

    package var known: Int { doses.known }

    /// The share of the known doses that was taken in time; `nil` if none is known.
    package var rate: Double? { known > 0 ? Double(doses.taken) / Double(known) : nil }

    /// The 95 % confidence interval of that share (Wilson 1927); `nil` if no dose is known.
    package var interval: ClosedRange<Double>? {
        known > 0 ? Distributions.wilson(doses.taken, of: known) : nil
    }

    package func count(_ state: State) -> Int {
        switch state {
        case .taken: doses.taken
        case .early: doses.early
        case .late: doses.late
        case .skipped: doses.skipped
        case .missed: doses.missed
        case .unknown: doses.unknown
        }
    }
}

extension Medicine.DoseDay {
    fileprivate var known: Int { taken + early + late + skipped + missed }

    package mutating func add(_ state: Adherence.State) {
        switch state {
        case .taken: taken += 1
        case .early: early += 1
        case .late: late += 1
        case .skipped: skipped += 1
        case .missed: missed += 1
        case .unknown: unknown += 1
        }
    }

    fileprivate mutating func add(_ other: Self) {
        taken += other.taken
        early += other.early
        late += other.late
        skipped += other.skipped
        missed += other.missed
        unknown += other.unknown
    }
}
