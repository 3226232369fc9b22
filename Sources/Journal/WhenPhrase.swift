/// A typed day, moment or period: `yesterday 9pm`, `last friday`, `2 hours ago`, `March 2026`.
///
/// Reading needs no clock: today and the time of day are passed in. Case, commas, blanks and the words `at`, `on`, `in`, `of`,
/// `the` do not matter. An ambiguous phrase means the most recent such moment and never the future:
/// - `friday`, `march` and `14 march` are the last ones that have begun, including today; `last friday` excludes today; `this
///   friday` is in the week of today, `next friday` after today.
/// - a time alone is today's, or yesterday's if it is more than an hour ahead.
/// - `today`, `tomorrow`, `next …` and anything with a year are taken literally, also in the future.
///
/// Weeks run from Monday to Sunday. `midnight` is the 00:00 at which the day begins. Parts of the day mean an hour: morning 9,
/// noon 12, afternoon 15, evening 19, night and tonight 21 (`last night` is yesterday at 21:00). For numeric dates and dates with
/// a month's name see `WrittenDate`.
package struct WhenPhrase: Hashable, Sendable {
    package let meaning: Meaning
    /// The other day that the numbers may mean (`3/4/26` is read as 4 March 2026 and may mean 3 April), so that the caller can
    /// say how it was read. `nil` if only one reading is possible.
    package let otherReading: LocalDay?

    package enum Meaning: Hashable, Sendable {
        /// A civil day, and the local time if given. When converting it to an instant, read a skipped time with the offset before
        /// the change, and of a repeated time take the first (RFC 5545, 3.3.5).
        case day(LocalDay, time: TimeOfDay?)
        /// A point in time with its written offset from UTC (in seconds) and day.
        case instant(Instant, offset: Int, day: LocalDay)
        /// Elapsed time (`2 hours ago`, `now`), to be subtracted from the clock's instant, so that a change of daylight-saving
        /// time does not matter. `day` is the local day.
        case ago(seconds: Int, day: LocalDay)
        /// A range of whole days (a week, a month, a year, `last 7 days`).
        case period(ClosedRange<LocalDay>)
    }

    /// Its days: one, or those of the period.
    package var days: ClosedRange<LocalDay> {
        switch meaning {
        case .day(let day, _), .instant(_, _, let day), .ago(_, let day): day...day
        case .period(let days): days
        }
    }

    /// Reads any phrase. `nowMinutes` is the local time in minutes since 00:00, 0 to 1439.
    package static func parse(
        _ text: some StringProtocol, today: LocalDay, nowMinutes: Int
    ) throws(WhenError) -> WhenPhrase {
        precondition((0..<1440).contains(nowMinutes), "the minutes of a day run from 0 to 1439")
        let spoken = try SpokenWhen(text)
        let found = try RelativeDate.read(spoken, today: today, nowMinutes: nowMinutes)
        return try combine(found, with: spoken, today: today, nowMinutes: nowMinutes)
    }

    /// Reads a phrase that must name one day or moment, as for `--at`; a period throws `WhenError.notOneDay`.
    package static func parseMoment(
        _ text: some StringProtocol, today: LocalDay, nowMinutes: Int
    ) throws(WhenError) -> WhenPhrase {
        let phrase = try parse(text, today: today, nowMinutes: nowMinutes)
        if case .period(let days) = phrase.meaning { throw .notOneDay(days) }
        return phrase
    }

    /// Reads a phrase of whole days, as for `--from`, `--to`, `--on` and a search: a day without a time, or a period. A time of
    /// day, an offset or hours ago throw `WhenError.timeNotWanted`.
    package static func parseDays(_ text: some StringProtocol, today: LocalDay) throws(WhenError) -> WhenPhrase {
        let phrase = try parse(text, today: today, nowMinutes: 1439)
        switch phrase.meaning {
        case .day(_, time: nil), .period: return phrase
        case .day, .instant, .ago: throw .timeNotWanted(SpokenWhen.quotable(text))
        }
    }

    private static func combine(
        _ found: RelativeDate?, with spoken: SpokenWhen, today: LocalDay, nowMinutes: Int
    ) throws(WhenError) -> WhenPhrase {
        guard let found else {
            guard spoken.words.isEmpty, let time = spoken.time, spoken.offset == nil else {
                throw .notUnderstood(spoken.text)
            }
            let isPast = time.milliseconds <= (nowMinutes + 60) * 60_000
            guard let day = isPast ? today : today.adding(days: -1) else { throw .outsideCalendar }
            return WhenPhrase(meaning: .day(day, time: time), otherReading: nil)
        }
        let day = found.days.lowerBound
        if let seconds = found.secondsAgo {
            guard spoken.time == nil else { throw .notUnderstood(spoken.text) }
            return WhenPhrase(meaning: .ago(seconds: seconds, day: day), otherReading: nil)
        }
        if found.isPeriod {
            guard spoken.time == nil else { throw .notOneDay(found.days) }
            return WhenPhrase(meaning: .period(found.days), otherReading: nil)
        }
        guard let offset = spoken.offset, let time = spoken.time else {
            return WhenPhrase(meaning: .day(day, time: spoken.time), otherReading: found.otherReading)
        }
        // With `yesterday` an offset would conflict with the zone in which it is yesterday.
        guard found.hasYear else { throw .notUnderstood(spoken.text) }
        let milliseconds = Int64(day.number) * 86_400_000 + Int64(time.milliseconds) - Int64(offset) * 1000
        guard let instant = Instant(milliseconds: milliseconds) else { throw .outsideCalendar }
        return WhenPhrase(meaning: .instant(instant, offset: offset, day: day), otherReading: found.otherReading)
    }
}
