import Journal

extension SchedulePhraseError: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, hint: String) -> Explanation {
            Explanation("bad_schedule", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("no schedule was typed", hint: "such as 'daily at 8:00 and 20:00' or 'every 8 hours from 06:00'")
        case .tooLong:
            usage("this is too long for a schedule", hint: "such as 'daily at 8:00 and 20:00' or 'every 8 hours from 06:00'")
        case .notUnderstood(let word):
            usage(
                "\(Explanation.quoted(word)) is not understood in a schedule",
                hint: "such as 'every 2 days at 9:00', 'mon wed fri at 9:00' or '21 days on, 7 off at 22:00'")
        case .noSuchTime(let word):
            usage("\(Explanation.quoted(word)) is no time of day", hint: "times look like 8:00, 20:30 or 8pm")
        case .outOfRange(let word):
            usage(
                "\(Explanation.quoted(word)) is too small or too large here",
                hint: "up to 366 days, 52 weeks or 168 hours, and up to 100 steps of 3,660 days")
        case .needsTimes:
            usage(
                "the schedule does not say at which time",
                hint: "add the times, such as 'at 8:00 and 20:00'; of hours the first one, 'from 06:00'")
        case .needsWeekdays:
            usage("the schedule does not say on which day of the week", hint: "such as 'every 2 weeks on tuesday at 10:00'")
        case .twoRhythms(let word):
            usage("a second rhythm begins at \(Explanation.quoted(word))", hint: "make a schedule of its own for it")
        case .sameTimeTwice(let word): usage("\(Explanation.quoted(word)) is said twice", hint: "leave one of them out")
        case .needsOneTime: usage("a schedule that counts hours has one first time", hint: "such as 'every 8 hours from 06:00'")
        case .tooManyTimes: usage("more than 24 times a day are named", hint: "'every 2 hours from 06:00' may be what you mean")
        case .countDiffers(let said, let named):
            usage("\(said) times are announced, and \(named) are named", hint: "name as many times as you say")
        case .needsDays:
            usage(
                "a step of the taper does not say for how many days",
                hint: "such as '4 x 7, 3 x 7, 2 x 7'; only the last may go on")
        case .tooManySteps:
            usage(
                "the taper has too many steps, or one behind its end", hint: "at most 100, and nothing behind a step that goes on"
            )
        case .noDose: usage("no step of the taper has a dose", hint: "say how much, such as '4 x 7, 2 x 7'")
        }
    }
}
