import Basics
import Foundation

/// The folder of one vault and the names inside it.
package struct VaultLocation: Hashable, Sendable {
    /// The folder, absolute.
    package let folder: String

    /// Makes a relative path absolute and resolves `~/` with `HOME`, otherwise with the user's system entry.
    package init(folder: String, home: String? = Variables.all["HOME"]) {
        self.folder = Folder.absolute(folder, home: home)
    }

    /// The default location: `AURALYST_VAULT`, otherwise `auralyst` in the user's data folder (XDG).
    package static func usual(environment: [String: String]) -> VaultLocation {
        if let named = environment["AURALYST_VAULT"], !named.isEmpty { return VaultLocation(folder: named) }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return VaultLocation(folder: data + "/auralyst") }
        return VaultLocation(folder: "~/.local/share/auralyst", home: environment["HOME"])
    }

    /// Whether a path, which need not exist yet, is this folder or inside it, also through links.
    package func holds(_ path: String) -> Bool {
        let (home, place) = (VaultLocation.resolved(folder), VaultLocation.resolved(VaultLocation(folder: path).folder))
        return place == home || place.hasPrefix(home + "/")
    }

    /// Whether there is a vault here, or one could be created: the folder is missing or empty.
    package var canHoldVault: Bool {
        guard let isFolder = Folder.isFolder(folder) else { return true }
        guard isFolder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        return names.isEmpty || VaultFiles.isVault(Set(names))
    }

    /// The path with links resolved, as far as it exists.
    package static func resolved(_ path: String) -> String {
        var (there, rest) = (URL(fileURLWithPath: path).standardizedFileURL, [String]())
        while there.path != "/", !FileManager.default.fileExists(atPath: there.path) {
            rest.insert(there.lastPathComponent, at: 0)
            there.deleteLastPathComponent()
        }
        let above = there.resolvingSymlinksInPath().path
        return rest.isEmpty ? above : (above == "/" ? "" : above) + "/" + rest.joined(separator: "/")
    }

    /// The keyslots and the encrypted keyring.
    package var vaultFile: String { folder + "/vault.auralyst" }
    package var database: String { folder + "/journal.db" }
    /// The last confirmed operations (`ConfirmedHeads`).
    package var heads: String { folder + "/journal.heads" }
    package var attachments: String { folder + "/attachments" }
}
