/// Why a schedule cannot be kept.
package enum ScheduleFault: Error, Hashable, Sendable {
    /// No time of day.
    case noTimes
    /// More than 24 times a day.
    case tooManyTimes
    /// Times that are not ascending, come twice, or have seconds.
    case badTimes
    /// A number of days, weeks or hours outside what `Cadence` allows.
    case badInterval
    /// No day of the week, or a number that is none.
    case badWeekdays
    /// The last day is before the first.
    case endsBeforeStart
    /// A taper whose step has no days though others follow, too many days, or more than 100 steps.
    case badSteps
    /// The dose is nothing, and no step has one.
    case noDose
    /// The zone has no rules here.
    case unknownZone
}
