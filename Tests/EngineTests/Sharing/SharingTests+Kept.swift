import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Sync
import Testing

/// What somebody has written in another's journal before hearing that he may not write there any more.
extension SharingTests {
    @Test func `what an editor wrote before hearing of another role stays with him, is said, and goes when he may write again`()
        async throws
    {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let early = try await ann.add(NewEntry(text: "sent in time", journal: journal))
        try await relay.round(ann)
        let member = try #require(try await ben.shared(journal).members.last { !$0.isYou })
        try await ben.setRole(of: member.identity, to: .reader, in: journal)
        try await relay.round(ben)
        _ = try await ann.add(NewEntry(text: "too late", journal: journal))
        var change = EntryChange()
        change.text = "changed too late"
        _ = try await ann.change(early.id, change)
        try await ann.addNote("a note too late", to: early.id)
        for _ in 0..<2 { try await relay.round(ann) }
        var status = try await ann.syncStatus()
        #expect(status.waiting == 0 && status.faults.isEmpty)
        #expect(status.kept.map(\.journal) == [journal] && status.kept.map(\.role) == [.reader])
        #expect(
            status.kept.first?.sentence == "3 changes in 'Journal of Ben' stay on this device: you may only read there now")
        #expect(Set(try await ann.texts()) == ["too late", "changed too late"])
        await #expect(throws: SharingError.role(.reader)) {
            try await ann.add(NewEntry(text: "refused", journal: journal))
        }
        // Sync goes on both ways meanwhile.
        _ = try await ben.add(NewEntry(text: "from Ben"))
        for vault in [ben, ann, ben] { try await relay.round(vault) }
        #expect(try await ann.texts().contains("from Ben"))
        #expect(Set(try await ben.texts()) == ["sent in time", "from Ben"])
        // As somebody who adds notes she sends the note that waited, past what stays, and another one.
        try await ben.setRole(of: member.identity, to: .note, in: journal)
        for vault in [ben, ann] { try await relay.round(vault) }
        try await ann.addNote("a note in time", to: early.id)
        for vault in [ann, ben] { try await relay.round(vault) }
        status = try await ann.syncStatus()
        #expect(status.waiting == 0 && status.kept.map(\.count) == [2] && status.faults.isEmpty)
        #expect(Set(try await ben.notes(of: early.id).map(\.stored.note.text)) == ["a note too late", "a note in time"])
        try await ben.setRole(of: member.identity, to: .editor, in: journal)
        for vault in [ben, ann, ben] { try await relay.round(vault) }
        status = try await ann.syncStatus()
        #expect(status.waiting == 0 && status.kept.isEmpty && status.faults.isEmpty)
        for vault in [ann, ben] {
            #expect(Set(try await vault.texts()) == ["too late", "changed too late", "from Ben"])
        }
    }

    @Test func `who has kept something that may not be sent can leave, past a new key`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (annsVault, before) = try person(7)
        try await join(before, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let member = try #require(try await ben.shared(journal).members.last { !$0.isYou })
        try await ben.setRole(of: member.identity, to: .reader, in: journal)
        try await ben.rotateKeys()
        try await relay.round(ben)
        _ = try await before.add(NewEntry(text: "too late", journal: journal))
        for _ in 0..<2 { try await relay.round(before) }
        let ann = try annsVault.open()
        #expect(try await ann.syncStatus().kept.map(\.count) == [1])
        try await ann.leave(journal)
        for vault in [ann, ben, ann, ben] { try? await relay.round(vault) }
        #expect(try await ben.shared(journal).members.map(\.isYou) == [true], "the leaving has come past what stays")
        #expect(try await ann.texts() == ["too late"])
        #expect(try await ben.texts() == [])
    }

    @Test func `what is kept holds up no file of another journal, and its own files stay`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (annsVault, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let member = try #require(try await ben.shared(journal).members.last { !$0.isYou })
        try await ben.setRole(of: member.identity, to: .note, in: journal)
        try await relay.round(ben)
        for name in ["saved", "arrived"] {
            try FileManager.default.createDirectory(
                atPath: annsVault.scratch.path + "/" + name, withIntermediateDirectories: false)
        }
        let photo = try annsVault.scratch.write("a photo", to: "a.png")
        let scan = try annsVault.scratch.write("a scan", to: "b.png")
        let late = try await ann.add(NewEntry(text: "too late", attachments: [photo], journal: journal))
        let own = try await ann.add(NewEntry(text: "her own", attachments: [scan]))
        for _ in 0..<2 { try await relay.round(ann) }
        #expect(try await ann.syncStatus().kept.map(\.count) == [1])
        let second = try await linked(relay, to: ann)
        for vault in [second, ann, second] { try await relay.round(vault) }
        let copy = try await second.find(own.id.description)
        #expect(try await second.attachments(of: copy).count == 1)
        #expect(try await second.saveAttachments(of: copy, to: annsVault.scratch.path + "/saved").count == 1)
        await #expect(throws: EngineError.noSuchEntry(late.id.description)) { try await second.find(late.id.description) }
        // When the role comes back, the file goes with its entry.
        try await ben.setRole(of: member.identity, to: .editor, in: journal)
        for vault in [ben, ann, ben] { try await relay.round(vault) }
        let arrived = try await ben.find(late.id.description)
        #expect(try await ben.saveAttachments(of: arrived, to: annsVault.scratch.path + "/arrived").count == 1)
    }

    @Test func `a relay that is begun with anew changes nothing of what is kept, and nothing that was sent counts as kept`()
        async throws
    {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let made = try await ben.createJournal(named: "Trip").id
        let (annsVault, before) = try person(7)
        let link = try await ben.invite(to: made, as: .editor, history: .all, label: "", name: "Ben")
        try await relay.round(ben)
        try await join(before, try InvitationLink(link.text), as: "Ann", of: ben, through: relay)
        _ = try await before.add(NewEntry(text: "in time", journal: made))
        try await relay.round(before)
        let member = try #require(try await ben.shared(made).members.last { !$0.isYou })
        try await ben.setRole(of: member.identity, to: .reader, in: made)
        try await relay.round(ben)
        _ = try await before.add(NewEntry(text: "too late", journal: made))
        try await relay.round(before)
        for _ in 0..<2 {
            try await before.stopSync()
            try await before.startSync(with: relay.address, over: relay.transport())
            try await relay.round(before)
            let status = try await before.syncStatus()
            #expect(status.kept.map(\.count) == [1] && status.waiting == 0 && status.faults.isEmpty)
        }
        // The role comes and goes while she looks away.
        try await ben.setRole(of: member.identity, to: .editor, in: made)
        try await relay.round(ben)
        try await ben.setRole(of: member.identity, to: .reader, in: made)
        try await relay.round(ben)
        let ann = try annsVault.open()
        try await relay.round(ann)
        #expect(try await ann.syncStatus().kept.map(\.count) == [1])
        try await ben.setRole(of: member.identity, to: .editor, in: made)
        for vault in [ben, ann, ben] { try await relay.round(vault) }
        #expect(Set(try await ben.texts()) == ["in time", "too late"])
        // Ended by its owner after all of it was sent: nothing is kept, whatever begins anew.
        try await ben.destroyJournal(made)
        try await relay.round(ben)
        try await relay.round(ann)
        try await ann.stopSync()
        try await ann.startSync(with: relay.address, over: relay.transport())
        try await relay.round(ann)
        #expect(try await ann.syncStatus().kept.isEmpty)
    }
}
