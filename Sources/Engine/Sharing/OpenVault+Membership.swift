import Foundation
import Journal
import Ledger
import Records
import Store
import Vault

/// The members of a journal, from its log.
extension OpenVault {
    /// This vault's person as a member of a journal; `nil` if not a member.
    func membership(in control: ControlLog) -> Member? {
        control.members[owner.name]
    }

    /// The role of this vault's person in a journal; `nil` if no longer a member.
    package func ownRole(in journal: JournalID) throws -> Role? {
        membership(in: try controlLog(of: journal))?.role
    }

    /// The safety code with which others verify this vault's person: five groups of four characters.
    package func ownFingerprint() -> String { owner.fingerprint }

    /// Whether a journal is the first one, which holds the person's own data: medicines, support plan, preferences.
    package func isFirst(_ journal: JournalID) throws -> Bool { try journal == firstJournal() }

    package func journalToShare(_ typed: String?) throws -> JournalID { try journal(named: typed) ?? defaultJournal() }

    /// Whether this vault's person owns a journal. Ownership never changes.
    package func owns(_ journal: JournalID) throws -> Bool {
        if ownedJournals.contains(journal) { return true }
        guard try store.journals().contains(journal) else { throw EngineError.noSuchJournal(journal.description) }
        guard try ownRole(in: journal) == .owner else { return false }
        ownedJournals.insert(journal)
        return true
    }

    /// How this vault's person was last admitted to a journal; `nil` if the log does not say.
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

    /// The journals that this person joined without access to the past: of earlier content only later changes are known here.
    package func journalsWithoutPast() throws -> Set<JournalID> {
        Set(
            try store.journals().filter { journal in
                try !owns(journal) && OpenVault.admission(to: journal, in: store, keys: keys)?.history == .new
            })
    }

    /// The membership of an owned journal; throws `SharingError.notOwner` otherwise.
    func ownedControl(of journal: JournalID) throws -> ControlLog {
        let control = try controlLog(of: journal)
        guard membership(in: control)?.role == .owner else { throw SharingError.notOwner }
        return control
    }

    /// Throws if the role does not permit a write.
    package func requireWriting(on lane: OperationHeader.Lane, in journal: JournalID) throws {
        // Another program may have ended or removed it while this one had it open.
        guard try !isDestroyed(journal) else { throw JournalError.ended }
        guard try store.holds(journal) else { throw EngineError.noSuchJournal(journal.description) }
        if try owns(journal) { return }
        // The write would reach no one, or everyone if the person were invited again.
        guard try end(of: journal) == nil, let role = try ownRole(in: journal) else { throw JournalError.ended }
        guard role.mayWrite(lane) else { throw SharingError.role(role) }
    }

    /// The part of an operation's content that counts in its journal, whoever wrote it.
    func counted(_ payload: Payload, of operation: Ledger.Operation) throws -> Payload {
        try sharingRule(of: operation.header.journal, for: operation.header.device).counted(payload, of: operation)
    }

    /// Whether a write by this device would count: every member ignores one that does not, and so would this vault when it
    /// rebuilds from its own log.
    package func counts(_ mutation: Mutation, in journal: JournalID, on lane: OperationHeader.Lane) throws -> Bool {
        try sharingRule(of: journal, for: device).admits(mutation, lane: lane, device: device)
    }

    private func sharingRule(of journal: JournalID, for device: DeviceID) throws -> SharingRule {
        if let rule = sharingRules[journal], rule.knows(device) { return rule }
        let rule = SharingRule(try controlLog(of: journal))
        sharingRules[journal] = rule
        return rule
    }

    // MARK: - Names

    static let memberKind = SharingRule.memberName

    /// The names of members by their roots, from the owner's records of kind `member`.
    func memberNames(of journal: JournalID) throws -> [RecordID: String] {
        try store.records(kind: OpenVault.memberKind).reduce(into: [:]) { names, record in
            if record.journal == journal { names[record.id] = record.state["name"]?.string }
        }
    }

    static func memberRecord(_ root: [UInt8]) -> RecordID { RecordID(firstBytesOf: root) }

    /// Sets a member's name, for everyone who shares the journal.
    func name(member root: [UInt8], _ name: String, in journal: JournalID) throws {
        let id = OpenVault.memberRecord(root)
        try act(in: journal) { writer in
            [try writer.mutation(of: id, kind: OpenVault.memberKind, journal: journal, setting: ["name": .string(name)])]
        }
    }

    /// Writes the names of the journal and its members again.
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

    /// A typed name, trimmed: 1 to 60 characters in one line.
    static func checked(name: String) throws -> String {
        let name = trimmed(name)
        guard !name.isEmpty, name.count <= 60, name.utf8.count <= 240,
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { throw SharingError.badName }
        return name
    }
}
