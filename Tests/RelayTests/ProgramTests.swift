import Foundation
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization
import Testing

/// Writers that push to a relay as long as they are let, say everything again until it is acknowledged, and keep what was.
private final class Load: Sendable {
    private let acknowledged = Mutex<[JournalID: [UInt64: [UInt8]]]>([:])
    private let isOver = Mutex(false)

    var count: Int { acknowledged.withLock { $0.values.reduce(0) { $0 + $1.count } } }
    var journals: [JournalID] { acknowledged.withLock { Array($0.keys) } }

    func end() { isOver.withLock { $0 = true } }

    /// One writer with a device and journals of its own.
    func write(as device: Device, journals: [JournalID], through client: SocketClient, seed: UInt64) async throws {
        var (device, chance) = (device, SplitMix64(seed: seed))
        while !isOver.withLock({ $0 }) {
            let journal = chance.pick(journals)
            let operations = try (0...chance.below(4)).map { _ in
                let size = chance.below(600)
                return try device.operation(in: journal, body: chance.bytes(size))
            }
            try await push(operations, to: journal, through: client, &chance)
        }
    }

    private func push(
        _ operations: [Operation], to journal: JournalID, through client: SocketClient, _ chance: inout SplitMix64
    ) async throws {
        let body = OperationFrames.pushed(operations.map(\.bytes))
        for _ in 0..<2_000 {
            let port = chance.pick(client.ports)
            let answer = try? await client.send("POST", "/v1/journals/\(journal)/ops", body: body, port: port)
            if let answer, answer.status == 200, let receipt = PushReceipt(reading: answer.body) {
                acknowledged.withLock { all in
                    for (accepted, operation) in zip(receipt.accepted, operations) {
                        all[journal, default: [:]][accepted.position] = operation.hash
                    }
                }
                return
            }
            // Gone, or busy with its database: nothing else is ever the answer.
            if let answer { #expect(answer.status == 503, "\(String(decoding: answer.body, as: UTF8.self))") }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("a push was never acknowledged")
    }

    /// Holds everything that was acknowledged against what is pulled.
    func check(through client: SocketClient) async throws {
        let all = acknowledged.withLock { $0 }
        for (journal, places) in all {
            let log = try await client.log(of: journal)
            let head = try log.head()
            #expect(head?.position == UInt64(log.count), "positions without gaps, moments that never go back")
            for (position, hash) in places {
                guard position <= UInt64(log.count) else {
                    Issue.record("an acknowledged operation is gone")
                    continue
                }
                #expect(try Operation(reading: log[Int(position) - 1].bytes).hash == hash)
            }
        }
    }
}

/// The program as a whole. They are skipped where it was not built.
@Suite(.enabled(if: RunningRelay.program != nil, "AURALYST_PROGRAM names no folder with auralyst-relay in it"))
struct ProgramTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["AURALYST_CRASHES"] ?? "") ?? 20

    private static func folder() -> String { FileManager.default.temporaryDirectory.path + "/relay-" + UUID().uuidString }

    /// Writers with a founded journal or two each, and what ends them.
    private func writers(_ count: Int, _ client: SocketClient, load: Load, seed: UInt64) async throws -> [Task<Void, any Error>] {
        var chance = SplitMix64(seed: seed)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<count {
            var device = Device(of: Person(&chance), &chance)
            let mine = try await client.entered(as: device)
            var journals: [JournalID] = []
            for _ in 0...1 {
                let genesis = try device.found(&chance)
                #expect(try await mine.send("POST", "/v1/journals", body: genesis.bytes).status == 201)
                journals.append(genesis.header.journal)
            }
            let (writer, own) = (device, journals)
            tasks.append(Task { try await load.write(as: writer, journals: own, through: mine, seed: seed + UInt64(number)) })
        }
        return tasks
    }

