/// The control operation by which a person drops one of their own devices, lost while it was locked: `drop_device`
/// (docs/formats/operation.md). It is permanent: a dropped device cannot join again.
package struct DeviceRemoval: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    package var device: DeviceID

    package init(previous: [UInt8], device: DeviceID) {
        precondition(previous.count == 32, "hashes have 32 bytes")
        (self.previous, self.device) = (previous, device)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "drop_device", "previous": .hexadecimal(previous), "device": .hexadecimal(device.bytes),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32),
            let device = json["device"]?.hexBytes(count: 16).flatMap({ DeviceID($0) })
        else { throw .badControl }
        self.init(previous: previous, device: device)
    }
}
