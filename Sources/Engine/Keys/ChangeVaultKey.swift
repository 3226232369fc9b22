import Foundation
import Ledger
import SQLite
import Store
import Vault

/// Another key for the vault itself: an earlier vault file with its passphrase opens nothing of this folder afterwards. Killed anywhere, the
/// next opening finishes it or takes it back: docs/decisions/0047.
extension OpenVault {
    /// Gives a vault another key, and opens it: the database goes to the new key, and slots are made for the passphrase and for the
    /// recovery code. Other slots are gone; `removedSlots` names them.
    ///
    /// Nobody else can have the vault open. Where this throws, the vault is as it was, or opens with the new passphrase and has its new key.
    package static func changeVaultKey(
        _ unlocked: consuming UnlockedVault, passphrase: borrowing Secret, at location: VaultLocation, surroundings: Surroundings,
        cost: Argon2Cost = .standard, patience: Int = 2_000, progress: ProgressReport = .silent
    ) throws -> OpenVault {
        let lock = try DatabaseLock(.exclusive, at: location, patience: patience)
        try unlocked.refresh()
        try finishKeyChange(&unlocked, at: location)
        try finishWipe(&unlocked, at: location)
        let change = VaultKeyFiles(location)
        let now = surroundings.now()
        try unlocked.beginKeyChange(at: now)
        do {
            let successor = try unlocked.successor(passphrase: passphrase, cost: cost, at: now)
            progress.report("copying the database", 0, 0)
            let confirmedHeads = try change.prepare(successor, from: unlocked, now: now)
            try unlocked.become(successor, confirmedHeads: confirmedHeads)
        } catch {
            // Only where the old key is still the vault's is anything removed; otherwise the next opening finishes the change.
            try unlocked.refresh()
            try takeBack(&unlocked, change)
            throw error
        }
        progress.report("overwriting the old database", 0, 0)
        try finishKeyChange(&unlocked, at: location)
        lock.share()
        return try OpenVault(unlocked, at: location, database: location.database, lock: lock, surroundings: surroundings)
    }

    /// Finishes a change of the vault's key that was broken off, or takes it back where the old key is still the vault's. The lock is held
    /// alone.
    static func finishKeyChange(_ keys: inout UnlockedVault, at location: VaultLocation) throws {
        let change = VaultKeyFiles(location)
        switch keys.body.keyChange?.stage {
        case nil, .done: return
        case .begun: try takeBack(&keys, change)
        case .committed:
            try change.requireDatabase(of: keys)
            try keys.finishKeyChange()
            try change.putInPlace()
            try keys.update { (body) throws(VaultError) in body.keyChange?.stage = .done }
        }
    }

    private static func takeBack(_ keys: inout UnlockedVault, _ change: VaultKeyFiles) throws {
        try change.removePrepared()
        do throws(VaultError) { try keys.cancelKeyChange() } catch {
            // On a full disk the vault can be read all the same, and the next opening tries again.
            guard case .file = error else { throw error }
        }
    }

    /// Whether an opening has to finish a change of key, or take it back, before anything else.
    static func hasKeyChange(_ keys: borrowing UnlockedVault) -> Bool {
        switch keys.body.keyChange?.stage {
        case .begun, .committed: true
        case .done, nil: false
        }
    }

    /// Throws what keeps a rotation of all journals from being finished: to be asked before the vault's key is changed.
    package func requireRotatable() throws {
        try keys.refresh()
        guard !headsAreMissing else { throw EngineError.headsMissing }
        guard try lostOperations == 0 && store.missingOperations() == 0 else { throw KeysError.needsRepair }
        for own in try journalsWithOwnKeys() { try requireNoHistoryKept(in: own) }
    }

    /// The vault has a new key, and its journals are still to get theirs: `rotateKeys` goes on with that. A rotation that began otherwise
    /// does not count: the vault has no new key for it.
    package func areJournalKeysDue() throws -> Bool {
        try keys.refresh()
        return switch keys.body.keyChange?.journals {
        case .due: true
        case .begun: try !rotations().isEmpty
        case .done, nil: false
        }
    }

    /// All journals have begun to get their keys, which the vault's change of key had asked for.
    func noteJournalKeys() throws {
        guard keys.body.keyChange?.journals == .due else { return }
        try keys.update { (body) throws(VaultError) in body.keyChange?.journals = .begun }
    }

    /// Nothing goes on any more of what the change had asked for: another device's key took the last one's place, or its journal is gone. A
    /// rotation that begins later is none of it.
    func settleJournalKeys() throws {
        func isOver(_ body: borrowing VaultBody) -> Bool {
            body.keyChange?.journals == .begun && body.settings(beginningWith: OpenVault.rotationPrefix).isEmpty
        }
        guard isOver(keys.body) else { return }
        try keys.update { (body) throws(VaultError) in if isOver(body) { body.keyChange?.journals = .done } }
    }

    /// The types of the slots that went with the vault's former key and were not added again, each as often as there was one.
    package func removedSlots() -> [KeyslotType] { keys.body.keyChange?.removed ?? [] }

    /// Lets the desktop's keychain open the vault again, where it did before the vault's key was changed.
    package func restoreKeychain() throws {
        if removedSlots().contains(.keychain) { try addKeychain() }
    }
}

