import Crypto
import Foundation
import Ledger
import SeededChance
import Vault

/// One person with a journal: the keys that all devices of theirs share. Nothing of it ever changes.
struct SimulatedPerson: @unchecked Sendable {
    private let identity: Curve25519.Signing.PrivateKey
    let owner: IdentityKeys
    private let journalKey: [UInt8]

    init(_ chance: inout SplitMix64) {
        identity = SimulatedPerson.key(&chance)
        owner = IdentityKeys(
            sign: Array(identity.publicKey.rawRepresentation), agree: chance.bytes(32), recover: chance.bytes(32))
        journalKey = chance.bytes(32)
    }

    static func key(_ chance: inout SplitMix64) -> Curve25519.Signing.PrivateKey {
        // Any 32 bytes are a key.
        (try? Curve25519.Signing.PrivateKey(rawRepresentation: Data(chance.bytes(32)))) ?? Curve25519.Signing.PrivateKey()
    }

    func certificate(of device: [UInt8]) throws -> [UInt8] {
        Array(try identity.signature(for: Data(Genesis.certificateMessage(device: device))))
    }

    /// The key of an epoch: the simulation hands none out.
    func key(epoch: UInt32) -> Secret {
        Secret(copying: digest(journalKey + [UInt8(truncatingIfNeeded: epoch)]))
    }

    /// What an operation says; `nil` on the control lane.
    func payload(of operation: Ledger.Operation) -> Payload? {
        guard operation.header.lane != .control,
            let bytes = try? Seal.open(
                operation.body, key: key(epoch: operation.sealedEpoch), context: operation.sealingContext)
        else { return nil }
        return try? Payload(reading: bytes)
    }
}
