import Base

/// Why a trial is not begun, answered or given up.
package enum TrialError: Error, Hashable, Sendable {
    /// Another one has not ended: two at a time would blur each other.
    case anotherIsOpen
    case firstDayIsOver
    /// It has ended or was given up, so there is nothing to stop.
    case isOver
    /// The day does not belong to it, or has not come.
    case notADayOfIt
    /// What is to be watched is no symptom, no measure in numbers, and neither mood nor craving.
    case noSuchOutcome
    /// There is no trial that runs.
    case noneIsOpen
}

extension TrialError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .anotherIsOpen:
            Explanation(
                "trial_open", "another trial is still running, so none was started",
                hint: "wait for it to end, or stop it: two at a time would affect each other")
        case .firstDayIsOver:
            Explanation(
                "trial_in_the_past", "a trial cannot start in the past", hint: "choose today or a later day", exit: .usage)
        case .isOver:
            Explanation(
                "trial_over", "this trial has ended, so nothing was changed",
                hint: .on(commandLine: "'auralyst trial show' shows its result", page: "its page shows the result"))
        case .notADayOfIt:
            Explanation(
                "not_a_trial_day", "this day is not part of the trial, or is in the future",
                hint: "choose one of its days up to today", exit: .usage)
        case .noSuchOutcome:
            Explanation(
                "no_such_outcome", "this is not something a trial can measure",
                hint: "choose a symptom, a measure in numbers, mood or craving")
        case .noneIsOpen:
            Explanation(
                "no_trial", "no trial is running",
                hint: .on(commandLine: "'auralyst trial new' starts one", page: "start one on the page Trials"))
        }
    }
}