/// The files beside the vault file that go to another key together: `journal.db.next` and `journal.heads.next` are prepared under the new
/// one, and `journal.db.former` is the old database until it has been overwritten.
struct VaultKeyFiles {
    private let location: VaultLocation
    private var next: String { location.database + ".next" }
    private var former: String { location.database + ".former" }
    private var nextHeads: String { location.heads + ".next" }
    private static let sides = ["", "-wal", "-shm", "-journal"]

    init(_ location: VaultLocation) { self.location = location }

    /// Writes database and heads under the successor's key, onto the disk. Refuses a vault that lacks operations: what is lost may be found
    /// in another copy of the database, which only the old key opens.
    /// - Returns: what the successor's file has to say of the heads.
    func prepare(
        _ successor: borrowing UnlockedVault, from keys: borrowing UnlockedVault, now: Int64
    ) throws -> [UInt8]? {
        guard keys.body[setting: OpenVault.founded] != nil else { throw EngineError.unfinished }
        try removePrepared()
        var heads = ConfirmedHeads(
            readingFrom: location.heads, pinned: keys.body.confirmedHeads, key: keys.vaultKey().derive("heads"),
            context: ConfirmedHeads.Context(keys))
        guard !heads.isMissing else { throw EngineError.headsMissing }
        let store = try OpenVault.openStore(at: location.database, mustExist: true, isStill: false, keys: keys)
        let device = DeviceID(publicKey: keys.body.devicePublicKey)
        guard try store.missingOperations() == 0,
            try OpenVault.sum(heads, store: store, device: device, { $0.lost(databaseEnd: $1) }) == 0
        else { throw KeysError.needsRepair }
        try copy(store, to: successor)
        guard
            let pinned = heads.begin(
                at: nextHeads, key: successor.vaultKey().derive("heads"), context: ConfirmedHeads.Context(successor), now: now)
        else { throw EngineError.file(path: nextHeads, code: errno) }
        try syncFolder(location.folder)
        return pinned
    }

    /// Copies the database to the successor's key, and checks every page of the copy.
    private func copy(_ store: Store, to successor: borrowing UnlockedVault) throws {
        let file = unsafe open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw EngineError.file(path: next, code: errno) }
        defer { close(file) }
        let path = next
        let key = successor.databaseKey()
        try store.settle()
        try unsafe key.withBytes { bytes in
            try unsafe store.copy(to: path, key: bytes)
            let copy = try unsafe Store(.file(path, mustExist: true), key: bytes)
            guard copy.isSound() else { throw SQLiteError.damaged(code: 0) }
        }
        guard fsync(file) == 0 else { throw EngineError.file(path: next, code: errno) }
    }

    /// Removes what `prepare` has made.
    func removePrepared() throws {
        for path in VaultKeyFiles.sides.map({ next + $0 }) + [nextHeads] { try remove(path) }
    }

    /// Refuses to go on with a vault file under another key than the database, where the new database is not there either: its old key
    /// is the only one that opens anything then.
    func requireDatabase(of keys: borrowing UnlockedVault) throws {
        let isWritten = !keys.notices.contains { $0.copy == .main }
        guard !isWritten, !FileManager.default.fileExists(atPath: next) else { return }
        _ = try OpenVault.openStore(at: location.database, mustExist: true, isStill: true, keys: keys)
    }

    /// The database that a vault file opens. On a disk that cannot be written to, the new one may not be in its place.
    func database(of keys: borrowing UnlockedVault) -> String {
        let isWaiting = keys.body.keyChange?.stage == .committed && FileManager.default.fileExists(atPath: next)
        return isWaiting ? next : location.database
    }

    /// The heads that belong to it.
    func heads(of keys: borrowing UnlockedVault) -> String {
        let isWaiting = keys.body.keyChange?.stage == .committed && FileManager.default.fileExists(atPath: nextHeads)
        return isWaiting ? nextHeads : location.heads
    }

    /// Puts the new files in the place of the old ones, and overwrites those: also where that was broken off.
    func putInPlace() throws {
        if FileManager.default.fileExists(atPath: next) {
            // Both names lead to the old database until the new one takes its place; where there can be no second name, it is moved.
            if FileManager.default.fileExists(atPath: location.database) {
                try remove(former)
                guard unsafe link(location.database, former) == 0 || rename(location.database, former) == 0
                else { throw EngineError.file(path: former, code: errno) }
            }
            // The old log must not be read into the new database.
            for side in VaultKeyFiles.sides.dropFirst() { try remove(location.database + side) }
            try move(next, to: location.database)
        }
        if FileManager.default.fileExists(atPath: nextHeads) { try move(nextHeads, to: location.heads) }
        try syncFolder(location.folder)
        for name in WipePlan.files(in: location.folder).map(\.name) where VaultFiles.isUnderFormerKey(name) {
            try erase(location.folder + "/" + name)
        }
        try syncFolder(location.folder)
    }

    private func move(_ path: String, to target: String) throws {
        guard unsafe rename(path, target) == 0 else { throw EngineError.file(path: path, code: errno) }
    }

    /// Overwrites a file and removes it. One that has another name as well, as in a copy made of hard links, is not written to, and one that
    /// cannot be (a bad sector, rights, no room) is removed all the same: it must not keep its owner out of the vault.
    private func erase(_ path: String) throws {
        var about = stat()
        guard unsafe lstat(path, &about) == 0, about.st_nlink == 1 else { return try remove(path) }
        do { try ClearFile(path: path).destroy() } catch { try remove(path) }
    }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }
}
