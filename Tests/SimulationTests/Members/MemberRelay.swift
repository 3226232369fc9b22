import Engine
import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization

/// The clock of the world that several people live in.
final class WorldClock: Sendable {
    private let time = Mutex<Int64>(1_800_000_000_000)

    /// Milliseconds since 1970.
    var now: Int64 { time.withLock { $0 } }

    func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

/// The relay through which several people share a journal: the whole real one, with its store open to whoever is in league with it.
final class MemberRelay: Sendable {
    static let host = "relay.test"
    private let folder = FileManager.default.temporaryDirectory.path + "/member-relay-" + UUID().uuidString
    private let relay: Relay
    private let app: RelayApp

    init(_ clock: WorldClock) async throws {
        var settings = RelaySettings()
        (settings.hosts, settings.signUp) = ([MemberRelay.host], .open)
        settings.operationsPerMinute = 1_000_000_000
        let chance = Mutex(SplitMix64(seed: Seed.value))
        let surroundings = RelaySurroundings(now: { clock.now }, random: { count in chance.withLock { $0.bytes(count) } })
        relay = Relay(
            storage: try await SQLiteStorage(.memory), files: FileStore(folder: folder), settings: settings,
            surroundings: surroundings)
        app = RelayApp(relay: relay)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    static var address: RelayAddress {
        get throws { try RelayAddress("https://" + host) }
    }

    /// Answers as it does over the network.
    func answer(_ request: RelayRequest) async throws -> RelayResponse {
        let app = app
        let client = TestClient(headers: ["host": MemberRelay.host]) { await app.respond(to: $0) }
        var headers = Headers()
        for (name, value) in request.headers { headers[name.lowercased()] = value }
        let body: [UInt8]
        switch request.body {
        case .none: body = []
        case .bytes(let bytes): body = bytes
        case .file(let file, let count):
            body = Array(FileHandle(fileDescriptor: file, closeOnDealloc: false).readData(ofLength: Int(count)))
        }
        let answer = try await client.send(request.method, request.path, headers: headers, body: body)
        var fields: [String: String] = [:]
        for field in answer.headers.fields { fields[field.name.lowercased()] = field.value }
        var bytes = answer.bytes
        if let file = request.answerFile, [200, 206].contains(answer.status.code) {
            FileHandle(fileDescriptor: file, closeOnDealloc: false).write(Data(bytes))
            bytes = []
        }
        return RelayResponse(status: answer.status.code, headers: fields, body: bytes)
    }

    /// All that it holds of a journal. `account`: one that may enter it.
    func store(of journal: JournalID, account: [UInt8]) async throws -> [RelayedOperation] {
        var all: [RelayedOperation] = []
        while true {
            let page = try await relay.pull(
                journal, after: all.last?.position ?? 0, bytes: 1 << 30,
                by: Relay.Caller(account: account, device: DeviceID(publicKey: [])))
            if page.operations.isEmpty { return all }
            all += page.operations
        }
    }

    func put(snapshot bytes: [UInt8], at position: UInt64, of journal: JournalID, by account: [UInt8], _ device: DeviceID)
        async throws
    {
        let left = Mutex<[UInt8]?>(bytes)
        let body = RequestBody(length: bytes.count) {
            left.withLock { left in
                defer { left = nil }
                return left
            }
        }
        _ = try await relay.put(
            body, piece: Relay.Piece(start: 0, total: bytes.count), asSnapshotAt: position, of: journal,
            by: Relay.Caller(account: account, device: device))
    }

    func snapshots(of journal: JournalID, account: [UInt8]) async throws -> [[UInt8]] {
        let controls = try await store(of: journal, account: account)
            .compactMap { try? ControlOperation(reading: Ledger.Operation(reading: $0.bytes).body) }
        var found: [[UInt8]] = []
        for case .checkpoint(let checkpoint) in controls {
            let caller = Relay.Caller(account: account, device: DeviceID(publicKey: []))
            guard let file = try? await relay.snapshot(at: checkpoint.position, of: journal, by: caller) else { continue }
            found.append(Array(try Data(contentsOf: URL(fileURLWithPath: file.path))))
        }
        return found
    }

    /// What an honest relay says to operations that somebody pushes; `nil` where it takes them.
    func refusal(of operations: [[UInt8]], to journal: JournalID, by account: [UInt8], _ device: DeviceID) async throws
        -> RelayRefusal?
    {
        do {
            return try await relay.push(
                frames: OperationFrames.pushed(operations), to: journal, by: Relay.Caller(account: account, device: device)
            ).refusal
        } catch let refusal as RelayRefusal { return refusal }
    }
}

/// The way of one device to the relay, which loses requests and answers, or shows that device another log than there is.
final class MemberWire: RelayTransport {
    private struct State {
        var isOffline = false
        /// Of so many requests one is lost on the way there, one on the way back; 0 for none.
        var losses = 0
        var chance: UInt64
        var lie: (journal: JournalID, log: ForgedLog)?
        var hasLied = false
    }

