import Crypto
import Ledger
import SeededChance
import Testing
import Vault

/// The control operation `rotate`, and what a journal's control operations add up to.
@Suite struct RotationTests {
    private struct Founded {
        let key: Curve25519.Signing.PrivateKey
        let genesis: Genesis
        let first: Operation

        init(seed: UInt8 = 1) throws {
            let key = try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: seed, count: 32))
            let device = Array(key.publicKey.rawRepresentation)
            // The device's key stands for the owner's as well.
            genesis = Genesis(
                nonce: [UInt8](repeating: seed, count: 16),
                owner: IdentityKeys(
                    sign: device, agree: [UInt8](repeating: 2, count: 32), recover: [UInt8](repeating: 3, count: 32)),
                device: device, certificate: Array(try key.signature(for: Genesis.certificateMessage(device: device))))
            self.key = key
            let body = genesis.body
            let header = OperationHeader(
                lane: .control, journal: genesis.journal, epoch: 1, device: DeviceID(publicKey: device), position: 1,
                previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
            first = try Operation(header: header, body: body) { Array(try key.signature(for: $0)) }
        }

        func wrap(_ identity: [UInt8]? = nil) -> Rotation.Wrap {
            Rotation.Wrap(
                identity: identity ?? genesis.owner.name, encapsulated: [UInt8](repeating: 4, count: 32),
                sealed: [UInt8](repeating: 5, count: 48))
        }

        func rotation(_ epoch: UInt32 = 2, previous: [UInt8]? = nil, wraps: [Rotation.Wrap]? = nil) -> Rotation {
            Rotation(
                previous: previous ?? first.hash,
                key: KeyChange(epoch: epoch, commitment: [UInt8](repeating: 6, count: 32), wraps: wraps ?? [wrap()]))
        }

