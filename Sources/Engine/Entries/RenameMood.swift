import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// Gives all of the owner's entries and check-ins with one word for a mood another one, in one transaction.
    /// - Returns: how many were changed.
    package func renameMood(_ old: Mood, to new: Mood) throws -> Int {
        var query = SearchQuery()
        query.moods = [old]
        var renamed: [(id: RecordID, kind: String, journal: JournalID)] = []
        _ = try store.eachEntry(Selection(query: query, journals: try ownJournals())) { stored in
            if stored.entry.mood == old { renamed.append((stored.id, Entry.kind, stored.journal)) }
            return true
        }
        renamed += try records(CheckIn.self) { $0.word == old }.map { ($0.id, CheckIn.kind, $0.journal) }
        try commit { writer in
            for (journal, list) in Dictionary(grouping: renamed, by: \.journal).sorted(by: { $0.key < $1.key }) {
                for start in stride(from: 0, to: list.count, by: 500) {
                    let changes = try list[start..<min(start + 500, list.count)].map {
                        try writer.mutation(of: $0.id, kind: $0.kind, journal: journal, setting: ["mood": .string(new.name)])
                    }
                    try append(changes, to: journal)
                }
            }
        }
        return renamed.count
    }
}
