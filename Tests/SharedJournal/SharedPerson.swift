import Crypto
import Foundation
import Ledger
import SeededChance

/// A secret key of Ed25519 by its bytes: the library's own is not `Sendable`.
package struct SeededKey: Sendable {
    private let bytes: [UInt8]
    /// 32 bytes.
    package let publicKey: [UInt8]

    package init(_ chance: inout SplitMix64) throws {
        bytes = chance.bytes(32)
        publicKey = Array(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation)
    }

    package func signature(of message: [UInt8]) throws -> [UInt8] {
        Array(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message))
    }
}

/// Somebody with keys, who shares journals with others.
package struct SharedPerson: Sendable {
    package let sign: SeededKey
    package let recover: SeededKey
    package let keys: IdentityKeys
    /// The name among members.
    package let name: [UInt8]

    package init(_ chance: inout SplitMix64) throws {
        (sign, recover) = (try SeededKey(&chance), try SeededKey(&chance))
        keys = IdentityKeys(sign: sign.publicKey, agree: chance.bytes(32), recover: recover.publicKey)
        name = keys.name
    }

    package func certificate(for device: [UInt8]) throws -> [UInt8] {
        try sign.signature(of: Genesis.certificateMessage(device: device))
    }
}

package struct SharedDevice: Sendable {
    package let person: SharedPerson
    package let key: SeededKey
    package let id: DeviceID

    package init(of person: SharedPerson, _ chance: inout SplitMix64) throws {
        (self.person, key) = (person, try SeededKey(&chance))
        id = DeviceID(publicKey: key.publicKey)
    }
}
