import Foundation
import Vault

/// Which files in a vault's folder are Auralyst's, by their names alone: what `wipe` removes, and nothing else.
package enum VaultFiles {
    /// Written before the first slot is destroyed and removed last: a wipe that was broken off goes on from there.
    static let mark = "vault.wiping"
    /// The sealed files.
    static let attachments = "attachments"

    private static let database = [
        "journal.db", "journal.db.rescue", "journal.db.rescue-source", "journal.db.rescue-source.donor", "journal.db.next",
        "journal.db.former",
    ]
    /// The folder in which a backup is restored to be compared; only while that goes on, unless it was killed.
    package static let scratch = "backup-scratch"
    /// The database in it.
    package static let scratchDatabase = "scratch.db"
    private static let sides = ["", "-wal", "-shm", "-journal"]
    /// What tells other programs of this one; removed last, since some are held meanwhile.
    static let locks = [
        "remind.lock", "app.lock", "open.lock", KnownBrowsers.fileName, "vault.lock", scratch + ".lock", "journal.lock",
        AgentMark.name,
    ]

    /// Whether a file with this name, directly in the folder, is one that Auralyst makes.
    static func isOurs(_ name: String) -> Bool {
        isContent(name) || VaultFolder.keyFiles.contains(name) || locks.contains(name) || name == mark
    }

    /// Whether it is one of the files that hold what was written.
    static func isContent(_ name: String) -> Bool {
        if ["journal.heads", "journal.heads.next"].contains(name) || name == SyncDriver.arrivingSnapshot || isUnfinished(name) {
            return true
        }
        for side in sides where name.hasSuffix(side) {
            let base = String(name.dropLast(side.count))
            if database.contains(base) || isKeptDamage(base) { return true }
        }
        return false
    }

    /// Whether it is a copy of the database that the vault's present key does not open any more once it was changed.
    static func isUnderFormerKey(_ name: String) -> Bool {
        guard isContent(name), name.hasPrefix("journal.db.") else { return false }
        return ["former", "damaged-", "rescue"].contains { name.hasPrefix("journal.db." + $0) }
    }

    /// Whether it is a name in the folder of attachments: 64 hexadecimal digits, a file in the making, or a snapshot that has not
    /// gone to the relay.
    static func isAttachment(_ name: String) -> Bool {
        AttachmentFolder.isSealedName(name) || isUnfinished(name) || OpenVault.isSnapshotName(name)
    }

    /// Whether it is a name in the scratch folder.
    static func isScratch(_ name: String) -> Bool { sides.contains { name == scratchDatabase + $0 } }

    /// A file in the making, which a program that was killed has left.
    private static func isUnfinished(_ name: String) -> Bool {
        name.hasSuffix(".partial") && UUID(uuidString: String(name.dropLast(8))) != nil
    }

    /// `journal.db.damaged-1773525600000`, as `repair` keeps a database.
    private static func isKeptDamage(_ name: String) -> Bool {
        let prefix = "journal.db.damaged-"
        let stamp = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && !stamp.isEmpty && stamp.utf8.allSatisfy { 48...57 ~= $0 }
    }

    /// Whether a folder holds a vault, or what is left of one; not any folder with a database in it.
    static func isVault(_ names: Set<String>) -> Bool {
        !names.isDisjoint(with: VaultFolder.keyFiles) || names.contains(mark)
            || names.isSuperset(of: ["journal.db", "journal.heads"])
    }
}
