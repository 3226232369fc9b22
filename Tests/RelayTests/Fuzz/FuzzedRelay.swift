import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization

/// A relay in memory that answers scripts of requests which are made of arbitrary bytes: to every endpoint, by a device that it knows
/// and by strangers.
final class FuzzedRelay: Sendable {
    private let client: TestClient
    private let token: String
    private let journal: JournalID
    /// Operations that the relay takes, or took.
    let operations: [Operation]
    private let device: Device
    private let folder = NSTemporaryDirectory() + "/fuzzed-relay-" + UUID().uuidString

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Begins with a journal that was rotated, and two devices in it.
    init(seed: UInt64 = 1) async throws {
        var settings = RelaySettings()
        (settings.hosts, settings.requestsPerMinute, settings.operationsPerMinute) = (["relay"], 1 << 40, 1 << 40)
        settings.signUp = .open
        // A pull that waits is answered at once.
        settings.pollTime = .milliseconds(1)
        let chance = Mutex(SplitMix64(seed: seed))
        let now = Mutex<Int64>(1_800_000_000_000)
        let surroundings = RelaySurroundings(
            now: {
                now.withLock {
                    $0 += 1; return $0
                }
            }, random: { count in chance.withLock { $0.bytes(count) } })
        let relay = Relay(
            storage: try await SQLiteStorage(.memory), files: FileStore(folder: folder), settings: settings,
            surroundings: surroundings)
        let app = RelayApp(relay: relay)
        client = TestClient(headers: ["host": "relay"]) { await app.respond(to: $0) }

        var numbers = SplitMix64(seed: seed)
        var device = Device(of: Person(&numbers), &numbers)
        _ = try await client.send("POST", "/v1/accounts", body: try device.accountRequest().bytes)
        let question = try await client.send("POST", "/v1/session", body: Session.Request(device: device.name).bytes)
        guard case .question(let nonce)? = Session.Answer(reading: question.bytes) else { throw RelayRefusal.noSession }
        let message = Session.message(host: "relay", nonce: nonce, device: device.name)
        let proof = Session.Request.Proof(nonce: nonce, signature: try device.signature(of: message))
        let granted = try await client.send(
            "POST", "/v1/session", body: Session.Request(device: device.name, proof: proof).bytes)
        guard case .granted(let bytes, _)? = Session.Answer(reading: granted.bytes) else { throw RelayRefusal.noSession }
        token = "Bearer " + hex(bytes)

        let genesis = try device.found(&numbers)
        journal = genesis.header.journal
        var other = Device(of: device.person, &numbers)
        var operations = [genesis, try other.enter(journal, behind: genesis.hash)]
        for count in [0, 80, 300] { operations.append(try device.operation(in: journal, body: numbers.bytes(count))) }
        operations.append(try device.rotate(journal, behind: operations[1].hash, to: 2, &numbers))
        operations.append(operations[3].resealed(epoch: 2, body: operations[3].body))
        operations.append(try other.operation(in: journal, epoch: 2, body: numbers.bytes(40)))
        (self.operations, self.device) = (operations, device)
        _ = try await client.send("POST", "/v1/journals", headers: ["authorization": token], body: genesis.bytes)
    }

    private static let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"]
    private static let numbers = ["0", "1", "2", "3", "-1", "9223372036854775807", "18446744073709551616", "x", "", "1e3", "٣"]

    /// What an endpoint's address is made of: `#` a number, `J` the journal, `H` a hash, `M` a mailbox.
    private static let paths = [
        "/v1/info", "/v1/accounts", "/v1/account", "/v1/session", "/v1/vault", "/v1/journals", "/v1/journals/J",
        "/v1/journals/J/ops", "/v1/journals/J/ops?after=#", "/v1/journals/J/ops?after=#&max_bytes=#", "/v1/journals/J/ops?lane=#",
        "/v1/journals/J/ops/resealed", "/v1/journals/J/blobs/H", "/v1/journals/J/snapshots/#", "/v1/mailbox/M", "/healthz",
        "/metrics", "/v1/nothing", "/v1/journals/J/joins", "/v1/journals/J/joins/M",
    ]

