import Journal

extension EntryFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .textTooLong(let bytes):
            Explanation(
                "text_too_long", "the text has \(grouped(bytes)) bytes; an entry can have at most \(grouped(Limits.textBytes))",
                hint: .on(commandLine: "split it, or add it as a file with --attach", page: "split it, or attach it as a file"),
                exit: .usage)
        case .textHoldsNUL:
            Explanation(
                "text_holds_nul", "the text contains a NUL character, so it is not text",
                hint: .on(commandLine: "add a binary file with --attach", page: "attach a binary file instead"), exit: .usage)
        case .textEmpty:
            Explanation(
                "text_empty", "nothing was written, so nothing was saved",
                hint: .on(commandLine: "type the text after the command, or pipe it in", page: "write something first"),
                exit: .usage)
        case .tooManyTags(let count):
            Explanation(
                "too_many_tags", "an entry can have \(Limits.tags) tags, not \(count)", hint: "remove some tags",
                exit: .usage)
        }
    }
}

extension WhenError: Explainable {
    package var explanation: Explanation {
        let hint: Hint = "write dates like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago"
        func usage(_ sentence: Sentence, hint: Hint = hint) -> Explanation {
            Explanation("bad_date", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("the date is empty")
        case .notUnderstood(let text): usage("'\(text)' is not a date")
        case .yearOutOfRange(let text): usage("the year \(text) is not from 1 to 9999")
        case .noSuchMonth(let month): usage("there is no month \(month)")
        case .noSuchDay(let year, let month, let day):
            usage("\(LocalMonth.names[(month - 1) % 12])\(year.map { " \($0)" } ?? "") has no day \(day)")
        case .noSuchTime(let text): usage("'\(text)' is not a time of day")
        case .wrongWeekday(let day): usage("the weekday is wrong: that day is \(day.longName)")
        case .outsideCalendar: usage("that date is not in the years 1 to 9999")
        case .notOneDay(let days):
            usage(
                "that means all days from \(days.lowerBound.iso) to \(days.upperBound.iso)", hint: "choose one day")
        case .timeNotWanted(let text):
            usage("'\(text)' has a time of day, but a whole day is needed", hint: "leave out the time")
        }
    }
}

extension TimespanError: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence) -> Explanation {
            Explanation(
                "bad_duration", sentence, hint: "write it like 90s, 15m, 8h, 1 day or 1h30m", exit: .usage)
        }
        return switch self {
        case .empty: usage("the length of time is empty")
        case .notUnderstood(let text): usage("'\(text)' is not a length of time")
        case .noUnit(let text): usage("'\(text)' has no unit: seconds, minutes, hours or days?")
        case .tooShort(let minimum): usage("the length of time must be at least \(TimespanError.words(minimum))")
        case .tooLong(let maximum): usage("the length of time must be at most \(TimespanError.words(maximum))")
        }
    }

    /// In the largest unit that leaves no rest.
    private static func words(_ seconds: Int) -> String {
        let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        guard let (length, unit) = units.first(where: { seconds >= $0.0 && seconds % $0.0 == 0 }) else { return "0 seconds" }
        let count = seconds / length
        return counted(count, unit).description
    }
}

extension SearchError: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, hint: Hint) -> Explanation {
            Explanation("bad_search", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty:
            usage(
                "the search is empty",
                hint: "type words, \"phrases\", prefix*, tag:, mood:, from:, to:, in:, or a date")
        case .tooLong(let characters, let limit):
            usage("the search has \(characters) characters; it can have at most \(limit)", hint: "shorten it")
        case .tooManyConditions(let count, let limit):
            usage("the search has \(count) conditions; it can have at most \(limit)", hint: "remove some")
        case .noValue(let field):
            usage("'\(field):' has no value", hint: "write it without a space, like \(field):value")
        case .badValue(let field, let value):
            usage(
                "'\(field):' cannot be '\(value)'", hint: .on(commandLine: "'auralyst search --help' lists the possible values"))
        case .badDate(let field, let error):
            Explanation("bad_search", "in '\(field):': " + error.explanation.sentence, hint: error.explanation.hint, exit: .usage)
        case .noDayLeft(let first, let last):
            usage("no day is left: the search starts on \(first.iso) and ends on \(last.iso)", hint: "change one of the dates")
        }
    }
}

extension PictureFault: Explainable {
    package var explanation: Explanation {
        Explanation(
            "place_not_removed", "a photo or video is built in such a way that its place cannot be removed",
            hint: .on(
                commandLine: "add --with-places to keep the places in photos",
                page: "keep the places in photos, or remove the file"),
            exit: .failed)
    }
}
