import Journal
import Ledger
import Store

/// Into which journals the records of an export go.
struct ImportTargets {
    /// The journal of what names none.
    var main: JournalID
    /// The journals here of those that the export names.
    var journals: [JournalID: JournalID] = [:]
    /// The journals here of attachments, by the numbers of their records.
    var files: [Int: JournalID] = [:]
    /// Journals that were made for this import.
    var made: [JournalID] = []

    /// The journal of a record that lay in `origin`.
    subscript(origin: JournalID?) -> JournalID { origin.flatMap { journals[$0] } ?? main }
}

extension OpenVault {
    /// Finds or makes the journals that an export's records go into: its only one goes into the journal in which is written here, of
    /// several the first into the first, each other into one's own that came of it before or is called so, else into a new one.
    /// A dry run makes none.
    func importTargets(for exported: ExportedJournals, dryRun: Bool) throws -> ImportTargets {
        let origins = exported.counts.keys.sorted()
        guard let first = exported.first, origins.count > 1 else {
            let main = try defaultJournal()
            return ImportTargets(main: main, journals: Dictionary(uniqueKeysWithValues: origins.map { ($0, main) }))
        }
        let main = try firstJournal()
        var targets = ImportTargets(main: main, journals: [first: main])
        do {
            for origin in origins where origin != first {
                if let known = try journal(importedFrom: origin, called: exported.names[origin] ?? .usual) {
                    targets.journals[origin] = known
                } else if !dryRun {
                    let made = try createJournal(named: freeName(like: exported.names[origin] ?? .usual)).id
                    targets.journals[origin] = made
                    targets.made.append(made)
                }
            }
        } catch {
            discard(targets)
            throw error
        }
        targets.files = exported.files.mapValues { targets[$0] }
        return targets
    }

    /// Takes away what was made for an import that failed. Where a relay knows of it already it stays, with nothing in it.
    func discard(_ targets: ImportTargets) { for journal in targets.made { try? removeJournal(journal) } }

    private func journal(importedFrom origin: JournalID, called name: JournalName) throws -> JournalID? {
        let own = try ownJournals()
        if own.contains(origin) { return origin }
        let names = try store.records(kind: JournalName.kind).filter {
            own.contains($0.journal) && $0.id == JournalName.record(of: $0.journal)
        }
        let came = names.first { $0.state[RecordForm.originField]?.string == origin.description }
        return (came ?? names.first { JournalName(fields: $0.state.values)?.key == name.key })?.journal
    }

    /// The name, or where another journal has it the name with a number behind it.
    private func freeName(like name: JournalName) throws -> String {
        let taken = Set(try journalNames().map { $0.name.lowercased() })
        let candidates = [name.description] + (2...OpenVault.journalLimit + 1).map { "\(name.description) \($0)" }
        return candidates.first { !taken.contains($0.lowercased()) } ?? name.description
    }
}
