import Vault

/// What the program knows of the machine on which it runs: where else something of a vault may lie, and what is done there without
/// anybody.
package struct Machine: Sendable {
    /// Where the vault's key may be waiting.
    package var holders: [KeyHolder] = []
    /// The systemd units of this user, among which may be the vault's.
    package var units: VaultUnits?
    /// The list of profiles.
    package var profiles: ProfileList.File?
    /// The timer that makes a backup every day.
    package var backups: BackupTimer?
    /// The way to a relay.
    package var relays: @Sendable (RelayAddress) -> any RelayTransport = { CurlTransport($0) }

    package init() {}
}

/// A timer of this machine that makes a backup of the vault every day.
package struct BackupTimer: Sendable {
    /// The time of day at which it goes, `12:00`; `nil` where there is none.
    package let time: @Sendable () -> String?
    /// Sets it: the folder, the time of day. Says whether it runs already.
    package let set: @Sendable (_ folder: String, _ time: String) throws -> Bool
    /// Removes it; throws where a part of it stays. `false` where one that runs now goes on until the person logs out.
    package let remove: @Sendable () throws -> Bool

    package init(
        time: @escaping @Sendable () -> String?, set: @escaping @Sendable (_ folder: String, _ time: String) throws -> Bool,
        remove: @escaping @Sendable () throws -> Bool
    ) {
        (self.time, self.set, self.remove) = (time, set, remove)
    }
}
