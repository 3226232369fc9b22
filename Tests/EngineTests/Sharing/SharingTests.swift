import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Sync
import Synchronization
import Testing
import Vault

/// Journals that several people share, each from a vault of their own, through a relay in this process.
@Suite struct SharingTests: SharingPeople {
    let kept = KeptVaults()

    @Test func `a partner is invited, let in, adds a note, and is taken out again`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let entry = try await ben.add(NewEntry(text: "Slept badly."))
        let journal = try await ben.journalToShare(nil)
        let (annVault, ann) = try person(7)
        let link = try await invited(ben, as: .note, through: relay)
        try await join(ann, link, as: "Ann", of: ben, through: relay)

        #expect(try await ann.texts() == ["Slept badly."])
        #expect(try await ann.ownRole(in: journal) == .note)
        let shared = try await ben.shared(journal)
        #expect(shared.members.map(\.name) == ["Ben", "Ann"])
        #expect(shared.members.map(\.role) == [.owner, .note])
        #expect(shared.invitations.isEmpty)
        #expect(try await ann.joining().isEmpty)

        annVault.clock.advance(seconds: 60)
        try await ann.addNote("Coffee at five?", to: entry.id)
        try await relay.round(ann)
        try await relay.round(ben)
        let notes = try await ben.notes(of: entry.id)
        #expect(notes.map(\.stored.note.text) == ["Coffee at five?"])
        #expect(notes.map(\.name) == ["Ann"] && notes.allSatisfy { !$0.isYours })

