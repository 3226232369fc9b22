import Journal

extension EntryFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .textTooLong(let bytes):
            Explanation(
                "text_too_long", "the text has \(bytes) bytes; an entry holds at most \(Limits.textBytes)",
                hint: "split it, or add it as a file with --attach", exit: .usage)
        case .textHoldsNUL:
            Explanation(
                "text_holds_nul", "the text holds a NUL character, which text cannot have",
                hint: "is it a binary file? add it with --attach", exit: .usage)
        case .textEmpty:
            Explanation(
                "text_empty", "nothing was written, so nothing was saved", hint: "type the text after the command, or pipe it in",
                exit: .usage)
        case .tooManyTags(let count):
            Explanation(
                "too_many_tags", "\(count) tags are more than the \(Limits.tags) that one entry can have", hint: "leave some out",
                exit: .usage)
        }
    }
}

extension WhenError: Explainable {
    package var explanation: Explanation {
        let hint = "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago"
        func usage(_ sentence: String, hint: String = hint) -> Explanation {
            Explanation("bad_date", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("the date is empty")
        case .notUnderstood(let text): usage("'\(text)' is not understood as a date")
        case .yearOutOfRange(let text): usage("the year \(text) is outside 1 to 9999")
        case .noSuchMonth(let month): usage("there is no month \(month)")
        case .noSuchDay(let year, let month, let day):
            usage("\(LocalMonth.names[(month - 1) % 12])\(year.map { " \($0)" } ?? "") has no day \(day)")
        case .noSuchTime(let text): usage("there is no time '\(text)'")
        case .wrongWeekday(let day): usage("the weekday does not fit: that day is \(day.longName)")
        case .outsideCalendar: usage("that is outside the years 1 to 9999")
        case .notOneDay(let days):
            usage(
                "that is the whole time from \(days.lowerBound.iso) to \(days.upperBound.iso), not one day", hint: "name one day")
        case .timeNotWanted(let text):
            usage("'\(text)' holds a time of day, but whole days are asked for", hint: "leave the time out")
        }
    }
}

extension TimespanError: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String) -> Explanation {
            Explanation(
                "bad_duration", sentence, hint: "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", exit: .usage)
        }
        return switch self {
        case .empty: usage("the length of time is empty")
        case .notUnderstood(let text): usage("'\(text)' is not understood as a length of time")
        case .noUnit(let text): usage("'\(text)' has no unit: seconds, minutes, hours or days?")
        case .tooShort(let minimum): usage("that is shorter than \(TimespanError.words(minimum))")
        case .tooLong(let maximum): usage("that is longer than \(TimespanError.words(maximum))")
        }
    }

    /// In the largest unit that leaves no rest.
    private static func words(_ seconds: Int) -> String {
        let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        guard let (length, unit) = units.first(where: { seconds >= $0.0 && seconds % $0.0 == 0 }) else { return "0 seconds" }
        let count = seconds / length
        return "\(count) \(unit)" + (count == 1 ? "" : "s")
    }
}

extension SearchError: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, hint: String) -> Explanation {
            Explanation("bad_search", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty:
            usage(
                "there is nothing to search for",
                hint: "type words, \"phrases\", prefix*, tag:, mood:, from:, to:, in:, or a date")
        case .tooLong(let characters, let limit):
            usage("the search has \(characters) characters; at most \(limit) are taken", hint: "leave some out")
        case .tooManyConditions(let count, let limit):
            usage("the search has \(count) conditions; at most \(limit) are taken", hint: "leave some out")
        case .noValue(let field):
            usage("nothing stands behind '\(field):'", hint: "write it without a blank, like \(field):value")
        case .badValue(let field, let value):
            usage("'\(field):' cannot be '\(value)'", hint: "'auralyst search --help' shows what can stand there")
        case .badDate(let field, let error):
            usage("behind '\(field):': " + error.explanation.sentence, hint: error.explanation.hint ?? "")
        case .noDayLeft(let first, let last):
            usage("no day is both from \(first.iso) on and up to \(last.iso)", hint: "change one of the dates")
        }
    }
}
