/// Why a control operation may not come next in a journal's log.
package enum ControlFault: Error, Hashable, Sendable {
    /// It is none: of another shape or type, of another journal, or behind the end of this one.
    case malformed
    /// It names another control operation than the last one.
    case notNext
    /// Its device is no member's, or was dropped.
    case stranger
    /// It was made in another epoch than the current one.
    case otherEpoch
    /// Its device did not sign it so.
    case signature
    /// A certificate or a proof within it does not fit.
    case proof
    /// The author's role does not allow it.
    case forbidden
    /// The wraps of a new key are not for exactly the members.
    case coverage
    /// It asks for what cannot be: an invitation that is not open, somebody who is no member, a key of low order, the last device.
    case impossible

    /// The same for who only has to know that the log is none.
    var ledgerError: LedgerError {
        switch self {
        case .stranger: .wrongDeviceKey
        case .signature: .badSignature
        default: .badControl
        }
    }
}
