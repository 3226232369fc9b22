/// What a member may do in a journal.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Everything; a journal has one owner.
    case owner
    /// Writes records and notes, and gives the journal a new key.
    case editor
    /// Writes notes only.
    case note
    case reader

    /// Whether a member with this role may write encrypted operations of a lane. On the control lane it depends on the operation
    /// (`ControlOperation.mayBeSaid`).
    package func mayWrite(_ lane: OperationHeader.Lane) -> Bool {
        switch lane {
        case .record: self == .owner || self == .editor
        case .note: self != .reader
        case .control, .snapshot: false
        }
    }
}