        // A role is a role: no entries for who adds notes.
        await #expect(throws: SharingError.role(.note)) {
            var change = EntryChange()
            change.text = "Slept well."
            _ = try await ann.change(entry.id, change)
        }

        let member = try #require(shared.members.last)
        try await ben.remove([member.identity], from: journal)
        try await relay.round(ben)
        _ = try await ben.add(NewEntry(text: "Nobody else reads this."))
        try await relay.round(ben)
        await #expect(throws: SyncFault.accessEnded) { try await relay.round(ann) }
        #expect(try await ann.texts() == ["Slept badly."])
        #expect(try await ben.shared(journal).members.map(\.name) == ["Ben"])
        #expect(try await ben.notes(of: entry.id).map(\.isFormer) == [true])
    }

    @Test func `a picture says its place no more where others read it, added there or moved there`() async throws {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .note, through: relay), as: "Ann", of: ben, through: relay)
        let file = try benVault.scratch.write(SamplePicture.jpeg(exif: SamplePicture.exif()), to: "a.jpg")
        func facts(_ entry: StoredEntry) async throws -> PhotoFacts? { try await ben.photoFacts(of: entry).first }
        let own = try await ben.createJournal(named: "Mine").id
        let private_ = try await ben.add(NewEntry(text: "mine", attachments: [file], journal: own))
        #expect(try await facts(private_)?.place != nil)
        let added = try await ben.add(NewEntry(text: "ours", attachments: [file], journal: journal))
        let moved = try await ben.move(private_.id, to: journal)
        for entry in [added, moved] {
            let said = try #require(try await facts(entry))
            #expect(said.place == nil && said.taken?.day.iso == "2024-03-12")
        }
        // Nothing of the pictures that had it is left but the moved entry's, which can be restored.
        #expect(names(in: benVault.location.attachments).count == 3)
    }

    @Test func `pictures from before a journal was shared are counted, and say no place after it was removed`() async throws {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        let journal = try await ben.journalToShare(nil)
        // One with the suffix of another file, one too long for a single piece, one that is damaged at its end, one that is lost.
        let called = ["a.jpg", "b.m4v", "c.jpg", "none.jpg", "damaged.png", "lost.jpg", "text.txt"]
        let paths = try called.map { name in
            let (exif, long) = (SamplePicture.exif(hasPlace: name != "none.jpg"), [UInt8](repeating: 7, count: 300_000))
            let bytes =
                switch name {
                case "text.txt": Array("text".utf8)
                case "c.jpg": SamplePicture.jpeg(exif: exif) + long
                case "damaged.png": SamplePicture.png([("eXIf", exif), ("IDAT", long)])
                default: SamplePicture.jpeg(exif: exif)
                }
            return try benVault.scratch.write(bytes, to: name)
        }
        let entry = try await ben.add(NewEntry(text: "by the river", attachments: paths))
        func records() async throws -> [AttachmentRecord] { try await ben.attachments(of: entry) }
        func file(_ name: String) async throws -> String {
            let record = try #require(try await records().first { $0.name == name })
            return benVault.location.attachments + "/" + hex(record.hash)
        }
        try FileManager.default.removeItem(atPath: try await file("lost.jpg"))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: try await file("damaged.png")))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: try await file("damaged.png")))
        let before = try await ben.places(in: journal)
        #expect(before.all == 6 && before.withPlace == 4 && before.unread == 1)

        let removed = try await ben.removePlaces(in: journal, progress: .silent)
        #expect(removed.all == 6 && removed.withPlace == 3 && removed.unread == 2)
        #expect(try await ben.places(in: journal).withPlace == 1, "the damaged one alone")
        #expect(try await records().map(\.name) == called)
        let own = try await ben.photoFacts(of: entry)
        #expect(own.count == 4 && own.filter { $0.place != nil }.count == 1 && own.allSatisfy { $0.taken != nil })
        // The files that had it are gone: four without a place, the damaged one and the text are there.
        #expect(names(in: benVault.location.attachments).count == 6)

        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .note, through: relay), as: "Ann", of: ben, through: relay)
        for vault in [ben, ann] { try await relay.round(vault) }
        let read = try #require(try await ann.entries(Selection()).list.first)
        let facts = try await ann.photoFacts(of: read)
        #expect(facts.count >= 3 && facts.allSatisfy { $0.place == nil && $0.taken != nil })
        await #expect(throws: SharingError.role(.note)) { try await ann.removePlaces(in: journal, progress: .silent) }
    }

    @Test func `photos whose places were removed have none in a new journal that is shared`() async throws {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        let journal = try await ben.journalToShare(nil)
        let path = try benVault.scratch.write(SamplePicture.jpeg(exif: SamplePicture.exif()), to: "a.jpg")
        let entry = try await ben.add(NewEntry(text: "by the river", attachments: [path]))
        #expect(try await ben.removePlaces(in: journal, progress: .silent).withPlace == 1)
        let other = try await ben.createJournal(named: "Ours").id
        let moved = try await ben.move(entry.id, to: other)
        #expect(try await ben.photoFacts(of: moved).map(\.place) == [nil])
        #expect(try await ben.places(in: other) == ben.places(in: journal))
    }

    @Test func `an editor writes entries that all see, and who joins later reads what was sealed under earlier keys`()
        async throws
    {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        _ = try await ben.add(NewEntry(text: "first"))
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let shared = try await ann.journalToShare(journal.description)
        var new = NewEntry(text: "by Ann")
        new.journal = shared
        _ = try await ann.add(new)
        for vault in [ann, ben] { try await relay.round(vault) }
        #expect(try await ben.texts().sorted() == ["by Ann", "first"])
        // What each of them wrote last is their own.
        #expect(try await ben.find("last").entry.text == "first")
        #expect(try await ann.find("last").entry.text == "by Ann")

        let member = try #require(try await ben.shared(journal).members.last)
        try await ben.remove([member.identity], from: journal)
        benVault.clock.advance(seconds: 5)
        _ = try await ben.add(NewEntry(text: "after Ann"))
        try await relay.round(ben)
        // The key of before stands behind the one of now.
        let (_, cem) = try person(8)
        try await join(cem, try await invited(ben, as: .reader, through: relay), as: "Cem", of: ben, through: relay)
        #expect(try await cem.texts().sorted() == ["after Ann", "by Ann", "first"])
        await #expect(throws: SharingError.role(.reader)) {
            var new = NewEntry(text: "not allowed")
            new.journal = journal
            _ = try await cem.add(new)
        }
    }

    @Test func `who is let in to what is new reads nothing of before, whatever comes later`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        _ = try await ben.add(NewEntry(text: "before"))
        try await relay.round(ben)
        let (_, ann) = try person(7)
        let link = try await invited(ben, as: .reader, history: .new, through: relay)
        try await join(ann, link, as: "Ann", of: ben, through: relay)
        _ = try await ben.add(NewEntry(text: "after"))
        try await relay.round(ben)
        try await relay.round(ann)
        #expect(try await ann.texts() == ["after"])
        #expect(try await ben.texts().sorted() == ["after", "before"])
        // Names were said before as well, and are said again.
        let journal = try await ben.journalToShare(nil)
        #expect(try await Set(ann.shared(journal).members.map(\.name)) == ["Ann", "Ben"])
        await #expect(throws: SharingError.historyKept) { _ = try await ben.rotateKeys() }
    }

    @Test func `a member who leaves gets nothing more, and the owner's device gives the journal a new key`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        _ = try await ben.add(NewEntry(text: "one"))
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        await #expect(throws: SharingError.ownerStays) { try await ben.leave(journal) }
        try await ann.leave(journal)
        _ = try? await relay.round(ann)
        try await relay.round(ben)
        let after = try await ben.shared(journal)
        #expect(after.members.map(\.name) == ["Ben"] && !after.owesRotation)
        _ = try await ben.add(NewEntry(text: "two"))
        try await relay.round(ben)
        _ = try? await relay.round(ann)
        #expect(try await ann.texts() == ["one"])
    }

    @Test func `a link works once, holds for its time, and can be withdrawn`() async throws {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        let journal = try await ben.journalToShare(nil)
        let transport = relay.transport()
        for days in [0, 91] {
            await #expect(throws: SharingError.badDays) {
                try await ben.invite(to: journal, as: .reader, history: .all, days: days)
            }
        }
        let (_, ann) = try person(7)
        let link = try await invited(ben, as: .reader, through: relay)
        try await join(ann, link, as: "Ann", of: ben, through: relay)
        let (_, cem) = try person(8)
        await #expect(throws: SharingError.invitationClosed) { try await cem.ask(link, as: "Cem", over: { _ in transport }) }
        let second = try await invited(ben, as: .reader, through: relay)
        try await ben.withdraw(second.invite, to: journal)
        try await relay.round(ben)
        await #expect(throws: SharingError.invitationClosed) { try await cem.ask(second, as: "Cem", over: { _ in transport }) }
        let third = try await invited(ben, as: .reader, through: relay)
        relay.clock.advance(days: 8)
        benVault.clock.advance(days: 8)
        await #expect(throws: SharingError.invitationClosed) { try await cem.ask(third, as: "Cem", over: { _ in transport }) }
        for other in [link.text.replacing("#", with: "?"), link.text.replacing("#", with: "#2."), link.text + ".more"] {
            #expect(throws: SharingError.badLink, "a link of another form") { try InvitationLink(other) }
        }
    }

    @Test func `a removal that another device's operation came before is made again`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let desk = try await linked(relay, to: ben)
        try await relay.round(ben)
        // Both write a control operation behind the same one; the desk's comes first.
        let member = try #require(try await ben.shared(journal).members.last)
        try await ben.remove([member.identity], from: journal)
        _ = try await ben.add(NewEntry(text: "sealed under the new key"))
        _ = try await desk.invite(to: journal, as: .reader, history: .all)
        try await relay.round(desk)
        for vault in [ben, desk, ben] { try await relay.round(vault) }
        #expect(try await ben.shared(journal).members.count == 1)
        #expect(try await desk.shared(journal).members.count == 1)
        #expect(try await desk.texts() == ["sealed under the new key"])
        await #expect(throws: SyncFault.accessEnded) { try await relay.round(ann) }
    }

    @Test func `keys that a thief may have had are replaced by the paper, and open nothing that is written then`() async throws {
        let relay = try await TestRelay()
        let code = RecoveryCode.random()
        let benVault = try TestVault(seed: 1)
        let stolen = try benVault.create(code: code)
        try await stolen.startSync(with: try relay.address, over: relay.transport())
        _ = try await stolen.add(NewEntry(text: "before"))
        try await relay.round(stolen)
        let journal = try await stolen.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(stolen, as: .editor, through: relay), as: "Ann", of: stolen, through: relay)
        let thief = try await linked(relay, to: stolen)
        _ = try await stolen.createJournal(named: "another")
        try await relay.round(stolen)
        let transport = relay.transport()

        await #expect(throws: VaultError.wrongRecoveryCode) {
            try await stolen.succeed(by: .random(), over: { _ in transport })
        }
        try await stolen.succeed(by: code, over: { _ in transport })
        let ben = try benVault.open()
        try await ben.openSucceededAccount(by: code, through: try await relay.client(of: ben))
        try await relay.round(ben)
        _ = try await ben.add(NewEntry(text: "after"))
        for vault in [ben, ann] { try await relay.round(vault) }
        #expect(try await ann.texts().sorted() == ["after", "before"])
        #expect(try await ben.shared(journal).members.map(\.role) == [.owner, .editor])
        #expect(try await ben.ownRole(in: journal) == .owner)
        await #expect(throws: (any Error).self) { try await relay.round(thief) }
        #expect(try await thief.texts() == ["before"])
        #expect(try await thief.ownRole(in: journal) == .owner, "the thief's copy knows nothing of it")
    }

    @Test func `the present recovery code replaces the keys, and one that was replaced does not`() async throws {
        let first = RecoveryCode.random()
        let second = RecoveryCode.random()
        let third = RecoveryCode.random()
        let given = try TestVault(seed: 1)
        _ = try given.create(code: first)
        let relays: @Sendable (RelayAddress) -> any RelayTransport = { _ in preconditionFailure("nothing syncs here") }
        // Replaced by the code itself: the new one can do what it could.
        var unlocked = try VaultOpening.read(given.location).unlock(recoveryCode: first)
        try unlocked.replaceRecoveryCode(with: second)
        var vault = try given.open()
        await #expect(throws: VaultError.wrongRecoveryCode) { try await vault.succeed(by: first, over: relays) }
        try await vault.succeed(by: second, over: relays)
        vault = try given.open()
        // Replaced by the passphrase: the new code needs the one before it, which alone does nothing.
        try await vault.replaceRecoveryCode(with: third.duplicate())
        let former = second.text()
        await #expect(throws: VaultError.wrongRecoveryCode) { try await vault.succeed(by: second, with: former, over: relays) }
        await #expect(throws: SharingError.otherRecoveryCode) { try await vault.succeed(by: third, over: relays) }
        await #expect(throws: SharingError.otherRecoveryCode) {
            try await vault.succeed(by: third, with: RecoveryCode.random().text(), over: relays)
        }
        try await vault.succeed(by: third, with: former, over: relays)
        vault = try given.open()
        // The keys of now are under the present code.
        try await vault.succeed(by: third, over: relays)
        _ = try await given.open().add(NewEntry(text: "still mine"))
        #expect(try await given.open().texts() == ["still mine"])
    }

    @Test func `a relay that puts another key in a joiner's place, or says more than was asked, gets nobody let in`() async throws
    {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        let (_, mallory) = try person(8)
        let link = try await invited(ben, as: .editor, through: relay)
        let transport = relay.transport()
        try await ann.ask(link, as: "Ann", over: { _ in transport })
        let client = try await relay.client(of: ben)
        try await client.openSession()
        let asked = try #require(try await client.joins(of: journal).first)
        #expect(try await ben.questions([asked], to: journal).map(\.name) == ["Ann"])
        var swapped = asked
        swapped.request.identity = await mallory.accountRequest().owner
        #expect(try await ben.questions([swapped], to: journal).isEmpty)
        var renamed = asked
        renamed.request.note = []
        #expect(try await ben.questions([renamed], to: journal).map(\.name) == [""])
    }

    @Test func `who was taken out opens nothing of what comes then, whatever the relay hands over`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let member = try #require(try await ben.shared(journal).members.last)
        try await ben.remove([member.identity], from: journal)
        _ = try await ben.add(NewEntry(text: "between us"))
        try await relay.round(ben)
        let client = try await relay.client(of: ben)
        try await client.openSession()
        // The relay is on her side, and gives her everything that it has.
        let all = try await client.pull(journal, after: 0).operations
        let before = try await ann.logPosition()
        _ = try await ann.receive(all, of: journal)
        #expect(try await ann.logPosition() > before, "she has the sealed operations")
        #expect(try await ann.texts().isEmpty)
        #expect(try await ann.ownRole(in: journal) == nil)
        await #expect(throws: JournalError.ended) {
            var new = NewEntry(text: "still here")
            new.journal = journal
            _ = try await ann.add(new)
        }
    }

    @Test func `a note is its author's alone, and the owner can hide it`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let entry = try await ben.add(NewEntry(text: "Rain."))
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let note = try await ann.addNote("Here too.", to: entry.id)
        for vault in [ann, ben] { try await relay.round(vault) }
        await #expect(throws: SharingError.notAuthor) { try await ben.changeNote(note.stored.id, to: "No.") }
        await #expect(throws: SharingError.notOwner) { try await ann.hideNote(note.stored.id) }
        try await ann.changeNote(note.stored.id, to: "Here as well.")
        try await ben.hideNote(note.stored.id)
        for vault in [ann, ben, ann] { try await relay.round(vault) }
        #expect(try await ben.notes(of: entry.id).map(\.stored.note.text) == ["Here as well."])
        #expect(try await ann.notes(of: entry.id).map(\.isHidden) == [true])
        try await ann.deleteNote(note.stored.id)
        await #expect(throws: SharingError.noSuchNote(note.stored.id.description)) {
            try await ann.changeNote(note.stored.id, to: "Nowhere.")
        }
        for vault in [ann, ben] { try await relay.round(vault) }
        #expect(try await ben.notes(of: entry.id).isEmpty)
        _ = try await ben.delete(entry.id)
        await #expect(throws: EngineError.entryDeleted(entry.id)) { try await ben.addNote("Too late.", to: entry.id) }
        await #expect(throws: SharingError.ownerStays) { try await ben.requireLeavable(entry.journal) }
        try await ann.requireLeavable(entry.journal)
    }
}