        func operation(
            _ rotation: Rotation, epoch: UInt32? = nil, journal: JournalID? = nil, by other: Curve25519.Signing.PrivateKey? = nil
        ) throws -> Operation {
            let signing = other ?? key
            let body = rotation.body
            let header = OperationHeader(
                lane: .control, journal: journal ?? genesis.journal, epoch: epoch ?? rotation.epoch - 1,
                device: DeviceID(publicKey: Array(signing.publicKey.rawRepresentation)), position: 2, previous: first.hash,
                bodyCount: UInt32(body.count))
            return try Operation(header: header, body: body) { Array(try signing.signature(for: $0)) }
        }
    }

    @Test func `what is written is read back as the same rotation, its members in one order`() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let wraps = (0..<Int(1 + seed % 5)).map { _ in
                Rotation.Wrap(identity: random.bytes(32), encapsulated: random.bytes(32), sealed: random.bytes(48))
            }
            let rotation = Rotation(
                previous: random.bytes(32),
                key: KeyChange(epoch: UInt32(2 + seed), commitment: random.bytes(32), wraps: wraps))
            #expect(try Rotation(reading: rotation.body) == rotation, "seed \(seed)")
            #expect(rotation.wraps.map(\.identity) == wraps.map(\.identity).sorted { $0.lexicographicallyPrecedes($1) })
        }
    }

    @Test(arguments: [
        ("\"v\":1", "\"v\":2"), ("\"rotate\"", "\"genesis\""), ("\"epoch\":2", "\"epoch\":1"), ("\"epoch\":2", "\"epoch\":-2"),
        ("\"epoch\":2", "\"epoch\":4294967296"), ("\"epoch\":2", "\"epoch\":2.0"), ("\"commit\":\"", "\"commit\":\"00"),
        ("\"previous\":\"", "\"previous\":\"zz"), ("\"v\":1", "\"v\":1,\"x\":1"), ("\"ct\":\"05", "\"ct\":\""),
        ("\"enc\":\"04", "\"enc\":\"0404"), ("\"wraps\":[", "\"wraps\":[{},"), ("{\"commit\"", "{ \"commit\""),
        ("\"identity\"", "\"Identity\""), ("\"v\":1", "\"back\":\"00\",\"v\":1"),
    ])
    func `a body of another shape is refused`(change: (from: String, to: String)) throws {
        let body = String(decoding: try Founded().rotation().body, as: UTF8.self)
        let changed = body.replacing(change.from, with: change.to)
        #expect(changed != body)
        #expect(throws: LedgerError.badControl) { try Rotation(reading: Array(changed.utf8)) }
    }

    @Test func `a body without members, or with one twice, is refused`() throws {
        let founded = try Founded()
        let body = String(decoding: founded.rotation().body, as: UTF8.self)
        let start = try #require(body.firstRange(of: "[{")), end = try #require(body.firstRange(of: "}]"))
        let wrap = body[start.upperBound..<end.lowerBound]
        for other in ["[]", "[{\(wrap)},{\(wrap)}]"] {
            let changed = body[..<start.lowerBound] + other + body[end.upperBound...]
            #expect(throws: LedgerError.badControl) { try Rotation(reading: Array(changed.utf8)) }
        }
    }

    @Test func `rotations follow each other, each naming the one before`() throws {
        let founded = try Founded()
        var log = try ControlLog(founding: founded.first)
        #expect(log.epoch == 1 && log.last == founded.first.hash)
        let second = try founded.operation(founded.rotation())
        try log.take(second)
        #expect(log.epoch == 2 && log.last == second.hash)
        let third = try founded.operation(founded.rotation(3, previous: second.hash))
        try log.take(third)
        #expect(log.epoch == 3 && log.last == third.hash)
    }

    @Test func `a rotation that does not follow is refused, and changes nothing`() throws {
        let founded = try Founded()
        let stranger = try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 9, count: 32))
        let other = founded.wrap([UInt8](repeating: 7, count: 32))
        let wrong: [(name: String, operation: Operation)] = [
            ("another one before", try founded.operation(founded.rotation(previous: [UInt8](repeating: 0, count: 32)))),
            ("an epoch that is left out", try founded.operation(founded.rotation(3))),
            ("an epoch that is not that of its header", try founded.operation(founded.rotation(), epoch: 2)),
            ("nothing for the owner", try founded.operation(founded.rotation(wraps: [other]))),
            ("a stranger among the members", try founded.operation(founded.rotation(wraps: [founded.wrap(), other]))),
            ("another journal", try founded.operation(founded.rotation(), journal: try Founded(seed: 5).genesis.journal)),
        ]
        for (name, operation) in wrong {
            var log = try ControlLog(founding: founded.first)
            #expect(throws: LedgerError.badControl, "\(name)") { try log.take(operation) }
            #expect(log.epoch == 1 && log.last == founded.first.hash, "\(name)")
        }
        var log = try ControlLog(founding: founded.first)
        #expect(throws: LedgerError.wrongDeviceKey) { try log.take(founded.operation(founded.rotation(), by: stranger)) }
        #expect(throws: LedgerError.badControl) { try log.take(founded.first) }
        try log.take(founded.operation(founded.rotation()))
        #expect(throws: LedgerError.badControl, "twice") { try log.take(founded.operation(founded.rotation())) }
    }

    @Test func `another device of the owner enters itself, and rotates from then on`() throws {
        let founded = try Founded()
        let other = try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 8, count: 32))
        let device = Array(other.publicKey.rawRepresentation)
        let message = Genesis.certificateMessage(device: device)
        func addition(
            previous: [UInt8]? = nil, signedBy owner: Curve25519.Signing.PrivateKey? = nil,
            enteredBy signer: Curve25519.Signing.PrivateKey? = nil
        ) throws -> Operation {
            let body = DeviceAddition(
                previous: previous ?? founded.first.hash, device: device,
                certificate: Array(try (owner ?? founded.key).signature(for: message))
            ).body
            let signer = signer ?? other
            let header = OperationHeader(
                lane: .control, journal: founded.genesis.journal, epoch: 1,
                device: DeviceID(publicKey: Array(signer.publicKey.rawRepresentation)), position: 1,
                previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
            return try Operation(header: header, body: body) { Array(try signer.signature(for: $0)) }
        }
        var log = try ControlLog(founding: founded.first)
        #expect(throws: LedgerError.badControl, "its own word only") { try log.take(addition(signedBy: other)) }
        #expect(throws: LedgerError.wrongDeviceKey, "entered by another") { try log.take(addition(enteredBy: founded.key)) }
        #expect(throws: LedgerError.badControl, "another one before") {
            try log.take(addition(previous: [UInt8](repeating: 0, count: 32)))
        }
        #expect(log.devices.count == 1)
        let entered = try addition()
        try log.take(entered)
        #expect(log.devices[DeviceID(publicKey: device)] == device && log.last == entered.hash && log.epoch == 1)
        try log.take(founded.operation(founded.rotation(previous: entered.hash), by: other))
        #expect(log.epoch == 2)
    }

    @Test(
        arguments: [
            "{}", "[]", "", #"{"type":"device","v":1}"#,
            #"{"certificate":"00","device":"00","previous":"00","type":"device","v":1}"#,
        ])
    func `a body of another shape adds no device`(body: String) {
        #expect(throws: LedgerError.badControl) { try DeviceAddition(reading: Array(body.utf8)) }
    }

    @Test func `behind a gap the one before cannot be told, and the rest still holds`() throws {
        let founded = try Founded()
        var log = try ControlLog(founding: founded.first)
        let far = founded.rotation(4, previous: [UInt8](repeating: 1, count: 32))
        try log.take(founded.operation(far), behindGap: true)
        #expect(log.epoch == 4)
        #expect(throws: LedgerError.badControl) {
            try log.take(founded.operation(founded.rotation(3)), behindGap: true)
        }
    }
}

/// The form of an operation whose first key is destroyed.
@Suite struct ResealedOperationTests {
    private static let text = Array("Went to bed late. Rain.".utf8)

