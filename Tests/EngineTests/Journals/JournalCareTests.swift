import Backups
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

/// Backups, exports, keys and repairs of a vault with several journals, and journals whose making was broken off.
@Suite struct JournalCareTests {
    private static func file(_ vault: TestVault) throws -> String { try vault.scratch.write("a letter", to: "letter.txt") }

    /// Entries in two journals, each with a file.
    private func fill(_ open: OpenVault, _ vault: TestVault) async throws -> JournalSummary {
        let made = try await open.createJournal(named: "Symptoms")
        let file = try Self.file(vault)
        for journal in [nil, made.id] {
            for number in 0..<5 { _ = try await open.add(NewEntry(text: "entry \(number)", journal: journal)) }
            _ = try await open.add(NewEntry(text: "with a file", attachments: [file], journal: journal))
        }
        return made
    }

    @Test func `a backup brings all journals back, by their names, and both can be written to`() async throws {
        let given = try BackedUp()
        let made = try await fill(given.vault, given.test)
        try await given.backUp()
        let second = try await given.vault.createJournal(named: "Late")
        _ = try await given.vault.add(NewEntry(text: "late", journal: second.id))
        // The new journal's key is in no backup yet: a whole one is made.
        #expect(try await given.backUp(.daily).tier != .daily)
        let found = try await given.vault.verifyBackup(at: given.folder)
        #expect(found.unopened == 0 && found.attachments == 2)
        let before = try await VaultPicture(of: given.vault)
        let names = try await given.vault.journals()
        let (folder, restored) = try given.restored()
        #expect(try await VaultPicture(of: restored) == before)
        #expect(try await restored.journals() == names)
        for journal in [made.id, second.id] {
            _ = try await restored.add(NewEntry(text: "on the new machine", journal: journal))
        }
        #expect(try await restored.createJournal(named: "Newest").entries == 0)
        #expect(try await folder.repair().report.isWhole)
    }

    @Test func `without a name all journals get new keys, with one that journal alone`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let made = try await fill(open, vault)
        let before = try await open.texts()
        let report = try await open.rotateKeys()
        #expect(report.epoch == 2 && report.attachments == 2 && report.unopened == 0)
        func epochs() throws -> [[UInt32]] {
            let insides = try VaultInsides(vault)
            return [insides.journal, made.id].map { insides.keys.body.epochs(of: $0.bytes) }
        }
        #expect(try epochs() == [[2], [3]])
        #expect(try await open.rotateKeys(of: made.id).epoch == 4)
        #expect(try epochs() == [[2], [4]])
        #expect(try await open.texts() == before)
        #expect(try await open.rotations().isEmpty)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `a damaged database with several journals is rescued, whichever page is lost`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let made = try await fill(open, vault)
        for number in 0..<200 {
            let text = "long \(number) " + String(repeating: "x", count: 400)
            _ = try await open.add(NewEntry(text: text, journal: number % 2 == 0 ? made.id : nil))
        }
        let names = try await open.journals().map(\.name)
        try VaultInsides(vault).store.walCheckpoint()
        var bytes = try contents(of: vault.location.database)
        for page in [20, 21, 40] { bytes[page * 4096 + 100] ^= 1 }
        try Data(bytes).write(to: URL(fileURLWithPath: vault.location.database))
        let (repaired, report) = try await vault.repair()
        #expect(report.damagedDatabase != nil)
        #expect(try await repaired.journals().map(\.name) == names)
        for journal in [made.id, nil] { _ = try await repaired.add(NewEntry(text: "after", journal: journal)) }
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `a lossless export of one journal holds nothing of the others, and comes back into one of another vault`()
        async throws
    {
        let vault = try TestVault()
        let open = try vault.create()
        let made = try await fill(open, vault)
        _ = try await open.add(NewEntry(text: "only here", journal: made.id))
        for format in [ExportFormat.json, .markdown, .csv] {
            let path = vault.scratch.path + "/out-\(format.rawValue)"
            let request = ExportRequest(format, journal: made.id)
            #expect(try await open.exportPlan(request).entries == 7)
            #expect(try await open.export(request, to: path).entries == 7)
        }
        #expect(try await open.export(ExportRequest(.jrnl, journal: made.id), to: vault.scratch.path + "/out.txt").entries == 7)
        #expect(try await open.export(ExportRequest(.json), to: vault.scratch.path + "/all.json").entries == 13)
        let other = try TestVault(seed: 9)
        let target = try other.create()
        let new = try await target.createJournal(named: "Imported")
        let receipt = try await target.importExport(path: vault.scratch.path + "/out-json", into: new.id)
        #expect(receipt.lines.allSatisfy { $0.outcome == .kept })
        #expect(try await target.journals().map(\.entries) == [0, 7])
        #expect(try await target.journals().map(\.name) == ["Journal", "Imported"])
    }

