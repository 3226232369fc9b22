import Engine
import Insights
import Journal
import Records
import Store

extension OpenVault {
    /// The moods in numbers of some civil days, today included: by day, weekday, hour and tag. Counted once until something is written.
    package func moods(on days: ClosedRange<LocalDay>) throws -> MoodLevels {
        try cached(Cached.moods(days)) {
            return MoodLevels(
                Outcome(.mood, try readings(of: .mood, on: days).0), days: days.lowerBound.number...days.upperBound.number,
                tags: try store.tagsByEntry(days, journals: ownJournals()).map { ($0.day.number, $0.tags) })
        }
    }
}
