import Foundation
import Relay
import SeededChance
import Testing

/// The storages that a relay can have; each test of the suite runs on all that are on this machine.
enum StorageKind: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case memory = "SQLite in memory"
    case postgres = "PostgreSQL"

    var testDescription: String { rawValue }

    static let onThisMachine: [StorageKind] = allCases.filter { $0 != .postgres || PostgresCluster.shared != nil }

    /// Those that outlive a relay.
    static let lasting = onThisMachine.filter { $0 != .memory }

    func make() async throws -> StorageUnderTest { try await StorageUnderTest(self) }
}

/// A storage of a test, gone with it.
final class StorageUnderTest: Sendable {
    let kind: StorageKind
    private let files = PassingFolder("relay")
    /// The address of its database, where it has one.
    let database: String?
    let storage: any RelayStorage

    fileprivate init(_ kind: StorageKind) async throws {
        self.kind = kind
        database = kind == .postgres ? try #require(PostgresCluster.shared).makeDatabase() : nil
        storage = try await StorageUnderTest.open(kind, folder: files.path, database: database)
    }

    deinit { Task { [storage] in await storage.close() } }

    var folder: String { files.path }

    /// The same storage as another relay would open it.
    func openAgain() async throws -> any RelayStorage {
        try await StorageUnderTest.open(kind, folder: folder, database: database)
    }

    private static func open(_ kind: StorageKind, folder: String, database: String?) async throws -> any RelayStorage {
        switch kind {
        case .sqlite: try await SQLiteStorage(.file(folder + "/relay.db"))
        case .memory: try await SQLiteStorage(.memory)
        case .postgres: try await PostgresStorage(try #require(database), connections: 4)
        }
    }
}
