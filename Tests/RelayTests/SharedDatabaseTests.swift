import Foundation
import Ledger
import SeededChance
import Sync
import Testing

/// Several relays on one database.
@Suite(
    .enabled(if: RunningRelay.program != nil, "AURALYST_PROGRAM names no folder with auralyst-relay in it"),
    .enabled(if: PostgresCluster.isOnThisMachine, "PostgreSQL is not on this machine (Debian: postgresql)"))
struct SharedDatabaseTests {
    /// A device that pushes to any of the relays as long as it is let, each push again until it is acknowledged.
    private struct Writer {
        var device: Device
        var chance: SplitMix64
        let journals: [JournalID]
        let client: SocketClient
        let counts: Counts

        mutating func write() async throws {
            while !counts.isOver {
                let journal = chance.pick(journals)
                let operations = try (0...chance.below(4)).map { _ in
                    let size = chance.below(600)
                    return try device.operation(in: journal, body: chance.bytes(size))
                }
                let push = OperationFrames.pushed(operations.map(\.bytes))
                try await until("a push is acknowledged") {
                    let port = chance.pick(client.ports)
                    guard
                        let answer = try? await client.send("POST", "/v1/journals/\(journal)/ops", body: push, port: port),
                        answer.status != 503
                    else {
                        // Gone, or busy with its database.
                        counts.add("refused")
                        return false
                    }
                    let receipt = try #require(PushReceipt(reading: answer.body), "\(answer.status)")
                    counts.add(receipt.accepted.count, "acknowledged")
                    return true
                }
            }
        }
    }

    @Test func `several relays share one database, and lose nothing when one is killed or the database falls`() async throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let database = try cluster.makeDatabase()
        let folder = RunningRelay.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relays = try (0..<3).map {
            try RunningRelay(
                data: folder + "/\($0)", database: database, arguments: ["--sign-up", "open", "--blobs", folder + "/blobs"])
        }
        let client = SocketClient(ports: relays.map(\.port))
        var chance = Seed.generator("several relays share one database")
        let counts = Counts()
        var writers: [Writer] = []
        for _ in 0..<6 {
            var device = Device(of: Person(&chance), &chance)
            let own = try await client.entered(as: device)
            var journals: [JournalID] = []
            for _ in 0...1 {
                let genesis = try device.found(&chance)
                #expect(try await own.send("POST", "/v1/journals", body: genesis.bytes).status == 201)
                journals.append(genesis.header.journal)
            }
            writers.append(
                Writer(
                    device: device, chance: SplitMix64(seed: chance.next()), journals: journals, client: own, counts: counts))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in writers {
                group.addTask {
                    defer { counts.end() }
                    var writer = writer
                    try await writer.write()
                }
            }
            defer { counts.end() }
            await counts.wait(for: 30, of: "acknowledged")
            relays[2].kill()
            await counts.wait(for: 12, of: "acknowledged", "refused")
            try cluster.crash()
            await counts.wait(for: 30, of: "refused")
            try cluster.start()
            await counts.wait(for: 60, of: "acknowledged")
            counts.end()
            try await group.waitForAll()
        }
        for relay in relays.prefix(2) { #expect(relay.stop() == 0) }
        let number = try cluster.query("SELECT count(*) FROM op WHERE lane = 1", in: database)
        #expect(Int(number.filter(\.isNumber)) ?? 0 >= counts["acknowledged"], "all that was acknowledged is there")
        let gaps = try cluster.query(
            "SELECT count(*) FROM journal WHERE head_seq <> (SELECT count(*) FROM op WHERE op.journal = journal.journal)",
            in: database)
        #expect(gaps.filter(\.isNumber) == "0", "positions without gaps")
    }
}
