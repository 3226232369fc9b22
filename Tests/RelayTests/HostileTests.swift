import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Testing

/// Requests made up by somebody who means harm: each is answered, and none with anything but the closed list of errors.
@Suite struct HostileTests {
    private static let rounds = Lane.amount(quick: 200, ci: 1_500, all: 15_000, "AURALYST_HOSTILE")

    /// What a hostile client has to draw from.
    private struct Arsenal {
        var chance: SplitMix64
        let journal: JournalID
        var valid: [[UInt8]]
        let bodies: [[UInt8]]

        mutating func bytes() -> [UInt8] {
            var bytes: [UInt8]
            switch chance.below(5) {
            case 0: return chance.bytes(chance.below(300))
            case 1: bytes = chance.pick(bodies)
            case 2: bytes = OperationFrames.pushed((0...chance.below(3)).map { _ in chance.pick(valid) })
            case 3: bytes = chance.pick(valid)
            default: return []
            }
            for _ in 0..<chance.below(4) where !bytes.isEmpty {
                let place = chance.below(bytes.count)
                switch chance.below(4) {
                case 0: bytes[place] ^= 1 << UInt8(chance.below(8))
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.insert(contentsOf: chance.bytes(chance.below(9)), at: place)
                default: bytes.replaceSubrange(place..<min(bytes.count, place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
                }
            }
            return bytes
        }

        mutating func number() -> String {
            chance.pick([
                "0", "1", "2", "-1", "18446744073709551615", "9223372036854775807", "9223372036854775808", "x", "", "1e3", "٣",
            ])
        }

        mutating func path() -> String {
            let name = chance.pick([
                journal.description, String(journal.description.dropLast()), "0", hex(journal.bytes), "%2e%2e", "é",
            ])
            let hash = chance.pick([hex(digest([1])), hex(chance.bytes(32)), "zz", number(), ".."])
            return chance.pick([
                "/v1/info", "/v1/accounts", "/v1/account/x", "/v1/session", "/v1/vault", "/v1/journals", "/v1/journals/\(name)",
                "/v1/journals/\(name)/ops?after=\(number())&max_bytes=\(number())&wait=\(chance.pick(["0", "-1", "x"]))",
                "/v1/journals/\(name)/ops?lane=\(number())", "/v1/journals/\(name)/ops", "/v1/journals/\(name)/ops/resealed",
                "/v1/journals/\(name)/blobs/\(hash)", "/v1/journals/\(name)/snapshots/\(number())", "/v1/mailbox/\(hash)",
                "/v1/mailbox/" + hex(chance.bytes(16)), "/v1/events?journals=\(name),,\(hash)",
                "/v1/journals/\(name)/joins", "/v1/journals/\(name)/joins/\(hash)?identity=\(hash)", "/v2/info", "/",
                "/healthz/x",
            ])
        }

        mutating func headers() -> Headers {
            var headers: Headers = [:]
            if chance.once(in: 6) {
                headers["authorization"] = chance.pick([
                    "Bearer", "Bearer x", "Basic eDp4", "Bearer " + String(repeating: "é", count: 43),
                ])
            }
            if chance.once(in: 3) {
                headers["content-range"] = "bytes \(number())-\(number())/\(number())"
            }
            if chance.once(in: 5) { headers["range"] = "bytes=\(number())-" }
            if chance.once(in: 5) { headers["if-match"] = "\"\(number())\"" }
            if chance.once(in: 5) { headers["host"] = chance.pick(["", "other", RelayUnderTest.host + ":1"]) }
            if chance.once(in: 5) {
                headers["x-forwarded-for"] = chance.pick(["", ",", "::1", String(repeating: "9", count: 900)])
            }
            return headers
        }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `whatever is asked, the answer is one of the list, and the log stays whole`(_ kind: StorageKind) async throws {
        let seed = Seed.value
        print("hostile requests on \(kind.rawValue): seed \(seed)")
        let relay = try await RelayUnderTest(kind) { $0.requestsPerMinute = 1_000_000 }
        var chance = SplitMix64(seed: seed)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        var operations = [genesis]
        for _ in 0..<6 { operations.append(try device.operation(in: journal, body: chance.bytes(chance.below(90)))) }
        operations.append(operations[2].resealed(epoch: 2, body: operations[2].body))
        operations.append(try device.rotate(journal, behind: genesis.hash, to: 2, &chance))
        let other = Device(of: Person(&chance), &chance)
        var arsenal = Arsenal(
            chance: SplitMix64(seed: seed &+ 1), journal: journal, valid: operations.map(\.bytes),
            bodies: [
                try device.accountRequest(invitation: "x").bytes, try other.accountRequest().bytes,
                Session.Request(device: device.name).bytes,
                Session.Request(device: device.name, proof: .init(nonce: chance.bytes(32), signature: chance.bytes(64))).bytes,
                Array(String(repeating: "[", count: 5_000).utf8), Array(#"{"device":1e999}"#.utf8),
            ])
        for _ in 0..<HostileTests.rounds {
            let method = arsenal.chance.pick(["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"])
            let (path, headers, body) = (arsenal.path(), arsenal.headers(), arsenal.bytes())
            let answer: TestResponse
            do {
                answer = try await client.send(method, path, headers: headers, body: body)
            } catch is HTTPFault {
                // The target itself is refused before it comes to the relay.
                continue
            }
            let what: Comment = "\(method) \(path) seed \(seed)"
            guard answer.status.code >= 400 else {
                #expect((200...206).contains(answer.status.code), what)
                continue
            }
            if method == "HEAD" { continue }
            #expect(RelayRefusal.read(status: answer.status.code, body: answer.bytes) != nil, what)
            #expect(answer.status.code != 503, what)
        }
        let log = try await client.pull(journal)
        #expect(try log.operations.head()?.position == log.headPosition)
        _ = try await relay.given.storage.read { try ControlLog(of: journal, in: $0) }
    }

    @Test func `what reads the bytes of others takes any bytes`() {
        var chance = Seed.generator("what reads the bytes of others takes any bytes")
        for _ in 0..<Lane.amount(quick: 4_000, ci: 20_000, all: 100_000) {
            let bytes = chance.bytes(chance.below(200))
            for operation in OperationFrames.read(pushed: bytes) ?? [] { #expect(operation.count <= bytes.count) }
            for relayed in OperationFrames.read(pulled: bytes) ?? [] { #expect(relayed.bytes.count <= bytes.count) }
            #expect((try? Operation(reading: bytes))?.bytes ?? bytes == bytes)
            #expect(CheckedOperation.read([bytes]).operations.count <= 1)
            _ = Session.Request(reading: bytes)
            _ = AccountRequest(reading: bytes)
            _ = RelayRefusal.read(status: 409, body: bytes)
        }
    }
}
