import Engine
import HTTP
import Journal
import SQLite
import Synchronization
import Testing
import Vault

/// A page shows one state of the vault.
@Suite struct PageReadTests {
    @Test(arguments: ["/today", "/journal"])
    func `what another program takes away while a page is read is not on it`(path: String) async throws {
        let given = try await GivenApp()
        let (client, vault) = (try await given.ownersBrowser(), try await given.vault())
        let other = try OtherProgram(given.folder + "/vault")
        let readings = Mutex(0)
        _ = try await vault.add(NewEntry(text: "Seen by the lake"))
        let whole = try await HandClock.$whenRead.withValue({ readings.withLock { $0 += 1 } }) { try await client.get(path) }
        #expect(whole.text.contains("Seen by the lake"))
        // The clock is read before the page is, and again when its entries have been read.
        let count = readings.withLock { $0 }
        try #require(count > 1)
        for number in 1...count {
            _ = try await vault.add(NewEntry(text: "Seen by the lake"))
            readings.withLock { $0 = 0 }
            let page = try await HandClock.$whenRead.withValue({
                let reached = readings.withLock { readings in
                    readings += 1
                    return readings
                }
                if reached == number { other.takeEntriesAway() }
            }) { try await client.get(path) }
            guard readings.withLock({ $0 >= number }) else { continue }
            #expect(!page.text.contains("Seen by the lake"), "taken away at reading \(number) of \(count) of the clock")
        }
    }
}

/// A second connection to a vault's database, used by one task at a time.
private final class OtherProgram: Sendable {
    private nonisolated(unsafe) let database: Connection

    init(_ folder: String) throws {
        let location = VaultLocation(folder: folder)
        let keys = try VaultOpening.read(location).unlock(passphrase: Secret(copying: Array(GivenApp.passphrase.utf8)))
        let database = try unsafe keys.databaseKey().withBytes { bytes in
            try unsafe Connection(.file(location.database, mustExist: true), key: bytes)
        }
        unsafe self.database = database
    }

    func takeEntriesAway() {
        do { try unsafe database.execute("DELETE FROM entry") } catch { Issue.record(error) }
    }
}
