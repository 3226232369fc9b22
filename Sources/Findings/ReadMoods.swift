import Engine
import Insights
import Journal
import Records
import Store

extension OpenVault {
    /// The moods of check-ins, and of entries with a number, on some civil days, today included: by day, weekday, hour and tag. Counted once until something is
    /// written.
    package func moods(on days: ClosedRange<LocalDay>) throws -> MoodLevels {
        try cached(Cached.moods(days)) {
            let clock = OpenVault.clock()
            let checkIns = try records(CheckIn.self, on: days).map(\.value) + scoredEntries(on: days).compactMap(\.entry.counted)
            let readings = checkIns.compactMap { checkIn -> Reading? in
                let instant = checkIn.instant
                // If the clock is unknown, noon is the safest assumption.
                return checkIn.mood.map {
                    Reading(
                        instant: instant, day: checkIn.day.number, minute: clock(instant, checkIn.zone) ?? 720, value: Double($0))
                }
            }
            return MoodLevels(
                Outcome(.mood, readings), days: days.lowerBound.number...days.upperBound.number,
                tags: try store.tagsByEntry(days, journals: ownJournals()).map { ($0.day.number, $0.tags) })
        }
    }
}
