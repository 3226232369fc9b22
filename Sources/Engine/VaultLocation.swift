import Foundation
import Vault

/// The folder of one vault and the names inside it.
package struct VaultLocation: Hashable, Sendable {
    /// The folder, absolute.
    package let folder: String

    /// Makes a relative path absolute and resolves `~/` by `HOME`, else by the user's entry in the system's list.
    package init(folder: String, home: String? = ProcessInfo.processInfo.environment["HOME"]) {
        let home = home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        let expanded = folder == "~" || folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
        self.folder = URL(fileURLWithPath: expanded).standardizedFileURL.path
    }

    /// Where the vault is when nothing is said: `AURALYST_VAULT`, else `auralyst` in the user's data folder (XDG).
    package static func usual(environment: [String: String]) -> VaultLocation {
        if let named = environment["AURALYST_VAULT"], !named.isEmpty { return VaultLocation(folder: named) }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return VaultLocation(folder: data + "/auralyst") }
        return VaultLocation(folder: "~/.local/share/auralyst", home: environment["HOME"])
    }

    /// The keyslots and the sealed keyring.
    package var vaultFile: String { folder + "/vault.auralyst" }
    /// The encrypted database.
    package var database: String { folder + "/journal.db" }
    /// The last confirmed operations (`ConfirmedHeads`).
    package var heads: String { folder + "/journal.heads" }
    /// Sealed files.
    package var attachments: String { folder + "/attachments" }
}
