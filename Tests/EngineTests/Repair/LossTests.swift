import Engine
import Foundation
import Journal
import Ledger
import Store
import Testing
import Vault

/// Operations that were confirmed once and are not there any more: said, counted once, and their places never used again.
@Suite struct LossTests {
    /// A vault with three entries and one edit: five operations, the journal's own first one among them.
    private func written() async throws -> TestVault {
        let vault = try TestVault()
        let open = try vault.create()
        for text in ["one", "two", "three"] { _ = try await open.add(NewEntry(text: text)) }
        var change = EntryChange()
        change.text = "three, changed"
        _ = try await open.change(try await open.find("last").id, change)
        return vault
    }

    private func settled(_ vault: TestVault) throws { try VaultInsides.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: vault) }

    @Test func `nothing is missing in a vault that was left alone`() async throws {
        let vault = try await written()
        #expect(try vault.open().lostOperations == 0)
        let (_, report) = try await vault.repair()
        #expect(report.isWhole && report.applied == 5 && report.damagedDatabase == nil)
    }

    @Test func `an older copy of the database is noticed, and a repair settles it once`() async throws {
        let vault = try await written()
        try settled(vault)
        let older = try contents(of: vault.location.database)
        do {
            let open = try vault.open()
            for text in ["four", "five"] { _ = try await open.add(NewEntry(text: text)) }
        }
        try settled(vault)
        try Data(older).write(to: URL(fileURLWithPath: vault.location.database))
        #expect(try vault.open().lostOperations == 2)
        #expect(try await vault.repair().report.missing == 2)
        #expect(try vault.open().lostOperations == 0)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `a place on the chain is never used twice, also after its operation is lost`() async throws {
        let vault = try await written()
        try settled(vault)
        let older = try contents(of: vault.location.database)
        do { _ = try await vault.open().add(NewEntry(text: "lost")) }
        try settled(vault)
        let lost = try #require(try VaultInsides(vault).log().last).operation
        try Data(older).write(to: URL(fileURLWithPath: vault.location.database))
        _ = try await vault.repair()
        do { _ = try await vault.open().add(NewEntry(text: "after")) }
        let next = try #require(try VaultInsides(vault).log().last).operation
        #expect(next.header.position == lost.header.position + 1 && next.header.previous == lost.hash)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `an emptied database is lost, never in order`() async throws {
        let vault = try await written()
        try settled(vault)
        try Data().write(to: URL(fileURLWithPath: vault.location.database))
        let (open, report) = try await vault.repair()
        #expect(report.missing == 4 && !report.isWhole && report.damagedDatabase != nil)
        // The journal's own first operation was made again, bit for bit: it is counted as there.
        #expect(try await open.status().journals.count == 1)
        _ = try await open.add(NewEntry(text: "goes on"))
        #expect(try VaultInsides(vault).log().map(\.operation.header.position) == [1, 6])
    }

    @Test func `older texts whose operations are lost are saved anew, with what stands now on top`() async throws {
        let vault = try await written()
        try VaultInsides.execute("DELETE FROM operation WHERE place > 1", on: vault)
        try settled(vault)
        let (open, report) = try await vault.repair()
        #expect(report.missing == 4 && report.rescued >= 4)
        #expect(try await open.texts().sorted() == ["one", "three, changed", "two"])
        let changed = try #require(try await open.entries(Selection()).list.first { $0.entry.text.hasPrefix("three") })
        #expect(try await open.history(changed.id).map(\.write.value) == ["three, changed", "three"])
    }

    @Test func `an operation that does not follow from those before is not taken`() async throws {
        let vault = try await written()
        let insides = try VaultInsides(vault)
        let log = try insides.log().map(\.operation)
        var check = LogCheck()
        for operation in log { try check.take(operation) }
        var other = LogCheck()
        try other.take(log[0])
        #expect(throws: LedgerError.brokenChain(expected: 2, found: 1)) { try other.take(log[0]) }
        try other.take(log[2])
        #expect(throws: LedgerError.brokenChain(expected: 4, found: 2)) { try other.take(log[1]) }
    }

    @Test func `a repair waits for others to close the vault, and then refuses`() async throws {
        let vault = try await written()
        let open = try vault.open()
        await #expect(throws: EngineError.inUse) {
            _ = try await OpenVault.repair(
                try vault.unlocked(), at: vault.location, surroundings: vault.surroundings, patience: 30)
        }
        #expect(try await open.texts().count == 3)
    }

    @Test func `heads that were torn by a power cut are no loss`() async throws {
        let vault = try await written()
        let heads = try contents(of: vault.location.heads)
        for torn in [[], Array(heads.dropLast()), heads.map { $0 ^ 1 }] as [[UInt8]] {
            try Data(torn).write(to: URL(fileURLWithPath: vault.location.heads))
            #expect(try vault.open().lostOperations == 0)
            #expect(try await vault.open().texts().count == 3)
        }
    }
}
