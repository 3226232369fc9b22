import Journal
import Ledger

/// A note as it lies in a journal: a record of kind `note`, docs/formats/operation.md.
package struct StoredNote: Hashable, Sendable {
    /// The note's name.
    package let id: RecordID
    /// The journal it lies in.
    package let journal: JournalID
    /// The entry beside which it stands.
    package let entry: RecordID
    /// What it says.
    package let note: CollaboratorNote
    /// The 16 bytes by which it is its author's.
    package let nonce: [UInt8]
    /// Who wrote it where it was brought in from, as they were called there; `nil` for a note of its author's own.
    package let writtenBy: String?
    /// A device of its author.
    package let device: DeviceID
    /// When it was last changed, in milliseconds since 1970.
    package let modified: Int64
    /// It was changed after it was written.
    package let isEdited: Bool
    /// When it was deleted; `nil` while it is not.
    package let deleted: Int64?

    /// `nil` when the record is not a whole note.
    package init?(id: RecordID, journal: JournalID, state: RecordState) {
        guard let entry = state["entry"]?.string.flatMap({ RecordID(text: $0) }), let text = state["text"]?.string,
            let instant = state["instant"]?.int.flatMap(Instant.init(milliseconds:)),
            let nonce = state["nonce"]?.hexBytes(count: 16), let field = state.fields["text"],
            let note = CollaboratorNote(text: text, instant: instant)
        else { return nil }
        (self.id, self.journal, self.entry, self.note, self.nonce) = (id, journal, entry, note, nonce)
        writtenBy = state[StoredNote.writtenByField]?.string
        device = field.name.device
        modified = Int64(field.name.stamp.milliseconds)
        isEdited = field.name != state.fields["instant"]?.name
        deleted = state.goneSince.map { Int64($0.milliseconds) }
    }

    /// The field that says who wrote a note that was brought in.
    package static let writtenByField = "written_by"

    /// The fields of a new note.
    package static func fields(_ note: CollaboratorNote, entry: RecordID, nonce: [UInt8]) -> [String: JSON] {
        [
            "entry": .string(entry.description), "text": .string(note.text), "instant": .int(note.instant.milliseconds),
            "nonce": .hexadecimal(nonce),
        ]
    }
}
