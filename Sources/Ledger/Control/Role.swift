/// What a member may do in a journal.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Everything: a journal has one owner.
    case owner
    /// Writes records and notes, and gives the journal a new key.
    case editor
    /// Writes notes alone.
    case note
    /// Reads.
    case reader

    /// Whether a member with this role may write sealed operations of a lane. What may be said on the control lane depends on what
    /// it is (`ControlOperation.mayBeSaid`).
    package func mayWrite(_ lane: OperationHeader.Lane) -> Bool {
        switch lane {
        case .record: self == .owner || self == .editor
        case .note: self != .reader
        case .control, .snapshot: false
        }
    }
}
