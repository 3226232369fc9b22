import Basics
import Foundation
import Vault

/// A vault that does not count until it is finished, where no other program uses its folder: a mark beside it says so. What a kill
/// left of it is removed.
struct UnfinishedVault {
    private let location: VaultLocation

    init(_ location: VaultLocation) { self.location = location }

    private static let mark = "vault.beginning"
    private static let database = VaultFiles.databaseSides.map { "journal.db" + $0 } + VaultFiles.heads
    private var mark: String { location.folder + "/" + Self.mark }

    /// Marks the folder before anything is made in it. Throws if there is something of a vault.
    func begin() throws {
        unsafe _ = mkdir(location.folder, 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: location.folder)
        let present = VaultFolder.keyFiles.filter { !$0.hasSuffix(".tmp") } + Self.database
        guard Set(present).isDisjoint(with: names) else { throw VaultError.exists }
        try OwnFile.write([:], as: Self.mark, in: location.folder)
    }

    /// From now on the vault counts.
    func end() throws {
        guard unsafe unlink(mark) == 0 else { throw EngineError.file(path: mark, code: errno) }
        try syncFolder(location.folder)
    }

    /// Removes a vault that was not finished, its keys first; nothing else. Throws `EngineError.inUse` while it is still open.
    func remove() throws {
        guard FileManager.default.fileExists(atPath: mark) else { return }
        let lock = try DatabaseLock(.exclusive, at: location, patience: 2_000, onlyRemoves: true)
        try withExtendedLifetime(lock) {
            try VaultFolder(path: location.folder).destroyKeys()
            for name in Self.database { unsafe _ = unlink(location.folder + "/" + name) }
            try end()
        }
    }
}
