/// A scheduled dose and its state.
package struct DueDose: Hashable, Sendable {
    /// The dose.
    package let occurrence: Occurrence
    /// Its state.
    package let state: State
    /// The record that logs it; `nil` if there is none.
    package let intake: Intake?

    /// The state of a dose.
    package enum State: String, CaseIterable, Sendable {
        /// Not due yet.
        case upcoming
        /// Due, and not logged.
        case due
        case taken
        case skipped
        /// Not logged until `Occurrence.missedAt`, or logged as missed.
        case missed
    }

    /// Taken outside its window.
    package var isLate: Bool {
        guard let intake, intake.outcome == .taken else { return false }
        return !occurrence.window.contains(intake.instant)
    }

    /// The state at `now`: as logged, otherwise according to the time.
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
