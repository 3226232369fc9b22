import HTTP

/// Who keeps a place when a server is full: a connection whose sender is known keeps its own, and of those that are waited for, the
/// one whose request (or pause) began first makes room. So clients that say nothing, or say it slowly, hold up no one.
package struct Places<ID: Hashable & Sendable>: Sendable {
    private struct Place {
        let block: AddressBlock
        /// When its request or its pause began: later ones have larger numbers. Bytes that drip in do not make it newer.
        var began: UInt64
        /// Whether the server waits for the client.
        var isWaiting = true
        /// Whether the sender of the present request is known.
        var isKept = false
    }

    /// What becomes of a new connection.
    package enum Entry: Hashable, Sendable {
        case free, insteadOf(ID), full
    }

    private let most: Int
    private var places: [ID: Place] = [:]
    private var blocks: [AddressBlock: Int] = [:]
    private var turn: UInt64 = 0

    /// `most`: places in all. Of them a block of addresses, other than this machine, has a quarter at most, and at least 8.
    package init(most: Int) { self.most = most }

    package var count: Int { places.count }

    /// Gives a place to a new connection: a free one, that of another, or none.
    package mutating func enter(_ id: ID, from block: AddressBlock) -> Entry {
        let isOverShare = !block.isLoopback && blocks[block, default: 0] >= max(8, most / 4)
        var leaving: ID?
        if isOverShare || places.count >= most {
            leaving =
                places.filter { $0.value.isWaiting && !$0.value.isKept && (!isOverShare || $0.value.block == block) }
                .min { $0.value.began < $1.value.began }?.key
            guard let leaving else { return .full }
            leave(leaving)
        }
        turn += 1
        places[id] = Place(block: block, began: turn)
        blocks[block, default: 0] += 1
        return leaving.map { .insteadOf($0) } ?? .free
    }

    package mutating func leave(_ id: ID) {
        guard let place = places.removeValue(forKey: id), let count = blocks[place.block] else { return }
        blocks[place.block] = count > 1 ? count - 1 : nil
    }

    /// A request begins, or a pause between two. Nothing is known of its sender.
    package mutating func begin(_ id: ID, isWaiting: Bool) {
        turn += 1
        places[id]?.began = turn
        places[id]?.isKept = false
        places[id]?.isWaiting = isWaiting
    }

    /// The server waits for the client, or no longer.
    package mutating func wait(_ id: ID, _ isWaiting: Bool) { places[id]?.isWaiting = isWaiting }

    /// The sender of the present request is known.
    package mutating func keep(_ id: ID) { places[id]?.isKept = true }
}
