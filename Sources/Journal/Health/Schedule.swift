/// When a medicine is to be taken, and how much.
///
/// A schedule never changes what was due: who edits it ends it now (`until`) and begins another one. So a dose that was missed
/// under the old times stays missed, and nothing becomes due in the past.
package struct Schedule: Hashable, Sendable {
    /// Of which medicine.
    package var medication: RecordLink
    /// On which days, or every how many hours.
    package var cadence: Cadence
    /// At which times of a due day, ascending, without doubles, in whole minutes. Of `everyHours` exactly one: the time of the first dose.
    package var times: [TimeOfDay]
    /// How much at a time, where no step of a taper says otherwise.
    package var amount: Amount
    /// A taper: how much for how many days, one step after the other from `start`; after the last the schedule ends, unless its
    /// days are `nil`. Empty for a steady dose.
    package var steps: [Step]
    /// The first day.
    package var start: LocalDay
    /// The last day; `nil` goes on.
    package var end: LocalDay?
    /// IANA name of the zone in which it was made: home.
    package var zone: String
    /// What happens on a journey.
    package var travel: Travel
    /// When it was made: nothing is due before.
    package var since: Instant
    /// When it was ended or replaced: nothing is due from then on.
    package var until: Instant?
    /// The schedule in whose place it came: what was settled of that one's doses is settled.
    package var replaces: RecordLink?

    /// The days of a schedule.
    package enum Cadence: Hashable, Sendable {
        /// Every so many days, 1 to 366, counted from `start`.
        case everyDays(Int)
        /// On these days of the week (1 = Monday … 7 = Sunday, at least one), in every so-many-th week, 1 to 52; weeks begin on
        /// Monday and are counted from the week of `start`.
        case everyWeeks(Int, weekdays: Set<Int>)
        /// So many days on (1 to 366), then so many off (1 to 366), from `start`.
        case cycle(on: Int, off: Int)
        /// Every so many hours (1 to 168) of real time from the first dose; a clock change moves the time that the wall shows.
        case everyHours(Int)
    }

    /// One step of a taper.
    package struct Step: Hashable, Sendable {
        /// How much at a time; nothing means none on these days.
        package var amount: Amount
        /// For how many days, 1 to 3,660; `nil` without end, only of the last.
        package var days: Int?

        package init(amount: Amount, days: Int?) { (self.amount, self.days) = (amount, days) }
    }

    /// What a schedule does while its owner is in another zone.
    package enum Travel: String, CaseIterable, Sendable {
        /// The times are those of the zone in which it was made, wherever its owner is.
        case home
        /// The times are those of the wall where its owner is.
        case local
    }

    package init(
        medication: RecordLink, cadence: Cadence, times: [TimeOfDay], amount: Amount, steps: [Step] = [], start: LocalDay,
        end: LocalDay? = nil, zone: String, travel: Travel = .local, since: Instant, until: Instant? = nil,
        replaces: RecordLink? = nil
    ) {
        (self.medication, self.cadence, self.times, self.amount, self.steps) = (medication, cadence, times, amount, steps)
        (self.start, self.end, self.zone, self.travel, self.since, self.until) = (start, end, zone, travel, since, until)
        self.replaces = replaces
    }

    /// Whether its times follow the zone where its owner is; one that counts real hours has no need to.
    package var followsOwner: Bool {
        if case .everyHours = cadence { return false }
        return travel == .local
    }
}
