import Foundation
import Synchronization
import Testing

/// A PostgreSQL server for one run of the tests: its data and its socket lie in a folder of their own, and go with the tests,
/// however those end.
final class PostgresCluster: Sendable {
    /// The server; `nil` where PostgreSQL is not on this machine, or did not start.
    static let shared: PostgresCluster? = {
        guard let cluster = try? PostgresCluster() else { return nil }
        atexit { PostgresCluster.shared?.end() }
        return cluster
    }()

    /// Whether a server can be made.
    static let isOnThisMachine = programs != nil

    /// Where Debian puts the server's programs, and where others do.
    private static let programs: String? = {
        let folders =
            (10...20).reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"]
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    let folder: String
    private let number = Mutex(0)
    /// Waits for the end of this process or of `leash`, and then stops the server and takes its folder away.
    private let keeper: Program
    private let leash: Int32

    init() throws {
        folder = "/tmp/auralyst-postgres-" + UUID().uuidString.prefix(8)
        let stop = try PostgresCluster.words("pg_ctl", ["-D", folder + "/data", "-m", "immediate", "-w", "stop"])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        guard unsafe mkfifo(folder + "/leash", 0o600) == 0 else { throw Missing() }
        // In a session of its own: what interrupts the tests does not reach it.
        let script = #"cat "$0/leash"; "$@"; rm -rf "$0""#
        keeper = try Program(["setsid", "sh", "-c", script, folder] + stop, output: "/dev/null")
        leash = unsafe open(folder + "/leash", O_WRONLY | O_CLOEXEC)
        // The server refuses to run as root.
        if getuid() == 0 { try Program.run(["chown", "postgres", folder]) }
        try tool("initdb", ["-D", folder + "/data", "-U", "relay", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"])
        try start()
    }

    /// Starts it; nothing of it can be reached but through its socket.
    func start() throws {
        let settings = "-k \(folder) -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB -c fsync=off"
        try tool("pg_ctl", ["-D", folder + "/data", "-l", folder + "/log", "-w", "-o", settings, "start"])
    }

    /// Stops it at once, as a loss of power would.
    func crash() throws { try tool("pg_ctl", ["-D", folder + "/data", "-m", "immediate", "-w", "stop"]) }

    func makeDatabase() throws -> String {
        let name = number.withLock { number in
            number += 1
            return "relay_\(number)"
        }
        try tool("createdb", ["-h", folder, "-U", "relay", name])
        return "host=\(folder) user=relay dbname=\(name)"
    }

    func query(_ sql: String, in database: String) throws -> String {
        try Program.run(["psql", database, "-At", "-c", sql])
    }

    /// Stops it and takes its folder away.
    func end() {
        close(leash)
        keeper.wait()
    }

    private func tool(_ name: String, _ arguments: [String]) throws {
        try Program.run(PostgresCluster.words(name, arguments))
    }

    private static func words(_ name: String, _ arguments: [String]) throws -> [String] {
        guard let programs else { throw Missing() }
        let program = FileManager.default.isExecutableFile(atPath: programs + "/" + name) ? programs + "/" + name : name
        return (getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []) + [program] + arguments
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
