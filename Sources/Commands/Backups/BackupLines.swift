import Backups
import Base
import Ledger

/// The state of backups, for `status`.
enum BackupLines {
    static func show(_ state: BackupState) {
        if let last = state.last, let folder = state.folder {
            let checked = state.verified.map { say("last verified \(BackupMoment.ago($0))") } ?? say("never verified")
            print(say("Backup     last backup \(BackupMoment.ago(last)), \(checked), in \(Terminal.harmless(folder))"))
        }
        if let advice = advice(on: state) {
            print(Terminal.styled(say("Backup     \(advice)"), .cue))
        }
    }

    static func document(_ state: BackupState, kind: String? = nil) -> JSON {
        var members: [String: JSON] = [
            "folder": .text(state.folder), "last": state.last.map(Document.time) ?? .null,
            "verified": state.verified.map(Document.time) ?? .null, "failed": state.failed.map(Document.time) ?? .null,
            "operations_since": .int(Int64(state.since)),
            "advice": .text(advice(on: state)),
        ]
        members["kind"] = kind.map(JSON.string)
        return .object(members)
    }

    /// What to do about the backups, one sentence in lower case; `nil` for nothing.
    private static func advice(on state: BackupState) -> String? {
        switch state.trouble(now: Environment.surroundings.now()) {
        case .failed: say("the last check of the backup failed: 'auralyst backup verify' shows what is wrong")
        case .missing: say("there is no backup yet: 'auralyst backup create --to FOLDER'")
        case .old(let days): say("the last backup is \(days) days old: 'auralyst backup create'")
        case .misdated:
            say(
                "the last backup is dated in the future, so the clock was ahead: 'auralyst backup create' makes one with the right date"
            )
        case .unchecked(let days): say("the backup was last checked \(days) days ago: 'auralyst backup verify'")
        case nil: nil
        }
    }
}
