package enum ScheduleFault: Error, Hashable, Sendable {
    case noTimes
    /// More than 24 times a day.
    case tooManyTimes
    /// Times that are not ascending, are repeated, or have seconds.
    case badTimes
    /// A number of days, weeks or hours outside what `Cadence` allows.
    case badInterval
    /// No day of the week, or an invalid one.
    case badWeekdays
    case endsBeforeStart
    /// A taper with too many days, more than 100 steps, or a step without days that is not the last.
    case badSteps
    /// The dose is zero, and no step has one.
    case noDose
    case unknownZone
}
