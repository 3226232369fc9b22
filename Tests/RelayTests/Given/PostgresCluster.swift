import Foundation
import Synchronization
import Testing

/// A PostgreSQL server for one run of the tests: its data and its socket lie in a folder of their own, and go at the end.
final class PostgresCluster: Sendable {
    /// The server; `nil` where PostgreSQL is not on this machine, or did not start.
    static let shared: PostgresCluster? = {
        guard let cluster = try? PostgresCluster() else { return nil }
        atexit { PostgresCluster.shared?.end() }
        return cluster
    }()

    /// Where Debian puts the server's programs, and where others do.
    private static let programs: String? = {
        let folders =
            (10...20).reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"]
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    let folder: String
    private let number = Mutex(0)

    init() throws {
        folder = "/tmp/auralyst-postgres-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // The server refuses to run as root.
        if getuid() == 0 { try Program.run(["chown", "postgres", folder]) }
        try tool("initdb", ["-D", folder + "/data", "-U", "relay", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"])
        try start()
    }

    /// Starts it; nothing of it can be reached but through its socket.
    func start() throws {
        let settings = "-k \(folder) -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB"
        try tool("pg_ctl", ["-D", folder + "/data", "-l", folder + "/log", "-w", "-o", settings, "start"])
    }

    /// Stops it at once, as a loss of power would.
    func crash() throws { try tool("pg_ctl", ["-D", folder + "/data", "-m", "immediate", "-w", "stop"]) }

    /// An empty database; its address.
    func makeDatabase() throws -> String {
        let name = number.withLock { number in
            number += 1
            return "relay_\(number)"
        }
        try tool("createdb", ["-h", folder, "-U", "relay", name])
        return "host=\(folder) user=relay dbname=\(name)"
    }

    /// What a query gives, as text.
    func query(_ sql: String, in database: String) throws -> String {
        try Program.run(["psql", database, "-At", "-c", sql])
    }

    /// Stops it and takes its folder away.
    func end() {
        try? crash()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func tool(_ name: String, _ arguments: [String]) throws {
        guard let programs = PostgresCluster.programs else { throw Missing() }
        let program = FileManager.default.isExecutableFile(atPath: programs + "/" + name) ? programs + "/" + name : name
        if getuid() == 0 {
            try Program.run(["runuser", "-u", "postgres", "--", program] + arguments)
        } else {
            try Program.run([program] + arguments)
        }
    }

    private struct Missing: Error {}
}

@Suite struct PostgresOnThisMachine {
    @Test(
        .enabled(
            if: PostgresCluster.shared != nil,
            "PostgreSQL is not on this machine (Debian: postgresql): its half of the suite is left out"))
    func `the storage suite runs on PostgreSQL too`() {
        #expect(StorageKind.onThisMachine.contains(.postgres))
    }
}
