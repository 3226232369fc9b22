import Base
import Foundation
import Journal
import Records

/// A moment as the writer saw it: the instant, the zone and the civil day.
package struct Moment: Hashable, Sendable {
    package let instant: Instant
    /// IANA name.
    package let zone: String
    package let day: LocalDay

    package init(instant: Instant, zone: String, day: LocalDay) {
        self.instant = instant
        self.zone = zone
        self.day = day
    }

    /// The moment of a phrase typed now. A day without a time gets the present time of day, so that entries of one evening stay
    /// in order.
    package init(_ phrase: WhenPhrase, in surroundings: Surroundings) throws(EngineError) {
        let civil = CivilTime(zone: surroundings.zone)
        let found: (Instant?, LocalDay)
        switch phrase.meaning {
        case .day(let day, let time):
            found = (civil.instant(day: day, time: time ?? surroundings.wall.time), day)
        case .instant(let instant, _, let day):
            found = (instant, day)
        case .ago(let seconds, _):
            let instant = Instant(milliseconds: surroundings.now() - Int64(seconds) * 1000)
            found = (instant, instant.flatMap { civil.wall(at: $0.milliseconds)?.day } ?? phrase.days.lowerBound)
        case .period(let days):
            throw .when(.notOneDay(days))
        }
        guard let instant = found.0 else { throw .when(.outsideCalendar) }
        self.init(instant: instant, zone: surroundings.zone.identifier, day: found.1)
    }

    package init(nowIn surroundings: Surroundings) throws(EngineError) {
        guard let instant = Instant(milliseconds: surroundings.now()) else { throw .when(.outsideCalendar) }
        self.init(instant: instant, zone: surroundings.zone.identifier, day: surroundings.wall.day)
    }

    /// Reads the value of `--at`.
    package static func parse(_ text: String, in surroundings: Surroundings) throws(EngineError) -> Moment {
        let wall = surroundings.wall
        let phrase: WhenPhrase
        do throws(WhenError) {
            phrase = try WhenPhrase.parseMoment(
                text, today: wall.day, nowMinutes: wall.time.hour * 60 + wall.time.minute)
        } catch {
            throw .when(error)
        }
        return try Moment(phrase, in: surroundings)
    }
}

extension MomentValue {
    package mutating func move(to moment: Moment) { (instant, zone, day) = (moment.instant, moment.zone, moment.day) }
}
