import Foundation
import Ledger
import Testing

/// Two machines of one person, three relays behind a balancer, one PostgreSQL: whatever of it falls, the person is told to
/// wait and nothing else, and both machines come to the same.
@Suite(
    .enabled(if: RunningRelay.program != nil && Desk.program != nil, "AURALYST_PROGRAM names no folder with both programs in it"),
    .enabled(if: PostgresCluster.isOnThisMachine, "PostgreSQL is not on this machine (Debian: postgresql)"))
struct ConvergenceTests {
    /// Says that everything is saved and will be sent later: `relay_unreachable` in all its forms, and `relay_busy`.
    private static let waiting: Set<String> = ["relay_unreachable", "relay_busy"]

    @Test func `a relay is killed and the database falls while two machines write: both come to the same`() async throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let database = try cluster.makeDatabase()
        let folder = FileManager.default.temporaryDirectory.path + "/relays-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let balancer = try Balancer()
        defer { balancer.end() }
        let address = "127.0.0.1:\(balancer.port)"
        let relays = try (0..<3).map {
            try RunningRelay(
                data: folder + "/\($0)", database: database,
                arguments: ["--sign-up", "open", "--blobs", folder + "/blobs", "--host", address])
        }
        balancer.serve(relays.map(\.port))

        let (one, two) = (try Desk(), try Desk())
        let code = try one.makeVault()
        try one.done("sync", "start", "http://" + address, "--yes")
        try two.done("sync", "link", "http://" + address, "--recovery", recoveryCode: code)
        // The program has made this vault itself: with its key kept, not each command pays for its passphrase.
        try two.done("unlock", "--recovery", "--for", "8h", recoveryCode: code)

        let machines = [Counts(), Counts()]
        var written = 0
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, desk) in [one, two].enumerated() {
                let counts = machines[index]
                group.addTask {
                    defer { machines.forEach { $0.end() } }
                    return try await ConvergenceTests.live(desk, named: index, counts)
                }
            }
            defer { machines.forEach { $0.end() } }
            for counts in machines { await counts.wait(for: 3, of: "synced") }
            relays[1].kill()
            for counts in machines { await counts.wait(for: 4, of: "synced") }
            try cluster.crash()
            for counts in machines { await counts.wait(for: 2, of: "waits") }
            try cluster.start()
            for counts in machines { await counts.wait(for: 3, of: "synced") }
            for counts in machines { counts.end() }
            written = try await group.reduce(0, +)
        }

        // Both come to the same, with nothing lost, doubled or left over.
        for round in 1...20 {
            let states = try [one, two].map { desk in try desk.done("sync", "now")["waiting"]?.int }
            if states == [0, 0], round > 1, try texts(of: one) == texts(of: two) { break }
        }
        let all = try texts(of: one)
        #expect(all.count == written && Set(all).count == written)
        #expect(try texts(of: two) == all)
        for desk in [one, two] {
            let status = try desk.done("sync", "status")
            #expect(status["stopped"]?.array == [] && status["waiting"]?.int == 0 && status["devices"]?.array?.count == 2)
        }
        print("\(written) entries by two machines, \(balancer.count) connections; rounds of sync ended: \(machines.map(\.all))")
        for relay in [relays[0], relays[2]] { #expect(relay.stop() == 0) }
    }

    /// Writes and syncs until it is over, and counts how each round ended; how many entries it wrote. Throws what is neither
    /// success nor waiting.
    private static func live(_ desk: Desk, named name: Int, _ ends: Counts) async throws -> Int {
        // It waits for programs: not on the threads that all tasks share.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try liveOnThread(desk, named: name, ends) })
            }
        }
    }

    private static func liveOnThread(_ desk: Desk, named name: Int, _ ends: Counts) throws -> Int {
        var count = 0
        while !ends.isOver {
            count += 1
            try desk.done("add", "entry \(count) of machine \(name)")
            let round = try desk.run(["sync", "now"])
            switch (round.code, round.error) {
            case (0, _): ends.add("synced")
            // The documented exit code of what failed and can be tried again.
            case (1, let error?) where waiting.contains(error): ends.add("waits")
            default: throw Program.Failed(words: "exit \(round.code): \(round.said)")
            }
            let status = try desk.done("sync", "status")
            try #require(status["stopped"]?.array == [], "\(status)")
        }
        return count
    }

    private func texts(of desk: Desk) throws -> [String] {
        try desk.done("list", "--limit", "100000").array?.compactMap { $0["text"]?.string }.sorted() ?? []
    }
}
