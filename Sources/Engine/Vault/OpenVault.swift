import Base
import Foundation
import Journal
import Ledger
import SQLite
import Store
import Sync
import Vault

/// An unlocked vault: the only place with plaintext, keys and disk access. It owns the keys and the database, and runs one use
/// case at a time; when it is released, keys are overwritten and the database is closed.
package actor OpenVault {
    private nonisolated let thread = VaultThread("vault")
    /// A thread of its own, because the database blocks.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// The vault's folder.
    package let location: VaultLocation
    package var keys: UnlockedVault
    /// Its database.
    package let store: Store
    /// Clock, zone and random numbers.
    package nonisolated let surroundings: Surroundings
    package let device: DeviceID
    /// Created when the first operation is signed.
    lazy var signer = keys.body.deviceSigner()
    /// The public keys of this device, and of those from whose backups the vault was restored.
    lazy var deviceKeys: [DeviceID: [UInt8]] = Dictionary(
        (keys.body.formerDeviceKeys + [keys.body.devicePublicKey]).filter { $0.count == 32 }
            .map { (DeviceID(publicKey: $0), $0) }, uniquingKeysWith: { $1 })
    /// That of the running transaction.
    var writer: StoreWriter?
    var operationKeys: [OperationKey.Name: OperationKey] = [:]
    /// Keys that are not on the disk either, so that a log full of them does not reread the file each time.
    var knownMissing: Set<OperationKey.Name> = []
    let cache = LogCache()
    /// How many records were skipped because they are on a damaged page.
    package nonisolated let unreadable = UnreadableRecords()
    /// The journal that the vault began with, once looked up.
    var knownFirst: JournalID?
    /// Where the relay's logs were read last.
    var logReaders: [JournalID: LogReader] = [:]
    /// Whose writes count in each journal, as last looked up; and the journals that this vault's person owns.
    var sharingRules: [JournalID: SharingRule] = [:]
    var ownedJournals: Set<JournalID> = []
    /// When a log needs a snapshot, and for which journals none is made as long as this program runs.
    var checkpointRule = CheckpointRule()
    var postponedCheckpoints: Set<JournalID> = []

    /// Warnings about the vault's health, though it opened.
    package nonisolated let notices: [VaultNotice]

    /// Other users of the machine have access to the vault's folder, and it could not be removed.
    package nonisolated let isOpenToOthers: Bool

    /// How many confirmed operations are missing in the database: it is an older copy, or has lost its end.
    package nonisolated let lostOperations: Int

    /// The file that records what was saved last was removed: the vault can be read, and `repair` makes it writable again.
    package nonisolated let headsAreMissing: Bool

    let lock: DatabaseLock
    /// The vault is on a read-only disk: it can be read and exported, and nothing is changed.
    package nonisolated var isReadOnly: Bool { lock.isOnReadOnlyDisk }
    /// The copy that is read instead of the database on such a disk.
    private let copy: StillDatabase?
    /// The ends of this device’s chains that were confirmed as saved.
    package var heads: ConfirmedHeads
    let headsKey: Secret
    /// A new recovery code, until its owner has checked it: the only place where it can be read.
    var unprovenCode: RecoveryCode?

    /// Opens the database of an unlocked vault; creates database and first journal if the setup was interrupted before them.
    package init(_ unlocked: consuming UnlockedVault, at location: VaultLocation, surroundings: Surroundings) throws {
        let isWiping = unlocked.body[setting: OpenVault.wiping] != nil
        let isUnfinished = isWiping || OpenVault.hasKeyChange(unlocked)
        let lock = try DatabaseLock(isUnfinished ? .exclusive : .shared, at: location, orOnlyRead: !isWiping)
        if isUnfinished, !lock.isOnReadOnlyDisk {
            try unlocked.refresh()
            try OpenVault.finishKeyChange(&unlocked, at: location)
            try OpenVault.finishWipe(&unlocked, at: location)
            lock.share()
        }
        let database = VaultKeyFiles(location).database(of: unlocked)
        try self.init(unlocked, at: location, database: database, lock: lock, surroundings: surroundings)
    }

    /// The same with an existing lock, and for a database that is still being created elsewhere.
    init(
        _ unlocked: consuming UnlockedVault, at location: VaultLocation, database: String, lock: DatabaseLock,
        surroundings: Surroundings
    ) throws {
        self.location = location
        self.surroundings = surroundings
        self.lock = lock
        notices = unlocked.notices
        try FolderRights.checkAttachments(of: location)
        isOpenToOthers = FolderRights.tighten(location)
        device = DeviceID(publicKey: unlocked.body.devicePublicKey)
        let isFounded = unlocked.body[setting: OpenVault.founded] != nil
        guard !isFounded || FileManager.default.fileExists(atPath: database) else { throw EngineError.databaseMissing }
        // An empty file in place of an existing database is damage, not a new vault.
        copy = try lock.isOnReadOnlyDisk ? StillDatabase(of: database, keys: unlocked) : nil
        let store: Store
        do {
            store = try OpenVault.openStore(
                at: copy?.path ?? database, mustExist: isFounded, isStill: lock.isOnReadOnlyDisk, keys: unlocked)
        } catch SQLiteError.damaged(let code) {
            try OpenVault.requireSameKey(&unlocked, at: location)
            throw SQLiteError.damaged(code: code)
        }
        if !isFounded { try OpenVault.found(&unlocked, store: store, device: device, surroundings: surroundings) }
        headsKey = unlocked.vaultKey().derive("heads")
        heads = OpenVault.headsOnDisk(of: unlocked, at: location)
        headsAreMissing = heads.isMissing
        // Finishing or undoing interrupted changes requires writing.
        if !lock.isOnReadOnlyDisk, !heads.isMissing {
            // This only tidies up: a full disk, or a running import, must not prevent reading.
            try? OpenVault.finishCreating(&unlocked, store: store, device: device, heads: heads)
            try OpenVault.finishRemovals(
                &unlocked, store: store, device: device, heads: &heads, at: location, surroundings: surroundings)
            try OpenVault.makeUpRotations(unlocked, store: store, device: device, heads: &heads, surroundings: surroundings)
        }
        lostOperations = try OpenVault.sum(heads, store: store, device: device) { $0.lost(databaseEnd: $1) }
        // A program may have been killed between a change of the plan and this.
        if !lock.isOnReadOnlyDisk {
            // A vault that was never finished has no plan.
            let journal = try? OpenVault.firstJournal(in: unlocked.body)
            LockedNumbers.renew(from: store, at: location, journal: journal)
        }
        self.store = store
        keys = unlocked
    }

    /// Adds up a value over all heads and the ends of their chains in the database. A program that had the vault open while a
    /// journal was removed may have recorded that one again.
    package static func sum(
        _ heads: ConfirmedHeads, store: Store, device: DeviceID, _ count: (ConfirmedHeads.Head, UInt64) -> Int
    ) throws -> Int {
        // Without the list more is counted as lost, never less.
        let removed = Set(((try? store.records(kind: removalKind)) ?? []).map { JournalID($0.id.bytes) })
        return try store.read { writer in
            try heads.heads.reduce(0) { sum, head in
                guard try !removed.contains(head.key) || store.holds(head.key) else { return sum }
                return try sum + count(head.value, writer.nextPlace(journal: head.key, device: device).position - 1)
            }
        }
    }

    static let founded = "founded"
    /// In a restored vault: the journal's first operation, which its own device cannot sign again.
    package static let genesisOperation = "genesis-operation"

    /// Throws if the database has another key than the vault file: the key was changed while this program waited, or an older
    /// vault file was put back.
    private static func requireSameKey(_ keys: inout UnlockedVault, at location: VaultLocation) throws {
        try keys.refresh()
        let heads = headsOnDisk(of: keys, at: location)
        guard heads.wasRead || !FileManager.default.fileExists(atPath: location.heads) else { throw EngineError.otherVaultFile }
    }

    /// The confirmed heads of each journal, from the file beside the database.
    static func headsOnDisk(of keys: borrowing UnlockedVault, at location: VaultLocation) -> ConfirmedHeads {
        ConfirmedHeads(
            readingFrom: VaultKeyFiles(location).heads(of: keys), pinned: keys.body.confirmedHeads,
            key: keys.vaultKey().derive("heads"), context: ConfirmedHeads.context(keys))
    }

    static func openStore(
        at path: String, mustExist: Bool, isStill: Bool, keys: borrowing UnlockedVault
    ) throws -> Store {
        let key = keys.databaseKey()
        let store = try unsafe key.withBytes { bytes in
            try unsafe Store(isStill ? .still(path) : .file(path, mustExist: mustExist), key: bytes)
        }
        guard !isStill else { return store }
        guard unsafe chmod(path, 0o600) == 0 else { throw EngineError.file(path: path, code: errno) }
        return store
    }

    /// Creates the first journal: its key in the vault first, then its genesis in the log, then the mark that it is complete.
    private static func found(
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
