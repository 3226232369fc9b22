import Ledger

/// Reads a journal's log from a relay, and trusts nothing. Every position must follow the one before, every author must be
/// allowed to write and continue their own chain, and what each author has seen must match what is seen here.
///
/// If an author has seen another log, the history up to that position is in conflict (`conflictPosition`). A later author who
/// has seen this log beyond it resolves the conflict by confirming it, if that is the journal's owner, this device's own person,
/// or the only person whose view caused it. So a log recovered at a relay that had lost it is trusted from the first operation of
/// whoever recovered it, and a fork never is. Other members cannot confirm it: they may collude with the relay.
package struct LogReader: Sendable {
    package private(set) var head: LogHead
    /// The state of the control operations so far; `nil` before the first operation.
    package private(set) var control: ControlLog?
    /// The position up to which the history is in conflict; 0 if it is not.
    package private(set) var conflictPosition: UInt64
    /// Whether only this device's own view conflicts: the relay lost a log that was read here, and others have recovered it.
    package private(set) var isOwnConflict = false
    /// The root of the only person whose view conflicts; `nil` for several, and for a conflict with the vault's saved head.
    package private(set) var conflictAuthor: [UInt8]?
    private var ends: [DeviceID: ChainEnd]
    /// The head that this device had seen before, as saved in the vault: another value there is a conflict.
    private let pinned: LogHead?
    private let device: DeviceID?

    /// The end of the snapshot by which this log was joined; 0 if it was read from its beginning. Heads at earlier positions are
    /// unknown here, unless they were read once.
    private let floor: UInt64

    /// A device's last operation in the log.
    package typealias ChainEnd = Ledger.ChainEnd

    /// Continues after what was read before. `device`: the one that reads.
    package init(
        head: LogHead = .empty, control: ControlLog? = nil, ends: [DeviceID: ChainEnd] = [:], conflictPosition: UInt64 = 0,
        isOwnConflict: Bool = false, conflictAuthor: [UInt8]? = nil,
        pinned: LogHead? = nil, floor: UInt64 = 0, device: DeviceID? = nil
    ) {
        (self.head, self.control, self.ends, self.conflictPosition) = (head, control, ends, conflictPosition)
        (self.isOwnConflict, self.conflictAuthor) = (isOwnConflict, conflictAuthor)
        (self.pinned, self.floor, self.device) = (pinned, floor, device)
    }

    package struct Place: Sendable {
        package let head: LogHead
        /// The key that must have signed it; `nil` if that was checked already.
        package let publicKey: [UInt8]?
    }

    /// Takes the next operation. `seen`: the log's head after `seenPosition`, as computed here earlier; `nil` if unknown.
    package mutating func take(
        _ operation: Operation, position: UInt64, received: Int64, seen: [UInt8]? = nil
    ) throws(SyncFault) -> Place {
        guard position == head.position + 1, let next = head.following(hash: operation.hash, received: received)
        else { throw SyncFault.notALog(position: position) }
        let header = operation.header
        guard header.lane != .snapshot else { throw SyncFault.notALog(position: position) }
        let end = ends[header.device]
        guard header.position == (end?.position ?? 0) + 1,
            header.previous == end?.hash ?? [UInt8](repeating: 0, count: 32)
        else { throw SyncFault.brokenChain(position: position) }
        let key = try admit(operation, position: position)
        ends[header.device] = ChainEnd(position: header.position, hash: operation.hash)
        head = next
        compare(operation, at: position, seen: seen)
        return Place(head: head, publicKey: key)
    }

    /// The key that must have signed; `nil` for a control operation, which is checked here.
    private mutating func admit(_ operation: Operation, position: UInt64) throws(SyncFault) -> [UInt8]? {
        do throws(LedgerError) {
            guard control != nil else {
                control = try ControlLog(founding: operation)
                return nil
            }
            if operation.header.lane == .control {
                try control?.take(operation)
                return nil
            }
        } catch {
            throw SyncFault.notAMember(position: position)
        }
        guard case .admitted(let key)? = control?.admission(of: operation.header)
        else { throw SyncFault.notAMember(position: position) }
        return key
    }

    private mutating func compare(_ operation: Operation, at position: UInt64, seen: [UInt8]?) {
        let header = operation.header
        if header.seenPosition > 0 {
            let value = header.seenPosition < position ? seen : nil
            if value == nil, header.seenPosition < floor {
                // It cannot be checked here, so it neither causes nor resolves a conflict.
            } else if value != header.seenHead {
                let author = control?.person(of: header.device)
                isOwnConflict = header.device == device && (conflictPosition == 0 || isOwnConflict)
                conflictAuthor = conflictPosition == 0 || conflictAuthor == author ? author : nil
                conflictPosition = position
            } else if conflictPosition > 0, header.seenPosition >= conflictPosition, mayConfirm(header.device) {
                (conflictPosition, isOwnConflict, conflictAuthor) = (0, false, nil)
            }
        }
        if let pinned, pinned.position == position, pinned.value != head.value {
            (conflictPosition, isOwnConflict, conflictAuthor) = (position, false, nil)
        }
    }

    /// Whether a device may confirm the log and so resolve a conflict.
    private func mayConfirm(_ author: DeviceID) -> Bool {
        guard let control, let person = control.person(of: author) else { return false }
        return person == control.owner.root || person == conflictAuthor || (device.flatMap { control.person(of: $0) } == person)
    }
}
