import Foundation
import Vault

/// Recognizes Auralyst's files in a vault's folder by their names: `wipe` removes these and nothing else.
package enum VaultFiles {
    /// Written before the first slot is destroyed and removed last, so that an interrupted wipe continues.
    static let mark = "vault.wiping"
    static let attachments = "attachments"

    private static let database = [
        "journal.db", "journal.db.rescue", "journal.db.rescue-source", "journal.db.rescue-source.donor", "journal.db.next",
        "journal.db.former",
    ]
    /// The folder in which a backup is restored for comparison; removed afterwards, unless the process was killed.
    package static let scratch = "backup-scratch"
    package static let scratchDatabase = "scratch.db"
    /// The database and the files that SQLite has beside it, by the ends of their names.
    static let databaseSides = ["", "-wal", "-shm", "-journal"]
    /// What was confirmed as saved last, and the same under the next key.
    static let heads = ["journal.heads", "journal.heads.next"]
    /// Files that tell other programs of this one; removed last, since some are locked meanwhile.
    static let locks = [
        "remind.lock", "app.lock", "open.lock", KnownBrowsers.fileName, "open.visitor", "vault.lock", scratch + ".lock",
        "journal.lock",
        AgentMark.name,
    ]

    /// Whether Auralyst makes a file with this name directly in the folder.
    static func isOurs(_ name: String) -> Bool {
        isContent(name) || VaultFolder.keyFiles.contains(name) || locks.contains(name) || name == mark
    }

    /// Whether it is one of the files with the content.
    static func isContent(_ name: String) -> Bool {
        if (heads + [LockedNumbers.fileName]).contains(name) || SyncDriver.isArriving(name) || isUnfinished(name) { return true }
        for side in databaseSides where name.hasSuffix(side) {
            let base = String(name.dropLast(side.count))
            if database.contains(base) || isKeptDamage(base) { return true }
        }
        return false
    }

    /// Whether it is a copy of the database that the vault's current key no longer opens after a change of key.
    static func isUnderFormerKey(_ name: String) -> Bool {
        guard isContent(name), name.hasPrefix("journal.db.") else { return false }
        return ["former", "damaged-", "rescue"].contains { name.hasPrefix("journal.db." + $0) }
    }

    /// Whether it is a name in the folder of attachments: 64 hexadecimal digits, an unfinished file, or a snapshot that was not
    /// sent to the relay.
    static func isAttachment(_ name: String) -> Bool {
        AttachmentFolder.isSealedName(name) || isUnfinished(name) || OpenVault.isSnapshotName(name)
    }

    /// Whether it is a name in the scratch folder.
    static func isScratch(_ name: String) -> Bool { databaseSides.contains { name == scratchDatabase + $0 } }

    /// An unfinished file that a killed program left.
    private static func isUnfinished(_ name: String) -> Bool {
        name.hasSuffix(".partial") && UUID(uuidString: String(name.dropLast(8))) != nil
    }

    /// `journal.db.damaged-1773525600000`, a damaged database kept by `repair`.
    private static func isKeptDamage(_ name: String) -> Bool {
        let prefix = "journal.db.damaged-"
        let stamp = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && !stamp.isEmpty && stamp.utf8.allSatisfy { 48...57 ~= $0 }
    }

    /// Whether a folder holds a vault, or remains of one; not any folder with a database in it.
    static func isVault(_ names: Set<String>) -> Bool {
        !names.isDisjoint(with: VaultFolder.keyFiles) || names.contains(mark)
            || names.isSuperset(of: ["journal.db", "journal.heads"])
    }
}
