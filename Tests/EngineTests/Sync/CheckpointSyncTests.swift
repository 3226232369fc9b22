import Backups
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

/// Snapshots in the place of what the relay has forgotten, through a relay in this process.
@Suite struct CheckpointSyncTests {
    private static let rule = CheckpointRule(operations: 30, least: 10, factor: 8)

    private func digest(_ vault: TestVault) throws -> RecordsDigest { try VaultInsides(vault).store.recordsDigest() }

    private func floor(_ relay: TestRelay, _ vault: OpenVault) async throws -> UInt64 {
        try await vault.relayHoldings { _ in relay.transport() }.journals[0].listing.floor
    }

    /// A device with more than forty entries, whose relay has forgotten most of them: its snapshot is left.
    private func forgotten(_ relay: TestRelay, code: borrowing RecoveryCode = .random()) async throws -> (TestVault, OpenVault) {
        let vault = try TestVault()
        let open = try VaultOpening.create(
            at: vault.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: vault.surroundings, deviceName: "first", cost: .testOnlyCheapest)
        try await open.startSync(with: try relay.address, over: relay.transport())
        try await relay.round(open)
        await open.makeCheckpoints(by: Self.rule)
        for number in 0..<40 { _ = try await open.add(NewEntry(text: "first \(number)", tags: [.of("walk")])) }
        let entry = try await open.add(NewEntry(text: "Rain."))
        vault.clock.advance(seconds: 60)
        var change = EntryChange()
        change.text = "Rain at noon."
        _ = try await open.change(entry.id, change)
        try await relay.round(open)
        relay.clock.advance(days: 31)
        vault.clock.advance(days: 31)
        for number in 0..<2 {
            _ = try await open.add(NewEntry(text: "a month later \(number)"))
            try await relay.round(open)
        }
        #expect(try await floor(relay, open) > 40)
        return (vault, open)
    }

    @Test func `a third device reads everything though the relay has forgotten it, and can be rebuilt, backed up and rotated`()
        async throws
    {
        let relay = try await TestRelay()
        let (firstVault, first) = try await forgotten(relay)
        let (secondVault, second) = try await relay.linked(to: first)
        #expect(try await second.texts().sorted() == first.texts().sorted())
        try await relay.round(first)
        #expect(try digest(secondVault) == digest(firstVault))
        #expect(try await second.texts(.search("tag:walk")).count == 40)
        let rain = try #require(try await second.entries(.search("noon")).list.first)
        #expect(try await second.history(rain.id).map(\.write.value) == ["Rain at noon.", "Rain."])

        // It goes on: both write, both read.
        _ = try await second.add(NewEntry(text: "of the second"))
        _ = try await first.add(NewEntry(text: "of the first"))
        for vault in [second, first, second] { try await relay.round(vault) }
        #expect(try digest(secondVault) == digest(firstVault))
        #expect(try await second.syncStatus().waiting == 0)

        // Everything made anew from what it has.
        let repaired = try await secondVault.repair()
        #expect(repaired.report.isWhole && repaired.report.unopened == 0 && repaired.report.damagedDatabase == nil)
        #expect(try digest(secondVault) == digest(firstVault))
        try await relay.round(repaired.vault)

        // A backup of it, whole and in two parts.
        let folder = secondVault.scratch.path + "/backups"
        _ = try await repaired.vault.createBackup(in: folder)
        _ = try await repaired.vault.add(NewEntry(text: "after the first backup"))
        _ = try await repaired.vault.createBackup(in: folder, tier: .daily)
        let found = try await repaired.vault.verifyBackup(at: folder)
        #expect(found.unopened == 0 && found.files.count == 2)

        // A rotation of keys: everything is sealed anew, and a new device opens it with the key that there is.
        _ = try await repaired.vault.rotateKeys()
        for vault in [repaired.vault, first, repaired.vault, first] { try await relay.round(vault) }
        for vault in [firstVault, secondVault] {
            let keys = try vault.unlocked()
            let journal = try keys.body.defaultJournal.orThrow()
            #expect(keys.body.epochs(of: journal) == [2])
        }
        #expect(try digest(secondVault) == digest(firstVault))
        let (thirdVault, third) = try await relay.linked(to: repaired.vault, seed: 3)
        #expect(try await third.texts().sorted() == first.texts().sorted())
        for vault in [first, repaired.vault, third] { try await relay.round(vault) }
        #expect(try digest(thirdVault) == digest(firstVault))
        let again = try await thirdVault.repair()
        #expect(again.report.isWhole)
        #expect(try digest(thirdVault) == digest(firstVault))
    }

