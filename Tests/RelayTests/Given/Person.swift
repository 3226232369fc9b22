import Crypto
import Foundation
import Ledger
import SeededChance
import Sync

/// Somebody with keys, as the relay comes to know him.
struct Person: Sendable {
    private let sign: SigningKey
    let keys: IdentityKeys

    init(_ chance: inout SplitMix64) {
        sign = SigningKey(&chance)
        keys = IdentityKeys(sign: sign.publicKey, agree: chance.bytes(32), recover: chance.bytes(32))
    }

    func certificate(for device: [UInt8]) throws -> [UInt8] {
        try sign.signature(of: Genesis.certificateMessage(device: device))
    }
}

/// A secret key by its bytes: the library's own is not `Sendable`.
struct SigningKey: Sendable {
    private let bytes: [UInt8]
    let publicKey: [UInt8]

    init(_ chance: inout SplitMix64) {
        bytes = chance.bytes(32)
        publicKey =
            (try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)).map { Array($0.publicKey.rawRepresentation) } ?? []
    }

    func signature(of message: [UInt8]) throws -> [UInt8] {
        Array(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message))
    }
}

/// A device of a person: signs operations and keeps its chains.
struct Device: Sendable {
    let person: Person
    private let key: SigningKey
    /// The latest operation in each journal.
    private(set) var ends: [JournalID: (position: UInt64, hash: [UInt8])] = [:]

    init(of person: Person, _ chance: inout SplitMix64) {
        self.person = person
        key = SigningKey(&chance)
    }

    var publicKey: [UInt8] { key.publicKey }
    var name: DeviceID { DeviceID(publicKey: publicKey) }

    func accountRequest(invitation: String?) throws -> AccountRequest {
        AccountRequest(
            owner: person.keys, device: publicKey, certificate: try person.certificate(for: publicKey), invitation: invitation)
    }

    func signature(of message: [UInt8]) throws -> [UInt8] { try key.signature(of: message) }

    mutating func found(_ chance: inout SplitMix64) throws -> Operation {
        let genesis = Genesis(
            nonce: chance.bytes(16), owner: person.keys, device: publicKey, certificate: try person.certificate(for: publicKey))
        return try operation(.control, in: genesis.journal, epoch: 1, body: genesis.body)
    }

    mutating func operation(
        _ lane: OperationHeader.Lane = .record, in journal: JournalID, epoch: UInt32 = 1, body: [UInt8]
    ) throws -> Operation {
        let made = try unkept(lane, in: journal, epoch: epoch, body: body)
        ends[journal] = (made.header.position, made.hash)
        return made
    }

    /// An operation that stands where the next one would, and is not remembered.
    func unkept(
        _ lane: OperationHeader.Lane = .record, in journal: JournalID, epoch: UInt32 = 1, body: [UInt8], skip: UInt64 = 0
    ) throws -> Operation {
        let end = ends[journal]
        let header = OperationHeader(
            lane: lane, journal: journal, epoch: epoch, device: name, position: (end?.position ?? 0) + 1 + skip,
            previous: end?.hash ?? [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
        return try Operation(header: header, body: body) { try signature(of: $0) }
    }

    mutating func control(_ said: ControlOperation, in journal: JournalID, epoch: UInt32 = 1) throws -> Operation {
        try operation(.control, in: journal, epoch: epoch, body: said.body)
    }

    mutating func enter(_ journal: JournalID, behind previous: [UInt8], epoch: UInt32 = 1) throws -> Operation {
        let addition = DeviceAddition(
            previous: previous, device: publicKey, certificate: try person.certificate(for: publicKey))
        return try control(.device(addition), in: journal, epoch: epoch)
    }

    /// The operation by which the next epoch begins, with a wrap for the person alone.
    mutating func rotate(
        _ journal: JournalID, behind previous: [UInt8], to epoch: UInt32, _ chance: inout SplitMix64
    ) throws -> Operation {
        let wrap = Rotation.Wrap(identity: person.keys.name, encapsulated: chance.bytes(32), sealed: chance.bytes(48))
        let rotation = Rotation(previous: previous, key: KeyChange(epoch: epoch, commitment: chance.bytes(32), wraps: [wrap]))
        return try control(.rotate(rotation), in: journal, epoch: epoch - 1)
    }
}
