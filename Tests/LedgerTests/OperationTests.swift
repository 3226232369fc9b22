import Crypto
import Ledger
import SeededChance
import Testing
import Vault

/// One author: a device's key, and the key of the journal's first epoch, which all members share.
private struct Author {
    let signing: Curve25519.Signing.PrivateKey
    let epochKey: [UInt8]

    init(seed: UInt8, epochKey: UInt8 = 9) throws {
        signing = try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: seed, count: 32))
        self.epochKey = [UInt8](repeating: epochKey, count: 32)
    }

    var publicKey: [UInt8] { Array(signing.publicKey.rawRepresentation) }
    var device: DeviceID { DeviceID(publicKey: publicKey) }

    func key(for header: OperationHeader) -> Secret {
        Secret(copying: epochKey).derive("op-key", header.keyContext)
    }

    func header(
        journal: JournalID, position: UInt64 = 1, previous: [UInt8] = [UInt8](repeating: 0, count: 32), plaintextCount: Int
    ) -> OperationHeader {
        OperationHeader(
            lane: .record, journal: journal, epoch: 1, device: device, position: position, previous: previous,
            bodyCount: UInt32(Seal.sealedCount(of: plaintextCount)))
    }

    func operation(_ text: String, header: OperationHeader) throws -> Operation {
        let body = Seal.seal(Array(text.utf8), key: key(for: header), context: header.sealingContext)
        return try sign(header, body)
    }

    func sign(_ header: OperationHeader, _ body: [UInt8]) throws -> Operation {
        try Operation(header: header, body: body) { hash in Array(try signing.signature(for: hash)) }
    }

    func open(_ operation: Operation) throws -> String {
        let plain = try Seal.open(operation.body, key: key(for: operation.header), context: operation.header.sealingContext)
        return String(decoding: plain, as: UTF8.self)
    }
}

@Suite struct OperationTests {
    private static let text = "Went to bed late. Rain."

