import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Store
import Sync
import Synchronization
import Testing
import Vault

@Suite struct SyncTests {
    private func digest(_ vault: TestVault) throws -> RecordsDigest { try VaultInsides(vault).store.recordsDigest() }

    @Test func `two devices that were offline meet again, and nothing is lost or doubled`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        _ = try await first.add(NewEntry(text: "Before the link."))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        #expect(try await second.texts() == ["Before the link."])
        for number in 0..<20 {
            _ = try await first.add(NewEntry(text: "first \(number)"))
            _ = try await second.add(NewEntry(text: "second \(number)"))
        }
        for vault in [first, second, first, second] { try await relay.round(vault) }
        #expect(try await first.texts().count == 41)
        #expect(try digest(firstVault) == digest(secondVault))
        #expect(try await first.syncStatus().waiting == 0)
        #expect(try await second.syncStatus().waiting == 0)
    }

    @Test func `what a round sent and received is known until the next whole one, also to another program`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for vault in [first, second, first] { try await relay.round(vault) }
        for number in 0..<3 { _ = try await first.add(NewEntry(text: "first \(number)")) }
        _ = try await second.add(NewEntry(text: "second"))
        for vault in [second, first] { try await relay.round(vault) }
        let exchange = try await first.syncStatus().exchange
        #expect(exchange?.sent == 3 && exchange?.received == 1)
        #expect(try await firstVault.open().syncStatus().exchange == exchange)
        // A round that fails says nothing, and changes nothing that was said.
        let last = try await first.syncStatus().lastSynced
        _ = try await first.add(NewEntry(text: "waiting"))
        await #expect(throws: SyncError.self) { try await relay.round(first) { _ in throw SyncError.unreachable(.transfer) } }
        #expect(try await first.syncStatus().exchange == exchange)
        #expect(try await first.syncStatus().lastSynced == last)
        #expect(try await secondVault.open().syncStatus().exchange != nil)
    }

    @Test func `a relay that was not reached is told, also while a new entry waits for the pause to end`() async throws {
        let relay = try await TestRelay()
        let (kept, vault) = try await relay.firstDevice()
        let loop = SyncLoop(now: { relay.clock.now }) { _ in
            relay.transport { _ in throw SyncError.unreachable(.connection) }
        }
        await loop.begin(vault)
        try await until("a round has ended") { loop.mark?.isUnreachable == true }
        #expect(loop.mark?.problem?.sentence == "the relay refused the connection")
        _ = try await vault.add(NewEntry(text: "Waits."))
        loop.wake(.wrote)
        try await until("it is counted") { loop.mark?.waiting == 1 }
        #expect(loop.mark?.isUnreachable == true && loop.mark?.problem != nil)
        loop.end()
        withExtendedLifetime(kept) {}
    }

    @Test func `a code of a new device works until it expires, also where the network is gone for a moment`() async throws {
        let relay = try await TestRelay()
        let (kept, vault) = try await relay.firstDevice()
        let isGone = Mutex(true)
        let link = Link(
            try relay.address,
            over: relay.transport { request in
                if request.path.contains("/mailbox/"), request.method == "GET", isGone.withLock({ $0 }) {
                    isGone.withLock { $0 = false }
                    throw SyncError.unreachable(.transfer)
                }
                return nil
            })
        let expiry = relay.clock.now + Link.validity
        try await link.begin()
        try await vault.approveDevice(typed: link.code.text) { _ in relay.transport() }
        let linked = try await link.wait(until: expiry, now: { relay.clock.now })
        #expect(!linked.passage.bytes.isEmpty && !isGone.withLock { $0 })
        // The device slept: what was approved in time is there.
        let slow = Link(try relay.address, over: relay.transport())
        try await slow.begin()
        relay.clock.advance(seconds: 590)
        try await vault.approveDevice(typed: slow.code.text) { _ in relay.transport() }
        relay.clock.advance(seconds: 20)
        let late = try await slow.wait(until: relay.clock.now - 1, now: { relay.clock.now })
        #expect(!late.passage.bytes.isEmpty)
        do {
            _ = try await slow.wait(until: relay.clock.now, now: { relay.clock.now })
            Issue.record("it waits on")
        } catch { #expect(error as? SyncError == .notApproved) }
        withExtendedLifetime(kept) {}
    }

    @Test func `a round that failed on this device is followed by others`() async throws {
        struct Broken: Error {}
        let relay = try await TestRelay()
        let (kept, vault) = try await relay.firstDevice()
        let isBroken = Mutex(true)
        let client = try await relay.client(of: vault) { _ in if isBroken.withLock({ $0 }) { throw Broken() } else { nil } }
        let driver = SyncDriver(vault, client: client, now: { relay.clock.now })
        await #expect(throws: Broken.self) { try await driver.round() }
        #expect(try await driver.round(.wrote).isPause)
        isBroken.withLock { $0 = false }
        let outcome = try await driver.round(.asked)
        #expect(outcome.failure == nil && !outcome.isPause)
        withExtendedLifetime(kept) {}
    }

    @Test func `an entry that both changed keeps both texts in its history, and is one entry`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let entry = try await first.add(NewEntry(text: "Rain."))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        firstVault.clock.advance(seconds: 60)
        secondVault.clock.advance(seconds: 90)
        _ = try await first.change(entry.id, .text("Rain at noon."))
        _ = try await second.change(entry.id, .text("Rain all day."))
        for vault in [first, second, first] { try await relay.round(vault) }
        #expect(try await first.texts() == ["Rain all day."])
        #expect(try await second.texts() == ["Rain all day."])
        #expect(try digest(firstVault) == digest(secondVault))
        let history = try await first.history(entry.id)
        #expect(history.contains { $0.write.value == "Rain at noon." && $0.isConcurrent })
        #expect(history.count == 3)
    }

    @Test func `a relay that has lost everything gets it again from any device`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (secondVault, second) = try await relay.linked(to: first)
        for number in 0..<5 {
            _ = try await first.add(NewEntry(text: "first \(number)"))
            _ = try await second.add(NewEntry(text: "second \(number)"))
        }
        for vault in [first, second, first] { try await relay.round(vault) }
        _ = try await second.add(NewEntry(text: "not sent yet"))
        try await relay.wipe()
        relay.clock.advance(seconds: 100)
        _ = try await first.add(NewEntry(text: "after the loss"))
        for vault in [first, second, first, second] { try await relay.round(vault) }
        #expect(try await first.texts().count == 12)
        #expect(try digest(firstVault) == digest(secondVault))
        // A device that never saw the first log believes the second one.
        let (thirdVault, third) = try await relay.linked(to: second, seed: 3)
        #expect(try await third.texts().count == 12)
        for vault in [first, second, third] { try await relay.round(vault) }
        #expect(try digest(thirdVault) == digest(firstVault))
    }

    @Test func `a relay that speaks only a newer protocol is told nothing`() async throws {
        let relay = try await TestRelay()
        let (vault, first) = try await relay.firstDevice()
        defer { withExtendedLifetime(vault) {} }
        _ = try await first.add(NewEntry(text: "Waits."))
        let waiting = try await first.syncStatus().waiting
        let newer: @Sendable (RelayRequest) throws -> RelayResponse? = { request in
            #expect(request.path == "/v1/info")
            let info = RelayInfo(versions: [2], limits: RelayLimits(), signUp: .open, relay: [UInt8](repeating: 1, count: 16))
            return RelayResponse(status: 200, body: info.bytes)
        }
        await #expect(throws: (any Error).self) { try await relay.round(first, newer) }
        #expect(try await first.syncStatus().waiting == waiting)
        let error = await #expect(throws: SyncError.self) { try await relay.client(of: first, newer).openSession() }
        #expect(error.map { Explanation($0).sentence.contains("the relay needs a newer version of Auralyst") } == true)
        try await relay.round(first)
        #expect(try await first.syncStatus().waiting == 0)
    }

    @Test func `the recovery code alone brings the vault to a new machine`() async throws {
        let relay = try await TestRelay()
        let vault = try TestVault()
        let code = RecoveryCode.random()
        let first = try VaultOpening.create(
            at: vault.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: vault.surroundings, deviceName: "first", cost: .testOnlyCheapest)
        try await first.startSync(with: try relay.address, over: relay.transport())
        _ = try await first.add(NewEntry(text: "Kept."))
        try await relay.round(first)
        let other = try TestVault(seed: 7)
        let linked = try await OpenVault.recover(code, from: try relay.address, over: relay.transport())
        let second = try OpenVault.create(
            from: linked, at: other.location, relay: try relay.address, passphrase: Secret(copying: Array("another one".utf8)),
            surroundings: other.surroundings, deviceName: "second", cost: .testOnlyCheapest)
        try await relay.join(second)
        #expect(try await second.texts() == ["Kept."])
        let unlocked = try VaultOpening.read(other.location).unlock(recoveryCode: code)
        #expect(unlocked.header.slots.count == 2)
        await #expect(throws: SyncError.noCopy) {
            _ = try await OpenVault.recover(.random(), from: try relay.address, over: relay.transport())
        }
    }

    @Test func `files come along, and one that is missing keeps nothing waiting`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let photo = try firstVault.scratch.write((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: "photo.jpg")
        let lost = try firstVault.scratch.write("gone", to: "lost.txt")
        _ = try await first.add(NewEntry(text: "With a photo.", attachments: [photo]))
        _ = try await first.add(NewEntry(text: "With a lost file.", attachments: [lost]))
        let record = try #require(try VaultInsides(firstVault).attachments().first { $0.name == "lost.txt" })
        try FileManager.default.removeItem(atPath: firstVault.folder + "/attachments/" + hex(record.hash))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        #expect(try await second.texts().count == 2)
        #expect(names(in: secondVault.folder + "/attachments").count == 1)
        let kept = try #require(try VaultInsides(secondVault).attachments().first { $0.name == "photo.jpg" })
        let path = "/attachments/" + hex(kept.hash)
        #expect(try contents(of: secondVault.folder + path) == contents(of: firstVault.folder + path))
    }

    /// A relay that was restored from an older copy, and of which another device has written as much since: this one has seen another log.
    private func forked() async throws -> (relay: TestRelay, desk: OpenVault, phone: OpenVault, vaults: [TestVault]) {
        let relay = try await TestRelay(isOnDisk: true)
        let (deskVault, desk) = try await relay.firstDevice()
        _ = try await desk.add(NewEntry(text: "before"))
        try await relay.round(desk)
        let (phoneVault, phone) = try await relay.linked(to: desk)
        for vault in [desk, phone] { try await relay.round(vault) }
        let older = try await relay.copy()
        _ = try await phone.add(NewEntry(text: "seen by the phone alone"))
        try await relay.round(phone)
        try await relay.restore(older, isSaid: false)
        _ = try await desk.add(NewEntry(text: "in its place"))
        try await relay.round(desk)
        await #expect(throws: SyncFault.self) { try await relay.round(phone) }
        #expect(try await phone.syncStatus().isInConflict)
        return (relay, desk, phone, [deskVault, phoneVault])
    }

    private func expectHealed(_ relay: TestRelay, _ desk: OpenVault, _ phone: OpenVault) async throws {
        for vault in [phone, desk, phone, desk] { try await relay.round(vault) }
        for vault in [desk, phone] {
            #expect(try await Set(vault.texts()) == ["before", "seen by the phone alone", "in its place"])
            #expect(try await vault.syncStatus().waiting == 0)
            #expect(try await !vault.syncStatus().isInConflict)
        }
    }

    @Test func `a fork that ended heals once its owner confirms what the relay shows, on either device`() async throws {
        let (relay, desk, phone, vaults) = try await forked()
        await #expect(throws: SyncFault.self) { try await relay.round(phone) }
        try await phone.confirmLogs()
        try await relay.round(phone)
        try await expectHealed(relay, desk, phone)
        #expect(try digest(vaults[0]) == digest(vaults[1]))

        let again = try await forked()
        try await again.desk.confirmLogs()
        try await again.relay.round(again.desk)
        try await expectHealed(again.relay, again.desk, again.phone)
        #expect(try digest(again.vaults[0]) == digest(again.vaults[1]))
    }
}

extension EntryChange {
    /// Another text.
    fileprivate static func text(_ text: String) -> EntryChange {
        var change = EntryChange()
        change.text = text
        return change
    }
}

extension VaultInsides {
    fileprivate func attachments() throws -> [AttachmentRecord] {
        try store.records(kind: AttachmentRecord.kind).compactMap { AttachmentRecord(fields: $0.state.values) }
    }
}
