import Base
import Findings

extension ToldTables {
    static let trial: [Told] = [
        Told(
            TrialError.anotherIsOpen, "trial_open", "another trial is still open, so nothing was started",
            "two trials at a time would blur each other: wait until it ends, or stop it"),
        Told(
            TrialError.firstDayIsOver, "trial_in_the_past", "a trial can't begin in the past", "choose today or a later day",
            .usage),
        Told(
            TrialError.isOver, "trial_over", "this trial is over, and nothing was changed",
            "'auralyst trial show' says what came out"),
        Told(
            TrialError.notADayOfIt, "not_a_trial_day", "this day is not part of the trial, or is in the future",
            "answer for a day of the trial, up to today", .usage),
        Told(
            TrialError.noSuchOutcome, "no_such_outcome", "the trial needs something to watch",
            "name a symptom, or say mood or craving", .usage),
        Told(TrialError.noneIsOpen, "no_trial", "no trial runs", "'auralyst trial new' begins one"),
    ]
}
