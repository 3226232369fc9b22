import Base
import Findings

extension ToldTables {
    static let trial: [Told] = [
        Told(
            TrialError.anotherIsOpen, "trial_open", "another trial has not ended, and nothing was begun",
            "two at a time would blur each other; wait for its end, or stop it"),
        Told(
            TrialError.firstDayIsOver, "trial_in_the_past", "a trial cannot begin in the past", "choose today or a later day",
            .usage),
        Told(
            TrialError.isOver, "trial_over", "this trial is over, and nothing was changed",
            "'auralyst trial show' says what came out"),
        Told(
            TrialError.notADayOfIt, "not_a_trial_day", "this day does not belong to the trial, or has not come yet",
            "what was done can be said of its days up to today", .usage),
        Told(
            TrialError.noSuchOutcome, "no_such_outcome", "nothing is known that this trial could watch",
            "name a symptom, or say mood or craving", .usage),
        Told(TrialError.noneIsOpen, "no_trial", "no trial runs", "'auralyst trial new' begins one"),
    ]
}
