import Foundation

/// Says to other programs that this one shows the reminders of a vault: an advisory lock on an empty file beside it, given back
/// when this is let go or the process ends, however it ends.
///
/// It decides only who speaks while the vault is locked; else the database decides (`OpenVault.claimReminders`).
package final class ReminderLease: Sendable {
    /// Who shows reminders.
    package enum Holder: String, Sendable {
        /// The program that does nothing else; it holds the lease for as long as it runs.
        case daemon = "remind"
        /// The app, while its vault is open.
        case app
    }

    private let file: Int32

    /// `nil` when another process has it, or no file can be made there.
    package init?(_ holder: Holder, at location: VaultLocation) {
        let path = ReminderLease.path(holder, location)
        file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        // Who only asks holds it for a moment.
        for _ in 0..<5 {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(10_000)
        }
        close(file)
        return nil
    }

    /// Whether a process has it.
    package static func isHeld(_ holder: Holder, at location: VaultLocation) -> Bool {
        let file = unsafe open(path(holder, location), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func path(_ holder: Holder, _ location: VaultLocation) -> String {
        location.folder + "/" + holder.rawValue + ".lock"
    }

    deinit { close(file) }
}
