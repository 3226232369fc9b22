import Backups
import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Testing

/// Backups of journals into which somebody wrote what does not count.
@Suite struct SharedBackupTests {
    @Test func `an operation that counts for nothing spoils no backup`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "mine"))
        // A note on the lane of records is nobody's, whoever's program wrote it.
        let record = try #require(RecordID([UInt8](repeating: 7, count: 16)))
        let forged = Mutation(kind: "note", record: record, fields: ["text": "not mine"])
        try VaultInsides(given.test).append([forged], at: given.test.clock.now, counts: false)
        try await given.backUp()
        #expect(try await given.vault.verifyBackup(at: given.folder).unopened == 0)
        let (kept, restored) = try given.restored()
        #expect(try await restored.texts() == ["mine"])
        #expect(try await kept.repair().report.isWhole)
    }
}
