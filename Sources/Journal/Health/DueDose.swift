/// A scheduled dose and what has become of it.
package struct DueDose: Hashable, Sendable {
    /// The dose.
    package let occurrence: Occurrence
    /// What has become of it: exactly one.
    package let state: State
    /// What settled it; `nil` while nothing has.
    package let intake: Intake?

    /// What can become of a dose.
    package enum State: String, CaseIterable, Sendable {
        /// Not due yet.
        case upcoming
        /// Due, and not settled.
        case due
        case taken
        case skipped
        /// Nothing was said until `Occurrence.missedAt`, or the person says so.
        case missed
    }

    /// Taken outside its window.
    package var isLate: Bool {
        guard let intake, intake.outcome == .taken else { return false }
        return !occurrence.window.contains(intake.instant)
    }

    /// What holds at `now`: what the person said, else what the time says.
    package init(_ occurrence: Occurrence, intake: Intake?, now: Instant) {
        self.occurrence = occurrence
        self.intake = intake
        state =
            switch intake?.outcome {
            case .taken: .taken
            case .skipped: .skipped
            case .missed: .missed
            case nil: now < occurrence.due ? .upcoming : now < occurrence.missedAt ? .due : .missed
            }
    }
}
