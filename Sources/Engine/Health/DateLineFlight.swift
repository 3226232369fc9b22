import Base
import Journal

/// A flight over the date line, which takes times of day away: they came on no clock of the owner.
struct DateLineFlight {
    /// Where the owner was, at some moment.
    struct Clock {
        let instant: Instant
        /// Milliseconds east of UTC.
        let offset: Int64

        init(_ instant: Instant, in zone: CivilTime) {
            self.instant = instant
            offset = Int64(zone.offset(at: instant.milliseconds)) * 1000
        }

        /// The local time, in milliseconds as if it were UTC.
        var wall: Int64 { instant.milliseconds + offset }
    }

    private let left: Clock
    private let arrived: Clock
    private static let halfDay = Instant.dayMilliseconds / 2

    /// `nil` if the clock was not moved by half a day or more.
    init?(from left: Clock, to arrived: Clock) {
        guard arrived.offset - left.offset >= DateLineFlight.halfDay else { return nil }
        (self.left, self.arrived) = (left, arrived)
    }

    /// Whether the time of a dose, as it is due where the owner arrived, was passed over. If the owner was seen half a day before it was
    /// due there, it can have come before the flight.
    func takesAway(_ dose: Occurrence) -> Bool {
        let time = Int64(dose.day.number) * Instant.dayMilliseconds + Int64(dose.time.milliseconds)
        return left.wall < time && time <= arrived.wall
            && time - arrived.offset < left.instant.milliseconds + DateLineFlight.halfDay
    }
}
