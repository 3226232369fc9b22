import Engine
import Journal
import Ledger
import Store
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

    @Test func `who has kept something that may not be sent can leave, and repair holds on to it`() async throws {
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
}
