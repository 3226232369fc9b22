import Base

/// What a phone leaves to a computer. Its pages do not lead there, and say so at the address.
enum AtAComputer {
    /// What to say at an address, and what to do instead; `nil` for what a phone can do.
    static func words(for path: String) -> (sentence: String, hint: String?)? {
        switch true {
        case path.hasPrefix("/settings/rotation"):
            (say("new keys are made at a computer"), say("this phone takes them over with the next sync"))
        case path.hasPrefix("/settings/keychain"):
            (say("a phone's browser has no keychain for this"), say("use your passphrase or a passkey"))
        case path.hasPrefix("/settings/browsers"): (say("on this phone, only the app itself opens your journal"), nil)
        case path.hasPrefix("/settings/profiles"): (say("a phone has one vault"), say("several vaults need a computer"))
        case path == "/settings/backup", path == "/settings/backup/download": nil
        case path.hasPrefix("/settings/backup"):
            (
                say("backups into a folder are made at a computer"),
                say("a backup can be downloaded here: Settings, Your data, Backup")
            )
        case path == "/settings/calendar-file": nil
        case path.hasPrefix("/settings/calendar-"), path.hasPrefix("/calendar/"):
            (say("a phone cannot offer a calendar at an address"), say("download the calendar file instead"))
        case path.hasPrefix("/settings/sync/stop"):
            (say("on a phone, sync stays on"), say("a phone's system may remove data, and the relay has what it removes"))
        case path.hasPrefix("/welcome/restore"):
            (say("a backup is restored at a computer"), say("link this phone to it afterwards"))
        default: nil
        }
    }
}

extension Visit {
    /// Whether pages lead to an address.
    func offers(_ path: String) -> Bool { !app.site.isInside || AtAComputer.words(for: path) == nil }
}