    @Test(.serialized, arguments: StorageKind.lasting)
    func `killed at any moment, the relay keeps all that it has acknowledged`(_ kind: StorageKind) async throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["AURALYST_SEED"] ?? "") ?? UInt64.random(in: 0..<1_000_000)
        print("relay crash test on \(kind.rawValue): seed \(seed), \(ProgramTests.kills) kills")
        let folder = ProgramTests.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = kind == .postgres ? try #require(PostgresCluster.shared).makeDatabase() : nil
        var relay = try RunningRelay(data: folder, database: database)
        let port = relay.port
        let client = SocketClient(ports: [port])
        var chance = SplitMix64(seed: seed)
        let load = Load()
        // One identity reads all journals at the end: so all writers' tokens are kept.
        var checker = Device(of: Person(&chance), &chance)
        let reader = try await client.entered(as: checker)
        var journals: [JournalID] = []
        for _ in 0..<3 {
            let genesis = try checker.found(&chance)
            #expect(try await reader.send("POST", "/v1/journals", body: genesis.bytes).status == 201)
            journals.append(genesis.header.journal)
        }
        var tasks: [Task<Void, any Error>] = []
        var last = Dictionary(uniqueKeysWithValues: try await journals.asyncMap { ($0, try await reader.lastControl(of: $0)) })
        for number in 0..<6 {
            var device = Device(of: checker.person, &chance)
            let mine = try await client.entered(as: device)
            for journal in journals {
                let entering = try device.enter(journal, behind: try #require(last[journal]))
                last[journal] = entering.hash
                let answer = try await mine.send(
                    "POST", "/v1/journals/\(journal)/ops", body: OperationFrames.pushed([entering.bytes]))
                #expect(answer.status == 200)
            }
            let (writer, all) = (device, journals)
            tasks.append(Task { try await load.write(as: writer, journals: all, through: mine, seed: seed + UInt64(number)) })
        }
        for number in 1...ProgramTests.kills {
            try await Task.sleep(for: .milliseconds(20 + chance.below(100)))
            relay.kill()
            relay = try RunningRelay(data: folder, database: database, port: port)
            if number % 20 == 0 { try await load.check(through: reader) }
        }
        try await Task.sleep(for: .milliseconds(200))
        load.end()
        for task in tasks { try await task.value }
        try await load.check(through: reader)
        #expect(load.count > ProgramTests.kills, "the load was a load")
        print("relay crash test on \(kind.rawValue): \(load.count) operations acknowledged, all pulled")
        #expect(relay.stop() == 0)
    }

    @Test(.enabled(if: PostgresCluster.shared != nil, "PostgreSQL is not on this machine (Debian: postgresql)"))
    func `several relays share one database, and lose nothing when one is killed or the database falls`() async throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let database = try cluster.makeDatabase()
        let folder = ProgramTests.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relays = try (0..<3).map {
            try RunningRelay(data: folder + "/\($0)", database: database, arguments: ["--blobs", folder + "/blobs"])
        }
        let client = SocketClient(ports: relays.map(\.port))
        let load = Load()
        let tasks = try await writers(6, client, load: load, seed: 60)
        try await Task.sleep(for: .milliseconds(500))
        relays[2].kill()
        try await Task.sleep(for: .milliseconds(300))
        try cluster.crash()
        try await Task.sleep(for: .milliseconds(300))
        try cluster.start()
        try await Task.sleep(for: .milliseconds(1_500))
        load.end()
        for task in tasks { try await task.value }
        #expect(load.count > 50)
        for relay in relays.prefix(2) { #expect(relay.stop() == 0) }
        let number = try cluster.query("SELECT count(*) FROM op WHERE lane = 1", in: database)
        #expect(Int(number.filter(\.isNumber)) ?? 0 >= load.count, "all that was acknowledged is there")
        let gaps = try cluster.query(
            "SELECT count(*) FROM journal WHERE head_seq <> (SELECT count(*) FROM op WHERE op.journal = journal.journal)",
            in: database)
        #expect(gaps.filter(\.isNumber) == "0", "positions without gaps")
    }

    @Test func `it starts with nothing, says where it is in its last line, and ends when it is asked to`() async throws {
        let folder = ProgramTests.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relay = try RunningRelay(data: folder)
        let client = SocketClient(ports: [relay.port])
        let info = try await client.send("GET", "/v1/info")
        #expect(RelayInfo(reading: info.body) == RelayInfo(limits: RelayLimits(), signUp: .open))
        #expect(try await client.send("GET", "/healthz").status == 200)
        var chance = SplitMix64(seed: 61)
        var device = Device(of: Person(&chance), &chance)
        let mine = try await client.entered(as: device)
        let genesis = try device.found(&chance)
        _ = try await mine.send("POST", "/v1/journals", body: genesis.bytes)
        // Who waits for news is sent home.
        async let waiting = mine.send("GET", "/v1/journals/\(genesis.header.journal)/ops?after=1&wait=25")
        try await Task.sleep(for: .milliseconds(200))
        let start = ContinuousClock.now
        #expect(relay.stop() == 0)
        #expect(try await waiting.status == 200)
        #expect(ContinuousClock.now - start < .seconds(8))
    }

    @Test func `a second relay on the same folder is told so`() throws {
        let folder = ProgramTests.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relay = try RunningRelay(data: folder)
        let error = #expect(throws: Program.Failed.self) {
            try Program.run([try #require(RunningRelay.program), "--data", folder])
        }
        #expect(error?.words.contains("auralyst-relay: error: another relay runs on") ?? false)
        #expect(relay.stop() == 0)
        let code = try Program.run([try #require(RunningRelay.program), "invite", "--data", folder])
        #expect(code.trimmingCharacters(in: .newlines).count == 24)
        for wrong in [["--quota", "much"], ["--listen", "here"], ["--sign-up", "all"], ["--host", "https://a/"]] {
            let refused = #expect(throws: Program.Failed.self) { try Program.run([try #require(RunningRelay.program)] + wrong) }
            #expect(refused?.words.contains("auralyst-relay: hint:") ?? false)
        }
    }

    @Test func `nothing that could open what it passes on is linked to it`() throws {
        let program = try #require(RunningRelay.program)
        let symbols = try Program.run(["nm", program])
        #expect(symbols.contains("$s5Relay"), "there are symbols to be read")
        for module in ["5Vault", "6Engine", "5Store", "7Journal"] {
            #expect(!symbols.contains("$s" + module), "\(module)")
        }
        for name in ["argon2", "sqlcipher_vault", "secret_password"] { #expect(!symbols.contains(name), "\(name)") }
    }

    @Test func `it has the version of the program whose journals it passes on`() throws {
        let relay = try #require(RunningRelay.program)
        let program = URL(fileURLWithPath: relay).deletingLastPathComponent().path + "/auralyst"
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        #expect(try Program.run([relay, "--version"]) == Program.run([program, "--version"]))
    }
}

extension Array {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}

extension SocketClient {
    /// Hash of a journal's latest control operation.
    fileprivate func lastControl(of journal: JournalID) async throws -> [UInt8] {
        let answer = try await send("GET", "/v1/journals/\(journal)/ops?lane=0")
        guard let last = OperationFrames.read(pulled: answer.body)?.last else { throw Lost() }
        return try Operation(reading: last.bytes).hash
    }
}
