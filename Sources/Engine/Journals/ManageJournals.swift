import Base
import Journal
import Ledger
import Records
import Store
import Vault

extension OpenVault {
    /// The most journals in a vault: each one's key is in the relay's copy of the vault, which is limited to 64 KiB.
    package static let journalLimit = 100

    /// Creates a journal. Throws `JournalError`.
    @discardableResult
    package func createJournal(named typed: String) throws -> JournalSummary {
        let name = try freeName(typed)
        return try summary(of: try commitCreating { _ in try create(name) })
    }

    /// Renames a journal, on all devices and for everyone who shares it. Throws `JournalError`, and `SharingError.notOwner` if it
    /// is someone else's: only the owner renames it.
    @discardableResult
    package func renameJournal(_ journal: JournalID, to typed: String) throws -> JournalSummary {
        guard try owns(journal) else { throw SharingError.notOwner }
        let name = try freeName(typed, besides: journal)
        try act(in: journal) { writer in
            [
                try writer.mutation(
                    of: JournalName.record(of: journal), kind: JournalName.kind, journal: journal, setting: name.fields)
            ]
        }
        return try summary(of: journal)
    }

    /// Makes this the default journal for new entries, check-ins and symptoms, on this device only.
    @discardableResult
    package func useJournal(_ journal: JournalID) throws -> JournalSummary {
        guard try !isDestroyed(journal) else { throw JournalError.ended }
        try keys.update { (body) throws(VaultError) in body.defaultJournal = journal.bytes }
        return try summary(of: journal)
    }

    private func summary(of journal: JournalID) throws -> JournalSummary {
        guard let found = try journals().first(where: { $0.id == journal }) else {
            throw EngineError.noSuchJournal(journal.description)
        }
        return found
    }

    /// Checks a typed name; throws if another journal has it.
    func freeName(_ typed: String, besides journal: JournalID? = nil) throws -> JournalName {
        let name: JournalName
        do throws(JournalNameFault) { name = try JournalName(typed) } catch { throw JournalError.name(error) }
        guard try !journalNames().contains(where: { $0.id != journal && $0.name.lowercased() == name.key }) else {
            throw JournalError.nameTaken(name.description)
        }
        return name
    }
}

// Creating further journals.
extension OpenVault {
    /// Prefix of the vault settings that hold the body of the first operation of each further journal that this device created,
    /// so that it can be rebuilt, bit for bit.
    static let genesisPrefix = "genesis:"
    /// Prefix of the settings that hold the name of a journal until its first operation is written.
    static let foundingPrefix = "founding:"
    /// The first epoch whose key encrypts anything in a further journal.
    static let firstUsedEpoch: UInt32 = 2

