import Foundation
import Ledger
import SeededChance
import Synchronization
import Testing

/// Two machines of one person, three relays behind a balancer, one PostgreSQL: whatever of it falls, the person is told to
/// wait and nothing else, and both machines come to the same.
@Suite(
    .enabled(if: RunningRelay.program != nil && Desk.program != nil, "AURALYST_PROGRAM names no folder with both programs in it"),
    .enabled(if: PostgresCluster.shared != nil, "PostgreSQL is not on this machine (Debian: postgresql)"))
struct ConvergenceTests {
    /// Says that everything is saved and will be sent later: `relay_unreachable` in all its forms, and `relay_busy`.
    private static let waiting: Set<String> = ["relay_unreachable", "relay_busy"]

    /// What one machine's commands ended with.
    private final class Ends: Sendable {
        private let all = Mutex<[String: Int]>([:])
        func add(_ end: String) { all.withLock { $0[end, default: 0] += 1 } }
        var counts: [String: Int] { all.withLock { $0 } }
    }

    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }

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
                data: folder + "/\($0)", database: database, arguments: ["--blobs", folder + "/blobs", "--host", address])
        }
        balancer.serve(relays.map(\.port))

        let (one, two) = (try Desk(), try Desk())
        let code = try #require(try one.done("init")["recovery_code"]?.string)
        try one.done("sync", "start", "http://" + address, "--yes")
        try two.done("sync", "link", "http://" + address, "--recovery", recoveryCode: code)
        for desk in [one, two] { try desk.done("unlock", "--for", "30m") }

        let ends = Ends()
        let isOver = Flag()
        let work = [one, two].enumerated().map { index, desk in
            Task { try await ConvergenceTests.live(desk, named: index, ends) { isOver.isSet } }
        }
        try await Task.sleep(for: .seconds(2))
        relays[1].kill()
        try await Task.sleep(for: .seconds(2))
        try cluster.crash()
        try await Task.sleep(for: .seconds(2))
        try cluster.start()
        try await Task.sleep(for: .seconds(3))
        isOver.set()
        var written = 0
        for task in work { written += try await task.value }
        #expect(written >= 10, "the load was a load")

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
        let other = ends.counts.filter { $0.key != "synced" && !ConvergenceTests.waiting.contains($0.key) }
        #expect(other.isEmpty, "beyond waiting: \(other)")
        #expect(ends.counts["synced", default: 0] > 4)
        print("\(written) entries by two machines, \(balancer.count) connections; rounds of sync ended: \(ends.counts)")
        for relay in [relays[0], relays[2]] { #expect(relay.stop() == 0) }
    }

    /// Writes and syncs until it is over; how many entries it wrote.
    private static func live(
        _ desk: Desk, named name: Int, _ ends: Ends, until isOver: @escaping @Sendable () -> Bool
    ) async throws -> Int {
        // It waits for programs: not on the threads that all tasks share.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try liveOnThread(desk, named: name, ends, until: isOver) })
            }
        }
    }

    private static func liveOnThread(_ desk: Desk, named name: Int, _ ends: Ends, until isOver: () -> Bool) throws -> Int {
        var count = 0
        while !isOver() {
            count += 1
            try desk.done("add", "entry \(count) of machine \(name)")
            let round = try desk.run(["sync", "now"])
            switch (round.code, round.error) {
            case (0, _): ends.add("synced")
            // The documented exit code of what failed and can be tried again.
            case (1, let error?): ends.add(error)
            default: ends.add("exit \(round.code): \(round.said.prefix(300))")
            }
            let status = try desk.done("sync", "status")
            if status["stopped"]?.array != [] { ends.add("stopped: \(status["stopped"] ?? .null)") }
        }
        return count
    }

    private func texts(of desk: Desk) throws -> [String] {
        try desk.done("list", "--limit", "100000").array?.compactMap { $0["text"]?.string }.sorted() ?? []
    }
}
