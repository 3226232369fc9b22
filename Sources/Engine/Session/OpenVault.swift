import Base
import Basics
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

    package let location: VaultLocation
    package var keys: UnlockedVault
    package let store: Store
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
    var checkpointRule: CheckpointRule? = CheckpointRule()
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

    /// Opens a database, which may still be created elsewhere, with an existing lock.
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
            try OpenVault.finishInterrupted(
                &unlocked, store: store, device: device, heads: &heads, at: location, surroundings: surroundings)
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

    /// Throws if the database has another key than the vault file: the key was changed while this program waited, or an older
    /// vault file was put back.
    private static func requireSameKey(_ keys: inout UnlockedVault, at location: VaultLocation) throws {
        try keys.refresh()
        let heads = headsOnDisk(of: keys, at: location)
        guard heads.wasRead || !FileManager.default.fileExists(atPath: location.heads) else { throw EngineError.otherVaultFile }
    }

    /// Reads all that one page shows. No other part of this program writes meanwhile; if another program did, it is read again, so
    /// that the page shows one state. A transaction would not do: SQLCipher refuses every page after a damaged one until its end.
    package func read<T: Sendable>(_ body: @Sendable (isolated OpenVault) throws -> T) throws -> T {
        for _ in 0..<3 {
            let version = try store.othersVersion()
            let result = try body(self)
            if try store.othersVersion() == version { return result }
        }
        return try body(self)
    }

    /// Runs one transaction, and records beside the database what it has confirmed. Within another, it is part of that one: so an
    /// import, a move or a share makes one commit of many actions.
    package func commit<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        if let writer { return try body(writer) }
        let before = heads
        do {
            let result = try store.write { writer in
                self.writer = writer
                defer { self.writer = nil }
                return try body(writer)
            }
            if heads.heads != before.heads { writeHeads() }
            // The same as on opening.
            LockedNumbers.renew(from: store, at: location, journal: try? firstJournal())
            return result
        } catch {
            // What was read in the failed transaction is invalid.
            heads = before
            cache.drop()
            throw error
        }
    }

    /// The database once more, as it is now: reading it for long keeps no one from changing the vault.
    package func presentStore() throws -> Store {
        let store = try OpenVault.openStore(
            at: copy?.path ?? location.database, mustExist: true, isStill: isReadOnly, keys: keys)
        try store.keepState()
        return store
    }

    static func openStore(
        at path: String, mustExist: Bool, isStill: Bool, keys: borrowing UnlockedVault
    ) throws -> Store {
        let key = keys.databaseKey()
        let store = try unsafe key.withBytes { bytes in
            try unsafe Store(isStill ? .still(path) : .file(path, mustExist: mustExist), key: bytes)
        }
        guard !isStill else { return store }
        guard FileAccess.makePrivate(path) else { throw EngineError.file(path: path, code: errno) }
        return store
    }
}
