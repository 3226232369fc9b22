import Ledger
import SeededChance
import Sync
import Testing

/// What is said to a relay and by it: written, read back, and read from anything at all.
@Suite struct WireTests {
    @Test func `what is pushed is read back operation by operation`() {
        for seed in 0..<200 as Range<UInt64> {
            var chance = SplitMix64(seed: seed)
            let operations = (0...Int(chance.next() % 5)).map { _ in chance.bytes(Int(chance.next() % 300)) }
            #expect(OperationFrames.read(pushed: OperationFrames.pushed(operations)) == operations, "seed \(seed)")
        }
    }

    @Test func `what is pulled is read back with its places`() {
        for seed in 0..<200 as Range<UInt64> {
            var chance = SplitMix64(seed: seed)
            let operations = (0..<Int(chance.next() % 5)).map { _ in
                RelayedOperation(
                    position: chance.next() >> 1, received: Int64(chance.next() >> 1),
                    bytes: chance.bytes(Int(chance.next() % 300)))
            }
            #expect(OperationFrames.read(pulled: OperationFrames.pulled(operations)) == operations, "seed \(seed)")
        }
    }

    @Test(arguments: [(UInt64(Int64.max) + 1, 0), (UInt64.max, 0), (1, UInt64.max)] as [(UInt64, UInt64)])
    func `a place or a moment that no number with a sign can hold is refused`(position: UInt64, received: UInt64) {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: position)
        bytes.append(bigEndian: received)
        bytes += [0, 0, 0, 1, 7]
        #expect(OperationFrames.read(pulled: bytes) == nil)
    }

    @Test func `frames that are cut off anywhere are refused, or are those that came before`() {
        let operations = [[1, 2, 3], [], [4]] as [[UInt8]]
        let bytes = OperationFrames.pushed(operations)
        for count in 0..<bytes.count {
            let read = OperationFrames.read(pushed: Array(bytes[..<count]))
            #expect(read == nil || read.map { operations.starts(with: $0) && $0.count < 3 } == true, "\(count)")
        }
        #expect(OperationFrames.read(pushed: [0xFF, 0xFF, 0xFF, 0xFF, 1]) == nil)
        #expect(OperationFrames.read(pushed: []) == nil)
    }

    @Test func `every refusal is read back from its status and body, with what was accepted before it`() throws {
        let refusals: [RelayRefusal] =
            [
                .noSession, .role, .notFound, .staleEpoch(epoch: 3, position: 17), .controlConflict(position: 5),
                .deviceFork(place: 9),
                .gap(expected: 4), .staleVault(generation: 8), .gone(floor: 100, checkpoint: 90), .quota(used: 7, limit: 6),
                .tooLarge(limit: 1024), .upgrade, .tooMany(seconds: 30), .unavailable(seconds: 2),
            ] + RelayRefusal.Fault.allCases.map(RelayRefusal.invalid)
        let accepted = [PushReceipt.Accepted(place: 1, position: 2, received: 3)]
        for refusal in refusals {
            let read = try #require(RelayRefusal.read(status: refusal.status, body: refusal.bytes(accepted: accepted)))
            #expect(read.refusal == refusal)
            #expect(read.accepted == accepted)
            // Another status: something between has changed the answer.
            #expect(RelayRefusal.read(status: refusal.status + 1, body: refusal.bytes()) == nil)
        }
    }

    @Test func `messages are read back as they were written`() {
        var chance = SplitMix64(seed: 7)
        let owner = IdentityKeys(sign: chance.bytes(32), agree: chance.bytes(32), recover: chance.bytes(32))
        for invitation in [nil, "code"] as [String?] {
            let account = AccountRequest(
                owner: owner, device: chance.bytes(32), certificate: chance.bytes(64), invitation: invitation)
            #expect(AccountRequest(reading: account.bytes) == account)
        }
        let device = DeviceID(publicKey: chance.bytes(32))
        for request in [
            Session.Request(device: device),
            Session.Request(device: device, proof: .init(nonce: chance.bytes(32), signature: chance.bytes(64))),
        ] {
            #expect(Session.Request(reading: request.bytes) == request)
        }
        for answer in [Session.Answer.question(nonce: chance.bytes(32)), .granted(token: chance.bytes(32), expires: 5)] {
            #expect(Session.Answer(reading: answer.bytes) == answer)
        }
        let receipt = PushReceipt(
            accepted: [.init(place: 1, position: 7, received: 8)], headPosition: 7, head: chance.bytes(32))
        #expect(PushReceipt(reading: receipt.bytes) == receipt)
        let listing = JournalListing(
            journal: JournalID(firstBytesOf: chance.bytes(16)), headPosition: 7, head: chance.bytes(32), floor: 2, epoch: 3,
            role: "owner")
        #expect(JournalListing.all(reading: JournalListing.bytes([listing])) == [listing])
        var counted = listing
        counted.files = FileFigures(bytes: 70, count: 2)
        #expect(JournalListing.all(reading: JournalListing.bytes([counted])) == [counted])
        let stored = [9, 0, (1 << 31) - 1, 3_000_000_000, 1 << 40].map { FileListing.File(hash: chance.bytes(32), size: $0) }
        let files = FileListing(files: stored, more: true)
        #expect(FileListing(reading: files.bytes) == files)
        var holding = Holding(key: chance.bytes(32), now: 5)
        (holding.listed, holding.expected, holding.mismatches) = (7, FileFigures(bytes: 70, count: 2), [3, 4])
        #expect(Holding(reading: holding.bytes) == holding)
        for state in HeldFile.State.allCases {
            let row = HeldFile(state, size: 3_000_000_000, tries: 2, retryAt: 3, notBefore: 4, error: "quota")
            #expect(HeldFile(reading: row.bytes) == row)
        }
        let mark = VaultCopyMark(state: chance.bytes(32), copy: chance.bytes(32), seen: 8)
        #expect(VaultCopyMark(reading: mark.bytes) == mark)
        #expect(VaultCopyMark(reading: Array(mark.bytes.prefix(32))) == nil)
        for signUp in RelayInfo.SignUp.allCases {
            let info = RelayInfo(limits: RelayLimits(), signUp: signUp, relay: chance.bytes(16))
            #expect(RelayInfo(reading: info.bytes) == info)
        }
    }

    @Test func `no change of a message traps its reader`() {
        var chance = SplitMix64(seed: 11)
        let owner = IdentityKeys(sign: chance.bytes(32), agree: chance.bytes(32), recover: chance.bytes(32))
        let messages = [
            AccountRequest(owner: owner, device: chance.bytes(32), certificate: chance.bytes(64)).bytes,
            Session.Request(device: DeviceID(publicKey: [1]), proof: .init(nonce: chance.bytes(32), signature: chance.bytes(64)))
                .bytes,
            RelayInfo(limits: RelayLimits(), signUp: .open, relay: chance.bytes(16)).bytes,
            PushReceipt(accepted: [.init(place: 1, position: 7, received: 8)], headPosition: 7, head: chance.bytes(32)).bytes,
            RelayRefusal.staleEpoch(epoch: 1, position: 2).bytes(),
            OperationFrames.pulled([RelayedOperation(position: 1, received: 2, bytes: chance.bytes(40))]),
        ]
        var refused = 0
        for round in 0..<3_000 {
            var bytes = messages[round % messages.count]
            for _ in 0...Int(chance.next() % 4) {
                let place = Int(chance.next() % UInt64(bytes.count))
                if chance.next() % 3 == 0 {
                    bytes.remove(at: place)
                } else {
                    bytes[place] = UInt8(truncatingIfNeeded: chance.next())
                }
            }
            if AccountRequest(reading: bytes) == nil { refused += 1 }
            if Session.Request(reading: bytes) == nil { refused += 1 }
            if Session.Answer(reading: bytes) == nil { refused += 1 }
            if RelayInfo(reading: bytes) == nil { refused += 1 }
            if PushReceipt(reading: bytes) == nil { refused += 1 }
            if RelayRefusal.read(status: 409, body: bytes) == nil { refused += 1 }
            if OperationFrames.read(pulled: bytes) == nil { refused += 1 }
            if OperationFrames.read(pushed: bytes) == nil { refused += 1 }
        }
        #expect(refused > 15_000)
    }

    @Test func `what a device signs names the host, the question and itself`() {
        let device = DeviceID(publicKey: [1])
        let message = Session.message(host: "relay.example.org", nonce: [UInt8](repeating: 9, count: 32), device: device)
        #expect(
            message == Array("auralyst/v1/login".utf8) + [0, 0, 17] + Array("relay.example.org".utf8)
                + [UInt8](repeating: 9, count: 32)
                + device.bytes)
    }
}
