import Ledger

/// Reads a journal's log as a relay hands it out, and believes nothing: every place follows the one before, every author may
/// write there and continues its own chain, and what each author has seen is what is seen here.
///
/// Where an author has seen another log, everything up to that place is in doubt (`doubted`). A later author who has seen this
/// very log beyond it takes the doubt away, if it is the journal's owner, this device's own person, or the one whose word alone is the
/// doubt: so a log that was put into a relay anew, after that had lost it, is believed from the first operation of whoever did so,
/// and a fork never is. Another member's word takes nothing away: members may be in league with the relay.
package struct LogReader: Sendable {
    /// The end of what was read.
    package private(set) var head: LogHead
    /// What the control operations up to here add up to; `nil` before the first operation.
    package private(set) var control: ControlLog?
    /// Up to where the log is in doubt; 0 for nowhere.
    package private(set) var doubted: UInt64
    /// It is in doubt by what this device itself had seen, and by nothing else: the relay has lost a log that was read here, and
    /// others have brought it back.
    package private(set) var isOwnDoubt = false
    /// The person whose word alone puts it in doubt, by the root; `nil` for several, and for what this vault has kept.
    package private(set) var doubter: [UInt8]?
    private var ends: [DeviceID: ChainEnd]
    /// What this device has seen of the log before, as the vault has kept it: another value there puts it in doubt.
    private let pinned: LogHead?
    private let device: DeviceID?

    /// Where a snapshot ends that this log was joined by; 0 where it was read from its beginning. Which head the log had at an earlier
    /// position is not known here, unless it was read once.
    private let floor: UInt64

    /// The last operation of a device that the log has.
    package typealias ChainEnd = Ledger.ChainEnd

    /// Goes on behind what was read before. `device`: the one that reads.
    package init(
        head: LogHead = .empty, control: ControlLog? = nil, ends: [DeviceID: ChainEnd] = [:], doubted: UInt64 = 0,
        isOwnDoubt: Bool = false, doubter: [UInt8]? = nil,
        pinned: LogHead? = nil, floor: UInt64 = 0, device: DeviceID? = nil
    ) {
        (self.head, self.control, self.ends, self.doubted) = (head, control, ends, doubted)
        (self.isOwnDoubt, self.doubter) = (isOwnDoubt, doubter)
        (self.pinned, self.floor, self.device) = (pinned, floor, device)
    }

    /// What a place of the log says of the operation on it.
    package struct Place: Sendable {
        /// The log's head behind it.
        package let head: LogHead
        /// Whose signature it must have; `nil` where it was checked already.
        package let publicKey: [UInt8]?
    }

    /// Takes the next operation. `seen`: the log's head after `seenPosition`, as this reader computed it once; `nil` if unknown.
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

    /// The key that has to have signed; `nil` for a control operation, which is checked here.
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
                // Nobody can tell here: neither a doubt, nor a word against one.
            } else if value != header.seenHead {
                let author = control?.person(of: header.device)
                isOwnDoubt = header.device == device && (doubted == 0 || isOwnDoubt)
                doubter = doubted == 0 || doubter == author ? author : nil
                doubted = position
            } else if doubted > 0, header.seenPosition >= doubted, mayVouch(header.device) {
                (doubted, isOwnDoubt, doubter) = (0, false, nil)
            }
        }
        if let pinned, pinned.position == position, pinned.value != head.value {
            (doubted, isOwnDoubt, doubter) = (position, false, nil)
        }
    }

    /// Whether a device's word takes a doubt away.
    private func mayVouch(_ author: DeviceID) -> Bool {
        guard let control, let person = control.person(of: author) else { return false }
        return person == control.owner.root || person == doubter || (device.flatMap { control.person(of: $0) } == person)
    }
}
