/// Why a text does not say when or how much a dose is to be. A word inside is what the person typed, at most 100 characters,
/// without control characters; never more than the one word.
package enum SchedulePhraseError: Error, Hashable, Sendable {
    /// Nothing but blanks and signs.
    case empty
    /// More than 400 bytes.
    case tooLong
    /// A word that has no meaning, or none in its place.
    case notUnderstood(String)
    /// A part of the day without a time, such as `bedtime`.
    case noClock(String)
    /// A day of the week by its place in the month, such as `first monday`.
    case weekdayOfMonth(String)
    /// What follows `for`, and is no length of time.
    case noLength(String)
    /// A time that no clock shows, or one with seconds.
    case noSuchTime(String)
    /// A number that is too small or too large for what it counts.
    case outOfRange(String)
    /// No time of day is said; where hours are counted, that of the first dose.
    case needsTimes
    /// Weeks are counted, and no day of the week is said.
    case needsWeekdays
    /// Months are counted, and no day of the month is said.
    case needsMonthDay
    /// A second rhythm, beginning with this word, beside the first.
    case twoRhythms(String)
    case sameTimeTwice(String)
    /// Hours are counted, and more than one time is said.
    case needsOneTime
    /// More than 24 times.
    case tooManyTimes
    /// So many times are announced, and another number is named.
    case countDiffers(said: Int, named: Int)
    /// A step of a taper does not say for how many days.
    case needsDays
    /// More than 100 steps, or one after the one that has no end.
    case tooManySteps
    case noDose
}
