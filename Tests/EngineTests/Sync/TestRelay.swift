import Engine
import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Store
import Sync
import Synchronization
import Testing
import Vault

/// A relay in this process, with a clock of its own, and vaults that sync through it.
final class TestRelay: Sendable {
    static let host = "relay.test"
    let scratch = ScratchFolder()
    let clock = HandClock(TestVault.start)
    private let app: Mutex<RelayApp>
    private let chance = Chance()

    init() async throws {
        app = Mutex(try await TestRelay.app(folder: scratch.path + "/blobs", clock: clock, chance))
    }

    /// Its random numbers, which go on where it has lost everything else.
    private final class Chance: Sendable {
        private let generator = Mutex(SplitMix64(seed: Seed.value))

        func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }
    }

    private static func app(folder: String, clock: HandClock, _ chance: Chance) async throws -> RelayApp {
        var settings = RelaySettings()
        settings.hosts = [host]
        let surroundings = RelaySurroundings(now: { clock.now }, random: chance.bytes)
        return RelayApp(
            relay: Relay(
                storage: try await SQLiteStorage(.memory), files: FileStore(folder: folder), settings: settings,
                surroundings: surroundings))
    }

    /// The relay loses everything that it held.
    func wipe() async throws {
        let fresh = try await TestRelay.app(folder: scratch.path + "/blobs-\(UUID().uuidString)", clock: clock, chance)
        app.withLock { $0 = fresh }
    }

    var address: RelayAddress {
        get throws { try RelayAddress("https://" + TestRelay.host) }
    }

    /// A way to it; `meddle` sees each request and may answer in its place, or throw.
    func transport(
        _ meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse? = { _ in nil }
    ) -> some RelayTransport { RelayInProcess(app: { self.app.withLock { $0 } }, meddle: meddle) }

    func client(
        of vault: OpenVault, _ meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse? = { _ in nil }
    ) async throws -> RelayClient {
        let transport = transport(meddle)
        return try await vault.relayClient { _ in transport }
    }

    /// One device's round; throws where it did not go through.
    func round(
        _ vault: OpenVault, _ meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse? = { _ in nil }
    ) async throws {
        let clock = clock
        let driver = SyncDriver(vault, client: try await client(of: vault, meddle), now: { clock.now })
        let outcome = try await driver.round()
        if let failure = outcome.failure { throw failure }
        if let fault = outcome.faults.values.first { throw fault }
    }

    /// The first device of a person: its vault syncs.
    func firstDevice(seed: UInt64 = 1) async throws -> (vault: TestVault, open: OpenVault) {
        let vault = try TestVault(seed: seed)
        let open = try vault.create()
        try await open.startSync(with: try address, over: transport())
        try await round(open)
        return (vault, open)
    }

    /// Another device of the same person, linked by a code that is typed on the first one.
    func linked(to first: OpenVault, seed: UInt64 = 2) async throws -> (vault: TestVault, open: OpenVault) {
        let vault = try TestVault(seed: seed)
        let link = Link(try address, over: transport())
        try await link.begin()
        let typed = link.code.text.lowercased().replacing("-", with: " ")
        try await first.approve(try #require(LinkCode(typed: typed)), through: try await client(of: first))
        guard let linked = try await link.vault() else { throw Missing() }
        let open = try OpenVault.create(
            from: linked, at: vault.location, relay: try address, passphrase: Secret(copying: TestVault.passphrase),
            surroundings: vault.surroundings, deviceName: "second", cost: .testOnlyCheapest)
        try await join(open)
        return (vault, open)
    }

    /// The first rounds of a new device.
    func join(_ open: OpenVault) async throws {
        try await open.openAccount(through: try await client(of: open))
        try await round(open)
        try await open.enterJournals()
        try await round(open)
    }
}

/// Requests that go straight into a relay.
private final class RelayInProcess: RelayTransport {
    private let app: @Sendable () -> RelayApp
    private let meddle: @Sendable (RelayRequest) throws -> RelayResponse?

    init(app: @escaping @Sendable () -> RelayApp, meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse?) {
        (self.app, self.meddle) = (app, meddle)
    }

    func close() {}

    func send(_ request: RelayRequest) async throws -> RelayResponse {
        if let answer = try meddle(request) { return answer }
        let app = app()
        let client = TestClient(headers: ["host": TestRelay.host]) { await app.respond(to: $0) }
        var headers = Headers()
        for (name, value) in request.headers { headers[name.lowercased()] = value }
        let body: [UInt8]
        switch request.body {
        case .none: body = []
        case .bytes(let bytes): body = bytes
        case .file(let file, let count):
            body = Array(FileHandle(fileDescriptor: file, closeOnDealloc: false).readData(ofLength: count))
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
}