    /// Sends a script: for each request six bytes that choose (method, address, number, whose journal, header, its number), u16 length
    /// of the body, and the body. What is wrong with an answer; `nil` for nothing.
    func fault(in script: [UInt8]) async -> String? {
        var rest = script[...]
        for _ in 0..<8 where rest.count >= 8 {
            let choice = Array(rest.prefix(6))
            let count = Int(rest[rest.startIndex + 6]) << 8 | Int(rest[rest.startIndex + 7])
            let body = Array(rest.dropFirst(8).prefix(count))
            rest = rest.dropFirst(8 + count)
            if let fault = await fault(in: choice, body) { return fault }
        }
        return nil
    }

    private func fault(in choice: [UInt8], _ body: [UInt8]) async -> String? {
        func pick<T>(_ list: [T], _ index: Int) -> T { list[Int(choice[index]) % list.count] }
        let method = pick(Self.methods, 0)
        let name = choice[3] & 1 == 0 ? journal.description : JournalID(firstBytesOf: digest([choice[3]])).description
        let path = pick(Self.paths, 1).replacing("#", with: pick(Self.numbers, 2)).replacing("J/", with: name + "/")
            .replacing("H", with: hex(digest(choice[3] & 2 == 0 ? body : [])))
            .replacing("M", with: hex(Array(digest([choice[3]]).prefix(16))))
        var headers: Headers = [:]
        if choice[3] & 4 == 0 { headers["authorization"] = token }
        let number = pick(Self.numbers, 5)
        switch choice[4] % 6 {
        case 1: headers["content-range"] = "bytes 0-\(max(0, body.count - 1))/\(number)"
        case 2: headers["content-range"] = "bytes \(number)-\(number)/\(body.count)"
        case 3: headers["range"] = "bytes=\(number)-"
        case 4: headers["if-match"] = "\"\(number)\""
        case 5: headers["host"] = number
        default: break
        }
        guard let answer = try? await client.send(method, path, headers: headers, body: body) else { return nil }
        let (status, what) = (answer.status.code, "\(method) \(path) \(headers)")
        guard status >= 400 else { return (200...206).contains(status) ? nil : "\(what): \(status)" }
        guard status != 503 else { return "\(what): the relay does not know what happened" }
        if method == "HEAD" { return nil }
        return RelayRefusal.read(status: status, body: answer.bytes) == nil ? "\(what): none of the list: \(answer.text)" : nil
    }

    static func request(_ choice: [UInt8], body: [UInt8]) -> [UInt8] {
        choice + [UInt8(body.count >> 8), UInt8(body.count & 255)] + body
    }

    /// Scripts to begin with: every endpoint with what it expects.
    func seeds() throws -> [[UInt8]] {
        let frames = operations.map { OperationFrames.pushed([$0.bytes]) }
        let pushes = frames.dropFirst().prefix(5).reduce(into: [UInt8]()) { $0 += Self.request([1, 7, 0, 0, 0, 0], body: $1) }
        var seeds = [
            pushes, pushes + Self.request([1, 11, 0, 0, 0, 0], body: frames[6]),
            pushes + Self.request([1, 7, 0, 0, 0, 0], body: frames[7]) + Self.request([0, 9, 1, 0, 0, 0], body: []),
            Self.request([1, 7, 0, 0, 0, 0], body: OperationFrames.pushed(operations.dropFirst().map(\.bytes))),
            Self.request([2, 12, 0, 0, 1, 2], body: Array("a piece".utf8))
                + Self.request([0, 12, 0, 0, 3, 1], body: Array("a piece".utf8)),
            Self.request([2, 13, 1, 0, 0, 0], body: Array("snapshot".utf8)) + Self.request([0, 13, 1, 0, 0, 0], body: []),
            Self.request([1, 14, 0, 0, 0, 0], body: Array("message".utf8)) + Self.request([0, 14, 0, 0, 0, 0], body: []),
            Self.request([2, 4, 0, 0, 0, 0], body: Array("vault".utf8))
                + Self.request([2, 4, 0, 0, 4, 1], body: Array("vault".utf8)),
            Self.request([1, 1, 0, 4, 0, 0], body: try device.accountRequest(invitation: "x").bytes),
            Self.request([1, 3, 0, 4, 0, 0], body: Session.Request(device: device.name).bytes),
            Self.request([1, 5, 0, 0, 0, 0], body: operations[0].bytes),
        ]
        seeds += Corpus.joins.map { Self.request([1, 18, 0, 0, 0, 0], body: $0.bytes) }
        for path in Self.paths.indices { seeds.append(Self.request([0, UInt8(path), 1, 0, 0, 0], body: [])) }
        return seeds
    }
}
