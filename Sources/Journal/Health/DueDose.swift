package struct DueDose: Hashable, Sendable {
    package let occurrence: Occurrence
    package let state: State
    /// The record that logs it; `nil` if there is none.
    package let intake: Intake?

    package enum State: String, CaseIterable, Sendable {
        case upcoming
        /// Due, and not logged.
        case due
        case taken
        case skipped
        /// Not logged until `Occurrence.missedAt`, or logged as missed.
        case missed
    }

    /// Whether it was taken in time, as judged when it was logged; `nil` if it was not taken. A log without a
    /// judgement is judged here: the time from when the dose was due there until it was taken is compared with the window.
    package var timing: Intake.Timing? {
        guard let intake, intake.outcome == .taken else { return nil }
        return intake.timing ?? occurrence.timing(of: intake.instant, due: intake.due)
    }

    /// Taken outside its window.
    package var isLate: Bool { timing.map { $0 != .inTime } ?? false }

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
