import Records

package struct EntryNote: Hashable, Sendable {
    package let stored: StoredNote
    /// The author's root in the journal, 32 bytes; `nil` if unknown.
    package let author: [UInt8]?
    /// The author's name; empty if unknown.
    package let name: String
    package let isYours: Bool
    /// The author is no longer a member.
    package let isFormer: Bool
    /// The journal's owner has hidden it.
    package let isHidden: Bool
}
