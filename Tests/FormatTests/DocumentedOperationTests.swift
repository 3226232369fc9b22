import Crypto
import Foundation
import Ledger
import Testing
import Vault

/// The worked example of docs/formats/operation.md.
struct DocumentedOperationTests {
    private let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32))

    private func example() throws -> (operation: Ledger.Operation, payload: Payload) {
        let key = try #require(key)
        let journal = try #require(JournalID((0x10...0x1f).map { UInt8($0) }))
        let record = try #require(RecordID((0x40...0x4f).map { UInt8($0) }))
        let stamp = try #require(Stamp(milliseconds: 1_773_525_600_000, counter: 0))
        let fields: [String: JSON] = [
            "instant": .int(1_773_525_600_000), "zone": "Europe/Vienna", "day": "2026-03-14", "text": "Walked by the river.",
            "tags": ["walk"], "starred": false, "created": .int(1_773_525_600_000),
        ]
        let payload = Payload(stamp: stamp, mutations: [Mutation(kind: "entry", record: record, fields: fields)])
        let publicKey = Array(key.publicKey.rawRepresentation)
        let header = OperationHeader(
            lane: .record, journal: journal, epoch: 1, device: DeviceID(publicKey: publicKey), position: 1,
            previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(Seal.sealedCount(of: payload.bytes.count)))
        let epochKey = Secret(copying: [UInt8](repeating: 0x22, count: 32))
        let body = Seal.seal(
            payload.bytes, key: epochKey.derive("op-key", header.keyContext), context: header.sealingContext,
            testOnlySalt: [UInt8](repeating: 0x33, count: 24))
        return (try Ledger.Operation(header: header, body: body) { Array(try key.signature(for: $0)) }, payload)
    }

    @Test func `the documented operation is what this program writes, byte for byte`() throws {
        let page = try DocumentedPage("operation.md")
        let (operation, payload) = try example()
        #expect(page["payload"] == String(decoding: payload.bytes, as: UTF8.self))
        #expect(page["header"] == hex(operation.header.bytes))
        #expect(page["body"] == hex(operation.body))
        #expect(page["hash"] == hex(operation.hash))
    }

    @Test func `the documented re-sealed form is what this program writes under the next epoch's key`() throws {
        let page = try DocumentedPage("operation.md")
        let (operation, payload) = try example()
        let key = Secret(copying: [UInt8](repeating: 0x55, count: 32))
            .derive("op-key", OperationHeader.keyContext(journal: operation.header.journal, epoch: 2))
        let body = Seal.seal(
            payload.bytes, key: key, context: operation.resealingContext, testOnlySalt: [UInt8](repeating: 0x66, count: 24))
        if ProcessInfo.processInfo.environment["AURALYST_PRINT_EXAMPLES"] != nil { print("EXAMPLE resealed\n" + hex(body)) }
        #expect(page["resealed"] == hex(body))
        let first = Secret(copying: [UInt8](repeating: 0x22, count: 32)).derive("op-key", operation.header.keyContext)
        let witness = try Seal.witness(of: operation.body, key: first, context: operation.header.sealingContext)
        let proof = Cobblestone.seal(
            witness, key: key, context: operation.proofContext, testOnlySalt: [UInt8](repeating: 0x77, count: 24))
        #expect(page["proof"] == hex(proof))
        #expect(Seal.message(saying: payload.bytes, witness: witness) == operation.body)
        let bytes = operation.resealed(epoch: 2, body: body, proof: proof).bytes
        let hashOfBody = Array(SHA256.hash(data: operation.body))
        #expect(bytes == [0x81] + operation.header.bytes + hashOfBody + operation.signature + [0, 0, 0, 2] + body + proof)
    }

    @Test func `the documented rotation reads, commits to its key, and wraps it for the owner`() throws {
        let page = try DocumentedPage("operation.md")
        let (operation, _) = try example()
        let secret = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 0x44, count: 32))
        let owner = IdentityKeys(
            sign: [UInt8](repeating: 0xb2, count: 32), agree: Array(secret.publicKey.rawRepresentation),
            recover: [UInt8](repeating: 0xd4, count: 32))
        let key = Secret(copying: [UInt8](repeating: 0x55, count: 32))
        let place = OperationHeader.keyContext(journal: operation.header.journal, epoch: 2)
        let context = Rotation.Wrap.context(journal: operation.header.journal, epoch: 2, identity: owner.name)
        if ProcessInfo.processInfo.environment["AURALYST_PRINT_EXAMPLES"] != nil {
            let made = KeyWrap(key, to: owner.agree, context: context)
            let wrap = try #require(made)
            let rotation = Rotation(
                previous: [UInt8](repeating: 0xa1, count: 32),
                key: KeyChange(
                    epoch: 2, commitment: key.commitment(.label("epoch") + place),
                    wraps: [Rotation.Wrap(identity: owner.name, encapsulated: wrap.encapsulated, sealed: wrap.sealed)]))
            print("EXAMPLE rotate\n" + String(decoding: rotation.body, as: UTF8.self))
        }
        let body = Array(page["rotate"].utf8)
        let rotation = try Rotation(reading: body)
        #expect(rotation.body == body && rotation.epoch == 2 && rotation.wraps.count == 1)
        #expect(
            rotation.commitment
                == Array(SHA256.hash(data: Array("auralyst/v1/epoch\0".utf8) + place + [UInt8](repeating: 0x55, count: 32))))
        let wrap = try #require(rotation.wraps.first)
        #expect(wrap.identity == owner.name)
        var recipient = try HPKE.Recipient(
            privateKey: secret, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Data("auralyst/v1/wrap\0".utf8),
            encapsulatedKey: Data(wrap.encapsulated))
        #expect(try recipient.open(Data(wrap.sealed), authenticating: Data(context)) == Data(repeating: 0x55, count: 32))
    }

    @Test func `the documented operation opens from its documented bytes`() throws {
        let page = try DocumentedPage("operation.md")
        let header = try OperationHeader(reading: try #require(bytes(fromHex: page["header"])))
        let epochKey = Secret(copying: [UInt8](repeating: 0x22, count: 32))
        let body = try #require(bytes(fromHex: page["body"]))
        let opened = try Seal.open(body, key: epochKey.derive("op-key", header.keyContext), context: header.sealingContext)
        #expect(try Payload(reading: opened) == example().payload)
        let signed = try Ledger.Operation(reading: example().operation.bytes)
        try signed.verify(publicKey: Array(try #require(key).publicKey.rawRepresentation))
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["AURALYST_PRINT_EXAMPLES"] != nil))
    func `the example is printed for the page`() throws {
        let (operation, payload) = try example()
        func lines(_ text: String) -> String {
            stride(from: 0, to: text.count, by: 96).map { start in
                String(text.dropFirst(start).prefix(96))
            }.joined(separator: "\n")
        }
        print("EXAMPLE payload\n" + String(decoding: payload.bytes, as: UTF8.self))
        print("EXAMPLE header\n" + lines(hex(operation.header.bytes)))
        print("EXAMPLE body\n" + lines(hex(operation.body)))
        print("EXAMPLE hash\n" + lines(hex(operation.hash)))
    }
}
