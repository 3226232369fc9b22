import Ledger

/// What a relay reports about itself to anyone: `GET /v1/info`.
package struct RelayInfo: Hashable, Sendable {
    package enum SignUp: String, Hashable, Sendable, CaseIterable {
        /// Anyone.
        case open
        /// Anyone with a code from the relay's operator.
        case invite
        /// No one new.
        case closed
    }

    /// The version of the protocol that this program speaks.
    package static let version: Int64 = 1

    package var versions: [Int64]
    package var limits: RelayLimits
    package var signUp: SignUp
    /// The relay's id: 16 random bytes, created with its database and renewed after a restore.
    package var relay: [UInt8]

    /// Length of a relay's id in bytes.
    package static let idCount = 16

    package init(versions: [Int64] = [version], limits: RelayLimits, signUp: SignUp, relay: [UInt8]) {
        (self.versions, self.limits, self.signUp, self.relay) = (versions, limits, signUp, relay)
    }

    package var bytes: [UInt8] {
        let members: [String: JSON] = [
            "protocols": .array(versions.map(JSON.int)), "limits": limits.json, "sign_up": .string(signUp.rawValue),
            "relay": .hexadecimal(relay),
        ]
        return JSON.object(members).bytes
    }

    /// Reads an answer; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let versions = json["protocols"]?.array,
            let limits = RelayLimits(json["limits"]), let signUp = json["sign_up"]?.string.flatMap(SignUp.init(rawValue:)),
            let relay = json["relay"]?.hexBytes(count: RelayInfo.idCount)
        else { return nil }
        self.init(versions: versions.compactMap { $0.int }, limits: limits, signUp: signUp, relay: relay)
    }
}
