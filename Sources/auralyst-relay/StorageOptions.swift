import ArgumentParser
import Basics
import Foundation
import Relay

struct StorageOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The relay's folder (else $XDG_DATA_HOME/auralyst-relay).", valueName: "dir"), completion: .directory)
    var data: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            PostgreSQL in the place of a file: postgres://… or name=value. In
            $AURALYST_RELAY_DATABASE no other user of the machine sees it.
            """, valueName: "address"))
    var database: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The folder of blobs; several relays share one.", valueName: "dir"), completion: .directory)
    var blobs: String?

    @Option(name: .long, help: ArgumentHelp("Connections to PostgreSQL.", valueName: "number"))
    var connections = 16

    func validate() throws {
        guard (1...1_000).contains(connections) else { throw ValidationError("--connections is a number from 1 to 1000") }
        if data?.isEmpty == true { throw ValidationError("--data needs the path of a folder") }
        if blobs?.isEmpty == true { throw ValidationError("--blobs needs the path of a folder") }
    }

    private var environment: [String: String] { Variables.all.filter { !$0.value.isEmpty } }

    /// The address of the database; `nil` for a file.
    private var address: String? { database ?? environment["AURALYST_RELAY_DATABASE"] }

    /// The relay's folder, without a trailing slash.
    var folder: String {
        if let data { return data }
        let base = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/share"
        return base + "/auralyst-relay"
    }

    var files: FileStore { FileStore(folder: blobs ?? folder + "/blobs") }

    func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure("the folder \(folder) cannot be created", hint: "choose another one with --data")
        }
    }

    /// Opens the storage. Throws a `Failure` with the reason.
    func open(meters: RelayMeters) async throws -> any RelayStorage {
        do {
            if let address { return try await PostgresStorage(address, connections: connections) }
            return try await SQLiteStorage(.file(folder + "/relay.db")) { jobs in
                meters.commits.add(1)
                meters.commitJobs.add(jobs)
            }
        } catch let error as RelayStorageError {
            throw Failure(error, folder: folder)
        }
    }

    /// Locks a file database until the program ends: a second relay's changes would go unnoticed. `nil` for PostgreSQL.
    func lock() throws -> OpenFile? {
        guard address == nil else { return nil }
        let descriptor = unsafe Foundation.open(folder + "/relay.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure("the folder \(folder) cannot be written to", hint: "choose another one with --data")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure("another relay uses \(folder)", hint: "several relays can share a PostgreSQL database: --database")
        }
        return OpenFile(descriptor)
    }
}
