import Ledger
import Store
import Sync

/// Whose is what, for pages that show several journals or several people.
extension OpenVault {
    /// Who shares each journal of this vault.
    package func sharedJournals() throws -> [SharedJournal] { try journals().map { try shared($0.id) } }

    /// Whether others than this person are members of a journal.
    package func isShared(_ journal: JournalID) throws -> Bool { try control(of: journal).members.count > 1 }

    /// Whether this person may put notes beside the entries of a journal, and others get to see them.
    package func mayNote(in journal: JournalID) throws -> Bool {
        guard try ownRole(in: journal)?.mayWrite(.note) == true else { return false }
        return try end(of: journal) == nil
    }

    /// Those of some entries that somebody else has written, with what their authors are called; empty where that is not said.
    package func authors(of entries: [StoredEntry]) throws -> [RecordID: String] {
        var authors: [RecordID: String] = [:]
        for (journal, entries) in Dictionary(grouping: entries, by: \.journal) {
            let control = try control(of: journal)
            let you = control.root(of: owner.name)
            let others = entries.compactMap { entry in
                control.person(of: entry.origin.device).flatMap { $0 == you ? nil : (entry.id, $0) }
            }
            guard !others.isEmpty else { continue }
            let names = try memberNames(of: journal)
            for (entry, author) in others { authors[entry] = names[OpenVault.memberRecord(author)] ?? "" }
        }
        return authors
    }

    /// Why the sync of a journal has stopped, one sentence; `nil` while it goes on, and for one that has come to its end.
    func syncFault(of journal: JournalID) throws -> String? {
        try end(of: journal) == nil ? syncMemory().faults[journal] : nil
    }
}
