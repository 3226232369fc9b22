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

@Suite struct RotationSyncTests {
    private func epochs(_ vault: TestVault) throws -> [UInt32] {
        let keys = try vault.unlocked()
        let journal = keys.body.defaultJournal
        return keys.body.epochs(of: try #require(journal))
    }

    private func digest(_ vault: TestVault) throws -> RecordsDigest { try VaultInsides(vault).store.recordsDigest() }

    @Test func `the old key is destroyed on every device, and a new one opens everything with the key that there is`()
        async throws
    {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        for number in 0..<5 { _ = try await first.add(NewEntry(text: "first \(number)")) }
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for number in 0..<5 { _ = try await second.add(NewEntry(text: "second \(number)")) }
        try await relay.round(second)
        let report = try await first.rotateKeys()
        // Another device may have been quicker: nothing is destroyed before the relay has been asked.
        #expect(report.waitsForSync)
        #expect(try epochs(firstVault) == [1, 2])
        _ = try await second.add(NewEntry(text: "written before it heard of the new key"))
        for vault in [first, second, first, second] { try await relay.round(vault) }
        #expect(try epochs(firstVault) == [2] && epochs(secondVault) == [2])
        #expect(try await first.texts().count == 11)
        #expect(try digest(firstVault) == digest(secondVault))
        let (thirdVault, third) = try await relay.linked(to: second, seed: 3)
        #expect(try await third.texts().count == 11)
        #expect(try epochs(thirdVault) == [2])
        _ = try await third.add(NewEntry(text: "third"))
        for vault in [third, first] { try await relay.round(vault) }
        #expect(try await first.texts().count == 12)
    }

    @Test func `a new key of one device's vault leaves the other device as it is, and the relay gets a copy that the code opens`()
        async throws
    {
        let relay = try await TestRelay()
        let (vault, code) = (try TestVault(), RecoveryCode.random().text())
        let former = try vault.create(code: RecoveryCode(typed: code))
        try await former.startSync(with: try relay.address, over: relay.transport())
        _ = try await former.add(NewEntry(text: "before"))
        try await relay.round(former)
        let (otherVault, other) = try await relay.linked(to: former)
        // Nobody has the copy open, and it goes on in the place of the first device.
        let changed = try vault.copy(seed: 5)
        let first = try changed.changeKey()
        _ = try await first.add(NewEntry(text: "after"))
        for device in [first, other, first] { try await relay.round(device) }
        _ = try await other.add(NewEntry(text: "by the other"))
        for device in [other, first] { try await relay.round(device) }
        #expect(try changed.unlocked().body.keyChange?.journals == .due, "only the vault itself has another key")
        #expect(try otherVault.unlocked().body.keyChange == nil)
        let texts = try await first.texts()
        #expect(Set(texts) == ["before", "after", "by the other"])
        #expect(try await other.texts().count == texts.count)
        let linked = try await OpenVault.recover(try RecoveryCode(typed: code), from: try relay.address, over: relay.transport())
        let third = try TestVault(seed: 7)
        let recovered = try OpenVault.create(
            from: linked, at: third.location, relay: try relay.address, passphrase: Secret(copying: TestVault.passphrase),
            surroundings: third.surroundings, deviceName: "third", cost: .testOnlyCheapest)
        try await relay.join(recovered)
        #expect(try await recovered.texts().count == 3)
        #expect(throws: Never.self) {
            _ = try VaultOpening.read(third.location).unlock(recoveryCode: RecoveryCode(typed: code))
        }
    }