    private func key(_ epoch: UInt32) -> Secret {
        var bytes: [UInt8] = []
        for _ in 0..<8 { bytes.append(bigEndian: epoch) }
        return Secret(copying: bytes)
    }

    private func operation(lane: OperationHeader.Lane = .record) throws -> (Operation, publicKey: [UInt8]) {
        let signing = try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32))
        let publicKey = Array(signing.publicKey.rawRepresentation)
        let header = OperationHeader(
            lane: lane, journal: try #require(JournalID([UInt8](repeating: 5, count: 16))), epoch: 1,
            device: DeviceID(publicKey: publicKey), position: 7, previous: [UInt8](repeating: 8, count: 32),
            bodyCount: UInt32(Seal.sealedCount(of: Self.text.count)))
        let body = Seal.seal(Self.text, key: key(1), context: header.sealingContext)
        return (try Operation(header: header, body: body) { Array(try signing.signature(for: $0)) }, publicKey)
    }

    private func resealed(_ operation: Operation, epoch: UInt32) -> Operation {
        operation.resealed(epoch: epoch, body: Seal.seal(Self.text, key: key(epoch), context: operation.resealingContext))
    }

    @Test func `hash, chain and signature stay, and it opens under the later key only`() throws {
        let (first, publicKey) = try operation()
        let second = resealed(first, epoch: 2)
        let read = try Operation(reading: second.bytes)
        #expect(read == second && read.bytes == second.bytes && read.sealedEpoch == 2 && read.header == first.header)
        #expect(read.hash == first.hash && read.signature == first.signature && read.bodyHash == first.bodyHash)
        try read.verify(publicKey: publicKey)
        try read.verifyFollows((position: 6, hash: [UInt8](repeating: 8, count: 32)))
        #expect(try Seal.open(read.body, key: key(2), context: read.sealingContext) == Self.text)
        #expect(throws: SealError.self) { try Seal.open(read.body, key: key(1), context: read.sealingContext) }
        #expect(throws: SealError.self) { try Seal.open(read.body, key: key(2), context: first.sealingContext) }
        // Nothing of the first body stays.
        #expect(second.bytes.count == first.bytes.count + 37)
        let head = Array(first.body.prefix(56))
        #expect(second.bytes.firstRange(of: head) == nil)
        // And once more.
        let third = resealed(read, epoch: 5)
        #expect(try Operation(reading: third.bytes).hash == first.hash && third.bytes.count == second.bytes.count)
    }

    @Test func `a re-sealed form comes with its proof, or without one, and in no other length`() throws {
        let first = try operation().0
        let body = Seal.seal(Self.text, key: key(2), context: first.resealingContext)
        let proof = Cobblestone.seal([UInt8](repeating: 6, count: 100), key: key(2), context: first.proofContext)
        let proven = first.resealed(epoch: 2, body: body, proof: proof)
        let read = try Operation(reading: proven.bytes)
        #expect(read == proven && read.proof == proof && read.hash == first.hash)
        let without = try Operation(reading: Array(proven.bytes.dropLast(Operation.proofCount)))
        #expect(without.proof == nil && without == first.resealed(epoch: 2, body: body))
        for count in [1, 10, 171, 173] {
            #expect(throws: LedgerError.wrongLength) { try Operation(reading: Array(proven.bytes.dropLast(count))) }
        }
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: proven.bytes + [0]) }
    }

    @Test func `any single changed byte is refused, or neither verifies nor opens`() throws {
        let (first, publicKey) = try operation()
        let second = resealed(first, epoch: 2)
        for place in second.bytes.indices {
            for bit in [0, 3, 7] {
                var changed = second.bytes
                changed[place] ^= 1 << UInt8(bit)
                guard let read = try? Operation(reading: changed) else { continue }
                let opens = (try? Seal.open(read.body, key: key(read.sealedEpoch), context: read.sealingContext)) != nil
                let verifies = (try? read.verify(publicKey: publicKey)) != nil
                #expect(!(opens && verifies), "byte \(place), bit \(bit)")
            }
        }
    }

    @Test func `another length, the control lane and an epoch that is no later one are refused`() throws {
        let bytes = resealed(try operation().0, epoch: 2).bytes
        for count in 0..<bytes.count {
            #expect(throws: LedgerError.self, "\(count)") { try Operation(reading: Array(bytes[..<count])) }
        }
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: bytes + [0]) }
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: Array(bytes[..<225])) }
        for epoch in [0, 1] as [UInt8] {
            var changed = bytes
            changed[224] = epoch
            #expect(throws: LedgerError.badHeader) { try Operation(reading: changed) }
        }
        var control = bytes
        control[3] = 0
        #expect(throws: LedgerError.badHeader) { try Operation(reading: control) }
        var newer = bytes
        newer[1] = 2
        #expect(throws: LedgerError.newerVersion(version: 2, suite: 1)) { try Operation(reading: newer) }
    }
}
