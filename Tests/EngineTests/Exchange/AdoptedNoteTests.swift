import Engine
import Foundation
import Journal
import Ledger
import Store
import Testing

/// Notes that come in with an export, and what repair does with records that replay refuses.
@Suite struct AdoptedNoteTests {
    /// A vault with a note beside an entry, and its export.
    private func exported() async throws -> (vault: TestVault, open: OpenVault, entry: RecordID, path: String) {
        let vault = try TestVault()
        let open = try vault.create()
        let entry = try await open.add(NewEntry(text: "Walked by the river.")).id
        let note = try await open.addNote("Which river?", to: entry)
        vault.clock.advance(seconds: 60)
        try await open.changeNote(note.id, to: "Which river was it?")
        let path = vault.scratch.path + "/export.json"
        _ = try await open.export(ExportRequest(.json), to: path)
        return (vault, open, entry, path)
    }

    @Test func `a note of an export survives backup, restore, repair and the next export`() async throws {
        let (_, open, entry, path) = try await exported()
        let given = try BackedUp(seed: 9)
        let receipt = try await given.vault.importExport(path: path)
        #expect(receipt.counts == [1, 1, 0, 0] && receipt.lines.last?.why == "kept as a note of yours")
        let notes = try await given.vault.notes(of: entry)
        #expect(notes.map(\.stored.note.text) == ["Which river was it?"] && notes.allSatisfy(\.isYours))

        try await given.backUp()
        _ = try await given.vault.verifyBackup(at: given.folder)
        let (_, restored) = try given.restored()
        #expect(try await restored.notes(of: entry).map(\.stored.note.text) == ["Which river was it?"])
        let (repaired, report) = try await given.test.repair()
        #expect(report.isWhole && report.rescued == 0 && report.setAside.isEmpty)
        #expect(try await repaired.notes(of: entry).map(\.id) == notes.map(\.id))

        let second = given.test.scratch.path + "/second.json"
        _ = try await repaired.export(ExportRequest(.json), to: second)
        #expect(try contents(of: second) == contents(of: path))
        #expect(try await repaired.importExport(path: path).counts == [0, 0, 0, 2])
        #expect(try await open.importExport(path: second).counts == [0, 0, 0, 2], "its author has it already")
        try await repaired.changeNote(notes[0].id, to: "The Danube?")
        #expect(try await repaired.notes(of: entry).map(\.stored.note.text) == ["The Danube?"])
    }

    @Test func `repair turns a note that an older import wrote into the owner's own`() async throws {
        let given = try BackedUp()
        let entry = try await given.vault.add(NewEntry(text: "mine")).id
        let old = try #require(RecordID([UInt8](repeating: 7, count: 16)))
        let fields: [String: JSON] = [
            "entry": .string(entry.description), "text": "kept", "instant": .int(TestVault.start), "nonce": "07",
        ]
        try VaultInsides(given.test).append([Mutation(kind: "note", record: old, fields: fields)], at: given.test.clock.now)
        await #expect(throws: BackupFault.unproven) { try await given.backUp() }
        let (repaired, report) = try await given.test.repair()
        #expect(report.rescued == 1 && report.isWhole)
        let (again, second) = try await given.test.repair()
        #expect(second.rescued == 0 && second.setAside.isEmpty)
        for vault in [repaired, again] {
            #expect(try await vault.notes(of: entry).map(\.stored.note.text) == ["kept"])
        }
    }
}
