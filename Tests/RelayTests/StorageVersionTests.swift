import Relay
import SQLite
import Testing

@Suite struct StorageVersionTests {
    @Test func `the database of a newer relay is refused and stays as it is`() async throws {
        let given = try await StorageKind.sqlite.make()
        await given.storage.close()
        let database = try unsafe Connection(.file(given.folder + "/relay.db", mustExist: true))
        try database.execute("UPDATE setting SET value = 2 WHERE name = 'schema'")
        await #expect(throws: RelayStorageError.newerSchema(2)) { try await given.openAgain() }
        #expect(try database.first("SELECT value FROM setting WHERE name = 'schema'") { $0.int(0) } == 2)
    }
}
