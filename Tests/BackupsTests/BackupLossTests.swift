import Backups
import Engine
import Foundation
import GivenValues
import GivenVault
import Ledger
import Records
import Testing

/// Backups know what a vault had saved: an older copy of it is noticed, and does not push them out.
@Suite struct BackupLossTests {
    /// A vault of whose folder a copy was kept, with two more entries and a backup since then.
    private func overtaken() async throws -> (given: BackedUp, older: TestVault) {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "one"))
        try await given.backUp()
        let older = try given.test.copy()
        for text in ["two", "three"] { _ = try await given.vault.add(NewEntry(text: text)) }
        given.test.clock.advance(days: 1)
        older.clock.advance(days: 1)
        try await given.backUp()
        return (given, older)
    }

    @Test func `an older copy of the whole folder makes no backup beside a newer one, and uses no place twice`() async throws {
        let (given, older) = try await overtaken()
        let files = given.files
        let last = try #require(try VaultInsides(given.test).log().last).operation
        do {
            let open = try older.open()
            #expect(open.lostOperations == 0, "the folder alone cannot show it")
            await #expect(throws: BackupFault.vaultLacks(operations: 2)) { try await open.createBackup(in: given.folder) }
        }
        #expect(given.files == files)
        let again = try older.open()
        #expect(again.lostOperations == 2, "what the backup said is remembered")
        let next = try await again.add(NewEntry(text: "after")).id
        let written = try #require(try VaultInsides(older).log().last).operation
        #expect(written.header.position == last.header.position + 1 && written.header.previous == last.hash)
        #expect(try await again.find(next.description).id == next)
    }

    @Test func `a check of the newer backup says what the older copy lacks`() async throws {
        let (given, older) = try await overtaken()
        let open = try older.open()
        let found = try await open.verifyBackup(at: given.folder)
        #expect(found.lacking == 2 && found.since == nil)
        #expect(try await given.vault.verifyBackup(at: given.folder).lacking == 0)
    }

    @Test func `once its owner accepts the loss, backups go on`() async throws {
        let (given, older) = try await overtaken()
        do {
            let open = try older.open()
            _ = try? await open.createBackup(in: given.folder)
        }
        #expect(try await older.repair().report.missing == 2)
        let settled = try older.open()
        _ = try await settled.createBackup(in: given.folder)
        #expect(try await settled.verifyBackup(at: given.folder).lacking == 0)
    }

    @Test func `a newer backup that cannot be read does not stop the next one`() async throws {
        let (given, older) = try await overtaken()
        let newest = try #require(given.files.last)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: given.folder + "/" + newest))
        _ = try await older.open().createBackup(in: given.folder)
    }

    @Test func `a vault without its confirmed end is not backed up`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "one"))
        #expect(unsafe unlink(given.test.location.heads) == 0)
        let open = try given.test.open()
        await #expect(throws: EngineError.headsMissing) { try await open.createBackup(in: given.folder) }
        #expect(given.files.isEmpty)
    }
}