    private func journal(_ byte: UInt8) throws -> JournalID { try #require(JournalID([UInt8](repeating: byte, count: 16))) }

    private func sample() throws -> (author: Author, operation: Operation) {
        let author = try Author(seed: 1)
        let header = author.header(journal: try journal(5), plaintextCount: Self.text.utf8.count)
        return (author, try author.operation(Self.text, header: header))
    }

    @Test func `an operation is read back, verified and opened`() throws {
        let (author, operation) = try sample()
        let read = try Operation(reading: operation.bytes)
        #expect(read == operation)
        #expect(read.bytes == operation.bytes)
        try read.verify(publicKey: author.publicKey)
        try read.verifyFollows(nil)
        #expect(try author.open(read) == Self.text)
    }

    @Test func `any operation comes back from its bytes`() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let body = random.bytes(random.below(600))
            let signature = random.bytes(64)
            let header = random.header(bodyCount: UInt32(body.count))
            let operation = Operation(header: header, body: body) { _ in signature }
            #expect(try Operation(reading: operation.bytes) == operation, "seed \(seed)")
        }
    }

    @Test func `the bytes and the hash are those that are documented`() throws {
        let author = try Author(seed: 1)
        let body: [UInt8] = [0xD0, 0xD1, 0xD2]
        let header = OperationHeader(
            lane: .record, journal: try journal(0x11), epoch: 7, device: author.device, position: 3,
            previous: [UInt8](repeating: 0x22, count: 32), seenPosition: 258, seenHead: [UInt8](repeating: 0x33, count: 32),
            bodyCount: 3)
        let operation = try author.sign(header, body)
        // The public key of the secret key 0x01 × 32, and SHA-256 over "auralyst/v1/device", a zero byte and that key.
        let publicKey = try #require(bytes(fromHex: "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"))
        #expect(author.publicKey == publicKey)
        let device = Array(SHA256.hash(data: Array("auralyst/v1/device\0".utf8) + publicKey).prefix(16))
        let headerByHand: [UInt8] =
            [1, 1, 1, 0] + [UInt8](repeating: 0x11, count: 16) + [0, 0, 0, 7] + device
            + [0, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0x22, count: 32) + [0, 0, 0, 0, 0, 0, 1, 2]
            + [UInt8](repeating: 0x33, count: 32) + [0, 0, 0, 3]
        #expect(operation.bytes == headerByHand + body + operation.signature)
        #expect(operation.bytes.count == 124 + 3 + 64)
        #expect(Array(operation.bytes[124..<127]) == body)
        let bodyHash = Array(SHA256.hash(data: body))
        #expect(operation.hash == Array(SHA256.hash(data: Array("auralyst/v1/op-hash\0".utf8) + headerByHand + bodyHash)))
        #expect(author.signing.publicKey.isValidSignature(operation.signature, for: operation.hash))
    }

    @Test(arguments: [1 << 31, (1 << 31) + 1, .max] as [UInt32])
    func `a body that is said to be longer than any is refused in both forms`(said: UInt32) throws {
        let (_, operation) = try sample()
        let length = (0..<4).map { UInt8(truncatingIfNeeded: said >> (24 - 8 * UInt32($0))) }
        var bytes = operation.bytes
        bytes.replaceSubrange(120..<124, with: length)
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: bytes) }
        bytes = operation.resealed(epoch: operation.header.epoch + 1, body: operation.body).bytes
        bytes.replaceSubrange(121..<125, with: length)
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: bytes) }
    }

    @Test func `an empty record costs 516 bytes`() throws {
        let author = try Author(seed: 1)
        let operation = try author.operation("", header: author.header(journal: try journal(5), plaintextCount: 0))
        #expect(operation.bytes.count == 124 + 72 + 256 + 64)
    }

    @Test func `any flipped bit is refused`() throws {
        let (author, operation) = try sample()
        let bytes = operation.bytes
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                #expect(throws: LedgerError.self, "byte \(place), bit \(bit)") {
                    try Operation(reading: changed).verify(publicKey: author.publicKey)
                }
            }
        }
    }

    @Test func `any flipped bit of header or body keeps it from opening though it is signed anew`() throws {
        let (author, operation) = try sample()
        let bytes = operation.bytes
        var (unread, unopened) = (0, 0)
        for place in 0..<bytes.count - Operation.signatureCount {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                guard let read = try? Operation(reading: changed) else {
                    unread += 1
                    continue
                }
                let resigned = try author.sign(read.header, read.body)
                #expect(throws: SealError.self, "byte \(place), bit \(bit)") { try author.open(resigned) }
                unopened += 1
            }
        }
        #expect(unread > 0 && unopened > 3000)
    }

    @Test func `every length but the right one is refused`() throws {
        let (_, operation) = try sample()
        let bytes = operation.bytes
        for count in bytes.indices {
            #expect(throws: LedgerError.wrongLength, "\(count) bytes") { try Operation(reading: Array(bytes[..<count])) }
        }
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: bytes + [0]) }
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: bytes + bytes) }
        #expect(throws: LedgerError.self) { try Operation(reading: [0] + bytes) }
    }

    @Test(arguments: [0, 1, 327, 329, UInt32.max, 1 << 31])
    func `a length field that lies is refused`(count: UInt32) throws {
        let (_, operation) = try sample()
        var bytes = Array(operation.bytes[..<120])
        bytes.append(bigEndian: count)
        bytes += operation.bytes[124...]
        #expect(throws: LedgerError.wrongLength) { try Operation(reading: bytes) }
    }

    /// What of an operation's place can be changed.
    enum Move: CaseIterable {
        case journal, epoch, device, position, previous, seenPosition, seenHead, lane
    }

    @Test(arguments: Move.allCases)
    func `an operation moved elsewhere never opens even when its thief signs it`(move: Move) throws {
        let (author, operation) = try sample()
        let thief = try Author(seed: 2)
        var header = operation.header
        var signer = thief
        header.device = thief.device
        switch move {
        case .journal: header.journal = try journal(6)
        case .epoch: header.epoch = 2
        case .device: break
        case .position: header.position = 2
        case .previous: header.previous[31] ^= 1
        case .seenPosition: header.seenPosition = 1
        case .seenHead: header.seenHead[0] ^= 1
        case .lane: header.lane = .note
        }
        let stolen = try signer.sign(header, operation.body)
        try stolen.verify(publicKey: thief.publicKey)
        #expect(throws: SealError.self) { try author.open(stolen) }
        // The author himself cannot move it either.
        guard move != .device else { return }
        header.device = author.device
        signer = author
        let moved = try signer.sign(header, operation.body)
        try moved.verify(publicKey: author.publicKey)
        #expect(throws: SealError.self) { try author.open(moved) }
    }

    @Test func `a body does not open under the key of another journal or epoch`() throws {
        let (author, operation) = try sample()
        var keyed = operation.header
        keyed.epoch = 2
        let context = operation.header.sealingContext
        let body = operation.body
        #expect(throws: SealError.commitmentMismatch) { try Seal.open(body, key: author.key(for: keyed), context: context) }
        keyed = operation.header
        keyed.journal = try journal(6)
        #expect(throws: SealError.commitmentMismatch) { try Seal.open(body, key: author.key(for: keyed), context: context) }
        let stranger = try Author(seed: 1, epochKey: 8)
        #expect(throws: SealError.commitmentMismatch) { try stranger.open(operation) }
    }

    @Test func `another device's key is refused`() throws {
        let (author, operation) = try sample()
        let other = try Author(seed: 2)
        #expect(throws: LedgerError.wrongDeviceKey) { try operation.verify(publicKey: other.publicKey) }
        #expect(throws: LedgerError.wrongDeviceKey) { try operation.verify(publicKey: []) }
        #expect(throws: LedgerError.wrongDeviceKey) { try operation.verify(publicKey: Array(author.publicKey.dropLast())) }
        #expect(throws: LedgerError.wrongDeviceKey) { try operation.verify(publicKey: author.publicKey + [0]) }
        // Signed by another device in this one's name.
        let forged = try other.sign(operation.header, operation.body)
        #expect(throws: LedgerError.badSignature) { try forged.verify(publicKey: author.publicKey) }
    }

    @Test(arguments: [0, 1, 31, 33, 64])
    func `a key of another length signs nothing`(count: Int) throws {
        let (author, operation) = try sample()
        let key = [UInt8](repeating: 3, count: count)
        var header = operation.header
        header.device = DeviceID(publicKey: key)
        let forged = try author.sign(header, operation.body)
        #expect(throws: LedgerError.badSignature) { try forged.verify(publicKey: key) }
    }

    @Test(
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ], [0, 0x80] as [UInt8])
    func `a key of low order, for which anyone can sign, is refused`(point: String, sign: UInt8) throws {
        var key = try #require(bytes(fromHex: point))
        key[31] |= sign
        var header = try sample().operation.header
        header.device = DeviceID(publicKey: key)
        // R = the neutral point and S = 0 fit such a key for every eighth message or for all.
        let nobodys = [1] + [UInt8](repeating: 0, count: 63)
        for count in 0..<64 {
            header.bodyCount = UInt32(count)
            let forged = Operation(header: header, body: [UInt8](repeating: 0, count: count)) { _ in nobodys }
            #expect(throws: LedgerError.badSignature) { try forged.verify(publicKey: key) }
        }
    }

    @Test func `a chain is followed step by step and nothing else is`() throws {
        let author = try Author(seed: 1)
        let journal = try journal(5)
        var chain: [Operation] = []
        for index in 0..<6 {
            let header = author.header(
                journal: journal, position: UInt64(index) + 1,
                previous: chain.last?.hash ?? [UInt8](repeating: 0, count: 32), plaintextCount: 1)
            chain.append(try author.operation(String(index), header: header))
        }
        func end(_ index: Int) -> (position: UInt64, hash: [UInt8])? {
            index < 0 ? nil : (chain[index].header.position, chain[index].hash)
        }
        for before in -1..<chain.count {
            for (index, operation) in chain.enumerated() {
                if index == before + 1 {
                    try operation.verifyFollows(end(before))
                } else {
                    let refusal = LedgerError.brokenChain(expected: UInt64(before + 2), found: UInt64(index) + 1)
                    #expect(throws: refusal, "\(index) after \(before)") { try operation.verifyFollows(end(before)) }
                }
            }
        }
        // A fork: another operation at a place that is taken already, and one that goes on from there.
        let fork = try author.operation("x", header: chain[2].header)
        #expect(fork.hash != chain[2].hash)
        #expect(throws: LedgerError.brokenChain(expected: 4, found: 3)) { try fork.verifyFollows(end(2)) }
        let forkEnd = (fork.header.position, fork.hash)
        #expect(throws: LedgerError.brokenChain(expected: 4, found: 4)) { try chain[3].verifyFollows(forkEnd) }
        let first = author.header(journal: journal, previous: chain[0].hash, plaintextCount: 1)
        #expect(throws: LedgerError.brokenChain(expected: 1, found: 1)) {
            try author.operation("y", header: first).verifyFollows(nil)
        }
    }

    @Test func `no bytes make the reader stop the program`() throws {
        let (author, operation) = try sample()
        for seed in 0..<5000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.once(in: 4) ? [1, 1, 1, 0] + random.bytes(random.below(300)) : random.mutated(operation.bytes)
            guard bytes != operation.bytes, let read = try? Operation(reading: bytes) else { continue }
            #expect(throws: LedgerError.self, "seed \(seed)") { try read.verify(publicKey: author.publicKey) }
        }
    }
}
