import Backups
import Base
import Documents
import Engine

/// Your data, in the settings: a summary, and links for import, export and deletion.
struct DataSection {
    let status: VaultStatus
    let backup: BackupState
    let folder: String
    let dates: DateLanguage
    /// "today", "12 days ago": when the last backup was made and when one was last checked.
    let lastBackup: String?
    let lastCheck: String?
    /// The open vault's name, and the number of other named ones.
    let vaultName: String
    let otherProfiles: Int

    func html(for visit: Visit) -> HTML {
        let first: HTML? = status.days.map { "<div><dt>First day</dt><dd>\(dates.day($0.lowerBound, style: .long))</dd></div>" }
        let place: HTML = "<div><dt>Folder</dt><dd><code class=\"path\">\(folder)</code></dd></div>"
        return """
            <section class="card setting" aria-label="Your data">
            <dl class="facts-list"><div><dt>Entries</dt><dd>\(grouped(status.entries))</dd></div>\(first)\(place, if: !visit.app.site.isInside)</dl>
            <ul class="lines ways">
            \(way("/settings/backup", "Backup", visit.app.site.isInside ? "everything in one encrypted file" : backupWords))
            \(way("/import", "Import", "from another program"))
            \(way("/settings/export", "Export", "encrypted or readable"))
            \(way("/deleted", "Recently deleted", "\(grouped(status.deleted))"))
            \(way("/settings/profiles", "Profiles", profileWords), if: visit.offers("/settings/profiles"))
            \(way("/settings/wipe", "Destroy", "journal or whole vault"))
            </ul></section>
            """
    }

    private func way(_ path: HTML, _ name: HTML, _ note: HTML) -> HTML {
        "<li class=\"line\"><a href=\"\(path)\">\(name)</a><span class=\"muted\">\(note)</span></li>"
    }

    private var backupWords: HTML {
        guard let lastBackup else { return "none yet" }
        let check: HTML = lastCheck.map { "checked \($0)" } ?? "never checked"
        return backup.failed == nil ? "\(lastBackup), \(check)" : "\(lastBackup); the last check found something wrong"
    }

    private var profileWords: HTML {
        otherProfiles == 0 ? "this is “\(vaultName)”" : "this is “\(vaultName)”, \(otherProfiles) more"
    }
}
