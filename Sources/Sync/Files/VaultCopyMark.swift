import Ledger

/// What a device knows of the copy of the vault at its relay, which the recovery code opens.
package struct VaultCopyMark: Hashable, Sendable {
    /// A hash of what the copy is to say: the keys and the slots.
    package var state: [UInt8]
    /// SHA-256 of the copy that this device sent, or found to be good.
    package var copy: [UInt8]
    /// When it was last seen at the relay: milliseconds since 1970; 0 where that is in doubt.
    package var seen: Int64

    /// `state` and `copy`: 32 bytes each.
    package init(state: [UInt8], copy: [UInt8], seen: Int64) { (self.state, self.copy, self.seen) = (state, copy, seen) }

    /// state 32 ‖ copy 32 ‖ u64 seen
    package var bytes: [UInt8] {
        var bytes = state + copy
        bytes.append(bigEndian: UInt64(clamping: seen))
        return bytes
    }

    /// Reads a row; `nil` for one of another shape: older programs kept the state alone.
    package init?(reading bytes: [UInt8]) {
        guard bytes.count == 72, let seen = Int64(exactly: bytes.bigEndian(at: 64, as: UInt64.self)) else { return nil }
        self.init(state: Array(bytes[..<32]), copy: Array(bytes[32..<64]), seen: seen)
    }

    /// The field of a device's record that says which copy it sent last.
    package static let field = "vault_copy"

    /// A copy as a device says of itself that it sent it (`field`).
    package struct Said: Hashable, Sendable {
        /// SHA-256 of the copy.
        package let copy: [UInt8]
        /// When that was said.
        package let write: WriteName

        package init(copy: [UInt8], write: WriteName) { (self.copy, self.write) = (copy, write) }
    }

    /// Whether the relay has to be asked for its copy: what it is to say has changed, or it was not seen for a week.
    package static func isDue(_ mark: VaultCopyMark?, state: [UInt8], now: Int64) -> Bool {
        guard let mark, mark.state == state else { return true }
        return mark.seen == 0 || now >= mark.seen + Holding.week
    }

    /// Whether the relay's copy need not be replaced: it is the one of this mark, or another device said that it sent it after this one
    /// sent its own. `found`: SHA-256 of what the relay has. `own`: what this device said last.
    package static func isGood(
        _ mark: VaultCopyMark?, state: [UInt8], found: [UInt8]?, own: Said?, others: [Said]
    ) -> Bool {
        guard let found, let mark, mark.state == state else { return false }
        if found == mark.copy { return true }
        return others.contains { other in other.copy == found && own.map { $0.write < other.write } ?? true }
    }
}
