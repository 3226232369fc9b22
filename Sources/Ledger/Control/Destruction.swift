/// The control operation behind which a journal takes no other: `destroy` (docs/formats/operation.md). The relay then forgets
/// what it holds of the journal.
package struct Destruction: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]

    package init(previous: [UInt8]) {
        precondition(previous.count == 32, "hashes have 32 bytes")
        self.previous = previous
    }

    /// The clear body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object(["v": 1, "type": "destroy", "previous": .hexadecimal(previous)]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32) else { throw .badControl }
        self.init(previous: previous)
    }
}
