import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The number of entries on each of these days, of one journal or of all; days without entries are left out.
    package func dayCounts(_ days: ClosedRange<LocalDay>, journals: Set<JournalID>? = nil) throws -> [LocalDay: Int] {
        try store.dayCounts(days, journals: journals)
    }

    /// The same for each day of a year; empty outside years 1 to 9999.
    package func yearOfDays(_ year: Int) throws -> [LocalDay: Int] {
        guard let first = LocalDay(year: year, month: 1, day: 1), let last = LocalDay(year: year, month: 12, day: 31) else {
            return [:]
        }
        return try store.dayCounts(first...last)
    }

    /// The days of these with an entry that has a file, and those on which something was logged; what devices measured does not count.
    package func markedDays(_ days: ClosedRange<LocalDay>) throws -> (files: Set<LocalDay>, health: Set<LocalDay>) {
        let kinds = HealthRecord.kinds.map { $0.kind }.filter { $0 != HealthSample.kind }
        let health = try store.days(ofKinds: kinds, in: Instant.span(around: days), journals: ownJournals())
        return (try store.daysWithFiles(days), health)
    }

    /// The number of consecutive days with an entry, up to this day or the day before.
    package func streak(_ today: LocalDay) throws -> Streak {
        try cached(Cached.streak(today)) { try Streak(today: today) { try store.run(endingAt: $0) } }
    }

    /// The months that have an entry, the newest first.
    package func monthsWithEntries() throws -> [LocalMonth] { try store.monthsWithEntries() }

    /// Moods in use with their number of entries, the most used first.
    package func moodsInUse() throws -> [(mood: Mood, count: Int)] {
        try cached(Cached.moods) { try store.moods() }
    }
}
