/// The control operation by which another device of a member joins a journal: `device` (docs/formats/operation.md).
///
/// The member's identity certifies the device, and the device signs the operation: a machine restored from a backup can add
/// itself, and no one else can.
package struct DeviceAddition: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// Ed25519 public key of the device, 32 bytes.
    package var device: [UInt8]
    /// Ed25519 by the member's signing key over L("device-cert") ‖ device, 64 bytes.
    package var certificate: [UInt8]
    /// The member's name, 32 bytes; `nil` for the owner.
    package var identity: [UInt8]?

    package init(previous: [UInt8], device: [UInt8], certificate: [UInt8], identity: [UInt8]? = nil) {
        precondition(
            previous.count == 32 && device.count == 32 && certificate.count == 64 && identity?.count ?? 32 == 32,
            "the parts of an addition have their lengths")
        (self.previous, self.device, self.certificate, self.identity) = (previous, device, certificate, identity)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        var members: [String: JSON] = [
            "v": 1, "type": "device", "previous": .hexadecimal(previous), "device": .hexadecimal(device),
            "certificate": .hexadecimal(certificate),
        ]
        members["identity"] = identity.map(JSON.hexadecimal)
        return JSON.object(members).bytes
    }

    /// Reads a body; refuses a wrong shape.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard case .device(let addition) = try ControlOperation(reading: body) else { throw .badControl }
        self = addition
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let device = json["device"]?.hexBytes(count: 32),
            let certificate = json["certificate"]?.hexBytes(count: 64)
        else { throw .badControl }
        var identity: [UInt8]?
        if let name = json["identity"] {
            guard let bytes = name.hexBytes(count: 32) else { throw .badControl }
            identity = bytes
        }
        self.init(previous: previous, device: device, certificate: certificate, identity: identity)
    }
}
