import Foundation
import KillPoints
import Ledger
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
        let port = chance.pick(client.ports)
        try await until("a push is acknowledged") {
            let answer = try? await client.send("POST", "/v1/journals/\(journal)/ops", body: body, port: port)
            // Gone, or busy with its database: nothing else is ever the answer.
            guard let answer, answer.status != 503 else { return false }
            try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            let receipt = try #require(PushReceipt(reading: answer.body))
            acknowledged.withLock { all in
                for (accepted, operation) in zip(receipt.accepted, operations) {
                    all[journal, default: [:]][accepted.position] = operation.hash
                }
            }
            return true
        }
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

/// The relay's program, killed under load at counted points. They are skipped where it was not built.
@Suite(.enabled(if: RunningRelay.program != nil, "AURALYST_PROGRAM names no folder with auralyst-relay in it"))
struct RelayCrashTests {
    /// On SQLite the points are what the relay does to its files; on PostgreSQL, what it sends to the database.
    @Test(.serialized, arguments: StorageKind.lasting)
    func `killed at any point, the relay keeps all that it has acknowledged`(_ kind: StorageKind) async throws {
        let folder = RunningRelay.newFolder()
        let outside = RunningRelay.newFolder()
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        defer { for place in [folder, outside] { try? FileManager.default.removeItem(atPath: place) } }
        let database = kind == .postgres ? try #require(PostgresCluster.shared).makeDatabase() : nil
        let hook = KillHook(
            program: try #require(RunningRelay.program), folders: [folder], log: outside + "/points",
            countsSockets: kind == .postgres)
        let first = try RunningRelay(data: folder, database: database)
        let port = first.port
        let client = SocketClient(ports: [port])
        var chance = Seed.generator("relay crash test on \(kind.rawValue)")
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
        var writers: [(device: Device, client: SocketClient)] = []
        var last = Dictionary(uniqueKeysWithValues: try await journals.asyncMap { ($0, try await reader.lastControl(of: $0)) })
        for _ in 0..<6 {
            var device = Device(of: checker.person, &chance)
            let mine = try await client.entered(as: device)
            for journal in journals {
                let entering = try device.enter(journal, behind: try #require(last[journal]))
                last[journal] = entering.hash
                let answer = try await mine.send(
                    "POST", "/v1/journals/\(journal)/ops", body: OperationFrames.pushed([entering.bytes]))
                #expect(answer.status == 200)
            }
            writers.append((device, mine))
        }
        #expect(first.stop() == 0)

        // What a relay does from its start until it has acknowledged a few operations more: its points are counted.
        let counting = try RunningRelay(data: folder, database: database, port: port, environment: hook.environment())
        let seed = chance.next()
        let writing = Task { [writers, journals] in
            try await withThrowingTaskGroup { group in
                for (number, writer) in writers.enumerated() {
                    group.addTask {
                        try await load.write(
                            as: writer.device, journals: journals, through: writer.client, seed: seed &+ UInt64(number))
                    }
                }
                try await group.waitForAll()
            }
        }
        defer { load.end() }
        try await until("the load was a load") { load.count >= 40 }
        counting.kill()
        var plan = KillPlan(
            "relay on \(kind.rawValue)", points: try hook.takeLog().points,
            kills: Lane.amount(quick: 30, ci: 60, all: 200, "AURALYST_CRASHES"), isEndless: true)
        var number = 0
        while let kill = plan.next {
            number += 1
            let ending = try await run(
                data: folder, database: database, port: port, output: outside + "/output",
                environment: hook.environment(kill), whileGoingOn: writing)
            let log = try hook.takeLog()
            let isReached = ending == -SIGKILL && plan.take(log)
            try #require(isReached, "\(kill) was not reached: \(ending), \(log)")
            if number % 20 == 0 {
                let relay = try RunningRelay(data: folder, database: database, port: port)
                try await load.check(through: reader)
                relay.kill()
            }
        }
        let relay = try RunningRelay(data: folder, database: database, port: port)
        load.end()
        try await writing.value
        try await load.check(through: reader)
        #expect(load.count > number, "the load was a load")
        print(plan.summary + "; \(load.count) operations acknowledged, all pulled")
        #expect(relay.stop() == 0)
    }

    /// Runs a relay until it is killed, or until the load that drives it to the point fails; its exit code.
    private func run(
        data: String, database: String?, port: Int, output: String, environment: [String: String],
        whileGoingOn load: Task<Void, any Error>
    ) async throws -> Int32 {
        var words = [try #require(RunningRelay.program), "--data", data, "--listen", "127.0.0.1:\(port)"]
        if let database { words += ["--database", database] }
        let relay = try Program(words, environment: environment, output: output)
        let watch = Task {
            _ = await load.result
            if !Task.isCancelled { relay.signal(SIGTERM) }
        }
        defer { watch.cancel() }
        // It waits for the process: not on the threads that all tasks share.
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: relay.wait()) }
        }
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
    fileprivate func lastControl(of journal: JournalID) async throws -> [UInt8] {
        let answer = try await send("GET", "/v1/journals/\(journal)/ops?lane=0")
        guard let last = OperationFrames.read(pulled: answer.body)?.last else { throw Lost() }
        return try Operation(reading: last.bytes).hash
    }
}
