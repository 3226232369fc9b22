import Engine
import Journal
import Ledger
import Store

/// The journals that an export's records go into.
struct ImportTargets {
    /// The journal for records that name none.
    var main: JournalID
    /// Our journals, by the ids in the export.
    var journals: [JournalID: JournalID] = [:]
    /// Our journals for attachments, by record number.
    var files: [Int: JournalID] = [:]
    /// Journals that are empty and that no import has filled.
    var fresh: Set<JournalID> = []
    var made: Set<JournalID> = []

    subscript(origin: JournalID?) -> JournalID { origin.flatMap { journals[$0] } ?? main }
}

extension OpenVault {
    /// Finds or creates the journals for an export's records. A single one goes into the default journal. Of several, the first
    /// goes into the first; each other goes into the owner's journal that was imported from it or has its name, otherwise into a
    /// new one, within a transaction of `commitCreating`.
    func importTargets(for exported: ExportedJournals, creates: Bool) throws -> ImportTargets {
        let origins = exported.counts.keys.sorted()
        let first = try origins.count > 1 ? firstJournal() : defaultJournal()
        var targets = ImportTargets(main: first)
        for origin in origins { targets.journals[origin] = try journal(importedFrom: origin) }
        if !targets.journals.values.contains(first),
            let main = exported.first(besides: Set(targets.journals.keys)) ?? (origins.count == 1 ? origins[0] : nil)
        {
            targets.journals[main] = first
        }
        for origin in origins where targets.journals[origin] == nil {
            let name = exported.names[origin] ?? .usual
            if let known = try ownJournal(called: name) {
                targets.journals[origin] = known
            } else if creates {
                let made = try create(freeName(like: name))
                targets.journals[origin] = made
                targets.made.insert(made)
            }
        }
        targets.fresh = try Set(targets.journals.values).filter { try isFresh($0) }
        targets.files = exported.files.mapValues { targets[$0] }
        return targets
    }

    private func journal(importedFrom origin: JournalID) throws -> JournalID? {
        let own = try ownJournals()
        if own.contains(origin) { return origin }
        return try store.journalOrigins().first { own.contains($0.key) && $0.value == origin.description }?.key
    }

    private func ownJournal(called name: JournalName) throws -> JournalID? {
        let own = try ownJournals()
        return try store.journalNames().filter { own.contains($0.key) && $0.value.key == name.key }.keys.min()
    }

    /// Whether the owner's journal is empty and nothing was imported into it.
    private func isFresh(_ journal: JournalID) throws -> Bool {
        try owns(journal) && store.entriesByJournal()[journal] == nil && store.journalOrigins()[journal] == nil
    }

    /// The name; if another journal has it, with a number after it.
    private func freeName(like name: JournalName) throws -> JournalName {
        let taken = Set(try journalNames().map { $0.name.lowercased() })
        let others = (2...OpenVault.journalLimit + 1).lazy.map { "\(name.description) \($0)" }
        guard taken.contains(name.key), let free = others.first(where: { !taken.contains($0.lowercased()) }) else { return name }
        do throws(JournalNameFault) { return try JournalName(free) } catch { throw JournalError.name(error) }
    }
}
