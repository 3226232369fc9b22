import Basics
import Foundation

/// The folder of one vault and the names inside it.
package struct VaultLocation: Hashable, Sendable {
    /// The folder, absolute.
    package let folder: String

    /// Makes a relative path absolute and resolves `~/` by `HOME`, else by the user's entry in the system's list.
    package init(folder: String, home: String? = Variables.all["HOME"]) {
        self.folder = Folder.absolute(folder, home: home)
    }

    /// Where the vault is when nothing is said: `AURALYST_VAULT`, else `auralyst` in the user's data folder (XDG).
    package static func usual(environment: [String: String]) -> VaultLocation {
        if let named = environment["AURALYST_VAULT"], !named.isEmpty { return VaultLocation(folder: named) }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return VaultLocation(folder: data + "/auralyst") }
        return VaultLocation(folder: "~/.local/share/auralyst", home: environment["HOME"])
    }

    /// Whether a path, which need not be there yet, is this folder or lies in it, whatever links lead there.
    package func holds(_ path: String) -> Bool {
        let (home, place) = (VaultLocation.resolved(folder), VaultLocation.resolved(VaultLocation(folder: path).folder))
        return place == home || place.hasPrefix(home + "/")
    }

    /// Whether a vault lies here, or could be made here: the folder is not there yet, or empty.
    package var canHoldVault: Bool {
        guard let isFolder = Folder.isFolder(folder) else { return true }
        guard isFolder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        return names.isEmpty || VaultFiles.isVault(Set(names))
    }

    /// A path without links, as far as it is there.
    package static func resolved(_ path: String) -> String {
        var (there, rest) = (URL(fileURLWithPath: path).standardizedFileURL, [String]())
        while there.path != "/", !FileManager.default.fileExists(atPath: there.path) {
            rest.insert(there.lastPathComponent, at: 0)
            there.deleteLastPathComponent()
        }
        let above = there.resolvingSymlinksInPath().path
        return rest.isEmpty ? above : (above == "/" ? "" : above) + "/" + rest.joined(separator: "/")
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
