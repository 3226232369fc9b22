import Basics
import Engine
import Foundation
import Synchronization

/// Which vault is meant: `--vault`, else `--profile`, else `AURALYST_VAULT`, else the profile in use, else the usual folder.
package enum Profiles {
    /// Where the names of vaults are kept.
    package static var file: ProfileList.File { ProfileList.File(environment: Variables.all) }

    /// Throws where a named profile is not there, or the list of profiles is needed and cannot be read.
    static func location(vault: String?, profile: String?) throws -> VaultLocation {
        let environment = Variables.all
        if let vault { return VaultLocation(folder: vault) }
        if let profile { return VaultLocation(folder: try file.read().profile(named: profile).folder) }
        if Variables["AURALYST_VAULT"] != nil { return .usual(environment: environment) }
        let list = try file.read()
        if let current = list.current { return VaultLocation(folder: try list.profile(named: current).folder) }
        return .usual(environment: environment)
    }

    /// The name of a vault's profile; `nil` where it has none, or that cannot be told.
    static func name(of location: VaultLocation) -> String? { (try? file.read())?.name(of: location.folder) }

    /// What a person types to destroy a vault: its profile's name, else the last part of its path.
    static func vaultName(_ location: VaultLocation) -> String {
        name(of: location) ?? URL(fileURLWithPath: location.folder).lastPathComponent
    }

    // The parser has no words for errors but its own: they are kept until it is done.
    private static let looked = Mutex<Result<VaultLocation, any Error>?>(nil)

    /// Finds the vault of the command that is read, once for all who ask.
    static func find(vault: String?, profile: String?) {
        let result = Result { try location(vault: vault, profile: profile) }
        looked.withLock { $0 = result }
    }

    /// What was found.
    static var found: VaultLocation? { try? looked.withLock { $0 }?.get() }

    /// Throws why nothing was found.
    static func checkRefusal() throws { _ = try looked.withLock { $0 }?.get() }
}
