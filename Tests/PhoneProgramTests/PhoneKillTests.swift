import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import HTTP
import SeededChance
import Sync
import Synchronization
import Testing
import Vault

/// A phone that is killed while it begins or links a journal. The next start goes on, or begins again.
@Suite struct PhoneKillTests {
    private static let passphrase = [("passphrase", "correct horse battery"), ("repeated", "correct horse battery")]
    private let kept = KeptVaults()

    /// A relay, a desk that syncs through it, and a phone's line to it.
    private func world(
        hasSnapshot: Bool = false
    ) async throws -> (relay: TestRelay, desk: OpenVault, line: AnsweredWhenApproved) {
        let relay = try await TestRelay()
        let (vault, desk) = try await hasSnapshot ? relay.deskWithSnapshot() : relay.deskWithEntry()
        kept.keep(vault)
        return (relay, desk, AnsweredWhenApproved(relay.transport()))
    }

    private func makeFields(_ relay: TestRelay) throws -> [(String, String)] {
        [("relay", try relay.address.text)] + PhoneKillTests.passphrase
    }

    /// Makes a journal as a person does; the last page.
    private func make(_ phone: GivenPhone, _ relay: TestRelay) async throws -> GivenPhone.Page {
        _ = await phone.get("/")
        return try await phone.shown(await phone.post("/welcome", await phone.get("/welcome"), try makeFields(relay)))
    }

    @Test func aJournalThatNoRelayHasAcceptedIsGoneAfterAKill() async throws {
        let moments = (1...4).flatMap {
            [GivenPhone.Kill(request: $0, isHeard: false), GivenPhone.Kill(request: $0, isHeard: true)]
        }
        for moment in moments {
            let relay = try await TestRelay()
            let phone = try GivenPhone(relay.transport())
            phone.keepFiles(at: moment)
            #expect(!(try await make(phone, relay)).text.contains("id=\"recovery-code\""), "\(moment)")
            let files: TestVault = try #require(phone.killed, "\(moment)")
            let next = try GivenPhone(relay.transport(), vault: files)
            _ = await next.get("/")
            #expect(await next.get("/unlock").headers["location"] == "/welcome", "\(moment)")
            #expect(try await make(next, relay).text.contains("id=\"recovery-code\""), "\(moment)")
        }
    }

    @Test func aJournalThatWasAcceptedStays() async throws {
        let relay = try await TestRelay()
        let phone = try GivenPhone(relay.transport())
        #expect(try await make(phone, relay).text.contains("id=\"recovery-code\""))
        #expect(phone.fetched.count >= 4)
        let next = try GivenPhone(relay.transport(), vault: try phone.files())
        _ = await next.get("/")
        #expect(await next.unlock().text.contains("data-page=\"today\""))
    }

    @Test func whateverAKillLeftOfAMakingIsRemovedAndNothingElse() async throws {
        let mark = "vault/vault.beginning"
        for step in ["the mark", "an unfinished file", "the vault file", "the database", "destroyed keys"] {
            let vault = try TestVault()
            switch step {
            case "the mark": break
            case "an unfinished file": try vault.scratch.write("half", to: "vault/vault.auralyst.tmp")
            case "the vault file": _ = try vault.createVaultFileOnly()
            default: _ = try vault.create()
            }
            try vault.scratch.write("{\"version\":1}", to: mark)
            try vault.scratch.write("mine", to: "vault/mine.txt")
            if step == "destroyed keys" { try VaultFolder(path: vault.folder).destroyKeys() }
            let phone = try GivenPhone(NoRelay(), vault: vault)
            _ = await phone.get("/")
            #expect(await phone.get("/unlock").headers["location"] == "/welcome", "\(step)")
            let left = try FileManager.default.contentsOfDirectory(atPath: vault.folder).filter { !$0.hasSuffix(".lock") }
            #expect(left == ["mine.txt"], "\(step)")
        }
    }

