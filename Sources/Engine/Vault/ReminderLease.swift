import Basics
import Foundation

/// Tells other programs that this one handles a vault's reminders: an advisory lock on a file beside it, released with this
/// object or when the process ends.
///
/// It only decides who shows reminders while the vault is locked, and where the app is found; otherwise the database decides
/// (`OpenVault.claimReminders`).
package final class ReminderLease: Sendable {
    /// The program that handles reminders, and with it the file's name.
    package enum Holder: String, Sendable {
        /// The program that does nothing else; it holds the lease as long as it runs.
        case daemon = "remind"
        /// The app, while its vault is open.
        case app
        /// The app as long as it runs, even locked; its file holds the port, and a token that admits the next browser.
        case window = "open"
    }

    /// Closed only by `deinit`, which also runs after a failing initializer.
    private let file: Int32

    /// `nil` if another process has it, or no file can be created there. With a port, the file holds it as long as the lease is
    /// held.
    package init?(_ holder: Holder, at location: VaultLocation, port: UInt16? = nil, token: String = "") {
        file = OpenFile.ownDescriptor(ReminderLease.path(holder, location))
        guard file >= 0 else { return nil }
        // A process that only checks holds it for a moment.
        guard (try? FileLock.take(file, patience: 50)) == true else { return nil }
        if let port { tell(port, token) }
    }

    package static func isHeld(_ holder: Holder, at location: VaultLocation) -> Bool {
        let file = unsafe open(path(holder, location), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { FileLock.close(file) }
        return isLocked(file)
    }

    package static func port(at location: VaultLocation) -> UInt16? { window(at: location)?.port }

    /// The port of this vault's app and a token for a browser, empty if it tells none; `nil` if none runs, or if someone other than
    /// the owner could have written it.
    package static func window(at location: VaultLocation) -> (port: UInt16, token: String)? {
        let file = unsafe open(path(.window, location), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { FileLock.close(file) }
        var about = stat()
        guard unsafe fstat(file, &about) == 0, FileAccess.isOwn(about), about.st_mode & 0o077 == 0, isLocked(file) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        let lines = bytes[..<max(count, 0)].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // At most five digits and a line end, then the token's line.
        guard lines.count > 1, 1...5 ~= lines[0].count, lines[0].allSatisfy({ 48...57 ~= $0 }),
            let port = UInt16(String(decoding: lines[0], as: UTF8.self)), port > 0
        else { return nil }
        let token = String(decoding: lines[1], as: UTF8.self)
        return (port, Base64URL.bytes(token) == nil ? "" : token)
    }

    /// Whether another process, or another opening of the file, has the lock.
    private static func isLocked(_ file: Int32) -> Bool { (try? FileLock.take(file, isShared: true)) == false }

    package func tell(_ port: UInt16, _ token: String) {
        let lines = Array("\(port)\n\(token)\n".utf8)
        // If it cannot be written, the app is not found and started once more.
        guard FileAccess.makePrivate(file), ftruncate(file, 0) == 0 else { return }
        _ = unsafe lines.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
    }

    private static func path(_ holder: Holder, _ location: VaultLocation) -> String {
        location.folder + "/" + holder.rawValue + ".lock"
    }

    deinit { if file >= 0 { FileLock.close(file) } }
}
