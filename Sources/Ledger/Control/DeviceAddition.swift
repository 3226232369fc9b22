/// The control operation by which another device of the owner joins a journal: `device` (docs/formats/operation.md).
///
/// The owner's identity vouches for the device, and the device itself signs the operation: so a machine on which a backup was
/// restored can enter itself, and nobody else can.
package struct DeviceAddition: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// Ed25519 public key of the device, 32 bytes.
    package var device: [UInt8]
    /// Ed25519 by the owner's signing key over L("device-cert") ‖ device, 64 bytes.
    package var certificate: [UInt8]

    package init(previous: [UInt8], device: [UInt8], certificate: [UInt8]) {
        precondition(
            previous.count == 32 && device.count == 32 && certificate.count == 64, "the parts of an addition have their lengths")
        (self.previous, self.device, self.certificate) = (previous, device, certificate)
    }

    /// The clear body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "device", "previous": .string(hex(previous)), "device": .string(hex(device)),
            "certificate": .string(hex(certificate)),
        ]).bytes
    }

    /// Reads a body; refuses one of another shape.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard let json = try? JSON(reading: body), json["v"] == 1, json["type"] == "device",
            let previous = json["previous"]?.hexBytes(count: 32), let device = json["device"]?.hexBytes(count: 32),
            let certificate = json["certificate"]?.hexBytes(count: 64)
        else { throw .badControl }
        self.init(previous: previous, device: device, certificate: certificate)
        guard self.body == body else { throw .badControl }
    }
}
