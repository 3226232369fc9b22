import Basics
import Engine
import Foundation
import GivenValues
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization
import Testing
import Vault

/// A relay in this process, with a clock of its own, and vaults that sync through it.
package final class TestRelay: Sendable {
    package static let host = "relay.test"
    package let scratch = ScratchFolder()
    package let clock = HandClock(TestVault.start)
    private let machine: Mutex<Machine>
    private let chance = Chance()
    private let isOnDisk: Bool

    /// What a relay runs on, and where it keeps everything.
    private struct Machine {
        let app: RelayApp
        let storage: any RelayStorage
        let folder: String
    }

    /// `isOnDisk`: its database lies in a file, so that it can be copied and brought back (`copy`, `restore`).
    package init(isOnDisk: Bool = false) async throws {
        self.isOnDisk = isOnDisk
        machine = Mutex(
            try await TestRelay.machine(folder: scratch.path + "/relay", isOnDisk: isOnDisk, clock: clock, chance))
    }

    /// Its random numbers, which go on where it has lost everything else.
    private final class Chance: Sendable {
        private let generator = Mutex(SplitMix64(seed: Seed.value))

        func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }
    }

    private static func machine(
        folder: String, isOnDisk: Bool, clock: HandClock, _ chance: Chance
    ) async throws -> Machine {
        var settings = RelaySettings()
        (settings.hosts, settings.signUp) = ([host], .open)
        let surroundings = RelaySurroundings(now: { clock.now }, random: chance.bytes)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let storage = try await SQLiteStorage(isOnDisk ? .file(folder + "/relay.db") : .memory)
        let relay = Relay(
            storage: storage, files: FileStore(folder: folder + "/blobs"), settings: settings, surroundings: surroundings)
        return Machine(app: RelayApp(relay: relay), storage: storage, folder: folder)
    }

    private func begin(in folder: String) async throws {
        let fresh = try await TestRelay.machine(folder: folder, isOnDisk: isOnDisk, clock: clock, chance)
        machine.withLock { $0 = fresh }
    }

    /// Where it keeps the files, a folder for each journal.
    package var blobs: String { machine.withLock { $0.folder } + "/blobs" }

    package func wipe() async throws { try await begin(in: scratch.path + "/relay-\(UUID().uuidString)") }

    /// All that it holds now, to be brought back later: a folder.
    package func copy() async throws -> String {
        let (present, copy) = (machine.withLock { $0 }, scratch.path + "/copy-\(UUID().uuidString)")
        await present.storage.close()
        try Folder.copy(present.folder, to: copy)
        try await begin(in: present.folder)
        return copy
    }

    /// It is brought back from a copy. `isSaid`: its operator says so, as the manual asks.
    package func restore(_ copy: String, isSaid: Bool) async throws {
        await machine.withLock { $0 }.storage.close()
        try await begin(in: copy)
        if isSaid { try await Relay.renewID(in: machine.withLock { $0 }.storage) }
    }

    package func heldFiles() -> [String] {
        let all = Folder.paths(below: blobs)
        return all.map { String($0.split(separator: "/").last ?? "") }.filter { $0.count == 64 }.sorted()
    }

    package var address: RelayAddress {
        get throws { try RelayAddress("https://" + TestRelay.host) }
    }

    /// A way to it; `meddle` sees each request and may answer in its place, or throw.
    package func transport(
        _ meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse? = { _ in nil }
    ) -> some RelayTransport { RelayInProcess(app: { self.machine.withLock { $0.app } }, meddle: meddle) }

    package func client(
        of vault: OpenVault, _ meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse? = { _ in nil }
    ) async throws -> RelayClient {
        let transport = transport(meddle)
        return try await vault.relayClient { _ in transport }
    }

    /// One device's round; throws where it did not go through.
    package func round(
        _ vault: OpenVault, on event: SyncEvent = .due,
        _ meddle: @escaping @Sendable (RelayRequest) throws -> RelayResponse? = { _ in nil }
    ) async throws {
        let clock = clock
        let driver = SyncDriver(
            vault, client: try await client(of: vault, meddle), now: { clock.now }, chance: SplitMix64(seed: Seed.value))
        let outcome = try await driver.round(event)
        if let failure = outcome.failure { throw failure }
        if let fault = outcome.faults.values.first { throw fault }
    }

    /// The first device of a person: its vault syncs.
    package func firstDevice(seed: UInt64 = 1) async throws -> (vault: TestVault, open: OpenVault) {
        let vault = try TestVault(seed: seed)
        let open = try vault.create()
        try await open.startSync(with: try address, over: transport())
        try await round(open)
        return (vault, open)
    }

    /// Another device of the same person, linked by a code that is typed on the first one.
    package func linked(to first: OpenVault, seed: UInt64 = 2) async throws -> (vault: TestVault, open: OpenVault) {
        let vault = try TestVault(seed: seed)
        let link = Link(try address, over: transport())
        try await link.begin()
        let typed = link.code.text.lowercased().replacing("-", with: " ")
        try await first.approveDevice(try #require(LinkCode(typed: typed)), through: try await client(of: first))
        guard let linked = try await link.vault() else { throw Missing() }
        let open = try OpenVault.create(
            from: linked, at: vault.location, relay: try address, passphrase: Secret(copying: TestVault.passphrase),
            surroundings: vault.surroundings, deviceName: "second", cost: .testOnlyCheapest)
        try await join(open)
        return (vault, open)
    }

    /// The first rounds of a new device.
    package func join(_ open: OpenVault) async throws {
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
}
