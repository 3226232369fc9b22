import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Sync
import Testing
import Vault

/// Several journals of one person through a relay in this process.
@Suite struct JournalSyncTests {
    private func digest(_ vault: TestVault) throws -> RecordsDigest { try VaultInsides(vault).store.recordsDigest() }

    @Test func `a journal that one device makes is read and written by the others, which were linked before`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        let made = try await first.createJournal(named: "Symptoms")
        let file = try firstVault.scratch.write("a letter", to: "letter.txt")
        let entry = try await first.add(NewEntry(text: "from the first", attachments: [file], journal: made.id))
        for vault in [first, second] { try await relay.round(vault) }
        #expect(try await second.journals().map(\.name) == ["Journal", "Symptoms"])
        #expect(try await second.texts(Selection(journals: [made.id])) == ["from the first"])
        #expect(try await second.attachmentList(of: entry).map(\.name) == ["letter.txt"])
        _ = try await second.add(NewEntry(text: "from the second", journal: made.id))
        try await second.renameJournal(made.id, to: "Pain")
        for vault in [second, first, second] { try await relay.round(vault) }
        #expect(try await first.texts(Selection(journals: [made.id])) == ["from the second", "from the first"])
        #expect(try await first.journals().map(\.name) == ["Journal", "Pain"])
        #expect(try digest(firstVault) == digest(secondVault))
        for vault in [first, second] { #expect(try await vault.syncStatus().waiting == 0) }
        #expect(try await first.relayHoldings { _ in relay.transport() }.journals.count == 2)
        #expect(try await secondVault.repair().report.isWhole)
    }

    @Test func `two devices that each made a journal offline have both, and a device that is linked later too`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        let one = try await first.createJournal(named: "One")
        let two = try await second.createJournal(named: "Two")
        _ = try await first.add(NewEntry(text: "in one", journal: one.id))
        _ = try await second.add(NewEntry(text: "in two", journal: two.id))
        try await second.useJournal(two.id)
        for vault in [first, second, first, second, first] { try await relay.round(vault) }
        #expect(try digest(firstVault) == digest(secondVault))
        #expect(try await first.journals().map(\.name) == ["Journal", "One", "Two"])
        // What one device uses for what is new is its own affair.
        #expect(try await first.journals().map(\.isDefault) == [true, false, false])
        let (thirdVault, third) = try await relay.linked(to: second, seed: 3)
        #expect(try await third.journals().map(\.entries) == [0, 1, 1])
        for vault in [first, second, third] { try await relay.round(vault) }
        _ = try await third.add(NewEntry(text: "of the third", journal: one.id))
        for vault in [third, first, second, third] { try await relay.round(vault) }
        #expect(try digest(thirdVault) == digest(firstVault) && digest(secondVault) == digest(firstVault))
    }

    @Test func `keys of all journals are rotated on one device, and every device opens everything afterwards`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        let made = try await first.createJournal(named: "Symptoms")
        for number in 0..<5 {
            _ = try await first.add(NewEntry(text: "first \(number)"))
            _ = try await first.add(NewEntry(text: "second \(number)", journal: made.id))
        }
        for vault in [first, second, first] { try await relay.round(vault) }
        _ = try await second.rotateKeys()
        for vault in [second, first, second, first] { try await relay.round(vault) }
        for vault in [firstVault, secondVault] {
            let insides = try VaultInsides(vault)
            #expect(insides.keys.body.epochs(of: insides.journal.bytes) == [2])
            #expect(insides.keys.body.epochs(of: made.id.bytes) == [3])
        }
        let (_, third) = try await relay.linked(to: first, seed: 3)
        #expect(try await third.texts().sorted() == first.texts().sorted())
        #expect(try digest(firstVault) == digest(secondVault))
    }

    @Test func `a device that is dropped is dropped from each journal, also from one that was made after it was linked`()
        async throws
    {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        let made = try await first.createJournal(named: "Symptoms")
        for vault in [first, second, second, first] { try await relay.round(vault) }
        let lost = try #require(try await first.syncStatus().devices.first { !$0.isThis })
        for device in [first, second] { #expect(try await device.syncStatus().devices.map(\.isThis) == [true, false]) }
        try await first.dropDevice(lost.id)
        try await relay.round(first)
        _ = try await second.add(NewEntry(text: "after the loss", journal: made.id))
        await #expect(throws: (any Error).self) { try await relay.round(second) }
        try await relay.round(first)
        #expect(try await first.texts().isEmpty)
        withExtendedLifetime((firstVault, secondVault)) {}
    }

    @Test func `a device that was linked again is offered for removal as long as it is silent, and never removed by itself`()
        async throws
    {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        relay.clock.advance(seconds: 60)
        let (thirdVault, third) = try await relay.linked(to: first, seed: 3)
        relay.clock.advance(seconds: 60)
        try await relay.round(first)
        // Both are called "second".
        #expect(try await first.syncStatus().devices.filter(\.isReplaced).map(\.id) == [second.device])
        #expect(try await first.syncStatus().devices.filter { $0.offer != nil }.map(\.isDropped) == [false])
        #expect(try await third.syncStatus().devices.filter(\.isReplaced).map(\.id) == [second.device])
        // It is another device of this name.
        _ = try await second.add(NewEntry(text: "Still here."))
        for vault in [second, first] { try await relay.round(vault) }
        for vault in [first, second] { #expect(try await vault.syncStatus().devices.allSatisfy { !$0.isReplaced }) }
        try await first.dropDevice(second.device)
        #expect(try await first.syncStatus().devices.allSatisfy { $0.offer == nil })
        withExtendedLifetime((firstVault, secondVault, thirdVault)) {}
    }

    @Test func `a relay that has lost everything gets all journals again`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        let made = try await first.createJournal(named: "Symptoms")
        _ = try await first.add(NewEntry(text: "kept", journal: made.id))
        for vault in [first, second, second, first] { try await relay.round(vault) }
        try await relay.wipe()
        relay.clock.advance(seconds: 100)
        _ = try await second.add(NewEntry(text: "after the loss", journal: made.id))
        for vault in [first, second, first, second] { try await relay.round(vault) }
        #expect(try digest(firstVault) == digest(secondVault))
        let (_, third) = try await relay.linked(to: second, seed: 3)
        #expect(try await third.texts().count == 2)
        #expect(try await third.journals().count == 2)
    }

    @Test func `the recovery code alone brings all journals to a new machine`() async throws {
        let relay = try await TestRelay()
        let vault = try TestVault()
        let code = RecoveryCode.random()
        let first = try VaultOpening.create(
            at: vault.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: vault.surroundings, deviceName: "first", cost: .testOnlyCheapest)
        try await first.startSync(with: try relay.address, over: relay.transport())
        try await relay.round(first)
        let made = try await first.createJournal(named: "Symptoms")
        _ = try await first.add(NewEntry(text: "kept", journal: made.id))
        try await relay.round(first)
        let other = try TestVault(seed: 7)
        let linked = try await OpenVault.recover(code, from: try relay.address, over: relay.transport())
        let second = try OpenVault.create(
            from: linked, at: other.location, relay: try relay.address, passphrase: Secret(copying: Array("another one".utf8)),
            surroundings: other.surroundings, deviceName: "second", cost: .testOnlyCheapest)
        try await relay.join(second)
        #expect(try await second.journals().map(\.name) == ["Journal", "Symptoms"])
        #expect(try await second.texts() == ["kept"])
    }
}
