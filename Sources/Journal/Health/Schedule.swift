/// When a medicine is taken, and how much.
///
/// Past doses never change: an edit ends the schedule now (`until`) and starts another one. So a dose missed under the old times
/// stays missed, and nothing becomes due in the past.
package struct Schedule: Hashable, Sendable {
    package var medication: RecordID
    /// The days, or the interval in hours.
    package var cadence: Cadence
    /// The times of a due day, ascending, without duplicates, in whole minutes. For `everyHours` exactly one: the time of the
    /// first dose.
    package var times: [TimeOfDay]
    /// Whether a dose may be taken at any time of its day; `times` then only say how many there are and when to remind of them. Never
    /// with `everyHours`.
    package var isAnyTime: Bool
    /// The amount at a time, unless a step of a taper says otherwise.
    package var amount: Amount
    /// A taper: amounts for numbers of days, one step after the other from `start`; after the last the schedule ends, unless its
    /// days are `nil`. Empty for a constant dose.
    package var steps: [Step]
    package var start: LocalDay
    /// The last day; `nil` for no end.
    package var end: LocalDay?
    /// IANA name of the zone in which it was made: home.
    package var zone: String
    package var travel: Travel
    /// When it was created: nothing is due before.
    package var since: Instant
    /// When it was ended or replaced: nothing is due from then on.
    package var until: Instant?
    /// The schedule that it replaced, whose logged doses stay logged.
    package var replaces: RecordID?
    /// What was taken under it, ascending by number: needed around the time that is asked about if hours are counted from the last
    /// dose taken, and otherwise empty. Not a field of the record: the vault reads it from the logged doses.
    package var taken: [Taken] = []

    /// A logged dose of a schedule that counts hours from the last one.
    package struct Taken: Hashable, Sendable {
        /// Its number, 0 for the first, at most 2³¹ − 1; −1 for the last one taken under the schedule that this one replaced.
        package let number: Int64
        package let instant: Instant

        package init(number: Int64, instant: Instant) { (self.number, self.instant) = (number, instant) }
    }

    package enum Cadence: Hashable, Sendable {
        /// Every 1 to 366 days, counted from `start`.
        case everyDays(Int)
        /// On these days of the week (1 = Monday … 7 = Sunday, at least one), every 1 to 52 weeks; weeks begin on Monday and are
        /// counted from the week of `start`.
        case everyWeeks(Int, weekdays: Set<Int>)
        /// On this day of the month (1 to 31, in a shorter month its last day), every 1 to 12 months, counted from the month of
        /// `start`.
        case everyMonths(Int, day: Int)
        /// This many days on (1 to 366), then off (1 to 366), from `start`.
        case cycle(on: Int, off: Int)
        /// Every 1 to 168 hours of real time from the first dose, or with `fromLast` from when the last one was taken; a clock change
        /// moves the local time.
        case everyHours(Int, fromLast: Bool = false)
    }

    package struct Step: Hashable, Sendable {
        /// The amount at a time; zero means no dose on these days.
        package var amount: Amount
        /// For how many days, 1 to 3,660; `nil` for no end, only in the last step.
        package var days: Int?

        package init(amount: Amount, days: Int?) { (self.amount, self.days) = (amount, days) }
    }

    /// How a schedule behaves while its owner is in another zone.
    package enum Travel: String, CaseIterable, Sendable {
        /// Times are in the zone in which it was created.
        case home
        /// Times are in the owner's present zone.
        case local
    }

    package init(
        medication: RecordID, cadence: Cadence, times: [TimeOfDay], isAnyTime: Bool = false, amount: Amount, steps: [Step] = [],
        start: LocalDay,
        end: LocalDay? = nil, zone: String, travel: Travel = .local, since: Instant, until: Instant? = nil,
        replaces: RecordID? = nil
    ) {
        (self.medication, self.cadence, self.times, self.isAnyTime) = (medication, cadence, times, isAnyTime)
        (self.amount, self.steps) = (amount, steps)
        (self.start, self.end, self.zone, self.travel, self.since, self.until) = (start, end, zone, travel, since, until)
        self.replaces = replaces
    }

    package var phrase: SchedulePhrase { SchedulePhrase(cadence: cadence, times: times, isAnyTime: isAnyTime) }

    /// Whether hours are counted from the last dose that was taken.
    package var countsFromLast: Bool {
        if case .everyHours(_, fromLast: true) = cadence { return true }
        return false
    }

    /// Whether its times follow the owner's zone; not if it counts real hours.
    package var followsOwner: Bool {
        if case .everyHours = cadence { return false }
        return travel == .local
    }
}
