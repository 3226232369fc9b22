/// The control operation by which a member goes of his own accord: `leave` (docs/formats/operation.md). His devices are dropped. He
/// cannot make a key that he does not have, so that the owner owes the journal a new one (`ControlLog.owesRotation`).
package struct Departure: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]

    package init(previous: [UInt8]) {
        precondition(previous.count == 32, "hashes have 32 bytes")
        self.previous = previous
    }

    /// The clear body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object(["v": 1, "type": "leave", "previous": .hexadecimal(previous)]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32) else { throw .badControl }
        self.init(previous: previous)
    }
}
