import Engine
import Exchange
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Sync
import Testing
import Vault

/// Decisions that are said twice, or come too late: they hold nothing up.
extension SharingTests {
    @Test func `a removal that a kill has parted from the log is made once, however often it is asked for`() async throws {
        let relay = try await TestRelay()
        let (vault, before) = try await relay.firstDevice()
        kept.keep(vault)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(before, as: .editor, through: relay), as: "Ann", of: before, through: relay)
        let journal = try await before.journalToShare(nil)
        let member = try #require(try await before.shared(journal).members.last { !$0.isYou })
        // What a kill leaves behind the first step: the key and what is to be said are in the vault file, and not in the log.
        var keys = try vault.unlocked()
        let last = try #require(
            try VaultInsides(vault).log().map(\.operation).last { $0.header.lane == .control && $0.header.journal == journal })
        let (epoch, identity) = (last.header.epoch + 1, keys.body.identity)
        let owner = IdentityKeys(sign: identity.signing, agree: identity.agreement, recover: identity.recover)
        let key = Secret.random(count: 32)
        let change = try OpenVault.keyChange(to: epoch, of: journal, key: key, for: [owner], back: true, keys: keys)
        let removal = ControlOperation.remove(
            MemberRemoval(previous: last.hash, identities: [member.identity], rotation: change))
        try keys.update { (body) throws(VaultError) in
            guard body.addJournalKey(key, journal: journal.bytes, epoch: epoch) else { throw .damaged(.body) }
            body[
                setting: "key-change:" + journal.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()] =
                removal.body
        }
        let ben = try vault.open()
        #expect(try await ben.shared(journal).members.count == 2, "the log does not know it yet")
        try await ben.remove([member.identity], from: journal)
        try await relay.round(ben)
        _ = try await ben.add(NewEntry(text: "after it"))
        try await relay.round(ben)
        #expect(try await ben.shared(journal).members.map(\.isYou) == [true])
        #expect(try await ben.syncStatus().waiting == 0)
        let removals = try VaultInsides(vault).log().count { entry in
            if case .remove? = try? ControlOperation(reading: entry.operation.body) { true } else { false }
        }
        #expect(removals == 1)
        await #expect(throws: SyncFault.accessEnded) { try await relay.round(ann) }
    }

    @Test func `what was decided about somebody who is gone meanwhile holds nothing up`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        let desk = try await linked(relay, to: ben)
        try await relay.round(ben)
        let member = try #require(try await ben.shared(journal).members.last { !$0.isYou })
        try await ben.setRole(of: member.identity, to: .reader, in: journal)
        try await ben.remove([member.identity], from: journal)
        _ = try await ben.add(NewEntry(text: "behind both"))
        try await desk.remove([member.identity], from: journal)
        try await relay.round(desk)
        for vault in [ben, desk, ben] { try await relay.round(vault) }
        #expect(try await ben.syncStatus().waiting == 0)
        #expect(try await desk.texts() == ["behind both"])
        for vault in [ben, desk] { #expect(try await vault.shared(journal).members.count == 1) }
    }

    @Test func `the name of a journal is its owner's word, and who has two of one name sees whose each is`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try person(7)
        try await join(ann, try await invited(ben, as: .editor, through: relay), as: "Ann", of: ben, through: relay)
        await #expect(throws: SharingError.notOwner) { try await ann.renameJournal(journal, to: "Mine now") }
        #expect(try await ann.journalNames().map(\.name) == ["Journal", "Journal of Ben"])
        #expect(try await ann.journal(matching: "journal of ben") == journal)
        _ = try await ben.renameJournal(journal, to: "Sea log")
        try await relay.round(ben)
        try await relay.round(ann)
        #expect(try await ann.journalNames().map(\.name) == ["Journal", "Sea log"])
    }

    @Test func `a repair keeps what is withheld, calls nothing damaged, and sync goes on`() async throws {
        let relay = try await TestRelay()
        let ben = try await first(relay)
        let old = try await ben.add(NewEntry(text: "before"))
        try await relay.round(ben)
        let (vault, joining) = try person(7)
        try await join(
            joining, try await invited(ben, as: .editor, history: .new, through: relay), as: "Ann", of: ben, through: relay)
        _ = try await ben.add(NewEntry(text: "after"))
        var change = EntryChange()
        change.text = "before, told anew"
        _ = try await ben.change(old.id, change)
        for vault in [ben, joining] { try await relay.round(vault) }
        // What is known of the older entry is no entry, and no damage.
        let name = old.id.description
        await #expect(throws: EngineError.noSuchEntry(name)) { _ = try await joining.find(name) }
        let file = vault.scratch.path + "/all.json"
        _ = try await joining.export(ExportRequest(.json), to: file)
        let text = String(decoding: try contents(of: file), as: UTF8.self)
        #expect(text.contains("after") && !text.contains("told anew"))

        let (ann, report) = try await vault.repair()
        #expect(report.isWhole && report.damagedDatabase == nil && report.unopened == 0)
        #expect(try await ann.texts() == ["after"])
        _ = try await ann.add(NewEntry(text: "by Ann", journal: try await ben.journalToShare(nil)))
        for vault in [ann, ben, ann] { try await relay.round(vault) }
        #expect(try await ben.texts().contains("by Ann"))
        #expect(try await ann.syncStatus().faults.isEmpty)
    }
}
