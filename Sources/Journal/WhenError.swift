/// Why a text names no day, time or period that can be used. The texts inside are what the person typed as a date, at
/// most 100 characters, without control characters.
package enum WhenError: Error, Hashable, Sendable {
    /// Nothing but blanks and commas.
    case empty
    case notUnderstood(String)
    /// A year outside 1 to 9999, as typed: `0`, `99999`.
    case yearOutOfRange(String)
    /// A month outside 1 to 12.
    case noSuchMonth(Int)
    /// A day that the month does not have; `year` is `nil` where none was typed and no year has that day.
    case noSuchDay(year: Int?, month: Int, day: Int)
    /// A time outside 00:00:00 to 23:59:59, an hour outside 1 to 12 with am or pm, or an offset from UTC of a day or
    /// more; the word as typed.
    case noSuchTime(String)
    /// The day is not the weekday that stands beside it.
    case wrongWeekday(LocalDay)
    /// Counting leads out of the years 1 to 9999.
    case outsideCalendar
    /// A whole period where one day is wanted, or a time of day beside a period.
    case notOneDay(ClosedRange<LocalDay>)
    /// A time of day where only days count.
    case timeNotWanted(String)
}
