/// The end of a journal's log at a relay: its position, and a hash over everything up to there.
///
/// Every reader of the log recomputes it. Two logs with the same head are the same log, in the same order, received at the same
/// times. A relay that drops, reorders, alters or forks the log is detected at the first operation whose author has seen another
/// head (Mazières and Shasha, "Building secure file systems out of Byzantine storage", 2002).
package struct LogHead: Hashable, Sendable {
    /// The number of operations: the relay's position of the last one; 0 for an empty log.
    package let position: UInt64
    /// H(L("chain") ‖ value before ‖ u64 position ‖ u64 received ‖ operation's hash), 32 bytes; zeros for an empty log.
    package let value: [UInt8]
    /// When the relay received the last one: milliseconds since 1970, never lower than the previous one's.
    package let received: Int64

    package init(position: UInt64, value: [UInt8], received: Int64) {
        precondition(value.count == 32 && received >= 0, "a head has 32 bytes, and a moment since 1970")
        (self.position, self.value, self.received) = (position, value, received)
    }

    package static let empty = LogHead(position: 0, value: [UInt8](repeating: 0, count: 32), received: 0)

    /// The head after one more operation; `nil` if it was received earlier than the one before it, which no honest relay reports.
    package func following(hash: [UInt8], received: Int64) -> LogHead? {
        guard received >= self.received, position < UInt64(Int64.max) else { return nil }
        var bytes: [UInt8] = .label("chain") + value
        bytes.append(bigEndian: position + 1)
        bytes.append(bigEndian: UInt64(received))
        return LogHead(position: position + 1, value: digest(bytes + hash), received: received)
    }
}
