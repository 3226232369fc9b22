import Base
import Engine
import Foundation
import Journal
import Store

/// The state of this vault's backups, for `status` and Settings.
package struct BackupState: Hashable, Sendable {
    /// The folder last written to; `nil` if no backup was ever made here.
    package let folder: String?
    /// When the last backup was made, in milliseconds since 1970.
    package let last: Int64?
    /// When a backup was last checked, in milliseconds since 1970.
    package let verified: Int64?
    /// When a check of that folder found a fault, if none has succeeded since.
    package let failed: Int64?
    /// Operations that are in no backup yet.
    package let since: Int

    /// The age in days after which a new backup is advised.
    package static let patience: Int64 = 8
    /// The age in days after which a new check is advised.
    package static let verificationPatience: Int64 = 40

    package enum Trouble: Hashable, Sendable {
        case failed
        case missing
        /// The last backup is so many days old, and there are newer changes.
        case old(days: Int64)
        /// The last backup is dated in the future: how old it is, is not known.
        case misdated
        /// The backup was not checked for so many days.
        case unchecked(days: Int64)
    }

    /// What the owner should do something about; `nil` where all is well or there is nothing to back up.
    package func trouble(now: Int64) -> Trouble? {
        let day: Int64 = 86_400_000
        if failed != nil { return .failed }
        guard let last else { return since > 1 ? .missing : nil }
        if !BackupName.isPlausible(last, now: now) { return .misdated }
        if now - last > Self.patience * day, since > 0 { return .old(days: (now - last) / day) }
        let unchecked = now - (verified ?? last)
        return unchecked > Self.verificationPatience * day ? .unchecked(days: unchecked / day) : nil
    }

    /// "today", "yesterday" or "12 days ago", for a moment in the past.
    package static func ago(_ moment: Int64, now: Int64, zone: CivilTime) -> String {
        guard let then = zone.wall(at: moment)?.day, let today = zone.wall(at: now)?.day else { return say("some time ago") }
        let days = today.number - then.number
        return days <= 0 ? say("today") : say("\(plural(days, "yesterday", "# days ago"))")
    }
}

extension OpenVault {
    package func backupState() throws -> BackupState {
        let memories = try store.backupFolders().map { folder in
            (folder, BackupMemory(reading: try store.backup(inFolder: folder)))
        }
        // Of several folders the one used last; one used with the clock ahead is not the last for ever.
        let now = surroundings.now()
        func made(_ memory: BackupMemory) -> Int64 {
            memory.newest.map { BackupName.isPlausible($0.made, now: now) ? $0.made : 0 } ?? -1
        }
        guard let (folder, memory) = memories.max(by: { made($0.1) < made($1.1) }),
            let newest = memory.newest
        else {
            return BackupState(folder: nil, last: nil, verified: nil, failed: nil, since: try store.operationCount())
        }
        let since = try store.holds(newest.through) ? store.operations(after: newest.through.row).count : store.operationCount()
        return BackupState(
            folder: folder, last: newest.made, verified: memories.compactMap(\.1.verified).max(),
            failed: memory.failed, since: since)
    }

    /// The folder last backed up to. Throws if there is none.
    package func usualBackupFolder() throws -> String {
        guard let folder = try backupState().folder else { throw BackupFault.noFolder }
        return folder
    }
}
