import Base
import Basics
import Foundation

/// The systemd units of this user that run Auralyst for a vault: `auralyst-*.service` and the timers of the same names.
package struct VaultUnits: Sendable {
    /// Their folder: `~/.config/systemd/user`.
    package let folder: String
    /// Runs `systemctl --user` with these arguments; returns whether it succeeded.
    package let systemctl: @Sendable ([String]) -> Bool

    package init(folder: String, systemctl: @escaping @Sendable ([String]) -> Bool) {
        (self.folder, self.systemctl) = (folder, systemctl)
    }

    /// The units that name the vault's folder, and their timers.
    package func names(of location: VaultLocation) -> [String] {
        let files = WipePlan.files(in: folder).map(\.name).filter { $0.hasPrefix("auralyst-") }
        let services = files.filter { $0.hasSuffix(".service") && isFor(location, $0) }
        let timers = services.map { $0.dropLast(".service".count) + ".timer" }.filter(files.contains)
        return timers + services
    }

    /// Stops them, so that they do not hold the vault open.
    func stop(_ location: VaultLocation) {
        for name in names(of: location) { _ = systemctl(["stop", name]) }
    }

    /// Removes them.
    /// - Returns: what failed, in words for the owner.
    func remove(_ location: VaultLocation) -> [String] {
        let names = names(of: location)
        for name in names { _ = systemctl(["disable", name]) }
        let failed = names.filter { unsafe unlink(folder + "/" + $0) != 0 }
        if !names.isEmpty { _ = systemctl(["daemon-reload"]) }
        return failed.map { say("\(folder)/\($0) could not be removed") }
    }

    /// Whether a unit's command has `--vault` with this folder, quoted and escaped as in systemd.service(5).
    private func isFor(_ location: VaultLocation, _ name: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: folder + "/" + name), bytes.count <= 1 << 16 else { return false }
        let escaped = location.folder.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing("$", with: "$$").replacing("\n", with: "\\n")
        let text = String(decoding: bytes, as: UTF8.self)
        return text.has("--vault \"\(escaped)\"") || text.has("\"--vault\" \"\(escaped)\"")
    }
}