    @Test func `of a journal whose making was broken off before the log had it nothing is left`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "before"))
        // The vault file knows the journal, the log does not.
        let copy = try vault.copy()
        let made = try await open.createJournal(named: "Symptoms")
        var keys = try copy.unlocked()
        let (genesis, key) = try VaultInsides(vault).beginning(of: made.id)
        try keys.update { (body) throws(VaultError) in
            let id = hex(made.id.bytes)
            body[setting: "genesis:" + id] = genesis
            body[setting: "founding:" + id] = Array("Symptoms".utf8)
            _ = body.addJournalKey(Secret(copying: key), journal: made.id.bytes, epoch: 2)
        }
        let again = try copy.open()
        #expect(try await again.journals().map(\.name) == ["Journal"])
        let after = try copy.unlocked()
        #expect(after.body.settings(beginningWith: "founding:").isEmpty && after.body.settings(beginningWith: "genesis:").isEmpty)
        #expect(after.body.epochs(of: made.id.bytes).isEmpty)
        #expect(try await again.createJournal(named: "Symptoms").id != made.id)
        let repaired = try await copy.repair()
        #expect(repaired.report.isWhole)
        #expect(try await repaired.vault.journals().map(\.name) == ["Journal", "Symptoms"])
    }

    @Test func `a journal that the log has keeps its key though its mark was left`() async throws {
        let vault = try TestVault()
        let made = try await vault.create().createJournal(named: "Symptoms")
        var keys = try vault.unlocked()
        try keys.update { (body) throws(VaultError) in
            body[setting: "founding:" + hex(made.id.bytes)] = Array("Symptoms".utf8)
        }
        let again = try vault.open()
        #expect(try await again.add(NewEntry(text: "after", journal: made.id)).journal == made.id)
        #expect(try vault.unlocked().body.settings(beginningWith: "founding:").isEmpty)
        #expect(try VaultInsides(vault).store.controlOperations(of: made.id).count == 2, "it is founded once")
    }

    @Test func `a journal that another device had begun to make is left to it`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "before"))
        let elsewhere = try TestVault(seed: 12)
        let foreign = try await elsewhere.create().createJournal(named: "Foreign")
        let (genesis, key) = try VaultInsides(elsewhere).beginning(of: foreign.id)
        var keys = try given.test.unlocked()
        try keys.update { (body) throws(VaultError) in
            let id = hex(foreign.id.bytes)
            body[setting: "genesis:" + id] = genesis
            body[setting: "founding:" + id] = Array("Foreign".utf8)
            _ = body.addJournalKey(Secret(copying: key), journal: foreign.id.bytes, epoch: 2)
        }
        let again = try given.test.open()
        #expect(try await again.journals().map(\.name) == ["Journal"])
        #expect(try given.test.unlocked().body.settings(beginningWith: "founding:").isEmpty)
    }
}

extension VaultInsides {
    /// The body of a journal's first operation, and the key under which it seals.
    fileprivate func beginning(of journal: JournalID) throws -> (genesis: [UInt8], key: [UInt8]) {
        let first = try Operation(reading: store.controlOperations(of: journal).first.orThrow().bytes)
        guard let key = keys.body.journalKey(journal.bytes, epoch: 2) else { throw Missing() }
        return (first.body, unsafe key.withBytes { unsafe Array($0) })
    }
}
