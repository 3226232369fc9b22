import HTTP
import Synchronization

/// The messages of strangers that wait in mailboxes: how many, and from where. A device that is to be linked has no account yet, so
/// anyone may leave one; together they stay within a few MiB, and no block of addresses takes the room of all.
final class WaitingMessages: Sendable {
    /// The most at a time: in all, from a network that a provider hands out, and from one block of addresses.
    static let (most, mostOfNetwork, mostOfBlock) = (4_096, 256, 32)

    private struct Message {
        let block: AddressBlock?
        let expires: Int64
    }

    private struct State {
        var messages: [[UInt8]: Message] = [:]
        /// The messages in the order in which they expire; some may have been taken.
        var order: ArraySlice<(mailbox: [UInt8], expires: Int64)> = []
        var counts: [AddressBlock: Int] = [:]

        mutating func remove(_ mailbox: [UInt8]) {
            guard let block = messages.removeValue(forKey: mailbox)?.block else { return }
            for name in [block, block.network] { counts[name] = counts[name].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }

    private let state = Mutex(State())

    /// Makes room for a message: 0, or the seconds until there may be some. `block`: the sender's; `nil` is this machine. Times in
    /// milliseconds.
    func enter(_ mailbox: [UInt8], from block: AddressBlock?, expires: Int64, now: Int64) -> UInt64 {
        state.withLock { state in
            while let first = state.order.first, first.expires <= now {
                if state.messages[first.mailbox]?.expires == first.expires { state.remove(first.mailbox) }
                state.order.removeFirst()
            }
            let isFull =
                state.messages.count >= WaitingMessages.most
                || block.map {
                    state.counts[$0, default: 0] >= WaitingMessages.mostOfBlock
                        || state.counts[$0.network, default: 0] >= WaitingMessages.mostOfNetwork
                } ?? false
            guard !isFull else {
                return UInt64(max(1, ((state.order.first?.expires ?? now) - now) / 1_000))
            }
            guard state.messages[mailbox] == nil else { return 0 }
            state.messages[mailbox] = Message(block: block, expires: expires)
            state.order.append((mailbox, expires))
            if let block { for name in [block, block.network] { state.counts[name, default: 0] += 1 } }
            return 0
        }
    }

    /// A message was taken.
    func leave(_ mailbox: [UInt8]) { state.withLock { $0.remove(mailbox) } }
}
