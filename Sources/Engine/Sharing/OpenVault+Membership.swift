import Foundation
import Journal
import Ledger
import Records
import Store
import Vault

/// Who shares a journal, as its own log says.
extension OpenVault {
    /// This vault's person, as a member of a journal; `nil` where that is not so, or no more.
    func membership(in control: ControlLog) -> Member? {
        control.members[owner.name]
    }

    /// What this vault's person may do in a journal; `nil` for one of which the person is no member any more.
    package func ownRole(in journal: JournalID) throws -> Role? {
        membership(in: try control(of: journal))?.role
    }

    /// What others compare to know this vault's person: five groups of four characters.
    package func ownFingerprint() -> String { owner.fingerprint }

    /// Whether a journal is the first one, in which stands what belongs to the person: medicines, support plan, preferences.
    package func isFirst(_ journal: JournalID) throws -> Bool { try journal == firstJournal() }

    /// The journal that is meant, or the one in which is written when none is named.
    package func journalToShare(_ typed: String?) throws -> JournalID { try journal(named: typed) ?? defaultJournal() }

    /// Whether this vault's person owns a journal. Who does stays its owner.
    package func owns(_ journal: JournalID) throws -> Bool {
        if ownedJournals.contains(journal) { return true }
        guard try store.journals().contains(journal) else { throw EngineError.noSuchJournal(journal.description) }
        guard try ownRole(in: journal) == .owner else { return false }
        ownedJournals.insert(journal)
        return true
    }

    /// How this vault's person was let into a journal, the last time; `nil` where the log does not say it.
    static func admission(to journal: JournalID, in store: Store, keys: borrowing UnlockedVault) throws -> Member? {
        let identity = keys.body.identity
        let person = IdentityKeys(sign: identity.signing, agree: identity.agreement, recover: identity.recover).name
        var (log, last): (ControlLog?, Member?) = (nil, nil)
        for (bytes, _) in try store.controlOperations(of: journal) {
            guard let operation = try? Operation(reading: bytes) else { continue }
            if log == nil { log = try? ControlLog(founding: operation) } else { try? log?.take(operation) }
            last = log?.members[person] ?? last
        }
        return last
    }

    /// The journals that this person was let into for what is new: of what was there before nothing is known here but what was changed
    /// since.
    package func journalsWithoutPast() throws -> Set<JournalID> {
        Set(
            try store.journals().filter { journal in
                try !owns(journal) && OpenVault.admission(to: journal, in: store, keys: keys)?.history == .new
            })
    }

    /// What the membership is, for who owns the journal; throws `SharingError.notOwner` for others.
    func ownedControl(of journal: JournalID) throws -> ControlLog {
        let control = try control(of: journal)
        guard membership(in: control)?.role == .owner else { throw SharingError.notOwner }
        return control
    }

    /// Refuses a write for which the role does not suffice.
    func requireWriting(on lane: OperationHeader.Lane, in journal: JournalID) throws {
        // Another program may have ended it, or taken it out of the vault, while this one had it open.
        guard try !isDestroyed(journal) else { throw JournalError.ended }
        guard try store.holds(journal) else { throw EngineError.noSuchJournal(journal.description) }
        if try owns(journal) { return }
        // Nobody would ever get it, or all would if the person were invited again.
        guard try end(of: journal) == nil, let role = try ownRole(in: journal) else { throw JournalError.ended }
        guard role.mayWrite(lane) else { throw SharingError.role(role) }
    }

    /// What of an operation counts in its journal, whoever wrote it.
    func counted(_ payload: Payload, of operation: Ledger.Operation) throws -> Payload {
        try sharingRule(of: operation.header.journal, for: operation.header.device).counted(payload, of: operation)
    }

    /// Whether something counts that this device would write: everybody who shares the journal passes over what does not, and so
    /// would this vault when it reads its own log again.
    package func counts(_ mutation: Mutation, in journal: JournalID, on lane: OperationHeader.Lane) throws -> Bool {
        try sharingRule(of: journal, for: device).admits(mutation, lane: lane, device: device)
    }

    private func sharingRule(of journal: JournalID, for device: DeviceID) throws -> SharingRule {
        if let rule = sharingRules[journal], rule.knows(device) { return rule }
        let rule = SharingRule(try control(of: journal))
        sharingRules[journal] = rule
        return rule
    }

    // MARK: - Names

    static let memberKind = SharingRule.memberName

    /// What members are called, by their roots: the owner's records of kind `member` say it.
    func memberNames(of journal: JournalID) throws -> [RecordID: String] {
        try store.records(kind: OpenVault.memberKind).reduce(into: [:]) { names, record in
            if record.journal == journal { names[record.id] = record.state["name"]?.string }
        }
    }

    /// The record that says what a member is called.
    static func memberRecord(_ root: [UInt8]) -> RecordID { RecordID(firstBytesOf: root) }

    /// Says what a member is called, for all who share the journal.
    func name(member root: [UInt8], _ name: String, in journal: JournalID) throws {
        let id = OpenVault.memberRecord(root)
        try act(in: journal) { writer in
            [try writer.mutation(of: id, kind: OpenVault.memberKind, journal: journal, setting: ["name": .string(name)])]
        }
    }

    /// Says once more what the journal and its members are called.
    func sayNamesAgain(in journal: JournalID) throws {
        var all = try memberNames(of: journal).map { (kind: OpenVault.memberKind, record: $0, fields: ["name": JSON.string($1)]) }
        if let title = try store.journalNames()[journal] {
            all.append((kind: JournalName.kind, record: JournalName.record(of: journal), fields: title.fields))
        }
        guard !all.isEmpty else { return }
        try act(in: journal) { writer in
            try all.sorted { $0.record < $1.record }.map { kind, record, fields in
                try writer.state(of: record, kind: kind, journal: journal)
                    .mutation(kind: kind, record: record, setting: fields, all: true)
            }
        }
    }

    /// A name as somebody typed it: without blanks around it, 1 to 60 characters, of one line.
    static func checked(name: String) throws -> String {
        let name = trimmed(name)
        guard !name.isEmpty, name.count <= 60, name.utf8.count <= 240,
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { throw SharingError.badName }
        return name
    }
}
