import Ledger
import Records

/// Authorship, for pages that show several journals or several people.
extension OpenVault {
    package func sharedJournals() throws -> [SharedJournal] { try journals().map { try shared($0.id) } }

    /// Whether others than this person are members of a journal.
    package func isShared(_ journal: JournalID) throws -> Bool { try controlLog(of: journal).members.count > 1 }

    /// Whether this person may write notes on the entries of a journal, and others can see them.
    package func mayNote(in journal: JournalID) throws -> Bool {
        guard try ownRole(in: journal)?.mayWrite(.note) == true else { return false }
        return try end(of: journal) == nil
    }

    /// Who wrote these entries and their current texts, where someone else is involved. Reads the members of each journal once,
    /// and nothing if everything is from this device.
    package func authorships(of entries: [StoredEntry]) throws -> [RecordID: Authorship] {
        var found: [RecordID: Authorship] = [:]
        for (journal, entries) in Dictionary(grouping: entries, by: \.journal) {
            let devices = Set(entries.flatMap { [$0.origin.device, $0.textDevice] })
            guard devices != [device] else { continue }
            let others = try others(devices, in: journal)
            guard !others.isEmpty else { continue }
            let control = try controlLog(of: journal)
            // A device that has not been added to the journal yet is this one.
            func person(_ device: DeviceID) -> [UInt8]? { control.person(of: device) ?? control.root(of: owner.name) }
            for entry in entries {
                let (author, editor) = (entry.origin.device, entry.textDevice)
                let isEdited = person(author) != person(editor)
                guard others[author] != nil || isEdited else { continue }
                found[entry.id] = Authorship(
                    author: others[author], editor: isEdited ? others[editor].map { .other($0) } ?? .you : nil)
            }
        }
        return found
    }

    /// The devices that other people write with in a journal, with these people's names; empty if unnamed.
    package func others(_ devices: some Sequence<DeviceID>, in journal: JournalID) throws -> [DeviceID: String] {
        let control = try controlLog(of: journal)
        let you = control.root(of: owner.name)
        let others = Set(devices).compactMap { device in
            control.person(of: device).flatMap { $0 == you ? nil : (device, $0) }
        }
        guard !others.isEmpty else { return [:] }
        let names = try memberNames(of: journal)
        return others.reduce(into: [:]) { $0[$1.0] = names[OpenVault.memberRecord($1.1)] ?? "" }
    }

    /// Why sync of a journal has stopped, one sentence; `nil` while it works, and for an ended journal.
    func syncFault(of journal: JournalID) throws -> String? {
        try end(of: journal) == nil ? syncMemory().faults[journal] : nil
    }
}
