import Ledger

/// How a device authenticates to a relay: `POST /v1/session`, once for a challenge and once with the answer.
///
/// The signed message names the host that the client called, so a relay that forwards another relay's challenge cannot use the
/// answer there.
package enum Session {
    /// What a device signs: L("login") ‖ u16 length ‖ host ‖ nonce ‖ device. `host` is the relay's host as the client has it, in
    /// lower case, with the port unless it is the scheme's default (`relay.example.org`, `127.0.0.1:8181`).
    package static func message(host: String, nonce: [UInt8], device: DeviceID) -> [UInt8] {
        let host = Array(host.utf8.prefix(Int(UInt16.max)))
        var bytes: [UInt8] = .label("login")
        bytes.append(bigEndian: UInt16(host.count))
        return bytes + host + nonce + device.bytes
    }

    /// A device's request: its name alone, or with the answer to a challenge.
    package struct Request: Hashable, Sendable {
        package var device: DeviceID
        /// The challenge, 32 bytes, and Ed25519 over `message`, 64 bytes.
        package var proof: Proof?

        package struct Proof: Hashable, Sendable {
            package var nonce: [UInt8]
            /// Ed25519 by the device over `message`.
            package var signature: [UInt8]

            package init(nonce: [UInt8], signature: [UInt8]) { (self.nonce, self.signature) = (nonce, signature) }
        }

        package init(device: DeviceID, proof: Proof? = nil) { (self.device, self.proof) = (device, proof) }

        package var bytes: [UInt8] {
            var members: [String: JSON] = ["device": .hexadecimal(device.bytes)]
            members["nonce"] = proof.map { .hexadecimal($0.nonce) }
            members["signature"] = proof.map { .hexadecimal($0.signature) }
            return JSON.object(members).bytes
        }

        /// Reads a body; `nil` for another shape.
        package init?(reading bytes: [UInt8]) {
            guard let json = try? JSON(reading: bytes), let device = json["device"]?.hexBytes(count: 16).flatMap({ DeviceID($0) })
            else { return nil }
            guard json["nonce"] != nil || json["signature"] != nil else {
                self.init(device: device)
                return
            }
            guard let nonce = json["nonce"]?.hexBytes(count: 32), let signature = json["signature"]?.hexBytes(count: 64)
            else { return nil }
            self.init(device: device, proof: Proof(nonce: nonce, signature: signature))
        }
    }

    package enum Answer: Hashable, Sendable {
        /// A challenge of 32 random bytes: valid once, for a minute.
        case question(nonce: [UInt8])
        /// A token of 32 random bytes, and its expiry: milliseconds since 1970.
        case granted(token: [UInt8], expires: Int64)

        package var bytes: [UInt8] {
            switch self {
            case .question(let nonce): JSON.object(["nonce": .hexadecimal(nonce)]).bytes
            case .granted(let token, let expires):
                JSON.object(["token": .hexadecimal(token), "expires": .int(expires)]).bytes
            }
        }

        /// Reads an answer; `nil` for another shape.
        package init?(reading bytes: [UInt8]) {
            guard let json = try? JSON(reading: bytes) else { return nil }
            if let nonce = json["nonce"]?.hexBytes(count: 32) {
                self = .question(nonce: nonce)
            } else if let token = json["token"]?.hexBytes(count: 32), let expires = json["expires"]?.int {
                self = .granted(token: token, expires: expires)
            } else {
                return nil
            }
        }
    }
}
