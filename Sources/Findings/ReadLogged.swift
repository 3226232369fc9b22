import Base
import Engine
import Insights
import Journal
import Records
import Store

extension OpenVault {
    /// Everything logged on some civil days, for counting. Unreadable records are skipped.
    package func logged(_ days: ClosedRange<LocalDay>) throws -> Logged {
        var logged = Logged()
        let range = Instant.span(around: days)
        logged.entries = try store.tagsByEntry(days, journals: ownJournals())[...]
        logged.checkIns = try values(CheckIn.self, range, days) + scoredEntries(on: days).compactMap(\.entry.counted)
        logged.symptoms = try values(SymptomEntry.self, range, days)
        logged.measures = MeasureEntry.inOneUnit(try values(MeasureEntry.self, range, days))[...]
        logged.samples = try values(HealthSample.self, range, days)
        for stored in try medications(archived: true) { logged.medications[stored.id] = stored.value }
        for stored in try allSchedules() { logged.schedules[stored.id] = stored.value }
        // A dose may be logged early, or long after it was due.
        let settled = range.lowerBound.moved(by: -2 * Instant.dayMilliseconds)..<Instant.last
        let intakes = try records(Intake.self, in: settled, newestFirst: false)
        logged.intakes = intakes.map(\.value).filter { days.contains($0.day) }[...]
        let known = Dictionary(intakes.map { ($0.id, $0) }) { first, _ in first }
        logged.doses = try doses(in: range, at: nil) { known[$0] }.map(\.dose).filter { days.contains($0.occurrence.day) }[...]
        logged.sort()
        return logged
    }

    private func values<Kept: HealthValue & MomentValue>(
        _ type: Kept.Type, _ range: Range<Instant>, _ days: ClosedRange<LocalDay>
    ) throws -> ArraySlice<Kept> {
        try records(type, in: range, newestFirst: false) { days.contains($0.day) }.map(\.value)[...]
    }

    /// The owner's entries of some days with a mood in a number.
    func scoredEntries(on days: ClosedRange<LocalDay>) throws -> [StoredEntry] {
        try store.scoredEntries(days, journals: ownJournals())
    }

    /// Returns the local time at an instant in a zone, in minutes; each zone is looked up once.
    static func clock() -> (Instant, String) -> Int? {
        var zones: [String: CivilTime?] = [:]
        return { instant, zone in
            let civil: CivilTime?
            if let known = zones[zone] {
                civil = known
            } else {
                civil = CivilTime(named: zone)
                zones[zone] = .some(civil)
            }
            return civil?.wall(at: instant.milliseconds).map { $0.time.hour * 60 + $0.time.minute }
        }
    }
}

extension OpenVault {
    /// A diary of some civil days: the data of charts. Today is left out until it is over.
    /// - Parameter watched: outcomes that come first.
    /// - Returns: `nil` if nothing that can be counted was logged on them.
    package func diary(days: ClosedRange<LocalDay>, watched: [Outcome.Name] = []) throws -> Diary? {
        let today = surroundings.wall.day
        guard days.lowerBound < today else { return nil }
        let last = min(days.upperBound, today.adding(days: -1) ?? today)
        let days = days.lowerBound...last
        return try cached(Cached.diary(days, watched)) {
            Diary(
                try logged(days), watched: watched, from: days.lowerBound.number, through: last.number,
                clock: OpenVault.clock())
        }
    }
}
