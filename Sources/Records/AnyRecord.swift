import Ledger

/// A stored record of any kind, to be passed on as a whole.
package struct AnyRecord: Hashable, Sendable {
    package let kind: String
    package let id: RecordID
    package let journal: JournalID
    package let state: RecordState

    package init(kind: String, id: RecordID, journal: JournalID, state: RecordState) {
        (self.kind, self.id, self.journal, self.state) = (kind, id, journal, state)
    }

    /// In a note that came from another vault, and in what hides one: its name there. Here it has another, because a note's name
    /// proves who wrote it.
    package static let originField = "origin_note"
    /// In such a note: its nonce there.
    package static let originNonceField = "origin_nonce"

    /// Its name in exports: so a note keeps its name when it goes from vault to vault.
    package var exportedID: RecordID { state[AnyRecord.originField]?.string.flatMap { RecordID(text: $0) } ?? id }
}