    @Test func aMakingNeverTouchesAVaultThatIsThere() async throws {
        let vault = try TestVault()
        do { _ = try vault.create() }
        let relay = try await TestRelay()
        let door = VaultDoor(
            at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest, deviceName: "phone", isAlone: true)
        await #expect(throws: VaultError.exists) {
            try await door.create(
                passphrase: Array("another horse".utf8), with: try relay.address, over: relay.transport(), invitation: nil)
        }
        #expect(try await door.state() == .locked)
        try await door.unlock(passphrase: TestVault.passphrase)
    }

    @Test func aLinkThatWasKilledGoesOnOrBeginsAgain() async throws {
        let count = try await requestsOfALink()
        #expect((6..<40).contains(count))
        // Each mostly waits, so all of them wait together.
        let killed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for request in 1...max(count, 1) {
                group.addTask {
                    let asked = try await self.linkGoesOn(after: GivenPhone.Kill(request: request, isHeard: false))
                    // What only asks leaves nothing at the relay.
                    if let asked, !asked.hasPrefix("GET") {
                        _ = try await self.linkGoesOn(after: GivenPhone.Kill(request: request, isHeard: true))
                    }
                    return asked != nil
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(killed > count - 3, "\(killed) of \(count)")
    }

    /// How many requests a link has. The first rounds of sync after it are not among them: how many there are, chance decides.
    private func requestsOfALink() async throws -> Int {
        let (relay, desk, line) = try await world()
        let (counted, vault) = (Counted(line), try TestVault())
        let door = VaultDoor(
            at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest, deviceName: "phone", isAlone: true)
        let approval = Mutex<Task<Void, any Error>?>(nil)
        let missing = try await door.link(
            through: try relay.address, over: { _ in counted }, recoveryCode: nil,
            passphrase: Array(PhoneKillTests.passphrase[0].1.utf8)
        ) { shown in
            guard let code = shown?.code else { return }
            approval.withLock {
                $0 = Task {
                    try await desk.approveDevice(typed: code) { _ in relay.transport() }
                    line.open()
                }
            }
        }
        #expect(missing == nil)
        try await approval.withLock(\.self)?.value
        return counted.count
    }

    /// Counts what is asked of a relay.
    private final class Counted: RelayTransport {
        private let relay: any RelayTransport
        private let requests = Mutex(0)

        init(_ relay: any RelayTransport) { self.relay = relay }

        var count: Int { requests.withLock(\.self) }

        func send(_ request: RelayRequest) async throws -> RelayResponse {
            requests.withLock { $0 += 1 }
            return try await relay.send(request)
        }

        func close() { relay.close() }
    }

    /// Returns the request at which the link was killed; `nil` if it was complete before that.
    private func linkGoesOn(after kill: GivenPhone.Kill) async throws -> String? {
        let (relay, desk, line) = try await world()
        let phone = try GivenPhone(line)
        phone.keepFiles(at: kill)
        let page = try await phone.link(to: relay, by: desk, line)
        guard let files = phone.killed else {
            #expect(page.text.contains("Written at the desk"))
            return nil
        }
        let next = try GivenPhone(line, vault: files)
        _ = await next.get("/")
        if await next.get("/unlock").headers["location"] == "/welcome" {
            #expect(try await next.link(to: relay, by: desk, line).text.contains("data-page=\"today\""), "\(kill)")
        } else {
            #expect(await next.unlock().text.contains("data-page=\"today\""), "\(kill)")
        }
        try await until("\(kill): the journal is there, and the desk knows the phone") {
            _ = await next.post("/settings/sync/now", await next.get("/settings/sync"))
            try await relay.round(desk)
            let isKnown = try await desk.syncStatus().devices.contains { $0.name == "Phone" }
            return await next.get("/journal").text.contains("Written at the desk") && isKnown
        }
        return phone.fetched[kill.request - 1]
    }

    @Test func aLinkWhoseNetworkWasLostSaysSoAndGoesOn() async throws {
        let (relay, desk, line) = try await world()
        let phone = try GivenPhone(line)
        phone.keepFiles(at: GivenPhone.Kill(request: 6, isHeard: false, failure: "offline"))
        let page = try await phone.link(to: relay, by: desk, line)
        #expect(page.text.contains("Not all of your journal is here yet"), "\(page.text)")
        phone.fail(nil)
        try await until("the journal is there") {
            _ = await phone.post("/settings/sync/now", await phone.get("/settings/sync"))
            return await phone.get("/journal").text.contains("Written at the desk")
        }
    }

    @Test func aSnapshotGoesOnWhereAKillHasStoppedIt() async throws {
        let (relay, desk, line) = try await world(hasSnapshot: true)
        let whole = try GivenPhone(line, piece: 1024)
        #expect(try await whole.link(to: relay, by: desk, line).text.contains("data-page=\"today\""))
        let pieces = whole.fetched.filter { $0.contains("/snapshots/") }
        #expect(pieces.count > 4 && pieces[1].hasSuffix(" bytes=1024-2047"), "\(pieces)")

        // Another phone, at whose third piece its system ends it.
        let third = try #require(whole.fetched.firstIndex(of: pieces[2]))
        let again = AnsweredWhenApproved(relay.transport())
        let phone = try GivenPhone(again, piece: 1024)
        phone.keepFiles(at: GivenPhone.Kill(request: third + 1, isHeard: false))
        _ = try await phone.link(to: relay, by: desk, again)
        let files: TestVault = try #require(phone.killed)
        let next = try GivenPhone(relay.transport(), vault: files, piece: 1024)
        _ = await next.get("/")
        _ = await next.unlock()
        try await until("the journal is there") { await next.get("/journal").text.contains("Written at the desk 39") }
        let rest = next.fetched.filter { $0.contains("/snapshots/") }
        #expect(rest.first?.hasSuffix(" bytes=2047-3070") == true, "\(rest)")
        let left = try FileManager.default.contentsOfDirectory(atPath: files.folder).filter { $0.hasSuffix(".partial") }
        #expect(left.isEmpty)
    }

    @Test func aPhotoGoesAndComesInPieces() async throws {
        let (relay, desk, line) = try await world()
        let phone = try GivenPhone(line, piece: 10_000)
        _ = try await phone.link(to: relay, by: desk, line)
        let photo = [0xff, 0xd8, 0xff] + (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        _ = await phone.write("A photo", photo: photo, on: await phone.get("/today"))
        try await until("it is at the relay") {
            _ = await phone.post("/settings/sync/now", await phone.get("/settings/sync"))
            return relay.heldFiles().count == 1
        }
        let sent = phone.fetched.filter { $0.hasPrefix("PUT") && $0.contains("/blobs/") }
        #expect(sent.count > 4 && sent[0].contains(" bytes 0-9999/"), "\(sent)")

        let other = AnsweredWhenApproved(relay.transport())
        let second = try GivenPhone(other, piece: 10_000)
        _ = try await second.link(to: relay, by: desk, other)
        try await until("it has come") {
            _ = await second.post("/settings/sync/now", await second.get("/settings/sync"))
            let files = try second.files()
            let names = withExtendedLifetime(files) {
                (try? FileManager.default.contentsOfDirectory(atPath: files.folder + "/attachments")) ?? []
            }
            return names == relay.heldFiles()
        }
        let pieces = second.fetched.filter { $0.hasPrefix("GET") && $0.contains("/blobs/") && $0.contains(" bytes=") }
        #expect(pieces.count > 4, "\(pieces)")
    }
}
