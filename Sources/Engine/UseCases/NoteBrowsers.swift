import Ledger
import Store

/// By what the owner recognises a browser that was let in (`KnownBrowsers`). Inside the vault: beside it nobody shall read when
/// it was unlocked, and with what.
package struct BrowserNote: Hashable, Sendable {
    /// Such as "Firefox on Linux".
    package let label: String
    /// When it last unlocked the vault, in milliseconds since 1970.
    package let used: Int64
}

extension OpenVault {
    /// What is noted of browsers, by the names that `KnownBrowsers` has for them. A row that cannot be read holds none.
    package func browserNotes() throws -> [String: BrowserNote] {
        guard let bytes = try store.bytes(of: .browsers), let members = (try? JSON(reading: bytes))?.object else { return [:] }
        return members.compactMapValues { note in
            guard let label = note["label"]?.string, let used = note["used"]?.int else { return nil }
            return BrowserNote(label: label, used: used)
        }
    }

    /// Notes that a browser has just unlocked the vault, and forgets those that are not known any more.
    package func note(browser name: String, label: String, known: [String]) throws {
        var notes = try browserNotes().filter { known.contains($0.key) }
        notes[name] = BrowserNote(label: label, used: surroundings.now())
        let members = notes.mapValues { note -> JSON in ["label": .string(note.label), "used": .int(note.used)] }
        try store.write { try $0.keep(JSON.object(members).bytes, in: .browsers) }
    }
}
