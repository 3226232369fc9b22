import Ledger

/// A stored record of any kind, to be passed on as a whole.
package struct AnyRecord: Hashable, Sendable {
    /// The name of its kind.
    package let kind: String
    /// The record's name.
    package let id: RecordID
    /// Its journal.
    package let journal: JournalID
    /// All its fields.
    package let state: RecordState

    package init(kind: String, id: RecordID, journal: JournalID, state: RecordState) {
        (self.kind, self.id, self.journal, self.state) = (kind, id, journal, state)
    }
}
