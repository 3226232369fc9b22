import Base
import Ledger
import Store

/// How the owner recognises a known browser (`KnownBrowsers`). It is in the encrypted database, because a file beside the vault
/// would show when the vault was unlocked, and with what.
package struct BrowserNote: Hashable, Sendable {
    /// Such as "Firefox on Linux".
    package let label: String
    /// When it last unlocked the vault, in milliseconds since 1970.
    package let used: Int64
}

extension OpenVault {
    /// The notes about browsers, by their names in `KnownBrowsers`. Only labels are in them: a row that cannot be read counts as empty.
    package func browserNotes() throws -> [String: BrowserNote] {
        guard let bytes = try store.bytes(of: .browsers), let members = (try? JSON(reading: bytes))?.object else { return [:] }
        return members.compactMapValues { note in
            guard let label = note["label"]?.string, let used = note["used"]?.int else { return nil }
            return BrowserNote(label: label, used: used)
        }
    }

    /// Notes that a browser has just unlocked the vault, and removes the notes of browsers that are not known any more.
    package func noteBrowser(_ name: String, label: String, known: [String]) throws {
        var notes = try browserNotes().filter { known.contains($0.key) }
        notes[name] = BrowserNote(label: label, used: surroundings.now())
        let members = notes.mapValues { note -> JSON in ["label": .string(note.label), "used": .int(note.used)] }
        try store.write { try $0.keep(JSON.object(members).bytes, in: .browsers) }
    }
}
