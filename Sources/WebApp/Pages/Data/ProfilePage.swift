import Base
import Documents
import Engine
import Foundation

/// The named vaults: which one is open, and how to open another.
private struct ProfilePage {
    let list: ProfileList
    let folder: String

    var html: HTML {
        let rows = list.profiles.html { profile -> HTML in
            let isOpen = profile.folder == folder
            let isMade = FileManager.default.fileExists(atPath: VaultLocation(folder: profile.folder).vaultFile)
            let command = "auralyst --profile \(profile.name) " + (isMade ? "open" : "init")
            let state: HTML =
                isOpen ? "<b>open here</b>" : isMade ? "<code>\(command)</code>" : "no vault yet: <code>\(command)</code>"
            return """
                <li class="line"><span><b>\(profile.name)</b>\(profile.name == list.current ? " <span class=\"muted\">default</span>" : "")<br><code class="path">\(profile.folder)</code></span><span>\(state)</span></li>
                """
        }
        let none: HTML = "<p>There are no profiles yet. The open vault is in <code class=\"path\">\(folder)</code>.</p>"
        return """
            <p class="way-back"><a href="/settings/data">\(Icon.back)Your data</a></p>
            <section class="card narrow"><h1>Profiles</h1>
            <p>A profile is a named vault with its own passphrase, for example for work or for someone else who uses this machine. Profiles know nothing of each other.</p>
            \(list.profiles.isEmpty ? none : "<ul class=\"lines\">\(rows)</ul>")
            <h2>Add a profile</h2>
            <p>In a terminal, with any name instead of <i>work</i>:</p>
            <p><code>auralyst profile add work</code><br><code>auralyst --profile work open</code></p>
            <p class="hint">Each profile opens at its own address. The list of names and folders is not encrypted.</p>
            <p>To keep things apart within this vault, <a href="/settings/journals">add a journal</a> instead.</p></section>
            """
    }
}

extension WebApp {
    func addProfileRoutes(to routes: inout Routes) {
        routes.page("/settings/profiles") { visit in
            let app = visit.app
            let page = ProfilePage(list: try app.machine.profiles?.read() ?? ProfileList(), folder: app.door.folder)
            return try await app.settings(visit, below: .data, "Profiles", name: "data", page.html)
        }
    }

    /// It must be typed to delete the vault.
    var vaultName: String {
        // If the list of profiles is damaged, the folder's name is used; `profile` reports the damage.
        ((try? machine.profiles?.read()) ?? ProfileList()).vaultName(of: door.folder)
    }
}
