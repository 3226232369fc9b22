import Base

/// Why a trial is not begun, answered or given up.
package enum TrialError: Error, Hashable, Sendable {
    /// Another one has not ended: two at a time would blur each other.
    case anotherIsOpen
    /// Its first day is over.
    case firstDayIsOver
    /// It has ended or was given up, so there is nothing to stop.
    case isOver
    /// The day does not belong to it, or has not come.
    case notADayOfIt
    /// What is to be watched is no symptom, and neither mood nor craving.
    case noSuchOutcome
    /// There is no trial that runs.
    case noneIsOpen
}

extension TrialError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .anotherIsOpen:
            Explanation(
                "trial_open", "another trial is still open, so nothing was started",
                hint: "two trials at a time would blur each other: wait until it ends, or stop it")
        case .firstDayIsOver:
            Explanation(
                "trial_in_the_past", "a trial can't begin in the past", hint: "choose today or a later day", exit: .usage)
        case .isOver:
            Explanation(
                "trial_over", "this trial is over, and nothing was changed", hint: "'auralyst trial show' says what came out")
        case .notADayOfIt:
            Explanation(
                "not_a_trial_day", "this day is not part of the trial, or is in the future",
                hint: "answer for a day of the trial, up to today", exit: .usage)
        case .noSuchOutcome:
            Explanation(
                "no_such_outcome", "the trial needs something to watch",
                hint: "name a symptom, or say mood or craving", exit: .usage)
        case .noneIsOpen: Explanation("no_trial", "no trial runs", hint: "'auralyst trial new' begins one")
        }
    }
}
