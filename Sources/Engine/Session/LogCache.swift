import Journal
import Ledger
import Store

/// What was worked out of the whole log, valid until it grows: pages ask for the same again and again.
///
/// A class, so that one value may ask for others while it is made.
final class LogCache {
    private var position = -1
    private var values: [AnyHashable: any Sendable] = [:]

    func drop() { values = [:] }

    fileprivate func value<T: Sendable>(_ key: some Hashable, at position: Int, make: () throws -> T) rethrows -> T {
        if position != self.position { drop() }
        self.position = position
        // In two steps: if T is an optional, a missing value would look like a cached nil.
        if let known = values[key], let value = known as? T { return value }
        let value = try make()
        values[key] = value
        return value
    }
}

extension OpenVault {
    /// The cached value of this key at the end of the log, or a new one. A key is a case of an enumeration of the module that asks.
    package func cached<T: Sendable>(_ key: some Hashable, make: () throws -> T) throws -> T {
        try cache.value(key, at: store.logPosition(), make: make)
    }
}

enum Cached: Hashable {
    case entriesByJournal, journalNames, ownJournals, removedJournals, sealedFiles, tags, featureRarity, moodLearning, moods
    case medications, schedules
    case parting(JournalID)
    case sender(JournalID, relayed: UInt64)
    case control(JournalID, LogHead)
    case streak(LocalDay)
    case left(RecordID)
    case inUse(kind: String)
    case tracked
    case support(SupportItem.Part)
}
