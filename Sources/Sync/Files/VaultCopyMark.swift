import Ledger

/// What a device knows of the vault copy at its relay, which the recovery code unlocks.
package struct VaultCopyMark: Hashable, Sendable {
    /// A hash of the intended content of the copy: the keys and the slots.
    package var state: [UInt8]
    /// SHA-256 of the copy that this device sent or accepted.
    package var copy: [UInt8]
    /// When it was last seen at the relay: milliseconds since 1970; 0 if uncertain.
    package var seen: Int64

    /// `state` and `copy`: 32 bytes each.
    package init(state: [UInt8], copy: [UInt8], seen: Int64) { (self.state, self.copy, self.seen) = (state, copy, seen) }

    /// state 32 ‖ copy 32 ‖ u64 seen
    package var bytes: [UInt8] {
        var bytes = state + copy
        bytes.append(bigEndian: UInt64(clamping: seen))
        return bytes
    }

    /// Reads a row; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard bytes.count == 72, let seen = Int64(exactly: bytes.bigEndian(at: 64, as: UInt64.self)) else { return nil }
        self.init(state: Array(bytes[..<32]), copy: Array(bytes[32..<64]), seen: seen)
    }

    /// The field of a device's record that names the copy it sent last.
    package static let field = "vault_copy"

    /// A device's statement that it sent a copy (`field`).
    package struct Said: Hashable, Sendable {
        /// SHA-256 of the copy.
        package let copy: [UInt8]
        package let write: WriteName

        package init(copy: [UInt8], write: WriteName) { (self.copy, self.write) = (copy, write) }
    }

    /// Whether to check the relay's copy: its intended content has changed, or it was not seen for a week.
    package static func isDue(_ mark: VaultCopyMark?, state: [UInt8], now: Int64) -> Bool {
        guard let mark, mark.state == state else { return true }
        return mark.seen == 0 || now >= mark.seen + Holding.week
    }

    /// Whether the relay's copy need not be replaced: it is the one of this mark, or another device sent it after this one sent
    /// its own. `found`: SHA-256 of the relay's copy. `own`: this device's last statement.
    package static func isGood(
        _ mark: VaultCopyMark?, state: [UInt8], found: [UInt8]?, own: Said?, others: [Said]
    ) -> Bool {
        guard let found, let mark, mark.state == state else { return false }
        if found == mark.copy { return true }
        return others.contains { other in other.copy == found && own.map { $0.write < other.write } ?? true }
    }
}
