import Basics
import Foundation

/// A vault's place on the disk: the folder with `vault.auralyst`, its backup copy, and the lock for writers.
///
/// | file | what it is |
/// |---|---|
/// | `vault.auralyst` | the main copy |
/// | `vault.auralyst.bak` | the generation before, or the same one after a change that took a slot away |
/// | `vault.auralyst.tmp` | a write that was not finished; means nothing |
/// | `vault.auralyst.damaged` | a main copy that was found damaged, set aside before it was replaced |
/// | `vault.lock` | empty; locked while somebody writes |
package struct VaultFolder: Equatable, Sendable {
    /// The folder's path.
    package let path: String
    /// How many milliseconds a writer waits for another one.
    package let patience: Int

    /// Names a folder; nothing is read or made.
    package init(path: String, patience: Int = 5000) {
        self.path = path
        self.patience = patience
    }

    /// Makes the folder (0700) and a new vault in it, in two copies, with a passphrase slot and a recovery slot.
    ///
    /// An empty folder that others may enter is closed to them; one with files in it keeps its rights. Refuses a
    /// folder of somebody else, one that has a vault, a damaged copy of one or any of the names in `mustNotHold` (what
    /// the caller keeps beside a vault, and would belong to another), a passphrase that cannot be one, and a cost too
    /// low to protect. The code is the caller's to make and to show: it stands nowhere afterwards.
    package func create(
        passphrase: borrowing Secret, recoveryCode: borrowing RecoveryCode, cost: Argon2Cost = .standard,
        deviceName: String, createdMilliseconds: Int64, mustNotHold: [String] = []
    ) throws(VaultError) -> UnlockedVault {
        try create(
            with: VaultBody(deviceName: deviceName, recoveryCode: recoveryCode), passphrase: passphrase,
            recoveryCode: recoveryCode, cost: cost, createdMilliseconds: createdMilliseconds, mustNotHold: mustNotHold)
    }

    /// The same around a body that was kept in a backup: another vault, with another key, that holds what the old one held.
    package func create(
        with body: consuming VaultBody, passphrase: borrowing Secret, recoveryCode: borrowing RecoveryCode,
        cost: Argon2Cost = .standard, createdMilliseconds: Int64, mustNotHold: [String] = []
    ) throws(VaultError) -> UnlockedVault {
        let lock = try begin(cost: cost, mustNotHold: mustNotHold)
        defer { FileLock.release(lock) }
        return try write(
            passphrase: passphrase, recoveryCode: recoveryCode, cost: cost, body: body, created: createdMilliseconds)
    }

    /// The same around a header and a body that came from another device.
    func create(
        header: VaultHeader, body: consuming VaultBody, vaultKey: borrowing Secret, openedBy: KeyslotID, cost: Argon2Cost,
        mustNotHold: [String]
    ) throws(VaultError) -> UnlockedVault {
        let lock = try begin(cost: cost, mustNotHold: mustNotHold)
        defer { FileLock.release(lock) }
        return try write(header, body: body, vaultKey: vaultKey, openedBy: openedBy)
    }

    /// Makes the folder, and takes the writers' lock in it; refuses one in which anything of a vault lies.
    private func begin(cost: Argon2Cost, mustNotHold: [String]) throws(VaultError) -> Int32 {
        if let fault = cost.enrolmentFault { throw .costRefused(fault) }
        try FileFault.asVaultError { () throws(FileFault) in
            try Self.make(path)
            try Self.close(path)
        }
        let lock = try FileFault.asVaultError { () throws(FileFault) in
            try FileLock.take(path + "/vault.lock", patience: patience)
        }
        guard let lock else { throw .busy }
        guard AtomicFile.read(main, limit: 0) == .missing, AtomicFile.read(backup, limit: 0) == .missing,
            !([damaged] + mustNotHold.map { path + "/" + $0 }).contains(where: Self.isThere)
        else {
            FileLock.release(lock)
            throw .exists
        }
        return lock
    }

    private func write(
        passphrase: borrowing Secret, recoveryCode: borrowing RecoveryCode, cost: Argon2Cost,
        body: consuming VaultBody, created: Int64
    ) throws(VaultError) -> UnlockedVault {
        var generator = SystemRandomNumberGenerator()
        let vault: [UInt8] = (0..<16).map { _ in generator.next() }
        let vaultKey = Secret.random(count: VaultHeader.keyCount)
        let slots = [
            try Keyslot(passphrase: passphrase, cost: cost, id: .random(), vault: vault, vaultKey: vaultKey),
            Keyslot(recoveryCode: recoveryCode, vault: vault, vaultKey: vaultKey),
        ]
        guard let header = VaultHeader(vault: vault, generation: 1, created: created, slots: slots)
        else { throw .tooLarge }
        return try write(header, body: body, vaultKey: vaultKey, openedBy: slots[0].id)
    }

    private func write(
        _ header: VaultHeader, body: consuming VaultBody, vaultKey: borrowing Secret, openedBy: KeyslotID
    ) throws(VaultError) -> UnlockedVault {
        let file = try VaultFile(header: header, body: body, vaultKey: vaultKey)
        do throws(VaultError) {
            try replace(main, with: file.bytes)
            try replace(backup, with: file.bytes)
        } catch {
            // The caller will not show the code: what was begun must not look like a vault.
            unsafe _ = unlink(main)
            throw error
        }
        return UnlockedVault(
            folder: self, file: file, body: body, vaultKey: vaultKey.duplicate(), openedBy: openedBy, notices: [],
            headerIsAuthentic: true)
    }

    /// Reads both copies and takes the newer one that is sound; no key is needed, no lock is taken.
    ///
    /// Refuses a folder without a vault, a vault of a newer version, and one without a sound copy. With `salvaging`
    /// copies with a wrong checksum are tried as well: they open where slot, body and generation are whole, and may
    /// have a header that is not authentic.
    package func read(salvaging: Bool = false) throws(VaultError) -> LockedVault {
        var copies = copiesOnDisk(salvaging: salvaging)
        if copies.notices.contains(where: { $0.fault == .older }) {
            // A writer was between the two copies while they were read.
            copies = copiesOnDisk(salvaging: salvaging)
        }
        return LockedVault(folder: self, candidates: try copies.candidates(), notices: copies.notices)
    }

    var main: String { path + "/vault.auralyst" }
    var backup: String { main + ".bak" }
    var damaged: String { main + ".damaged" }
    private var temporary: String { main + ".tmp" }

    /// Runs as the only writer; refuses as busy when another process stays that for longer than `patience`.
    func whileLocked<R: ~Copyable>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        let lock = try FileFault.asVaultError { () throws(FileFault) in
            try FileLock.take(path + "/vault.lock", patience: patience)
        }
        guard let lock else { throw .busy }
        defer { FileLock.release(lock) }
        return try body()
    }

    func copiesOnDisk(salvaging: Bool = false) -> VaultCopies {
        VaultCopies(
            main: VaultCopy(AtomicFile.read(main, limit: VaultFile.limit), salvaging: salvaging),
            backup: VaultCopy(AtomicFile.read(backup, limit: VaultFile.limit), salvaging: salvaging))
    }

    func replace(_ path: String, with bytes: [UInt8], erasing: Bool = false) throws(VaultError) {
        try FileFault.asVaultError { () throws(FileFault) in
            try AtomicFile.replace(path, with: bytes, by: temporary, in: self.path, erasing: erasing)
        }
    }

    /// Puts the next generation in the place of `current`, which is one of `copies`, or is in memory only.
    ///
    /// At every moment the old or the new state can be read. `revoking`: in the end both copies are the new one, so
    /// that none keeps a slot that was taken away. Gives what could not be done for the backup copy.
    func store(
        _ new: VaultFile, over current: VaultFile, _ copies: VaultCopies, revoking: Bool
    ) throws(VaultError) -> VaultNotice? {
        let isMain = copies.main.file == current
        var hasBackup = copies.backup.file == current
        if isMain, !hasBackup, !revoking {
            try replace(backup, with: current.bytes)
            hasBackup = true
        }
        if !isMain { setAsideMain(copies) }
        try replace(main, with: new.bytes)
        if hasBackup && !revoking { return nil }
        if revoking { unsafe _ = unlink(damaged) }
        do throws(VaultError) {
            try replace(backup, with: new.bytes)
            return nil
        } catch {
            // The change itself is done; only an old slot must not stay behind.
            if revoking { unsafe _ = unlink(backup) }
            guard case .file(let fault) = error else { return nil }
            return VaultNotice(copy: .backup, fault: .unreadable(fault))
        }
    }

    /// Keeps a main copy that is about to be replaced although it could not be used.
    private func setAsideMain(_ copies: VaultCopies) {
        guard copies.main != .missing else { return }
        unsafe _ = unlink(damaged)
        // A second name leaves the first where it is; a file system without such links gets the file moved.
        if unsafe link(main, damaged) != 0 { unsafe _ = rename(main, damaged) }
    }

    /// The folder and those above it that are missing, each for its owner only.
    private static func make(_ path: String) throws(FileFault) {
        guard unsafe mkdir(path, 0o700) != 0 else { return try AtomicFile.syncFolder(parent(of: path)) }
        switch errno {
        case EEXIST: return
        case ENOENT where parent(of: path) != path:
            try make(parent(of: path))
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFault(.makeFolder) }
            try AtomicFile.syncFolder(parent(of: path))
        default: throw FileFault(.makeFolder)
        }
    }

    /// Asks that the folder is this user's, and shuts out others while nothing is in it.
    private static func close(_ path: String) throws(FileFault) {
        var about = stat()
        guard unsafe stat(path, &about) == 0 else { throw FileFault(.makeFolder) }
        guard about.st_mode & S_IFMT == S_IFDIR else { throw FileFault(.makeFolder, code: ENOTDIR) }
        guard about.st_uid == geteuid() else { throw FileFault(.makeFolder, code: EPERM) }
        let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty ?? false
        guard isEmpty, about.st_mode & 0o777 != 0o700 else { return }
        guard unsafe chmod(path, 0o700) == 0 else { throw FileFault(.makeFolder) }
    }

    /// Whether anything has this name, a link to nothing included.
    private static func isThere(_ path: String) -> Bool {
        var about = stat()
        return unsafe lstat(path, &about) == 0
    }

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/")
        let start = path.hasPrefix("/") ? "/" : ""
        let parent = start + parts.dropLast().joined(separator: "/")
        return parent.isEmpty ? "." : parent
    }
}

extension FileFault {
    /// Runs what may fail on the disk.
    static func asVaultError<R: ~Copyable>(_ body: () throws(FileFault) -> R) throws(VaultError) -> R {
        do throws(FileFault) { return try body() } catch {
            throw error.code == ENOTDIR ? .notAVault : .file(error)
        }
    }
}
