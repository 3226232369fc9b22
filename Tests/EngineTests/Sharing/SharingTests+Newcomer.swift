import Backups
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Sync
import Testing

/// Who was let in to what is new alone: of older entries nothing is there but what was changed since.
extension SharingTests {
    @Test func `an older entry whose day is changed is no entry for a newcomer, in no list, name or export`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let old = try await ben.add(NewEntry(text: "before"))
        try await relay.round(ben)
        let (vault, ann) = try person(7)
        try await join(
            ann, try await invited(ben, as: .reader, history: .new, through: relay), as: "Ann", of: ben, through: relay)
        let new = try await ben.add(NewEntry(text: "after"))
        var change = EntryChange()
        change.moment = try Moment.of("2020-02-03 04:05")
        change.starred = true
        _ = try await ben.change(old.id, change)
        for vault in [ben, ann] { try await relay.round(vault) }
        #expect(try await ann.texts() == ["after"])
        let file = vault.scratch.path + "/all.json"
        _ = try await ann.export(ExportRequest(.json), to: file)
        let text = String(decoding: try contents(of: file), as: UTF8.self)
        #expect(text.contains(new.id.description) && !text.contains(old.id.description) && !text.contains("2020-02-03"))
        // The beginning that both names share means the one that is here.
        let (a, b) = (old.id.description, new.id.description)
        let shared = String(zip(a, b).prefix { $0 == $1 }.map(\.0))
        if !shared.isEmpty { #expect(try await ann.find(shared).id == new.id) }
        await #expect(throws: EngineError.noSuchEntry(a)) { _ = try await ann.find(a) }
    }

    @Test func `a newcomer's backup is verified, restored, and syncs on`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let old = try await ben.add(NewEntry(text: "before"))
        try await relay.round(ben)
        let given = try BackedUp(seed: 7)
        kept.keep(given.test)
        let ann = given.vault
        try await join(
            ann, try await invited(ben, as: .editor, history: .new, through: relay), as: "Ann", of: ben, through: relay)
        _ = try await ben.add(NewEntry(text: "after"))
        var change = EntryChange()
        change.text = "before, told anew"
        _ = try await ben.change(old.id, change)
        for vault in [ben, ann] { try await relay.round(vault) }
        let receipt = try await given.backUp()
        #expect(try await ann.verifyBackup(at: given.folder).files == [URL(fileURLWithPath: receipt.path).lastPathComponent])
        let (folder, restored) = try given.restored()
        kept.keep(folder)
        #expect(try await restored.texts() == ["after"])
        _ = try await restored.add(NewEntry(text: "from the new machine", journal: try await ben.journalToShare(nil)))
        for vault in [restored, ben, restored, ann] { try await relay.round(vault) }
        for vault in [ben, ann] { #expect(try await vault.texts().contains("from the new machine")) }
        #expect(try await restored.syncStatus().faults.isEmpty)
    }

    @Test func `every text in the history of a shared entry names who has written it, but oneself`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let entry = try await ben.add(NewEntry(text: "by Ben"))
        for vault in [ben, ann] { try await relay.round(vault) }
        var change = EntryChange()
        change.text = "by Ann"
        _ = try await ann.change(entry.id, change)
        for vault in [ann, ben] { try await relay.round(vault) }
        for (vault, expected) in [(ben, ["Ann", nil]), (ann, [nil, "Ben"])] {
            let versions = try await vault.history(entry.id)
            #expect(versions.map(\.write.value.string) == ["by Ann", "by Ben"])
            let others = try await vault.others(versions.map(\.write.name.device), in: journal)
            #expect(versions.map { others[$0.write.name.device] } == expected)
        }
    }
}
