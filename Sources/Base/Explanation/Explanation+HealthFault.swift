import Journal

extension HealthFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, hint: Hint, code: String = "bad_health_value") -> Explanation {
            Explanation(code, sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty(field: "phone"):
            Explanation(
                "no_phone", "a contact needs a number to call",
                hint: .on(
                    commandLine: "add --phone NUMBER; people without one belong to 'auralyst support buddy'",
                    page: "people without one belong to your buddies"), exit: .usage)
        case .empty(let field): usage("the \(field) is empty", hint: "type a word or two")
        case .badText(field: "phone", _):
            usage("that is not a phone number", hint: "use digits and spaces, such as +43 1 234 56 78")
        case .badText(let field, let limit):
            usage("the \(field) is too long or is not plain text", hint: "use at most \(limit) bytes and no control characters")
        case .outside(field: "days of a block", let least, let most):
            usage(
                "a block has \(least) to \(most) days",
                hint: "in a single day, what is done in the evening may only be felt when the next block has begun")
        case .outside(let field, let least, let most):
            usage("the \(field) must be from \(least) to \(most)", hint: "choose a number in that range")
        case .amount(field: "new pack", let least):
            usage(
                "the new pack must be a number from \(least.text) to 1000000",
                hint: .on(
                    commandLine: "type a number such as 30; 'auralyst medication count NAME 0' says that nothing is left",
                    page: "type a number such as 1, 0.5 or 1/2, without a unit"), code: "bad_amount")
        case .amount(let field, let least):
            usage(
                "the \(field) must be a number from \(least.text) to 1000000",
                hint: "type a number such as 1, 0.5 or 1/2, without a unit", code: "bad_amount")
        case .tooMany(let field, let limit):
            usage("there can be at most \(limit) \(field)", hint: "leave out the less important ones")
        case .nothing:
            usage(
                "a check-in needs a mood, a craving, sleep or a note",
                hint: .on(
                    commandLine: "give at least one of them, as in 'auralyst check-in --mood 7'",
                    page: "give at least one of them"),
                code: "nothing_said")
        case .badMetric:
            usage(
                "that is not a name and a number",
                hint: .on(
                    commandLine: "write --metric temperature=38.2, without a unit; 'auralyst measure' saves one with its unit",
                    page: "type both, such as temperature 38.2"), code: "bad_metric")
        case .badRange:
            usage(
                "that is not a range",
                hint: .on(
                    commandLine: "type the lowest and the highest number, such as --range 0..10",
                    page: "type the lowest and the highest number"), code: "bad_range")
        case .upsideDown:
            usage(
                "the upper number of a blood pressure must be above the lower one", hint: "the upper number comes first: 128/82")
        case .unclear(let field, let decimal, let grouped):
            usage("the \(field) may be \(decimal) or \(grouped)", hint: "type \(decimal) or \(grouped)")
        case .schedule(let fault): fault.explanation
        }
    }
}

extension ScheduleFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, hint: Hint) -> Explanation {
            Explanation("bad_schedule", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .noTimes: usage("the schedule has no time of day", hint: "add one or more, such as 08:00 and 20:00")
        case .tooManyTimes: usage("the schedule has more than 24 times a day", hint: "you may mean 'every 2 hours'")
        case .badTimes:
            usage("the schedule's times are out of order or repeated", hint: "use whole minutes, earliest first")
        case .badInterval:
            usage(
                "the schedule's interval is out of range",
                hint: "use 1 to 366 days, 52 weeks, 12 months or 168 hours, and day 1 to 31 of a month")
        case .badWeekdays: usage("the schedule has no day of the week", hint: "choose at least one, such as Monday")
        case .endsBeforeStart: usage("the schedule ends before it starts", hint: "check its first and last day")
        case .badSteps:
            usage(
                "the taper has an incomplete step",
                hint: "give each step an amount and a number of days; only the last may go on")
        case .noDose: usage("the schedule has no dose", hint: "add how much to take, such as 1 tablet")
        case .unknownZone: usage("the time zone is unknown", hint: "use a name such as Europe/Vienna")
        }
    }
}
