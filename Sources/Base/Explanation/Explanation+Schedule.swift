import Journal

extension SchedulePhraseError: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, hint: Hint) -> Explanation {
            Explanation("bad_schedule", sentence, hint: hint, exit: .usage)
        }
        let example: Hint = "for example 'daily at 8:00 and 20:00' or 'every 8 hours from 06:00'"
        return switch self {
        case .empty: usage("the schedule is empty", hint: example)
        case .tooLong:
            usage("the schedule is too long", hint: example)
        case .notUnderstood(let word):
            usage(
                "a schedule cannot contain \(Explanation.quoted(word))",
                hint: "for example 'every 2 days at 9:00', 'mon wed fri at 9:00' or '21 days on, 7 off at 22:00'")
        case .noClock(let word):
            usage("\(Explanation.quoted(word)) is no time of day here", hint: "type the time that you mean, such as 'at 22:00'")
        case .weekdayOfMonth(let words):
            usage(
                "a schedule cannot follow \(Explanation.quoted(words)) of a month",
                hint: "use 'every 4 weeks on monday at 9:00', or a day of the month: 'every month on the 1st at 9:00'")
        case .noLength(let word):
            usage(
                "\(Explanation.quoted(word)) does not say how long",
                hint: "for example 'for 10 days', 'for 3 months' or 'until 1 december'")
        case .noSuchTime(let word):
            usage("\(Explanation.quoted(word)) is not a time of day", hint: "write times like 8:00, 20:30 or 8pm")
        case .outOfRange(let word):
            usage(
                "\(Explanation.quoted(word)) is too small or too large",
                hint:
                    "use up to 366 days, 52 weeks, 12 months or 168 hours, the 1st to the 31st of a month, and up to 100 steps of 3,660 days"
            )
        case .needsTimes:
            usage(
                "the schedule has no time of day",
                hint: "add times, such as 'at 8:00 and 20:00'; for hours add the first one, 'from 06:00'")
        case .needsWeekdays:
            usage("the schedule has no day of the week", hint: "for example 'every 2 weeks on tuesday at 10:00'")
        case .needsMonthDay:
            usage("the schedule has no day of the month", hint: "for example 'every month on the 1st at 9:00'")
        case .twoRhythms(let word):
            usage("a second pattern begins at \(Explanation.quoted(word))", hint: "add a second schedule for it")
        case .sameTimeTwice(let word): usage("\(Explanation.quoted(word)) appears twice", hint: "remove one of them")
        case .needsOneTime:
            usage("a schedule in hours has exactly one start time", hint: "for example 'every 8 hours from 06:00'")
        case .tooManyTimes: usage("the schedule has more than 24 times a day", hint: "you may mean 'every 2 hours from 06:00'")
        case .countDiffers(let said, let named):
            usage("the schedule says \(said) times a day, but lists \(named)", hint: "list \(said) times")
        case .needsDays:
            usage(
                "a step of the taper has no number of days",
                hint: "for example '4 x 7, 3 x 7, 2 x 7'; only the last may go on")
        case .tooManySteps:
            usage(
                "the taper has too many steps, or a step after its end",
                hint: "use at most 100 steps, and none after a step that goes on"
            )
        case .noDose: usage("no step of the taper has a dose", hint: "add how much to take, such as '4 x 7, 2 x 7'")
        }
    }
}
