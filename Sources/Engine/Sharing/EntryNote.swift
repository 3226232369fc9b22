import Records

/// A note beside an entry, and by whom.
package struct EntryNote: Hashable, Sendable {
    /// The note.
    package let stored: StoredNote
    /// The name of its author in the journal, 32 bytes; `nil` where that cannot be told.
    package let author: [UInt8]?
    /// What the author is called; empty where that is not said.
    package let name: String
    /// This vault's person wrote it.
    package let isYours: Bool
    /// The author shares the journal no more.
    package let isFormer: Bool
    /// The journal's owner has hidden it.
    package let isHidden: Bool
}
