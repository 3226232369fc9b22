import Foundation
import HTTP
import Ledger
import Relay
import SQLite
import SeededChance
import Sync
import Testing

/// Who may use a relay, and how he shows who he is.
@Suite struct AccountTests {
    @Test(arguments: StorageKind.onThisMachine)
    func `an account is opened once, and further devices of its owner enter it`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 20)
        let person = Person(&chance)
        let (one, two) = (Device(of: person, &chance), Device(of: person, &chance))
        _ = try await relay.client(for: one)
        let client = try await relay.client(for: one)
        _ = try await relay.client(for: two)
        #expect(try await client.send("GET", "/v1/journals").text == "[]")
        // Another's certificate, and a device that is somebody else's.
        let thief = Person(&chance)
        var stolen = try one.accountRequest()
        stolen.owner = thief.keys
        #expect(try await relay.stranger.send("POST", "/v1/accounts", body: stolen.bytes).status.code == 422)
        stolen.certificate = try thief.certificate(for: one.publicKey)
        #expect(try await relay.stranger.send("POST", "/v1/accounts", body: stolen.bytes).status.code == 403)
    }

    @Test func `with codes of invitation each opens one account`() async throws {
        let relay = try await RelayUnderTest(.memory) { $0.signUp = .invite }
        var chance = SplitMix64(seed: 21)
        let (one, two) = (Device(of: Person(&chance), &chance), Device(of: Person(&chance), &chance))
        await #expect(throws: (any Error).self) { try await relay.client(for: one) }
        await #expect(throws: (any Error).self) { try await relay.client(for: one, invitation: "q6pwk854hqrbs2h389pkdkpj") }
        let code = try await relay.relay.invite()
        let client = try await relay.client(for: one, invitation: code.uppercased())
        #expect(try await client.send("GET", "/v1/journals").status.code == 200)
        await #expect(throws: (any Error).self, "a code is used up") { try await relay.client(for: two, invitation: code) }
        _ = try await relay.client(for: Device(of: one.person, &chance))
    }

    @Test func `a relay that is closed takes further devices of those whom it knows`() async throws {
        let given = try await StorageKind.memory.make()
        var chance = SplitMix64(seed: 22)
        let device = Device(of: Person(&chance), &chance)
        _ = try await RelayUnderTest(given).client(for: device)
        let closed = RelayUnderTest(given) { $0.signUp = .closed }
        _ = try await closed.client(for: Device(of: device.person, &chance))
        await #expect(throws: (any Error).self) { try await closed.client(for: Device(of: Person(&chance), &chance)) }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a session needs the question just asked, signed for the host that was called`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 23)
        let (device, other) = (Device(of: Person(&chance), &chance), Device(of: Person(&chance), &chance))
        _ = try await relay.client(for: device)
        _ = try await relay.client(for: other)

        func question(_ device: Device) async throws -> [UInt8] {
            let answer = try await relay.stranger.send("POST", "/v1/session", body: Session.Request(device: device.name).bytes)
            guard case .question(let nonce)? = Session.Answer(reading: answer.bytes) else { throw Unexpected(answer) }
            return nonce
        }
        func prove(
            _ nonce: [UInt8], as device: Device, for host: String, calling called: String? = nil, signing signer: Device? = nil
        ) async throws -> Int {
            let message = Session.message(host: host, nonce: nonce, device: device.name)
            let proof = Session.Request.Proof(nonce: nonce, signature: try (signer ?? device).signature(of: message))
            return try await relay.stranger.send(
                "POST", "/v1/session", headers: ["host": called ?? RelayUnderTest.host],
                body: Session.Request(device: device.name, proof: proof).bytes
            ).status.code
        }
        let good = try await question(device)
        #expect(try await prove(good, as: device, for: RelayUnderTest.host) == 200)
        #expect(try await prove(good, as: device, for: RelayUnderTest.host) == 401, "a question is good once")
        #expect(try await prove(try await question(device), as: device, for: "other.test") == 401)
        #expect(try await prove(try await question(device), as: device, for: "other.test", calling: "other.test") == 401)
        #expect(try await prove(try await question(device), as: device, for: RelayUnderTest.host, signing: other) == 401)
        #expect(try await prove(try await question(other), as: device, for: RelayUnderTest.host) == 401)
        #expect(try await prove(try await question(device), as: device, for: RelayUnderTest.host, calling: "RELAY.test") == 200)
        let old = try await question(device)
        relay.clock.advance(milliseconds: 60_000)
        #expect(try await prove(old, as: device, for: RelayUnderTest.host) == 401, "and for a minute")
        let unknown = Device(of: Person(&chance), &chance)
        #expect(try await prove(try await question(unknown), as: unknown, for: RelayUnderTest.host) == 401)
    }

    @Test func `a session ends after a day`() async throws {
        let relay = try await RelayUnderTest(.memory)
        var chance = SplitMix64(seed: 24)
        let client = try await relay.client(for: Device(of: Person(&chance), &chance))
        relay.clock.advance(milliseconds: 86_399_000)
        #expect(try await client.send("GET", "/v1/journals").status.code == 200)
        relay.clock.advance(milliseconds: 1_000)
        #expect(try await client.send("GET", "/v1/journals").status.code == 401)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `the copy of the vault is replaced only by who knows the present one`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 25)
        let client = try await relay.client(for: Device(of: Person(&chance), &chance))
        #expect(try await client.send("GET", "/v1/vault").status.code == 404)
        let put = try await client.send("PUT", "/v1/vault", body: [1, 2, 3])
        #expect(put.status.code == 204 && put.headers["etag"] == "\"1\"")
        let stale = try await client.send("PUT", "/v1/vault", body: [4])
        #expect(RelayRefusal.read(status: stale.status.code, body: stale.bytes)?.refusal == .staleVault(generation: 1))
        #expect(try await client.send("PUT", "/v1/vault", headers: ["if-match": "\"1\""], body: [5, 6]).status.code == 204)
        let got = try await client.send("GET", "/v1/vault")
        #expect(got.bytes == [5, 6] && got.headers["etag"] == "\"2\"")
        let large = try await client.send("PUT", "/v1/vault", headers: ["if-match": "\"2\""], body: chance.bytes(70_000))
        #expect(large.status.code == 413)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a message in a mailbox is given out once, within ten minutes`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        let path = "/v1/mailbox/" + String(repeating: "0a", count: 16)
        let client = relay.stranger
        #expect(try await client.get(path).status.code == 404)
        #expect(try await client.send("POST", path, body: [7, 8, 9]).status.code == 204)
        #expect(try await client.send("POST", path, body: [1]).status.code == 403)
        #expect(try await client.send("HEAD", path).status.code == 404)
        #expect(try await client.get(path).bytes == [7, 8, 9])
        #expect(try await client.get(path).status.code == 404)
        #expect(try await client.send("POST", path, body: [1]).status.code == 204)
        relay.clock.advance(milliseconds: 600_000)
        #expect(try await client.get(path).status.code == 404)
        // A stranger leaves the offer of a new device, one with a session the whole answer.
        #expect(try await client.send("POST", path, body: [UInt8](repeating: 0, count: 1_025)).status.code == 413)
        var chance = SplitMix64(seed: 27)
        let member = try await relay.client(for: Device(of: Person(&chance), &chance))
        #expect(try await member.send("POST", path, body: [UInt8](repeating: 0, count: 65_537)).status.code == 413)
        #expect(try await member.send("POST", path, body: [UInt8](repeating: 0, count: 65_536)).status.code == 204)
        #expect(try await client.get("/v1/mailbox/abc").status.code == 404)
    }

    @Test
    func
        `strangers cannot fill a relay with messages, whatever their addresses, and those who have signed in still leave theirs`()
        async throws
    {
        let relay = try await RelayUnderTest(.memory) { $0.requestsPerMinute = 1 << 40 }
        let full = [UInt8](repeating: 1, count: 1_024)
        var number = 0
        func leave(from address: String) async throws -> Int {
            number += 1
            let path = "/v1/mailbox/" + String(repeating: "0", count: 24) + String(10_000_000 + number)
            return try await relay.stranger.send("POST", path, headers: ["x-forwarded-for": address], body: full).status.code
        }
        // The addresses of one /64 count as one, those of one /48 have eight times its room, and all together 4 MiB.
        var left = 0
        for low in 0..<100 where try await leave(from: "2001:db8:0:1::\(low + 1)") == 204 { left += 1 }
        #expect(left == 32)
        for subnet in 2..<300 where try await leave(from: "2001:db8::\(String(subnet, radix: 16)):0:0:0:1") == 204 { left += 1 }
        #expect(left == 256)
        for network in 1..<5_000 where try await leave(from: "2001:db8:\(String(network, radix: 16))::1") == 204 { left += 1 }
        #expect(left == 4_096)
        #expect(try await leave(from: "203.0.113.7") == 429)
        var chance = SplitMix64(seed: 28)
        let member = try await relay.client(for: Device(of: Person(&chance), &chance))
        #expect(try await member.send("POST", "/v1/mailbox/" + String(repeating: "0b", count: 16), body: full).status.code == 204)
        // After ten minutes there is room again.
        relay.clock.advance(milliseconds: 600_000)
        #expect(try await leave(from: "203.0.113.7") == 204)
    }

    @Test func `an expired message goes from the database with the next one that is left`() async throws {
        let relay = try await RelayUnderTest(.sqlite)
        func leave(_ box: String) async throws -> Int {
            try await relay.stranger.send("POST", "/v1/mailbox/" + String(repeating: box, count: 16), body: [1]).status.code
        }
        for box in ["0a", "0b", "0c"] { #expect(try await leave(box) == 204) }
        relay.clock.advance(milliseconds: 600_000)
        #expect(try await leave("0d") == 204)
        let file = try unsafe Connection(.file(relay.given.folder + "/relay.db", mustExist: true))
        #expect(try file.first("SELECT count(*) FROM mailbox") { $0.int(0) } == 1)
    }

    @Test func `whoever leaves very many messages holds up nobody at another address, and one mailbox takes few`() async throws {
        let relay = try await RelayUnderTest(.sqlite)
        let client = relay.stranger
        func leave(_ number: Int, from address: String) async throws -> Int {
            let path = "/v1/mailbox/" + String(repeating: "0", count: 28) + String(1000 + number)
            return try await client.send("POST", path, headers: ["x-forwarded-for": address], body: [1]).status.code
        }
        var flood: [Int] = []
        for number in 0..<200 { flood.append(try await leave(number, from: "203.0.113.7")) }
        #expect(flood.first == 204 && flood.last == 429)
        #expect(try await leave(500, from: "203.0.113.8") == 204)
        // One mailbox, from ever other addresses: what was left there stays, and the tries are few.
        var tries: [Int] = []
        for number in 0..<20 { tries.append(try await leave(501, from: "203.0.113.\(100 + number)")) }
        #expect(tries.first == 204 && tries.dropFirst().contains(403) && tries.last == 429)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `what is somebody else's looks like what does not exist`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 26)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        try await client.register(genesis)
        let other = try await relay.client(for: Device(of: Person(&chance), &chance))
        let operation = try device.operation(in: genesis.header.journal, body: [1])
        let nothing = JournalID(firstBytesOf: chance.bytes(16))
        for journal in [genesis.header.journal, nothing] {
            let base = "/v1/journals/\(journal)"
            let answers = [
                try await other.send("GET", base + "/ops"),
                try await other.send("POST", base + "/ops", body: OperationFrames.pushed([operation.bytes])),
                try await other.send("POST", base + "/ops/resealed", body: OperationFrames.pushed([operation.bytes])),
                try await other.send("GET", base + "/blobs/" + hex(digest([1]))),
                try await other.send("PUT", base + "/blobs/" + hex(digest([1])), body: [1]),
                try await other.send("GET", base + "/snapshots/1"),
                try await other.send("PUT", base + "/snapshots/1", body: [1]),
                try await other.send("DELETE", base, body: OperationFrames.pushed([operation.bytes])),
                try await other.send("GET", "/v1/events?journals=\(journal)"),
            ]
            for answer in answers {
                #expect(answer.status.code == 404)
                #expect(answer.text == #"{"error":"not_found"}"#)
                #expect(answer.headers["upload-offset"] == nil)
            }
        }
        #expect(try await client.pull(genesis.header.journal).headPosition == 1)
        #expect(try await relay.stranger.get("/v1/journals/\(genesis.header.journal)/ops").status.code == 401)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `an account that is deleted leaves nothing behind`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 27)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        _ = try await client.send("PUT", "/v1/journals/\(journal)/blobs/" + hex(digest([1, 2])), body: [1, 2])
        _ = try await client.send("PUT", "/v1/vault", body: [1])
        #expect(try await client.send("DELETE", "/v1/account").status.code == 204)
        #expect(try await client.send("GET", "/v1/journals").status.code == 401)
        let again = try await relay.client(for: device)
        #expect(try await again.send("GET", "/v1/vault").status.code == 404)
        #expect(try await again.send("GET", "/v1/journals/\(journal)/ops").status.code == 404)
        let left = FileManager.default.enumerator(atPath: relay.given.folder + "/blobs")?.allObjects as? [String] ?? []
        #expect(!left.contains { $0.hasSuffix(hex(digest([1, 2]))) })
    }

    @Test func `a relay that holds nobody back counts no further than a number can`() async throws {
        let relay = try await RelayUnderTest(.memory) { ($0.operationsPerMinute, $0.requestsPerMinute) = (.max, .max) }
        var chance = SplitMix64(seed: 29)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        try await client.register(try device.found(&chance))
        let far: Headers = ["x-forwarded-for": "203.0.113.7"]
        for _ in 0..<3 {
            #expect(try await relay.stranger.get("/v1/info", headers: far).status.code == 200)
            relay.clock.advance(days: 1)
        }
    }

    @Test func `who does too much at once is told when to come again`() async throws {
        let relay = try await RelayUnderTest(.memory) {
            $0.operationsPerMinute = 10
            $0.requestsPerMinute = 30
        }
        var chance = SplitMix64(seed: 28)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        let operations = try (0..<18).map { _ in try device.operation(in: journal, body: [1]) }
        #expect(try await client.push(Array(operations[..<9]), to: journal).refusal == nil)
        #expect(try await client.push(Array(operations[9...]), to: journal).refusal == .tooMany(seconds: 55))
        relay.clock.advance(milliseconds: 55_000)
        #expect(try await client.push(Array(operations[9...]), to: journal).refusal == nil)

        let far: Headers = ["x-forwarded-for": "spoofed, 203.0.113.7"]
        for _ in 0..<30 { #expect(try await relay.stranger.get("/v1/info", headers: far).status.code == 200) }
        let refused = try await relay.stranger.get("/v1/info", headers: far)
        #expect(refused.status.code == 429 && refused.headers["retry-after"] == "3")
        #expect(try await relay.stranger.get("/v1/info", headers: ["x-forwarded-for": "203.0.113.8"]).status.code == 200)
    }

    @Test func `an account that is full takes no more, and goes on being read`() async throws {
        let relay = try await RelayUnderTest(.memory) { $0.limits.account = 4_000 }
        var chance = SplitMix64(seed: 29)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        var journals: [JournalID] = []
        for _ in 0..<2 {
            let genesis = try device.found(&chance)
            try await client.register(genesis)
            journals.append(genesis.header.journal)
        }
        let operations = try (0..<6).map { _ in try device.operation(in: journals[0], body: chance.bytes(400)) }
        let (receipt, refusal) = try await client.push(operations, to: journals[0])
        guard case .quota(let used, 4_000)? = refusal else { throw Unexpected(try await client.send("GET", "/v1/journals")) }
        #expect(receipt.count == (4_000 - 2 * (try await relay.genesisSize(journals[0], client))) / 588)
        #expect(used <= 4_000)
        let blob = try await client.send(
            "PUT", "/v1/journals/\(journals[1])/blobs/" + hex(digest([1])), body: [UInt8](repeating: 1, count: 3_000))
        #expect(blob.status.code == 413)
        #expect(try await client.pull(journals[0]).operations.count == 1 + receipt.count)
    }

    @Test func `the log and the counts name nobody`() async throws {
        let relay = try await RelayUnderTest(.memory)
        var chance = SplitMix64(seed: 30)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        try await client.register(genesis)
        _ = try await relay.stranger.get("/v1/info", headers: ["x-forwarded-for": "203.0.113.77"])
        _ = try await client.pull(genesis.header.journal)
        let meters = try await relay.stranger.get("/metrics").text
        #expect(meters.contains("auralyst_relay_operations_pushed_total 1"))
        let names = [
            "203.0.113.77", genesis.header.journal.description, device.name.description, hex(genesis.header.journal.bytes),
            hex(device.name.bytes), hex(device.person.keys.name), hex(device.publicKey),
        ]
        for name in names { #expect(!relay.lines.text.contains(name) && !meters.contains(name)) }
        #expect(relay.lines.text.contains("\"event\":\"request\""))
        let far = try await relay.stranger.get("/metrics", headers: ["x-forwarded-for": "203.0.113.77"])
        #expect(far.status.code == 404, "the counts are for this machine alone")
        #expect(try await relay.stranger.get("/healthz").status.code == 200)
    }
}

extension RelayUnderTest {
    /// Bytes of a journal's first operation.
    func genesisSize(_ journal: JournalID, _ client: RelayClient) async throws -> Int {
        try await client.pull(journal, query: "&max_bytes=1").operations.first?.bytes.count ?? 0
    }
}
