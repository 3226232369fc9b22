/// The control operation that lets a snapshot replace the log up to a position: `checkpoint` (docs/formats/operation.md).
///
/// The relay may then delete the operations of the other lanes up to there; later readers start from the encrypted snapshot.
package struct Checkpoint: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// The relay's position that the snapshot covers, at least 1.
    package var position: UInt64
    /// The chain's value there (`LogHead`).
    package var head: [UInt8]
    /// H(encrypted snapshot): 32 bytes.
    package var snapshot: [UInt8]

    package init(previous: [UInt8], position: UInt64, head: [UInt8], snapshot: [UInt8]) {
        precondition(
            previous.count == 32 && head.count == 32 && snapshot.count == 32 && (1...UInt64(Int64.max)).contains(position),
            "hashes have 32 bytes, and a log's first position is 1")
        (self.previous, self.position, self.head, self.snapshot) = (previous, position, head, snapshot)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "checkpoint", "previous": .hexadecimal(previous), "seq": .int(Int64(position)),
            "head": .hexadecimal(head), "snapshot": .hexadecimal(snapshot),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let position = json.count("seq"), position >= 1,
            let head = json["head"]?.hexBytes(count: 32), let snapshot = json["snapshot"]?.hexBytes(count: 32)
        else { throw .badControl }
        self.init(previous: previous, position: position, head: head, snapshot: snapshot)
    }
}
