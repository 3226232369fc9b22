import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Records
import Store
import Testing

/// Sources in clear that are destroyed once everything is in the vault.
@Suite struct VerifyImportTests {
    private static let table = "date,text,weather\n2026-03-14 10:00,Walk,rain\n2026-03-15 10:00,\"Read, slept\",sun\n"

    private func source(_ vault: TestVault, _ text: String, _ name: String) throws -> ImportSource {
        try ImportSource(
            path: vault.scratch.write(text, to: name), options: ImportOptions(surroundings: vault.surroundings))
    }

    @Test func `a table whose every row is in the vault may go, and goes`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let table = try source(vault, Self.table, "old.csv")
        #expect(try await open.verifyImport(table).missing == 2)
        #expect(try await open.importEntries(table).count(.kept) == 2)
        let check = try await open.verifyImport(table)
        #expect(check.isWhole && check.records == 2 && check.sourceDigest == check.vaultDigest)
        #expect(try table.keepsOff() == nil)
        try table.destroy()
        #expect(!FileManager.default.fileExists(atPath: vault.scratch.path + "/old.csv"))
    }

    @Test func `an entry that was changed or deleted since is missing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let table = try source(vault, Self.table, "old.csv")
        _ = try await open.importEntries(table)
        let list = try await open.entries(Selection()).list
        var change = EntryChange()
        change.text = "Other words"
        _ = try await open.change(list[0].id, change)
        #expect(try await open.verifyImport(table).missing == 1)
        _ = try await open.delete(list[1].id)
        #expect(try await open.verifyImport(table).missing == 2)
    }

    @Test func `a record that nobody could read is missing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let table = try source(vault, Self.table + "31 of never,Lost,fog\n", "old.csv")
        _ = try await open.importEntries(table)
        #expect(try await open.verifyImport(table).isWhole == false)
    }

    @Test func `folders and links are never destroyed`() throws {
        let vault = try TestVault()
        try vault.scratch.write("Walk", to: "notes/2026-03-14.md")
        let notes = try ImportSource(
            path: vault.scratch.path + "/notes", options: ImportOptions(surroundings: vault.surroundings))
        #expect(try notes.keepsOff() != nil)
        #expect(throws: ImportError.self) { try notes.destroy() }
        let path = try vault.scratch.write(Self.table, to: "old.csv")
        let link = vault.scratch.path + "/link.csv"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let linked = try ImportSource(path: link, format: .csv, options: ImportOptions(surroundings: vault.surroundings))
        #expect(throws: ImportError.self) { try linked.destroy() }
        #expect(FileManager.default.fileExists(atPath: path) && FileManager.default.fileExists(atPath: link))
    }
}