    @Test func `a backup of a device that has joined a snapshot is restored as it was, and syncs`() async throws {
        let relay = try await TestRelay()
        let code = RecoveryCode.random()
        let (firstVault, first) = try await forgotten(relay, code: code)
        let (secondVault, second) = try await relay.linked(to: first)
        let folder = secondVault.scratch.path + "/backups"
        _ = try await second.createBackup(in: folder)
        let (restored, target) = (try TestVault(seed: 5), secondVault.scratch.path + "/restored")
        let report = try OpenVault.restoreBackup(
            from: folder, to: target, recoveryCode: code, passphrase: Secret(copying: TestVault.passphrase),
            surroundings: restored.surroundings, deviceName: "new machine", cost: .testOnlyCheapest)
        #expect(report.unopened == 0)
        try FileManager.default.moveItem(atPath: target, toPath: restored.folder)
        let third = try restored.open()
        #expect(try await third.texts().sorted() == first.texts().sorted())
        _ = try await third.add(NewEntry(text: "on the new machine"))
        try await relay.join(third)
        for vault in [first, third] { try await relay.round(vault) }
        #expect(try digest(restored) == digest(firstVault))
        let repaired = try await restored.repair()
        #expect(repaired.report.isWhole)
        #expect(try digest(restored) == digest(firstVault))
    }

    @Test(arguments: ["snapshot", "lane=0", "cut"])
    func `of a relay that hands out another snapshot, or other members, nothing is taken`(_ what: String) async throws {
        let relay = try await TestRelay()
        let (kept, first) = try await forgotten(relay)
        // Its folder goes with it.
        defer { withExtendedLifetime(kept) {} }
        let vault = try TestVault(seed: 9)
        let link = Link(try relay.address, over: relay.transport())
        try await link.begin()
        try await first.approveDevice(try #require(LinkCode(typed: link.code.text)), through: try await relay.client(of: first))
        guard let linked = try await link.vault() else { throw Missing() }
        let open = try OpenVault.create(
            from: linked, at: vault.location, relay: try relay.address, passphrase: Secret(copying: TestVault.passphrase),
            surroundings: vault.surroundings, deviceName: "second", cost: .testOnlyCheapest)
        try await open.openAccount(through: try await relay.client(of: open))
        let honest = relay.transport()
        let lying = LyingTransport(honest) { request, answer in
            guard request.path.contains(what == "lane=0" ? what : "snapshots") else { return answer }
            return what == "cut" ? Array(answer.dropLast(16)) : answer.enumerated().map { $0 == 300 ? $1 ^ 1 : $1 }
        }
        let clock = relay.clock
        let driver = SyncDriver(open, client: try await open.relayClient { _ in lying }, now: { clock.now })
        let outcome = try await driver.round()
        #expect(outcome.faults.values.first?.accusesRelay == true)
        #expect(try await open.texts().isEmpty && VaultInsides(vault).store.operationCount() == 0)
        // What an honest relay says is taken.
        try await relay.join(open)
        #expect(try await open.texts().sorted() == first.texts().sorted())
    }

    @Test func `what waits on a device that was away is sent after it has joined, and what it said before counts as said`()
        async throws
    {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        await first.makeCheckpoints(by: Self.rule)
        let (awayVault, away) = try await relay.linked(to: first)
        _ = try await away.add(NewEntry(text: "pushed, and its answer never heard"))
        // The operation arrives, and the device does not hear of it.
        await #expect(throws: (any Error).self) {
            try await relay.round(away) { request in
                if request.method == "GET", request.path.contains("/ops?after="), !request.path.contains("after=0") {
                    throw SyncError.unreachable(.transfer)
                }
                return nil
            }
        }
        for number in 0..<40 { _ = try await first.add(NewEntry(text: "first \(number)")) }
        for _ in 0..<2 { try await relay.round(first) }
        _ = try await away.add(NewEntry(text: "written far away"))
        for _ in 0..<2 {
            relay.clock.advance(days: 181)
            for vault in [firstVault, awayVault] { vault.clock.advance(days: 181) }
            for number in 0..<2 {
                _ = try await first.add(NewEntry(text: "later \(number)"))
                try await relay.round(first)
            }
        }
        #expect(try await floor(relay, first) > 40)
        for vault in [away, first, away] { try await relay.round(vault) }
        #expect(try await away.texts().count == 46)
        #expect(try digest(awayVault) == digest(firstVault))
        #expect(try await away.syncStatus().waiting == 0)
    }
}

/// A way to a relay on which answers are changed.
private final class LyingTransport: RelayTransport {
    private let honest: any RelayTransport
    private let change: @Sendable (RelayRequest, [UInt8]) -> [UInt8]

    init(_ honest: any RelayTransport, change: @escaping @Sendable (RelayRequest, [UInt8]) -> [UInt8]) {
        (self.honest, self.change) = (honest, change)
    }

    func close() { honest.close() }

    func send(_ request: RelayRequest) async throws -> RelayResponse {
        var asked = request
        asked.answerFile = nil
        asked.bodyLimit = 64 << 20
        let answer = try await honest.send(asked)
        guard (200..<300).contains(answer.status) else { return answer }
        let body = change(request, answer.body)
        guard let file = request.answerFile else {
            return RelayResponse(status: answer.status, headers: answer.headers, body: body)
        }
        FileHandle(fileDescriptor: file, closeOnDealloc: false).write(Data(body))
        return RelayResponse(status: answer.status, headers: answer.headers, body: [])
    }
}
