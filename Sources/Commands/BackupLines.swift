import Backups
import Base
import Ledger

/// How backups stand, as `status` says it.
enum BackupLines {
    static func show(_ state: BackupState) {
        if let last = state.last, let folder = state.folder {
            let checked = state.verified.map { "last verified " + BackupMoment.ago($0) } ?? "never verified"
            print("Backup     last backup \(BackupMoment.ago(last)), \(checked), in \(Terminal.harmless(folder))")
        }
        if let advice = state.advice(now: Environment.surroundings.now()) {
            print(Terminal.styled("Backup     \(advice)", .cue))
        }
    }

    static func document(_ state: BackupState, kind: String? = nil) -> JSON {
        var members: [String: JSON] = [
            "folder": .text(state.folder), "last": state.last.map(Document.time) ?? .null,
            "verified": state.verified.map(Document.time) ?? .null, "failed": state.failed.map(Document.time) ?? .null,
            "operations_since": .int(Int64(state.since)),
            "advice": .text(state.advice(now: Environment.surroundings.now())),
        ]
        members["kind"] = kind.map(JSON.string)
        return .object(members)
    }
}
