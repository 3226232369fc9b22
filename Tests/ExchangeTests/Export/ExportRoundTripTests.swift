import Engine
import Exchange
import Findings
import Foundation
import GivenValues
import GivenVault
import Importing
import Insights
import Journal
import Ledger
import Records
import Store
import Testing
import Vault

/// Out of one vault, into another, and out again.
@Suite struct ExportRoundTripTests {
    @Test func `what is exported, imported and exported again has the same bytes`() async throws {
        let given = try await FullVault()
        let first = try await given.json()
        #expect(try await given.json("again.json") == first, "the same data gives the same bytes")
        let copy = try TestVault(zone: "America/New_York", now: given.vault.clock.now + 3_600_000, seed: 9)
        let other = try copy.create()
        let path = given.vault.scratch.path + "/export.json"
        let dry = try await other.importExport(path: path, dryRun: true)
        #expect(try await other.entries(Selection()).list.isEmpty, "a dry run writes nothing")
        let receipt = try await other.importExport(path: path)
        // The entry without a text is no entry here, and is named.
        #expect(receipt.counts == [receipt.read - 1, 0, 0, 1] && dry.counts == receipt.counts, "\(receipt.counts)")
        #expect(receipt.lines.contains { $0.why == "'text' is missing or not valid" })
        let target = copy.scratch.path + "/second.json"
        _ = try await other.export(ExportRequest(.json), to: target)
        let second = try contents(of: target)
        let lines = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) } }
        let lost = lines(first).filter { !$0.contains("without a text") }
        let found = lines(second)
        #expect(lost.count == found.count)
        for (one, two) in zip(lost, found) where one.trimmed != two.trimmed {
            Issue.record("\(one.prefix(600))\n\(two.prefix(600))")
        }

        let again = try await other.importExport(path: path)
        #expect(again.counts == [0, 0, 0, receipt.read])
        #expect(again.lines.filter { $0.why != "here already" }.count <= 2)
        let back = try await given.open.importExport(path: target)
        #expect(back.counts == [0, 0, 0, receipt.read - 1], "into the vault that it came from")
        let own = try await other.find(given.entry.description)
        #expect(try await other.attachments(of: own).map(\.size) == [264, 70_001, 0])
    }

    @Test func `a note keeps its name from vault to vault, and is known again where it was written`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let entry = try await open.add(NewEntry(text: "with notes")).id
        var notes: [RecordID] = []
        for number in 0..<5 { notes.append(try await open.addNote("note \(number)", to: entry).stored.id) }
        for note in notes.suffix(3) { try await open.hideNote(note) }
        vault.clock.advance(seconds: 60)
        try await open.deleteNote(notes[0])
        var (path, bytes) = (vault.scratch.path + "/a.json", [UInt8]())
        let result = try await open.export(ExportRequest(.json), to: path)
        bytes = try contents(of: path)
        // Through two more vaults, each of another person.
        var (last, lastVault) = (open, vault)
        for seed in [21, 22] as [UInt64] {
            let next = try TestVault(now: vault.clock.now + 3_600_000, seed: seed)
            let opened = try next.create()
            let receipt = try await opened.importExport(path: path)
            #expect(receipt.count(.kept) == receipt.read, "\(receipt.lines.filter { $0.outcome != .kept })")
            path = next.scratch.path + "/again.json"
            let again = try await opened.export(ExportRequest(.json), to: path)
            #expect(try contents(of: path) == bytes && again.counts == result.counts, "\(again.counts)")
            let plans = (try await open.exportPlan(ExportRequest(.json)), try await opened.exportPlan(ExportRequest(.json)))
            #expect(plans.1.others == plans.0.others)
            let third = try await opened.importExport(path: path)
            #expect(third.count(.skipped) == receipt.read, "\(third.lines.filter { $0.outcome != .skipped })")
            (last, lastVault) = (opened, next)
        }
        let back = try await open.importExport(path: path)
        #expect(back.count(.skipped) == back.read)
        // What was changed there is a change of the same note here.
        lastVault.clock.advance(days: 1)
        let shown = try #require(try await last.notes(of: entry).first { $0.stored.note.text == "note 1" })
        try await last.changeNote(shown.stored.id, to: "changed")
        let changed = lastVault.scratch.path + "/changed.json"
        _ = try await last.export(ExportRequest(.json), to: changed)
        let update = try await open.importExport(path: changed)
        #expect(update.count(.merged) == 1 && update.count(.skipped) == update.read - 1)
        #expect(try await open.note(notes[1]).stored.note.text == "changed")
    }

    @Test func `an export without attachments brings entries without them`() async throws {
        let given = try await FullVault(health: false)
        let bytes = try await given.json(files: false)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\"data\""))
        let empty = try TestVault()
        let other = try empty.create()
        let receipt = try await other.importExport(path: given.vault.scratch.path + "/export.json")
        #expect(!names(in: empty.location.folder).isEmpty)
        #expect(receipt.count(.changed) == 1 && receipt.lines.contains { $0.why == "3 files of it are not in the export" })
        #expect(try await other.find(given.entry.description).attachments.isEmpty)
    }

    @Test func `a newer export adds what was changed, and nothing that was deleted or changed here comes back`() async throws {
        let given = try await FullVault(health: false)
        _ = try await given.json("old.json")
        let copy = try TestVault(now: given.vault.clock.now, seed: 3)
        let other = try copy.create()
        _ = try await other.importExport(path: given.vault.scratch.path + "/old.json")
        let listed = try await given.open.entries(Selection()).list
        let (a, b, c) = (listed[1], listed[2], listed[3])
        given.vault.clock.advance(seconds: 10)
        for entry in [a, b, c] {
            var change = EntryChange()
            change.text = "newer \(entry.id)"
            _ = try await given.open.change(entry.id, change)
        }
        copy.clock.advance(seconds: 60)
        var mine = EntryChange()
        mine.text = "mine"
        _ = try await other.change(b.id, mine)
        _ = try await other.delete(c.id)
        _ = try await given.json("new.json")
        let receipt = try await other.importExport(path: given.vault.scratch.path + "/new.json")
        #expect(receipt.count(.merged) == 1 && receipt.count(.kept) == 0)
        let whys = receipt.lines.compactMap(\.why)
        #expect(whys.contains("here already; changed later in the export: text"))
        #expect(whys.contains("here already, and changed here since") && whys.contains("here already, in Recently deleted"))
        #expect(try await other.find(a.id.description).entry.text == "newer \(a.id)")
        #expect(try await other.find(b.id.description).entry.text == "mine")
        let theirs = try await given.open.find(a.id.description)
        #expect(try await other.find(a.id.description).modified == theirs.modified, "and when it was changed stays true")
    }

    @Test func `an export counts for insights as the vault does`() async throws {
        let given = try await FullVault()
        let bytes = try await given.json()
        let file = try LoggedFile(reading: bytes)
        #expect(file.setAside <= 1, "only the entry without a text")
        let days = try #require(file.logged.days)
        let range = try #require(LocalDay(number: days.lowerBound))...(try #require(LocalDay(number: days.upperBound)))
        let logged = try await given.open.logged(range)
        #expect(file.logged.entries.count == logged.entries.count && file.logged.checkIns.count == logged.checkIns.count)
        #expect(file.logged.symptoms.count == logged.symptoms.count && file.logged.samples.count == logged.samples.count)
        #expect(file.logged.schedules.mapValues(\.times) == logged.schedules.mapValues(\.times))
        #expect(file.logged.schedules.mapValues(\.replaces) == logged.schedules.mapValues(\.replaces))
        #expect(Set(file.logged.medications.keys) == Set(logged.medications.keys))
        #expect(file.logged.intakes.count == logged.intakes.count)
    }

    @Test(arguments: [1, 2, 3])
    func `an encrypted export comes back by its passphrase or key, and by no other`(kind: Int) async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/export.age"
        let code = RecoveryCode.random()
        let empty = try TestVault(seed: 4)
        defer { withExtendedLifetime(empty) {} }
        let other = try empty.create()
        if kind == 1 {
            _ = try await given.open.export(ExportRequest(.json), to: path, sealed: ExportSeal(passphrase: Array("open".utf8)))
            #expect(encryptedExportAsksForPassphrase(path: path) == true)
            await #expect(throws: ExportError.wrongKey) {
                _ = try await other.importEncryptedExport(path: path, identity: .passphrase(Secret(copying: Array("shut".utf8))))
            }
            let receipt = try await other.importEncryptedExport(
                path: path, identity: .passphrase(Secret(copying: Array("open".utf8))))
            #expect(receipt.count(.kept) > 40)
        } else {
            let recipient = try AgeRecipient(key: code.recipientKey())
            _ = try await given.open.export(ExportRequest(.json), to: path, sealed: ExportSeal(for: [recipient]))
            #expect(encryptedExportAsksForPassphrase(path: path) == false)
            var bytes = try contents(of: path)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("Entry 3"))
            if kind == 2 {
                bytes[bytes.count - 40] ^= 1
                try given.vault.scratch.write(bytes, to: "export.age")
                await #expect(throws: ExportError.damagedSeal) {
                    _ = try await other.importEncryptedExport(path: path, identity: AgeIdentity(code))
                }
                #expect(try await other.entries(Selection()).list.isEmpty, "nothing of a damaged one")
            } else {
                let receipt = try await other.importEncryptedExport(path: path, identity: AgeIdentity(code))
                #expect(receipt.count(.kept) > 40)
            }
        }
        #expect(try await given.open.clearExports().isEmpty, "what is encrypted needs no wiping")
    }
}

extension String {
    /// Without the comma that stands between records.
    fileprivate var trimmed: Substring { hasSuffix(",") ? dropLast() : self[...] }
}