    @Test func `journals whose keys wait for the relay are gone on with, and none begins twice`() async throws {
        let relay = try await TestRelay()
        let vault = try TestVault()
        let code = RecoveryCode.random()
        let former = try vault.create(code: code)
        try await former.startSync(with: try relay.address, over: relay.transport())
        try await relay.round(former)
        let first = try #require(try vault.unlocked().body.defaultJournal.flatMap { JournalID($0) })
        _ = try await former.rotateKeys(of: first)
        #expect(try await !former.areJournalKeysDue(), "the vault has no new key for that one")
        let changed = try vault.copy()
        let open = try changed.changeKey()
        #expect(try await open.areJournalKeysDue())
        #expect(try await open.rotateKeys().waitsForSync)
        #expect(try await open.areJournalKeysDue())
        #expect(try epochs(changed) == [1, 2])
        #expect(try await open.rotateKeys().waitsForSync)
        #expect(try epochs(changed) == [1, 2])
        for _ in 0..<3 { try await relay.round(open) }
        #expect(try await !open.areJournalKeysDue())
        #expect(try await open.rotations().isEmpty)
        #expect(try epochs(changed) == [2] && changed.unlocked().body.keyChange == nil)
    }

    @Test func `of two devices that begin an epoch at the same time the first at the relay wins, and nothing is lost`()
        async throws
    {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        _ = try await first.add(NewEntry(text: "before"))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        try await relay.round(first)
        _ = try await first.rotateKeys()
        _ = try await second.rotateKeys()
        _ = try await first.add(NewEntry(text: "under the first one's key"))
        _ = try await second.add(NewEntry(text: "under the second one's key"))
        for vault in [second, first, second, first, second] { try await relay.round(vault) }
        #expect(try await first.texts().count == 3)
        #expect(try await second.texts().count == 3)
        #expect(try digest(firstVault) == digest(secondVault))
        #expect(try epochs(firstVault) == [2] && epochs(secondVault) == [2])
        // What is in the log opens after everything is made anew.
        let repaired = try await secondVault.repair()
        #expect(repaired.report.isWhole && repaired.report.unopened == 0)
    }

    @Test func `a relay that does not take what is sealed under the new key is named, and gets it later`() async throws {
        let relay = try await TestRelay()
        let (vault, first) = try await relay.firstDevice()
        _ = try await first.add(NewEntry(text: "before"))
        try await relay.round(first)
        #expect(try await first.rotateKeys().waitsForSync)
        let refusal = SyncError.refused(.quota(used: 2, limit: 1))
        await #expect(throws: refusal) {
            try await relay.round(first) { request in
                if request.path.hasSuffix("/ops/resealed") { throw refusal }
                return nil
            }
        }
        #expect(try epochs(vault) == [2], "the rest of the round went through")
        let asked = Mutex(0)
        try await relay.round(first) { request in
            if request.path.hasSuffix("/ops/resealed") { asked.withLock { $0 += 1 } }
            return nil
        }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func `a device that was dropped hears so, and keeps what it has`() async throws {
        let relay = try await TestRelay()
        let (firstKept, first) = try await relay.firstDevice()
        // Its folder goes with it.
        defer { withExtendedLifetime(firstKept) {} }
        let (secondKept, second) = try await relay.linked(to: first)
        // Its folder goes with it.
        defer { withExtendedLifetime(secondKept) {} }
        try await relay.round(first)
        let other = try #require(try await first.syncStatus().devices.first { !$0.isThis })
        try await first.dropDevice(other.id)
        try await relay.round(first)
        _ = try await second.add(NewEntry(text: "still here"))
        await #expect(throws: (any Error).self) { try await relay.round(second) }
        #expect(try await second.texts() == ["still here"])
        #expect(try await first.texts().isEmpty)
        #expect(try await first.syncStatus().devices.first { $0.id == other.id }?.isDropped == true)
    }

    @Test func `a backup of a vault whose clock was wrong is restored as it was`() async throws {
        let relay = try await TestRelay()
        let (vault, first) = try await relay.firstDevice()
        let entry = try await first.add(NewEntry(text: "right"))
        vault.clock.advance(days: 365)
        var change = EntryChange()
        change.text = "a year ahead"
        _ = try await first.change(entry.id, change)
        try await relay.round(first)
        #expect(try VaultInsides(vault).store.ceilings().count >= 1)
        let folder = vault.scratch.path + "/backups"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try await first.createBackup(in: folder)
        _ = try await first.verifyBackup(at: folder)
        let repaired = try await vault.repair()
        #expect(try await repaired.vault.texts() == ["a year ahead"])
    }
}
