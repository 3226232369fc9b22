import Base
import Engine
import Foundation
import GivenValues
import Journal
import Ledger
import Testing

extension TestVault {
    /// A symptom entry so many seconds after the present moment.
    package func symptom(_ name: String, _ severity: Int, after seconds: Int64 = 0) throws -> SymptomEntry {
        let moment = try moment(after: seconds)
        return SymptomEntry(instant: moment.instant, zone: moment.zone, day: moment.day, symptom: name, severity: severity)
    }

    package func checkIn(mood: Int? = nil, craving: Int? = nil, triggers: [String] = [], helped: [String] = []) throws -> CheckIn
    {
        let moment = try moment(after: 0)
        return CheckIn(
            instant: moment.instant, zone: moment.zone, day: moment.day, mood: mood, craving: craving, triggers: triggers,
            helped: helped)
    }

    /// What clock and calendar say so many seconds from now.
    package func moment(after seconds: Int64) throws -> Moment {
        let instant = try #require(Instant(milliseconds: clock.now + seconds * 1000))
        let wall = try #require(CivilTime(zone: zone).wall(at: instant.milliseconds))
        return Moment(instant: instant, zone: zone.identifier, day: wall.day)
    }

    /// A schedule of every day at these times, by the clock where its owner is.
    package func daily(_ medication: RecordID, _ times: String..., amount: Amount = .one) throws -> Schedule {
        let moment = try moment(after: 0)
        return Schedule(
            medication: medication, cadence: .everyDays(1), times: times.map { .of($0) }, amount: amount, start: moment.day,
            zone: zone.identifier, since: moment.instant)
    }
}

extension OpenVault {
    package func states(on day: String) throws -> [String] {
        try doses(on: .of(day)).map { "\($0.dose.occurrence.name.key.suffix(5)) \($0.dose.state.rawValue)" }
    }
}