    /// Runs one transaction that may create journals (`create`): all of it is saved, or on an error nothing.
    package func commitCreating<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        guard !heads.isMissing else { throw EngineError.headsMissing }
        defer {
            // If the vault file cannot be written now, the next opening does it.
            try? OpenVault.finishCreating(&keys, store: store, device: device, heads: heads)
        }
        return try commit(body)
    }

    /// Creates a journal within a transaction of `commitCreating`. Throws `JournalError`.
    ///
    /// Its key is saved in the vault file before the transaction ends, so that the log never needs a key that does not exist. The
    /// first key is replaced at once: the operation that does so contains the new one for its owner, so that the person's other
    /// devices find it in the log.
    package func create(_ name: JournalName) throws -> JournalID {
        guard try store.journals().count < OpenVault.journalLimit else {
            throw JournalError.tooMany(limit: OpenVault.journalLimit)
        }
        let genesis = OpenVault.newGenesis(keys, surroundings: surroundings)
        try keys.update { (body) throws(VaultError) in
            body[setting: OpenVault.genesisPrefix + hex(genesis.journal.bytes)] = genesis.body
            body[setting: OpenVault.foundingPrefix + hex(genesis.journal.bytes)] = Array(name.description.utf8)
            _ = body.addJournalKey(.random(count: 32), journal: genesis.journal.bytes, epoch: OpenVault.firstUsedEpoch)
        }
        try commit { writer in
            heads.note(try OpenVault.found(genesis, name: name, keys: keys, with: writer, surroundings: surroundings))
        }
        return genesis.journal
    }

    /// Removes the marks of journals that are in the log by now, and the keys of journals whose creation was interrupted before
    /// that. Journals that another device began to create are left to it.
    static func finishCreating(
        _ keys: inout UnlockedVault, store: Store, device: DeviceID, heads: ConfirmedHeads
    ) throws {
        guard !keys.body.settings(beginningWith: foundingPrefix).isEmpty else { return }
        // A program that is creating a journal now holds the database until its journal is in the log, and cleans up itself.
        try store.withoutWaiting {
            try store.write { _ in
                try keys.refresh()
                let founded = try Set(store.journals()).union(heads.heads.keys)
                try keys.update { (body) throws(VaultError) in
                    for setting in body.settings(beginningWith: foundingPrefix) {
                        let own = String(setting.dropFirst(foundingPrefix.count))
                        body[setting: setting] = nil
                        // A first operation that cannot be read was not begun by this device, and is left alone.
                        guard let journal = bytes(fromHex: own), JournalID(journal).map({ !founded.contains($0) }) ?? false,
                            let first = body[setting: genesisPrefix + own].flatMap({ try? Genesis(reading: $0) }),
                            first.device == body.devicePublicKey
                        else { continue }
                        body[setting: genesisPrefix + own] = nil
                        body.removeJournalKey(journal, epoch: firstUsedEpoch)
                    }
                }
            }
        }
    }

    /// Writes the genesis, the rotation that gives the key to its owner, and the name.
    /// - Returns: the last of the three.
    private static func found(
        _ genesis: Genesis, name: JournalName, keys: borrowing UnlockedVault, with writer: StoreWriter, surroundings: Surroundings
    ) throws -> Ledger.Operation {
        let (journal, epoch) = (genesis.journal, firstUsedEpoch)
        guard let key = keys.body.journalKey(journal.bytes, epoch: epoch) else { throw VaultError.damaged(.body) }
        let first = operation(genesis, keys: keys)
        try writer.append(first, payload: nil)
        let change = try keyChange(to: epoch, of: journal, key: key, for: [genesis.owner], back: false, keys: keys)
        let second = try appendControl(
            Rotation(previous: first.hash, key: change).body, to: journal, epoch: epoch - 1,
            at: StoreWriter.Place(position: 2, previous: first.hash), keys: keys, with: writer)
        let fields = name.fields.merging(["created": .int(surroundings.now())]) { first, _ in first }
        return try append(
            [Mutation(kind: JournalName.kind, record: JournalName.record(of: journal), fields: fields)], to: journal,
            at: StoreWriter.Place(position: 3, previous: second.hash), keys: keys, with: writer, surroundings: surroundings)
    }

    /// The first operations of all journals that this device can rebuild, or has stored.
    static func firstOperations(_ keys: borrowing UnlockedVault) throws -> [Ledger.Operation] {
        var list = try firstOperation(keys).map { [$0] } ?? []
        for setting in keys.body.settings(beginningWith: genesisPrefix) {
            // One whose creation is unfinished is in the log, or nothing of it was ever saved.
            guard keys.body[setting: foundingPrefix + setting.dropFirst(genesisPrefix.count)] == nil else { continue }
            guard let genesis = keys.body[setting: setting].flatMap({ try? Genesis(reading: $0) }),
                genesis.device == keys.body.devicePublicKey
            else { continue }
            list.append(operation(genesis, keys: keys))
        }
        return list
    }
}

// The first journal, which a vault begins with.
extension OpenVault {
    static let founded = "founded"
    /// In a restored vault: the journal's first operation, which its own device cannot sign again.
    package static let genesisOperation = "genesis-operation"

    /// Creates the first journal: its key in the vault first, then its genesis in the log, then the mark that it is complete.
    static func found(
        _ keys: inout UnlockedVault, store: Store, device: DeviceID, surroundings: Surroundings
    ) throws {
        let genesis: Genesis
        if let body = keys.body[setting: "genesis"] {
            genesis = try Genesis(reading: body)
        } else {
            genesis = newGenesis(keys, surroundings: surroundings)
            try keys.update { (body) throws(VaultError) in
                body[setting: "genesis"] = genesis.body
                _ = body.addJournalKey(.random(count: 32), journal: genesis.journal.bytes, epoch: 1)
                body.defaultJournal = genesis.journal.bytes
            }
        }
        try store.write { writer in
            guard try writer.nextPlace(journal: genesis.journal, device: device).position == 1 else { return }
            try writer.append(operation(genesis, keys: keys), payload: nil)
        }
        try keys.update { (body) throws(VaultError) in body[setting: founded] = [1] }
    }

    /// The first operation of a journal. Its body stays in the vault, so that it can be rebuilt, bit for bit.
    static func operation(_ genesis: Genesis, keys: borrowing UnlockedVault) -> Ledger.Operation {
        keys.body.deviceSigner().control(
            genesis.body, in: genesis.journal, epoch: 1, of: DeviceID(publicKey: keys.body.devicePublicKey), at: .first)
    }

    /// The first operation of the first journal, rebuilt or stored; `nil` if another device created it and it was not stored.
    static func firstOperation(_ keys: borrowing UnlockedVault) throws -> Ledger.Operation? {
        if let kept = keys.body[setting: genesisOperation] { return try Operation(reading: kept) }
        guard let body = keys.body[setting: "genesis"] else { return nil }
        let genesis = try Genesis(reading: body)
        return genesis.device == keys.body.devicePublicKey ? operation(genesis, keys: keys) : nil
    }

    static func newGenesis(_ keys: borrowing UnlockedVault, surroundings: Surroundings) -> Genesis {
        let identity = keys.body.identity
        let device = keys.body.devicePublicKey
        var generator = surroundings.generator
        return Genesis(
            nonce: RecordID.random(using: &generator).bytes,
            owner: IdentityKeys(sign: identity.signing, agree: identity.agreement, recover: identity.recover),
            device: device, certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: device)))
    }
}