    private let relay: MemberRelay
    private let state: Mutex<State>

    init(_ relay: MemberRelay, seed: UInt64) {
        self.relay = relay
        state = Mutex(State(chance: seed))
    }

    func close() {}

    /// Whether this device was shown anything that is not so.
    var hasLied: Bool { state.withLock { $0.hasLied } }

    func set(isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

    func set(losses: Int) { state.withLock { $0.losses = losses } }

    /// Shows this log from now on; `nil` for the one that there is.
    func show(_ log: ForgedLog?, of journal: JournalID) {
        state.withLock { state in
            state.lie = log.map { (journal, $0) }
            state.hasLied = state.hasLied || log != nil
        }
    }

    private func isLost() -> Bool {
        state.withLock { state in
            guard state.losses > 0 else { return state.isOffline }
            state.chance = state.chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state.isOffline || Int(state.chance >> 33) % state.losses == 0
        }
    }

    func send(_ request: RelayRequest) async throws -> RelayResponse {
        if isLost() { throw SyncError.unreachable(.connection) }
        var answer = try await lied(to: request)
        if answer == nil { answer = try await relay.answer(request) }
        guard let answer, !isLost() else { throw SyncError.unreachable(.transfer) }
        return answer
    }

    /// The answer of a relay that lies; `nil` where this request is answered as it is.
    private func lied(to request: RelayRequest) async throws -> RelayResponse? {
        guard let (journal, log) = state.withLock({ $0.lie }), request.method == "GET" else { return nil }
        if request.path == "/v1/journals" {
            let answer = try await relay.answer(request)
            guard var listings = JournalListing.all(reading: answer.body) else { return answer }
            listings.removeAll { $0.journal == journal }
            listings.append(
                JournalListing(
                    journal: journal, headPosition: log.end.position, head: log.end.value, floor: 0, epoch: 1, role: "reader"))
            return RelayResponse(status: 200, headers: answer.headers, body: JournalListing.bytes(listings))
        }
        let prefix = "/v1/journals/\(journal)/ops?"
        guard request.path.hasPrefix(prefix) else { return nil }
        let query = request.path.dropFirst(prefix.count).split(separator: "&")
        let after = query.first { $0.hasPrefix("after=") }.flatMap { UInt64($0.dropFirst(6)) } ?? 0
        let operations = log.operations.filter { entry in
            entry.position > after && (!query.contains("lane=0") || entry.bytes.dropFirst(2).first == 0)
        }
        return RelayResponse(
            status: 200,
            headers: [
                "head-seq": String(log.end.position), "head": log.end.value.map { hexadecimal($0) }.joined(),
                "content-type": OperationFrames.mediaType,
            ], body: OperationFrames.pulled(operations))
    }

    private func hexadecimal(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }
}

/// A log that a relay makes up: positions, moments and heads fit together in it.
struct ForgedLog: Sendable {
    let operations: [RelayedOperation]
    let end: LogHead

    /// `operations`: in their new order; positions are given anew, and moments never go back.
    init(_ operations: [RelayedOperation]) {
        var (relaid, head) = ([RelayedOperation](), LogHead.empty)
        for entry in operations {
            let received = max(entry.received, head.received)
            let hash = (try? Ledger.Operation(reading: entry.bytes).hash) ?? [UInt8](repeating: 0, count: 32)
            head = head.following(hash: hash, received: received) ?? head
            relaid.append(RelayedOperation(position: head.position, received: received, bytes: entry.bytes))
        }
        (self.operations, end) = (relaid, head)
    }
}
