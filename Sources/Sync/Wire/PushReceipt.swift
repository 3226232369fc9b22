import Ledger

/// What a relay has accepted of a push: the operations' positions, and where the log ends now.
package struct PushReceipt: Hashable, Sendable {
    package struct Accepted: Hashable, Sendable {
        /// Its position on its device's chain.
        package var place: UInt64
        package var position: UInt64
        /// When it was received: milliseconds since 1970.
        package var received: Int64

        package init(place: UInt64, position: UInt64, received: Int64) {
            (self.place, self.position, self.received) = (place, position, received)
        }

        var json: JSON {
            ["wseq": .int(Int64(place)), "seq": .int(Int64(position)), "received_ms": .int(received)]
        }

        init?(_ json: JSON) {
            guard let place = json.count("wseq"), let position = json.count("seq"), let received = json["received_ms"]?.int
            else { return nil }
            self.init(place: place, position: position, received: received)
        }
    }

    /// The operations accepted now or before, in the order sent.
    package var accepted: [Accepted]
    /// The end of the log, without its `received`.
    package var headPosition: UInt64
    /// The chain's value there.
    package var head: [UInt8]

    package init(accepted: [Accepted], headPosition: UInt64, head: [UInt8]) {
        (self.accepted, self.headPosition, self.head) = (accepted, headPosition, head)
    }

    package var bytes: [UInt8] {
        JSON.object([
            "accepted": .array(accepted.map { $0.json }), "head_seq": .int(Int64(headPosition)), "head": .hexadecimal(head),
        ]).bytes
    }

    /// Reads an answer; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let list = json["accepted"]?.array,
            let position = json.count("head_seq"), let head = json["head"]?.hexBytes(count: 32)
        else { return nil }
        let accepted = list.compactMap(Accepted.init)
        guard accepted.count == list.count else { return nil }
        self.init(accepted: accepted, headPosition: position, head: head)
    }
}
