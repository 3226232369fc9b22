import Basics
import Foundation

/// A vault's place on disk: the folder with `vault.auralyst`, its backup copy, and the writers' lock.
///
/// | file | what it is |
/// |---|---|
/// | `vault.auralyst` | the main copy |
/// | `vault.auralyst.bak` | the previous generation, or the same one after a slot was removed |
/// | `vault.auralyst.tmp` | an unfinished write; ignored |
/// | `vault.auralyst.damaged` | a damaged main copy, set aside before it was replaced |
/// | `vault.lock` | empty; locked while a process writes |
package struct VaultFolder: Equatable, Sendable {
    package let path: String
    /// How long a writer waits for another one, in milliseconds.
    package let patience: Int

    /// Names a folder; reads and creates nothing.
    package init(path: String, patience: Int = 5000) {
        self.path = path
        self.patience = patience
    }

    /// Creates the folder (0700) and a new vault in it, in two copies, with a passphrase slot and a recovery slot.
    ///
    /// Closes an empty folder that others may enter; a folder with files keeps its permissions. Refuses another user's folder,
    /// one with a vault, a damaged copy of one or any name in `mustNotHold` (the caller's files, which would belong to another
    /// vault), an invalid passphrase, and a cost too low to protect. The caller makes and shows the code; it is not stored.
    package func create(
        passphrase: borrowing Secret, recoveryCode: borrowing RecoveryCode, cost: Argon2Cost = .standard,
        deviceName: String, createdMilliseconds: Int64, mustNotHold: [String] = []
    ) throws(VaultError) -> UnlockedVault {
        try create(
            with: VaultBody(deviceName: deviceName, recoveryCode: recoveryCode), passphrase: passphrase,
            recoveryCode: recoveryCode, cost: cost, createdMilliseconds: createdMilliseconds, mustNotHold: mustNotHold)
    }

    /// The same around a body from a backup: a new vault, with a new key and the old contents.
    package func create(
        with body: consuming VaultBody, passphrase: borrowing Secret, recoveryCode: borrowing RecoveryCode,
        cost: Argon2Cost = .standard, createdMilliseconds: Int64, mustNotHold: [String] = []
    ) throws(VaultError) -> UnlockedVault {
        let lock = try begin(cost: cost, mustNotHold: mustNotHold)
        defer { FileLock.close(lock) }
        return try write(
            passphrase: passphrase, recoveryCode: recoveryCode, cost: cost, body: body, created: createdMilliseconds)
    }

    /// The same with a header and a body from another device.
    func create(
        header: VaultHeader, body: consuming VaultBody, vaultKey: borrowing Secret, openedBy: KeyslotID, cost: Argon2Cost,
        mustNotHold: [String]
    ) throws(VaultError) -> UnlockedVault {
        let lock = try begin(cost: cost, mustNotHold: mustNotHold)
        defer { FileLock.close(lock) }
        return try write(header, body: body, vaultKey: vaultKey, openedBy: openedBy)
    }

    /// Makes the folder and takes the writers' lock in it; refuses a folder with any file of a vault.
    private func begin(cost: Argon2Cost, mustNotHold: [String]) throws(VaultError) -> Int32 {
        if let fault = cost.enrolmentFault { throw .costRefused(fault) }
        try FileFault.asVaultError { () throws(FileFault) in
            try Self.make(path)
            try Self.close(path)
        }
        let lock = try FileFault.asVaultError { () throws(FileFault) in
            try FileLock.open(path + "/vault.lock", patience: patience)
        }
        guard let lock else { throw .busy }
        guard AtomicFile.read(main, limit: 0) == .missing, AtomicFile.read(backup, limit: 0) == .missing,
            !([damaged] + mustNotHold.map { path + "/" + $0 }).contains(where: Self.isThere)
        else {
            FileLock.close(lock)
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
            // The caller will not show the code: the unfinished folder must not look like a vault.
            unsafe _ = unlink(main)
            throw error
        }
        return UnlockedVault(
            folder: self, file: file, body: body, vaultKey: vaultKey.duplicate(), openedBy: openedBy, notices: [],
            headerIsAuthentic: true)
    }

    /// Reads both copies and takes the newer sound one; needs no key and takes no lock.
    ///
    /// Refuses a folder without a vault, a vault of a newer version, and one without a sound copy. With `salvaging`, also tries
    /// copies with a wrong checksum: they unlock if slot, body and generation are intact; their header may not be authentic.
    package func read(salvaging: Bool = false) throws(VaultError) -> LockedVault {
        var copies = copiesOnDisk(salvaging: salvaging)
        if copies.notices.contains(where: { $0.fault == .older }) {
            // They were read while a writer had replaced only one of them.
            copies = copiesOnDisk(salvaging: salvaging)
        }
        return LockedVault(folder: self, candidates: try copies.candidates(), notices: copies.notices)
    }

    var main: String { path + "/vault.auralyst" }
    var backup: String { main + ".bak" }
    var damaged: String { main + ".damaged" }
    private var temporary: String { main + ".tmp" }

    /// Runs as the only writer; throws busy if another process writes for longer than `patience`.
    func whileLocked<R: ~Copyable>(_ body: () throws(VaultError) -> R) throws(VaultError) -> R {
        let lock = try FileFault.asVaultError { () throws(FileFault) in
            try FileLock.open(path + "/vault.lock", patience: patience)
        }
        guard let lock else { throw .busy }
        defer { FileLock.close(lock) }
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

    /// Writes the next generation in place of `current`, which is one of `copies` or only in memory.
    ///
    /// The old or the new state can be read at every moment. With `revoking`, both copies are the new one in the end, so that
    /// none keeps a removed slot. Returns what could not be done for the backup copy.
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
            // The change itself is done; only an old slot must not remain.
            if revoking { unsafe _ = unlink(backup) }
            guard case .file(let fault) = error else { return nil }
            return VaultNotice(copy: .backup, fault: .unreadable(fault))
        }
    }

    /// Sets aside a main copy that could not be used, before it is replaced.
    private func setAsideMain(_ copies: VaultCopies) {
        guard copies.main != .missing else { return }
        unsafe _ = unlink(damaged)
        // A hard link leaves the original name; on file systems without links the file is moved.
        if unsafe link(main, damaged) != 0 { unsafe _ = rename(main, damaged) }
    }

    /// Makes the folder and its missing parents, each for its owner only.
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

    /// Requires that the folder is this user's, and closes it to others if it is empty.
    private static func close(_ path: String) throws(FileFault) {
        var about = stat()
        guard unsafe stat(path, &about) == 0 else { throw FileFault(.makeFolder) }
        guard about.st_mode & S_IFMT == S_IFDIR else { throw FileFault(.makeFolder, code: ENOTDIR) }
        guard FileAccess.isOwn(about) else { throw FileFault(.makeFolder, code: EPERM) }
        let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty ?? false
        guard isEmpty, about.st_mode & 0o777 != 0o700 else { return }
        guard FileAccess.makePrivate(path, isFolder: true) else { throw FileFault(.makeFolder) }
    }

    /// Whether anything has this name, including a dangling link.
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
    /// Runs a disk operation and converts its errors.
    static func asVaultError<R: ~Copyable>(_ body: () throws(FileFault) -> R) throws(VaultError) -> R {
        do throws(FileFault) { return try body() } catch {
            throw error.code == ENOTDIR ? .notAVault : .file(error)
        }
    }
}
