import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization
import Testing

/// A clock that stands until it is moved.
final class Clock: Sendable {
    private let moment = Mutex<Int64>(1_800_000_000_000)

    var now: Int64 { moment.withLock { $0 } }

    func advance(milliseconds: Int64) { moment.withLock { $0 += milliseconds } }

    func advance(days: Int64) { advance(milliseconds: days * 86_400_000) }
}

/// A relay in this process, with a clock of its own.
final class RelayUnderTest: Sendable {
    let given: StorageUnderTest
    let clock = Clock()
    let relay: Relay
    let app: RelayApp
    let lines = Lines()

    final class Lines: Sendable {
        private let all = Mutex<[String]>([])

        func add(_ line: String) { all.withLock { $0.append(line) } }
        var text: String { all.withLock { $0.joined(separator: "\n") } }
    }

    static let host = "relay.test"
    /// No two relays of a run draw the same numbers.
    private static let seed = Mutex<UInt64>(0)

    init(_ given: StorageUnderTest, storage: (any RelayStorage)? = nil, settings change: (inout RelaySettings) -> Void = { _ in })
    {
        self.given = given
        var settings = RelaySettings()
        (settings.hosts, settings.signUp) = ([RelayUnderTest.host], .open)
        settings.pollTime = .milliseconds(20)
        change(&settings)
        let (clock, lines) = (clock, lines)
        let chance = Mutex(
            SplitMix64(
                seed: RelayUnderTest.seed.withLock {
                    $0 += 1; return $0
                }))
        let surroundings = RelaySurroundings(
            now: { clock.now }, random: { count in chance.withLock { $0.bytes(count) } })
        relay = Relay(
            storage: storage ?? given.storage, files: FileStore(folder: given.folder + "/blobs"), settings: settings,
            surroundings: surroundings)
        app = RelayApp(
            relay: relay, log: RelayLog(least: .debug, salt: [1, 2, 3], now: { clock.now }, write: { lines.add($0) }))
    }

    convenience init(_ kind: StorageKind, settings change: (inout RelaySettings) -> Void = { _ in }) async throws {
        self.init(try await kind.make(), settings: change)
    }

    /// Its disk loses the file of a blob.
    func loseBlob(_ name: String) throws {
        let all = FileManager.default.enumerator(atPath: given.folder + "/blobs")?.compactMap { $0 as? String } ?? []
        for path in all where path.hasSuffix(name) {
            try FileManager.default.removeItem(atPath: given.folder + "/blobs/" + path)
        }
    }

    /// A client that has not said who it is.
    var stranger: TestClient { TestClient(headers: ["host": RelayUnderTest.host]) { await self.app.respond(to: $0) } }

    func client(for device: some LogsIn, invitation: String? = nil) async throws -> RelayClient {
        let answer = try await stranger.send(
            "POST", "/v1/accounts", body: try device.accountRequest(invitation: invitation).bytes)
        guard answer.status.code == 204 else { throw Unexpected(answer) }
        return try await logIn(device)
    }

    func logIn(_ device: some LogsIn) async throws -> RelayClient {
        let question = try await stranger.send("POST", "/v1/session", body: Session.Request(device: device.name).bytes)
        guard case .question(let nonce)? = Session.Answer(reading: question.bytes) else { throw Unexpected(question) }
        let message = Session.message(host: RelayUnderTest.host, nonce: nonce, device: device.name)
        let proof = Session.Request.Proof(nonce: nonce, signature: try device.signature(of: message))
        let granted = try await stranger.send(
            "POST", "/v1/session", body: Session.Request(device: device.name, proof: proof).bytes)
        guard case .granted(let token, _)? = Session.Answer(reading: granted.bytes) else { throw Unexpected(granted) }
        return RelayClient(app: app, token: token)
    }
}

/// An answer that a test did not ask for.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ response: TestResponse) { description = "\(response.status.code): \(response.text.prefix(300))" }
}

struct RelayClient: Sendable {
    let client: TestClient

    init(app: RelayApp, token: [UInt8]) {
        client = TestClient(headers: ["host": RelayUnderTest.host, "authorization": "Bearer " + hex(token)]) {
            await app.respond(to: $0)
        }
    }

    func send(_ method: String, _ path: String, headers: Headers = [:], body: [UInt8] = []) async throws -> TestResponse {
        try await client.send(method, path, headers: headers, body: body)
    }

    /// Lets the relay keep a journal from its first operation on.
    func register(_ genesis: Operation) async throws {
        let answer = try await send("POST", "/v1/journals", body: genesis.bytes)
        guard answer.status.code == 201 else { throw Unexpected(answer) }
    }

    /// Pushes operations: what was taken, and why the rest was not.
    func push(_ operations: [Operation], to journal: JournalID, path: String = "ops") async throws -> (
        receipt: [PushReceipt.Accepted], refusal: RelayRefusal?
    ) {
        let answer = try await send(
            "POST", "/v1/journals/\(journal)/\(path)", body: OperationFrames.pushed(operations.map(\.bytes)))
        if answer.status.code == 200, let receipt = PushReceipt(reading: answer.bytes) { return (receipt.accepted, nil) }
        guard let refusal = RelayRefusal.read(status: answer.status.code, body: answer.bytes) else { throw Unexpected(answer) }
        return (refusal.accepted, refusal.refusal)
    }

    /// Pulls a page; checks that what the head says follows from what it brings.
    func pull(_ journal: JournalID, after position: UInt64 = 0, query: String = "") async throws -> Pulled {
        let answer = try await send("GET", "/v1/journals/\(journal)/ops?after=\(position)\(query)")
        guard answer.status.code == 200, let operations = OperationFrames.read(pulled: answer.bytes) else {
            if let refusal = RelayRefusal.read(status: answer.status.code, body: answer.bytes) { throw refusal.refusal }
            throw Unexpected(answer)
        }
        return Pulled(
            operations: operations, headPosition: answer.headers["head-seq"].flatMap { UInt64($0) } ?? 0,
            head: bytes(fromHex: answer.headers["head"] ?? "") ?? [], floor: answer.headers["floor"].flatMap { UInt64($0) } ?? 0)
    }

    struct Pulled {
        let operations: [RelayedOperation]
        let headPosition: UInt64
        let head: [UInt8]
        let floor: UInt64
    }
}

extension Array where Element == RelayedOperation {
    /// The head that follows from a log read from its beginning; `nil` where it has a gap or goes back in time.
    func head() throws -> LogHead? {
        var head = LogHead.empty
        for relayed in self {
            let operation = try Operation(reading: relayed.bytes)
            guard let next = head.following(hash: operation.hash, received: relayed.received), next.position == relayed.position
            else { return nil }
            head = next
        }
        return head
    }
}
