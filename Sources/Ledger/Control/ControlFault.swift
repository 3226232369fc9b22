/// Why a control operation may not come next in a journal's log.
package enum ControlFault: Error, Hashable, Sendable {
    /// Not a valid control operation: another shape, type or journal, or after the end of this one.
    case malformed
    /// It does not name the last control operation.
    case notNext
    /// Its device belongs to no member, or was dropped.
    case stranger
    /// It was made in another epoch than the current one.
    case otherEpoch
    /// Its device's signature does not match.
    case signature
    /// A certificate or proof in it does not match.
    case proof
    case forbidden
    /// The wraps of a new key are not for exactly the members.
    case coverage
    /// It is impossible: the invitation is not open, the person is not a member, a key has low order, or it is the last device.
    case impossible

    /// The same error for callers that only need to know that the log is invalid.
    var ledgerError: LedgerError {
        switch self {
        case .stranger: .wrongDeviceKey
        case .signature: .badSignature
        default: .badControl
        }
    }
}
