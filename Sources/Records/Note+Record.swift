import Journal
import Ledger

/// A stored note of a journal: a record of kind `note`, docs/formats/operation.md.
package struct StoredNote: Hashable, Sendable {
    package let id: RecordID
    package let journal: JournalID
    package let entry: RecordID
    package let note: CollaboratorNote
    /// The 16 bytes that bind the note to its author.
    package let nonce: [UInt8]
    /// The author's name in the import it comes from; `nil` for a note written here.
    package let writtenBy: String?
    /// A device of its author.
    package let device: DeviceID
    /// When it was last changed, in milliseconds since 1970.
    package let modified: Int64
    /// Whether it was changed after it was written.
    package let isEdited: Bool
    /// When it was deleted; `nil` if it is not.
    package let deleted: Int64?

    /// `nil` if the record is not a complete note.
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

    /// The field with the author of an imported note.
    package static let writtenByField = "written_by"

    package static func fields(_ note: CollaboratorNote, entry: RecordID, nonce: [UInt8]) -> [String: JSON] {
        [
            "entry": .string(entry.description), "text": .string(note.text), "instant": .int(note.instant.milliseconds),
            "nonce": .hexadecimal(nonce),
        ]
    }
}
