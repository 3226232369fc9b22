import Journal

extension HealthFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, hint: String?) -> Explanation {
            Explanation("bad_health_value", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty(let field): usage("the \(field) is empty", hint: "a word or two are enough")
        case .badText(field: "phone", _):
            usage("this is no telephone number", hint: "figures, blanks and a plus sign in front, such as +43 1 234 56 78")
        case .badText(let field, let limit):
            usage("the \(field) is too long, or is not plain text", hint: "at most \(limit) bytes, without control characters")
        case .outside(let field, let least, let most):
            usage("the \(field) lies outside \(least) to \(most)", hint: "choose a number from \(least) to \(most)")
        case .tooMany(let field, let limit): usage("there are more than \(limit) \(field)", hint: "keep those that matter")
        case .nothing: usage("nothing was said", hint: "give at least one of mood, craving, sleep or a note")
        case .schedule(let fault): fault.explanation
        }
    }
}

extension ScheduleFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, hint: String) -> Explanation {
            Explanation("bad_schedule", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .noTimes: usage("the schedule has no time of day", hint: "such as 08:00 and 20:00")
        case .tooManyTimes: usage("the schedule has more than 24 times a day", hint: "'every 2 hours' may be what you mean")
        case .badTimes:
            usage("the times of the schedule are not in order, or one comes twice", hint: "whole minutes, earliest first")
        case .badInterval:
            usage("the schedule's interval is out of range", hint: "1 to 366 days, 1 to 52 weeks, or 1 to 168 hours")
        case .badWeekdays: usage("the schedule has no day of the week", hint: "choose at least one, such as Monday")
        case .endsBeforeStart: usage("the schedule ends before it begins", hint: "look at its first and last day")
        case .badSteps:
            usage(
                "the steps of the taper do not fit together",
                hint: "each has an amount and a number of days; only the last may go on")
        case .noDose: usage("the schedule asks for nothing to be taken", hint: "say how much, such as 1 tablet")
        case .unknownZone: usage("this time zone is not known here", hint: "zones have names such as Europe/Vienna")
        }
    }
}
