import Ledger

/// A record of any kind as it lies in a journal, for who passes it on whole.
package struct AnyRecord: Hashable, Sendable {
    /// The kind's name inside the seal.
    package let kind: String
    /// The record's name.
    package let id: RecordID
    /// The journal it lies in.
    package let journal: JournalID
    /// All its fields.
    package let state: RecordState

    package init(kind: String, id: RecordID, journal: JournalID, state: RecordState) {
        (self.kind, self.id, self.journal, self.state) = (kind, id, journal, state)
    }
}
