import Vault

/// What the program knows of its machine: where else parts of a vault may be, and what runs there automatically.
package struct Machine: Sendable {
    package var holders: [KeyHolder] = []
    /// The systemd units of this user, possibly some for the vault.
    package var units: VaultUnits?
    package var profiles: ProfileList.File?
    package var backups: BackupTimer?
    /// Makes a thumbnail of a picture, or gives up: in a process without keys. A browser makes them where there is none.
    package var thumbnail: (@Sendable (AttachmentReading) async -> [UInt8]?)?
    package let relays: @Sendable (RelayAddress) -> any RelayTransport

    /// With the way to relays: over libcurl, or by a browser.
    package init(relays: @escaping @Sendable (RelayAddress) -> any RelayTransport) { self.relays = relays }
}

package struct BackupTimer: Sendable {
    /// The time of day at which it runs, `12:00`; `nil` if there is none.
    package let time: @Sendable () -> String?
    /// Sets it for a folder and a time of day. Returns whether it already runs.
    package let set: @Sendable (_ folder: String, _ time: String) throws -> Bool
    /// Removes it; throws if a part of it stays. `false` if a running one continues until the person logs out.
    package let remove: @Sendable () throws -> Bool

    package init(
        time: @escaping @Sendable () -> String?, set: @escaping @Sendable (_ folder: String, _ time: String) throws -> Bool,
        remove: @escaping @Sendable () throws -> Bool
    ) {
        (self.time, self.set, self.remove) = (time, set, remove)
    }
}
