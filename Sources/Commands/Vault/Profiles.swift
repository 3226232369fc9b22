import Basics
import Engine

/// Finds the vault: `--vault`, then `--profile`, then `AURALYST_VAULT`, then the default profile, then the usual folder.
package enum Profiles {
    package static var file: ProfileList.File { ProfileList.File(environment: Variables.all) }

    /// Throws if a named profile does not exist, or the list of profiles is needed and cannot be read.
    static func location(vault: String?, profile: String?) throws -> VaultLocation {
        let environment = Variables.all
        if let vault { return VaultLocation(folder: vault) }
        if let profile { return VaultLocation(folder: try file.read().profile(named: profile).folder) }
        if Variables["AURALYST_VAULT"] != nil { return .usual(environment: environment) }
        let list = try file.read()
        if let current = list.current { return VaultLocation(folder: try list.profile(named: current).folder) }
        return .usual(environment: environment)
    }

    /// The name of a vault's profile; `nil` if it has none, or that is unknown.
    static func name(of location: VaultLocation) -> String? { (try? file.read())?.name(of: location.folder) }

    /// The vault of this command, or why there is none. Found once: `profile use` elsewhere must not change it during a question.
    static let found = Result { try location(vault: TypedLine.here.vault, profile: TypedLine.here.profile) }
}
