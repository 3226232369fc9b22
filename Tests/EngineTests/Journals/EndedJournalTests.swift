import Backups
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Sync
import Synchronization
import Testing
import Vault

/// Journals that come to their end for somebody: taken out, left, ended by their owner; and put away, with their keys.
@Suite struct EndedJournalTests {
    private let relay: TestRelay
    private let bensVault: TestVault
    private let ben: OpenVault
    private let annsVault: TestVault
    private let ann: OpenVault

    init() async throws {
        relay = try await TestRelay()
        (bensVault, ben) = try await relay.firstDevice()
        annsVault = try TestVault(seed: 7)
        ann = try annsVault.create()
    }

    /// A journal of Ben's with an entry in it, which Ann reads and writes.
    private func shared() async throws -> JournalID {
        let journal = try await ben.createJournal(named: "Migraine log").id
        let file = try bensVault.scratch.write("a scan", to: "scan.txt")
        _ = try await ben.add(NewEntry(text: "Thunderache since noon.", attachments: [file], journal: journal))
        try await relay.round(ben)
        try await letIn(to: journal)
        #expect(try await ann.texts() == ["Thunderache since noon."])
        return journal
    }

    private func letIn(to journal: JournalID) async throws {
        let transport = relay.transport()
        let link = try await ben.invite(to: journal, as: .editor, history: .all, label: "Ann", name: "Ben")
        try await relay.round(ben)
        try await ann.ask(link, as: "Ann", over: { _ in transport })
        try await ben.approve(try #require(try await ben.questions(over: { _ in transport }).first))
        for vault in [ben, ann, ben] { try await relay.round(vault) }
    }

    private func takeAnnOut(of journal: JournalID) async throws {
        let member = try #require(try await ben.shared(journal).members.first { !$0.isYou })
        try await ben.remove([member.identity], from: journal)
        try await relay.round(ben)
    }

    /// As `sync now` does it.
    private func syncNow(_ vault: OpenVault) async throws {
        let clock = relay.clock
        try await SyncDriver(vault, client: try await relay.client(of: vault), now: { clock.now }).wholeRound()
    }

    private func isListed(_ journal: JournalID, for vault: OpenVault) async throws -> Bool {
        let client = try await relay.client(of: vault)
        try await client.openSession()
        return try await client.journals().contains { $0.journal == journal }
    }

    /// Nothing of the journal is in the vault: neither keys, in either copy, nor rows, words or files.
    private func expectNothing(of journal: JournalID, in vault: TestVault, _ open: OpenVault, entries: [String] = []) async throws
    {
        let insides = try VaultInsides(vault)
        #expect(insides.keys.body.epochs(of: journal.bytes).isEmpty)
        #expect(insides.keys.body.settings(beginningWith: "").filter { $0.contains(hex(journal.bytes)) } == [])
        #expect(try !insides.store.holds(journal))
        #expect(try insides.store.controlOperations(of: journal).isEmpty)
        #expect(try insides.store.entryCount(journal: journal) == 0)
        for table in ["chain", "journal_state", "relay_place", "snapshot_end", "held_file"] {
            let named = "SELECT count(*) FROM \(table) WHERE journal = x'\(hex(journal.bytes))'"
            #expect(try VaultInsides.count(named, on: vault) == 0, "\(table)")
        }
        #expect(try VaultInsides.count("SELECT count(*) FROM words WHERE words MATCH 'thunderache'", on: vault) == 0)
        #expect(names(in: vault.location.attachments) == [])
        #expect(try await open.texts() == entries)
        #expect(try await !open.journals().contains { $0.id == journal })
        // The copy beside the vault file opens nothing of it either.
        let copy = try vault.copy()
        try FileManager.default.removeItem(atPath: copy.folder + "/vault.auralyst")
        #expect(try copy.unlocked().body.epochs(of: journal.bytes).isEmpty)
        #expect(try vault.open().lostOperations == 0)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `who was taken out keeps what was read, hears of it once, and puts it away`() async throws {
        let journal = try await shared()
        try await takeAnnOut(of: journal)
        await #expect(throws: SyncError.removed(.of("2026-03-14"))) { try await syncNow(ann) }
        annsVault.clock.advance(days: 3)
        for _ in 0..<2 { try await syncNow(ann) }
        let status = try await ann.syncStatus()
        #expect(status.faults.isEmpty && status.ended.map(\.id) == [journal])
        let end = try #require(try await ann.end(of: journal))
        #expect(end.reason == .removed && end.since == TestVault.start)
        #expect(try await ann.texts() == ["Thunderache since noon."])
        #expect(try await ann.removalFault(journal) == nil)

        try await ann.removeJournal(journal)
        try await expectNothing(of: journal, in: annsVault, ann)
        _ = try await ann.add(NewEntry(text: "mine"))
        try await syncNow(ann)
        #expect(try await ann.syncStatus().ended.isEmpty)
        #expect(try await ann.syncStatus().waiting == 0, "what is written afterwards is sent")
    }

    @Test func `who puts a journal away and is invited again has it again, on every device, and it stays there`() async throws {
        let journal = try await shared()
        try await takeAnnOut(of: journal)
        await #expect(throws: SyncError.self) { try await syncNow(ann) }
        try await ann.removeJournal(journal)
        #expect(try await ann.texts().isEmpty)
        try await letIn(to: journal)
        let (deskVault, desk) = try await relay.linked(to: ann, seed: 3)
        for _ in 0..<3 {
            for vault in [ann, desk] { try await syncNow(vault) }
        }
        for vault in [ann, desk] {
            #expect(try await vault.texts() == ["Thunderache since noon."])
            #expect(try await vault.end(of: journal) == nil)
        }
        for (vault, place) in [(ann, annsVault), (desk, deskVault)] {
            try await vault.addNote("heard again", to: try #require(try await vault.entries(Selection()).list.first?.id))
            try await syncNow(vault)
            #expect(try await place.repair().report.isWhole)
        }
        try await syncNow(ben)
        let entry = try #require(try await ben.entries(Selection()).list.first?.id)
        #expect(try await ben.notes(of: entry).map(\.isYours) == [false, false])
    }

    @Test func `who left and is invited again goes on where the journal stood`() async throws {
        let journal = try await shared()
        try await ann.leave(journal)
        try await syncNow(ann)
        for _ in 0..<2 { try await syncNow(ben) }
        _ = try await ben.add(NewEntry(text: "meanwhile", journal: journal))
        try await letIn(to: journal)
        for _ in 0..<2 { try await syncNow(ann) }
        #expect(try await ann.end(of: journal) == nil)
        #expect(try await ann.ownRole(in: journal) == .editor)
        #expect(try await Set(ann.texts()) == ["Thunderache since noon.", "meanwhile"])
        #expect(try await annsVault.repair().report.isWhole)
    }

    @Test func `a vault that syncs no more takes nothing out that the relay still shows to others`() async throws {
        let journal = try await shared()
        try await ben.stopSync()
        await #expect(throws: JournalError.notEnded) { try await ben.removeJournal(journal) }
        await #expect(throws: SyncError.notSet) { try await ben.destroyJournal(journal) }
    }

    @Test func `who leaves may put it away once the relay has heard of it`() async throws {
        let journal = try await shared()
        await #expect(throws: JournalError.stillShared) { try await ann.removeJournal(journal) }
        try await ann.leave(journal)
        await #expect(throws: JournalError.endUnsent) { try await ann.removeJournal(journal) }
        try await syncNow(ann)
        #expect(try await ann.end(of: journal)?.reason == .left)
        try await ann.removeJournal(journal)
        try await expectNothing(of: journal, in: annsVault, ann)
        try await syncNow(ben)
        #expect(try await ben.shared(journal).members.map(\.isYou) == [true])
    }

    @Test func `a journal that was left on one device reads so on the person's others, and is no failure there`() async throws {
        let journal = try await shared()
        let (deskVault, desk) = try await relay.linked(to: ann, seed: 3)
        for vault in [ann, desk, ann, desk] { try await syncNow(vault) }
        #expect(try await desk.end(of: journal) == nil)
        try await ann.leave(journal)
        try await syncNow(ann)
        try await syncNow(desk)
        #expect(try await desk.end(of: journal)?.reason == .left)
        #expect(try await desk.removalFault(journal) == nil)
        #expect(try await deskVault.repair().report.isWhole)
    }

    @Test func `an owner ends a journal, everybody is told, and copies stay until they are removed`() async throws {
        let journal = try await shared()
        let (deskVault, desk) = try await relay.linked(to: ben, seed: 3)
        for vault in [desk, ben, desk] { try await relay.round(vault) }
        #expect(try await ben.shared(journal).members.count == 2)
        await #expect(throws: JournalError.notEnded) { try await ben.removeJournal(journal) }
        await #expect(throws: SharingError.notOwner) { try await ann.destroyJournal(journal) }

        let link = try await ben.invite(to: journal, as: .reader, history: .all)
        try await ben.destroyJournal(journal)
        await #expect(throws: JournalError.endUnsent) { try await ben.removeJournal(journal) }
        relay.clock.advance(seconds: 60)
        try await syncNow(ben)
        #expect(try await !isListed(journal, for: ann))
        for (vault, now) in [(ann, "a member"), (desk, "another device"), (ben, "the owner")] {
            for _ in 0..<2 { try await syncNow(vault) }
            let end = try await vault.end(of: journal)
            #expect(end?.reason == .destroyed && end?.since == TestVault.start + 60_000, "\(now)")
            #expect(try await vault.texts() == ["Thunderache since noon."], "\(now)")
            #expect(try await vault.syncStatus().waiting == 0, "\(now)")
            await #expect(throws: JournalError.ended, "\(now)") { try await vault.add(NewEntry(text: "late", journal: journal)) }
        }
        let stranger = try TestVault(seed: 9)
        let late = try stranger.create()
        let transport = relay.transport()
        await #expect(throws: SharingError.invitationClosed) { try await late.ask(link, as: "Cem", over: { _ in transport }) }
        for vault in [annsVault, deskVault, bensVault] { #expect(try await vault.repair().report.isWhole) }

        // The owner's devices put it away together; what Ann has is hers.
        try await ben.removeJournal(journal)
        for vault in [ben, desk, ann] { try await syncNow(vault) }
        try await expectNothing(of: journal, in: bensVault, ben)
        try await expectNothing(of: journal, in: deskVault, desk)
        #expect(try await ann.texts() == ["Thunderache since noon."])
        try await ann.removeJournal(journal)
        try await expectNothing(of: journal, in: annsVault, ann)
    }

    @Test func `an end of which a relay never hears, since it lost the journal before, is an end`() async throws {
        let journal = try await shared()
        try await ben.destroyJournal(journal)
        await #expect(throws: JournalError.self) { try await ben.removeJournal(journal) }
        try await relay.wipe()
        for _ in 0..<2 { try await relay.round(ben) }
        #expect(try await ben.syncStatus().waiting == 0)
        try await ben.removeJournal(journal)
        #expect(try await ben.texts().isEmpty)
        #expect(try await ann.texts() == ["Thunderache since noon."], "what others have stays theirs")
    }

    @Test func `a device that wrote what nobody else has keeps the journal until its owner decides there`() async throws {
        let journal = try await shared()
        let (deskVault, desk) = try await relay.linked(to: ben, seed: 3)
        for vault in [desk, ben, desk] { try await relay.round(vault) }
        deskVault.clock.advance(seconds: 5)
        _ = try await desk.add(NewEntry(text: "written on a train", journal: journal))
        try await ben.destroyJournal(journal)
        try await syncNow(ben)
        try await ben.removeJournal(journal)
        try await syncNow(ben)
        for _ in 0..<3 { try await syncNow(desk) }
        #expect(try await desk.texts().contains("written on a train"))
        try await desk.removeJournal(journal)
        try await expectNothing(of: journal, in: deskVault, desk)
    }

    @Test func `the first journal stays, and so does what nobody else can get`() async throws {
        let first = try #require(try await ben.journals().first?.id)
        await #expect(throws: JournalError.firstStays) { try await ben.destroyJournal(first) }
        await #expect(throws: JournalError.firstStays) { try await ben.removeJournal(first) }
        let own = try await ann.createJournal(named: "Only here").id
        await #expect(throws: JournalError.onlyHere) { try await ann.destroyJournal(own) }
    }

    @Test func `a journal that was never synced goes with its keys, and the next one takes what is new`() async throws {
        let made = try await ann.createJournal(named: "Symptoms")
        let file = try annsVault.scratch.write("a scan", to: "scan.txt")
        let home = try await ann.add(NewEntry(text: "stays", attachments: [file]))
        let entry = try await ann.add(NewEntry(text: "Thunderache", attachments: [file], journal: made.id))
        try await ann.useJournal(made.id)
        try await ann.keep(Draft(text: "Thunderache, changed"), as: Draft.Name(entry.id))
        #expect(names(in: annsVault.location.attachments).count == 2)
        try await ann.removeJournal(made.id)
        #expect(names(in: annsVault.location.attachments).count == 1)
        #expect(try await ann.attachment(try #require(home.attachments.first), of: home.id).hash.isEmpty == false)
        for name in names(in: annsVault.location.attachments) {
            try FileManager.default.moveItem(
                atPath: annsVault.location.attachments + "/" + name, toPath: annsVault.scratch.path + "/" + name)
        }
        #expect(try await ann.drafts().isEmpty)
        #expect(try await ann.journals().map(\.isDefault) == [true])
        #expect(try await ann.add(NewEntry(text: "new")).journal == home.journal)
        #expect(try await ann.createJournal(named: "Symptoms").id != made.id)
        #expect(try VaultInsides(annsVault).keys.body.epochs(of: made.id.bytes).isEmpty)
        #expect(try await annsVault.open().texts() == ["new", "stays"])
    }

    @Test func `a removal that was broken off behind its first step is finished at the next opening`() async throws {
        let made = try await ann.createJournal(named: "Symptoms")
        _ = try await ann.add(NewEntry(text: "stays"))
        _ = try await ann.add(NewEntry(text: "Thunderache", journal: made.id))
        let copy = try annsVault.copy()
        var keys = try copy.unlocked()
        try keys.revoke { (body) throws(VaultError) in
            for epoch in body.epochs(of: made.id.bytes) { body.removeJournalKey(made.id.bytes, epoch: epoch) }
            for name in body.settings(beginningWith: "genesis:") { body[setting: name] = nil }
            body[setting: "removing:" + hex(made.id.bytes)] = [1]
        }
        let open = try copy.open()
        try await expectNothing(of: made.id, in: copy, open, entries: ["stays"])
        _ = try await open.add(NewEntry(text: "after"))
        #expect(try await copy.open().texts() == ["after", "stays"])
    }

    @Test func `a backup from before brings it back, one from afterwards does not hold it`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "stays"))
        let made = try await given.vault.createJournal(named: "Symptoms")
        _ = try await given.vault.add(NewEntry(text: "Thunderache", journal: made.id))
        try await given.backUp()
        let before = try #require(given.files.first)
        try await given.vault.removeJournal(made.id)
        given.test.clock.advance(seconds: 60)
        #expect(try await given.backUp(.daily).tier == .monthly, "nothing is built on a backup that holds it")
        #expect(try await given.vault.verifyBackup(at: given.folder).unopened == 0)
        let (newVault, new) = try given.restored()
        #expect(try await new.texts() == ["stays"])
        #expect(try VaultInsides(newVault).keys.body.epochs(of: made.id.bytes).isEmpty)
        let (_, old) = try given.restored(given.folder + "/" + before, as: "old")
        #expect(try await old.texts().sorted() == ["Thunderache", "stays"])
    }
}
