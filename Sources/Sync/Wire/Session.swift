import Ledger

/// How a device shows a relay that it is the one it says: `POST /v1/session`, once for a question and once with the answer.
///
/// What is signed names the host that the client called, so that a relay which passes the question of another one on gets
/// an answer that is of no use there.
package enum Session {
    /// What a device signs: L("login") ‖ u16 length ‖ host ‖ nonce ‖ device. `host` is the one of the relay's address as the client
    /// has it, in lower case, with the port where it is not the scheme's own (`relay.example.org`, `127.0.0.1:8181`).
    package static func message(host: String, nonce: [UInt8], device: DeviceID) -> [UInt8] {
        let host = Array(host.utf8.prefix(Int(UInt16.max)))
        var bytes: [UInt8] = .label("login")
        bytes.append(bigEndian: UInt16(host.count))
        return bytes + host + nonce + device.bytes
    }

    /// What a device sends: its name alone, or with the answer to a question.
    package struct Request: Hashable, Sendable {
        /// Who asks.
        package var device: DeviceID
        /// The question, 32 bytes, and Ed25519 over `message`, 64 bytes.
        package var proof: Proof?

        /// The answer to a question.
        package struct Proof: Hashable, Sendable {
            /// The question.
            package var nonce: [UInt8]
            /// Ed25519 by the device over `message`.
            package var signature: [UInt8]

            package init(nonce: [UInt8], signature: [UInt8]) { (self.nonce, self.signature) = (nonce, signature) }
        }

        package init(device: DeviceID, proof: Proof? = nil) { (self.device, self.proof) = (device, proof) }

        /// The request's body.
        package var bytes: [UInt8] {
            var members: [String: JSON] = ["device": .hexadecimal(device.bytes)]
            members["nonce"] = proof.map { .hexadecimal($0.nonce) }
            members["signature"] = proof.map { .hexadecimal($0.signature) }
            return JSON.object(members).bytes
        }

        /// Reads a body; `nil` for one of another shape.
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

    /// What a relay answers.
    package enum Answer: Hashable, Sendable {
        /// A question of 32 random bytes: good once, for a minute.
        case question(nonce: [UInt8])
        /// A token of 32 random bytes, and until when it is good: milliseconds since 1970.
        case granted(token: [UInt8], expires: Int64)

        /// The answer's body.
        package var bytes: [UInt8] {
            switch self {
            case .question(let nonce): JSON.object(["nonce": .hexadecimal(nonce)]).bytes
            case .granted(let token, let expires):
                JSON.object(["token": .hexadecimal(token), "expires": .int(expires)]).bytes
            }
        }

        /// Reads an answer; `nil` for one of another shape.
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
