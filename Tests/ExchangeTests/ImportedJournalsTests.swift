import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import Store
import Testing
import Vault

/// Several journals in one export.
@Suite struct ImportedJournalsTests {
    /// A vault with two journals, each with an entry and a file, and its export.
    private func exported() async throws -> (vault: TestVault, open: OpenVault, path: String) {
        let vault = try TestVault()
        let open = try vault.create()
        let work = try await open.createJournal(named: "Work").id
        for (journal, name) in [(nil, "home"), (work, "work")] {
            let file = try vault.scratch.write("file of " + name, to: name + ".txt")
            var new = NewEntry(text: "At " + name, attachments: [file])
            new.journal = journal
            _ = try await open.add(new)
        }
        _ = try await open.renameJournal(try await open.journalToShare("Journal"), to: "Home")
        _ = try await open.addTemplate(Template(name: "Morning", text: "How?"))
        return (vault, open, try await export(open, vault, "all.json"))
    }

    private func export(_ open: OpenVault, _ vault: TestVault, _ name: String) async throws -> String {
        let path = vault.scratch.path + "/" + name
        _ = try await open.export(ExportRequest(.json), to: path)
        return path
    }

    /// Sorted: the journals were made in the same moment, and have no order.
    private func lines(_ path: String) throws -> [String] {
        String(decoding: try contents(of: path), as: UTF8.self).split(separator: "\n")
            .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
            .sorted()
    }

    @Test func `stay several, with their names, their files and the same export`() async throws {
        let (vault, _, path) = try await exported()
        defer { withExtendedLifetime(vault) {} }
        let copy = try TestVault(now: vault.clock.now + 60_000, seed: 9)
        let other = try copy.create()
        let dry = try await other.importExport(path: path, dryRun: true)
        #expect(try await other.journals().count == 1, "a dry run makes no journal")
        let receipt = try await other.importExport(path: path)
        #expect(receipt.count(.kept) == receipt.read && dry.count(.kept) == receipt.read)
        let journals = try await other.journals()
        #expect(journals.map(\.name) == ["Home", "Work"] && journals.map(\.entries) == [1, 1])
        for entry in try await other.entries(Selection()).list {
            let folder = copy.scratch.path + "/out-\(entry.id)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let saved = try await other.saveAttachments(of: entry, to: folder)
            #expect(saved.count == 1)
            #expect(journals.first { $0.id == entry.journal }?.name.lowercased() == String(entry.entry.text.dropFirst(3)))
        }
        #expect(try lines(try await export(other, copy, "again.json")) == lines(path))
        #expect(try await copy.repair().report.isWhole)
    }

    @Test func `an import that fails late leaves no journal, no key and nothing for a relay`() async throws {
        let (vault, _, path) = try await exported()
        defer { withExtendedLifetime(vault) {} }
        let relay = try await TestRelay()
        let (copy, other) = try await relay.firstDevice(seed: 9)
        let whole = try contents(of: path)
        let broken = try copy.scratch.write(Array(whole.dropLast(40)), to: "broken.json")
        let before = try VaultInsides(copy).store.operationCount()
        await #expect(throws: (any Error).self) { try await other.importExport(path: broken) }
        #expect(try await other.journals().map(\.name) == ["Journal"])
        let insides = try VaultInsides(copy)
        #expect(try insides.store.operationCount() == before)
        #expect(insides.keys.body.settings(beginningWith: "genesis:").isEmpty)
        #expect(insides.keys.body.settings(beginningWith: "founding:").isEmpty)
        try await relay.round(other)
        #expect(try await other.relayHoldings { _ in relay.transport() }.journals.count == 1)
        // Then it comes in as if nothing had been.
        let receipt = try await other.importExport(path: path)
        #expect(receipt.count(.kept) == receipt.read)
        #expect(try await other.journals().map(\.entries) == [1, 1])
        try await relay.round(other)
        #expect(try await other.relayHoldings { _ in relay.transport() }.journals.count == 2)
        #expect(try await copy.repair().report.isWhole)
    }

    @Test func `the first journal stays the first, also where another one has more in it`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let work = try await open.createJournal(named: "Work").id
        for number in 0..<3 {
            var new = NewEntry(text: "At work \(number)")
            new.journal = work
            _ = try await open.add(new)
        }
        _ = try await open.add(NewEntry(text: "At home"))
        let path = try await export(open, vault, "first.json")
        let copy = try TestVault(now: vault.clock.now + 60_000, seed: 9)
        let other = try copy.create()
        _ = try await other.importExport(path: path)
        let journals = try await other.journals()
        #expect(journals.map(\.name) == ["Journal", "Work"] && journals.map(\.entries) == [1, 3])
        #expect(journals.map(\.isFirst) == [true, false])
        #expect(try lines(try await export(other, copy, "again.json")) == lines(path))
    }

    @Test func `come into the same journals again, and are called as their owner calls them by then`() async throws {
        let (vault, open, path) = try await exported()
        let copy = try TestVault(now: vault.clock.now + 60_000, seed: 9)
        let other = try copy.create()
        _ = try await other.importExport(path: path)
        _ = try await other.renameJournal(try await other.journalToShare("Work"), to: "Office")
        var new = NewEntry(text: "At work once more")
        new.journal = try await open.journalToShare("Work")
        vault.clock.advance(seconds: 120)
        _ = try await open.add(new)
        let receipt = try await other.importExport(path: try await export(open, vault, "later.json"))
        #expect(receipt.count(.kept) == 1)
        #expect(try await other.journals().map(\.name) == ["Home", "Office"])
        #expect(try await other.journals().map(\.entries) == [1, 2])
    }

    @Test func `go into one journal where one is named, and into one's own of that name`() async throws {
        let (vault, _, path) = try await exported()
        let copy = try TestVault(now: vault.clock.now, seed: 9)
        let other = try copy.create()
        let work = try await other.createJournal(named: "WORK").id
        _ = try await other.importExport(path: path)
        #expect(try await other.journals().map(\.name) == ["Home", "WORK"])
        let third = try TestVault(now: vault.clock.now, seed: 11)
        let open = try third.create()
        let named = try await open.createJournal(named: "Old").id
        _ = try await open.importExport(path: path, into: named)
        #expect(try await open.journals().map(\.entries) == [0, 2])
        withExtendedLifetime((copy, third, work)) {}
    }
}
