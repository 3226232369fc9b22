import Backups
import Basics
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

/// Files between two devices of one person, through a relay in this process that loses, refuses and lies.
@Suite struct FileSyncTests {
    /// Two devices that have each other's files.
    final class Scene {
        let relay: TestRelay
        let firstVault: TestVault
        let first: OpenVault
        let secondVault: TestVault
        let second: OpenVault

        init(files: Int = 1, isOnDisk: Bool = false) async throws {
            relay = try await TestRelay(isOnDisk: isOnDisk)
            (firstVault, first) = try await relay.firstDevice()
            for number in 0..<files {
                let photo = try firstVault.scratch.write(Scene.bytes(number), to: "photo \(number).jpg")
                _ = try await first.add(NewEntry(text: "With photo \(number).", attachments: [photo]))
            }
            try await relay.round(first)
            (secondVault, second) = try await relay.linked(to: first)
            // What the two say of themselves while they meet.
            for device in [first, second, first, second] { try await relay.round(device) }
        }

        static func bytes(_ number: Int) -> [UInt8] { (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) } }

        func add(_ number: Int) async throws {
            let photo = try firstVault.scratch.write(Scene.bytes(number), to: "photo \(number).jpg")
            _ = try await first.add(NewEntry(text: "With photo \(number).", attachments: [photo]))
        }

        var named: [String] {
            get throws {
                try VaultInsides(firstVault).store.records(kind: AttachmentRecord.kind)
                    .compactMap { AttachmentRecord(fields: $0.state.values) }.map { hex($0.hash) }.sorted()
            }
        }

        static func files(of vault: TestVault) -> [String] { names(in: vault.folder + "/attachments").sorted() }
    }

    @Test func `a relay that has lost everything gets the files again, and a device that is linked later has them`() async throws
    {
        let scene = try await Scene(files: 3)
        let (relay, named) = (scene.relay, try scene.named)
        #expect(relay.heldFiles() == named && Scene.files(of: scene.secondVault) == named)
        try await relay.wipe()
        #expect(relay.heldFiles() == [])
        for vault in [scene.first, scene.second, scene.first] { try await relay.round(vault) }
        #expect(relay.heldFiles() == named)
        let (thirdVault, third) = try await relay.linked(to: scene.second, seed: 3)
        #expect(Scene.files(of: thirdVault) == named)
        #expect(try await third.syncStatus().files.isComplete)
        #expect(try await scene.first.syncStatus().files.isComplete)
    }

    @Test func `a relay that comes back from an older copy is asked what it holds, and gets what it lacks`() async throws {
        let scene = try await Scene(files: 2, isOnDisk: true)
        let relay = scene.relay
        let old = try await relay.copy()
        try await scene.add(2)
        for vault in [scene.first, scene.second] { try await relay.round(vault) }
        #expect(relay.heldFiles().count == 3)
        try await relay.restore(old, isSaid: false)
        #expect(relay.heldFiles().count == 2)
        for vault in [scene.first, scene.second] { try await relay.round(vault) }
        #expect(relay.heldFiles() == (try scene.named))
        // Only the folder of files comes from an older backup than the database: nobody could tell by the log.
        let lost = try #require(relay.heldFiles().first)
        try relay.lose(lost)
        let whole = try await relay.copy()
        try await relay.restore(whole, isSaid: true)
        try await relay.round(scene.first)
        #expect(relay.heldFiles() == (try scene.named))
        #expect(try await scene.first.syncStatus().files.isComplete)
    }

    @Test func `a file that the relay's disk has lost is sent again within a week, though nobody says so`() async throws {
        let scene = try await Scene(files: 2)
        try scene.relay.lose(try #require(scene.relay.heldFiles().first))
        try await scene.relay.round(scene.first)
        #expect(scene.relay.heldFiles().count == 1)
        scene.relay.clock.advance(seconds: 7 * 86_400)
        try await scene.relay.round(scene.first)
        #expect(scene.relay.heldFiles() == (try scene.named))
    }

    @Test func `a relay that answers 201 and drops the file is found out by its own figures, and gets it again`() async throws {
        let scene = try await Scene()
        try await scene.add(1)
        let count = Mutex(0)
        try await scene.relay.round(scene.first) { request in
            guard request.method == "PUT", request.path.contains("/blobs/") else { return nil }
            count.withLock { $0 += 1 }
            return RelayResponse(status: 201, headers: ["upload-offset": "0"])
        }
        #expect(count.withLock { $0 } == 1 && scene.relay.heldFiles().count == 1)
        try await scene.relay.round(scene.first)
        #expect(scene.relay.heldFiles() == (try scene.named))
    }

    @Test(arguments: [
        RelayRefusal.quota(used: 9, limit: 10), .tooLarge(limit: 100), .role, .invalid(.hash), .unavailable(seconds: 90),
        .tooMany(seconds: 90),
    ])
    func `a refused file is said, is tried again later, and keeps no words waiting`(_ refusal: RelayRefusal) async throws {
        let scene = try await Scene()
        try await scene.add(1)
        let tries = Mutex(0)
        let refuse: @Sendable (RelayRequest) throws -> RelayResponse? = { request in
            guard request.method == "PUT", request.path.contains("/blobs/") else { return nil }
            tries.withLock { $0 += 1 }
            return RelayResponse(status: refusal.status, body: refusal.bytes())
        }
        try await scene.relay.round(scene.first, refuse)
        let status = try await scene.first.syncStatus()
        #expect(status.waiting == 0 && status.files.waiting.count == 0 && !status.files.isComplete)
        #expect(status.files.refused.map(\.error) == [refusal.name] && status.files.refused.map(\.files.count) == [1])
        let pause = status.files.refused[0].retryAt - scene.relay.clock.now
        #expect(pause == (refusal.retryAfter == nil ? 3_600_000 : 90_000))
        try await scene.relay.round(scene.first, refuse)
        #expect(tries.withLock { $0 } == 1, "not at once again")
        // Who asks need not wait, unless the relay has asked for it.
        try await scene.relay.round(scene.first, on: .asked, refuse)
        #expect(tries.withLock { $0 } == (refusal.retryAfter == nil ? 2 : 1))
        scene.relay.clock.advance(milliseconds: 86_400_000)
        try await scene.relay.round(scene.first)
        #expect(scene.relay.heldFiles() == (try scene.named))
        #expect(try await scene.first.syncStatus().files.isComplete)
    }

    @Test func `an upload of which three answers take nothing more is stuck, and counts as not sent`() async throws {
        let scene = try await Scene()
        try await scene.add(1)
        let tries = Mutex(0)
        try await scene.relay.round(scene.first) { request in
            guard request.method == "PUT", request.path.contains("/blobs/") else { return nil }
            tries.withLock { $0 += 1 }
            return RelayResponse(status: 202, headers: ["upload-offset": "100"])
        }
        #expect(tries.withLock { $0 } == 4, "one that took something, and three that took nothing more")
        #expect(try await scene.first.syncStatus().files.refused.map(\.error) == ["stuck"])
        #expect(scene.relay.heldFiles().count == 1)
    }

    @Test func `the first files that are sent put the copy for the recovery code in no doubt`() async throws {
        let relay = try await TestRelay()
        let (vault, first) = try await relay.firstDevice()
        try await relay.round(first)
        #expect(try await !first.syncStatus().isVaultCopyDue)
        let photo = try vault.scratch.write(Scene.bytes(1), to: "photo.jpg")
        _ = try await first.add(NewEntry(text: "With a photo.", attachments: [photo]))
        try await relay.round(first)
        #expect(relay.heldFiles().count == 1)
        #expect(try await !first.syncStatus().isVaultCopyDue)
    }

    @Test func `a file that did not come yet is waited for from the device that has it, and is not damaged`() async throws {
        let scene = try await Scene()
        try await scene.add(1)
        try await scene.relay.round(scene.first) { request in
            request.path.contains("/blobs/")
                ? RelayResponse(status: 503, body: RelayRefusal.unavailable(seconds: 5).bytes()) : nil
        }
        try await scene.relay.round(scene.second)
        let status = try await scene.second.syncStatus()
        let name = try #require(status.devices.first { !$0.isThis }?.name)
        #expect(!name.isEmpty)
        #expect(status.files.missing == [FileStatus.Missing(count: 1, source: .waiting(device: name))])
        let entry = try await scene.second.find("last")
        #expect(try await scene.second.absentFiles(of: entry).values.map(\.words) == ["waiting for '\(name)'"])
        let attachment = try #require(try await scene.second.attachmentList(of: entry).first)
        await #expect(throws: EngineError.attachmentNotHere(name: "photo 1.jpg", device: name)) {
            _ = try await scene.second.openAttachment(attachment.id, of: entry.id)
        }
        await #expect(throws: EngineError.attachmentNotHere(name: "photo 1.jpg", device: name)) {
            _ = try await scene.second.saveAttachments(of: entry, to: scene.secondVault.scratch.path)
        }
        let backup = try await scene.second.createBackup(in: scene.secondVault.scratch.path + "/backups")
        #expect(backup.missingAttachments == 0, "nothing is lost")
        #expect(backup.absentAttachments == [FileStatus.Missing(count: 1, source: .waiting(device: name))])
        let found = try await scene.secondVault.repair().report
        #expect(found.isWhole && found.attachmentFaults == [])
        #expect(found.absentAttachments == ["the attachment 'photo 1.jpg' is not here yet: waiting for '\(name)'"])
        scene.relay.clock.advance(seconds: 3_600)
        for vault in [scene.first, scene.second] { try await scene.relay.round(vault) }
        #expect(Scene.files(of: scene.secondVault) == (try scene.named))
        #expect(try await scene.second.syncStatus().files.isComplete)
    }

    @Test func `repair fetches a file that is damaged here, and keeps what is left of it where the relay has none`() async throws
    {
        let scene = try await Scene(files: 2)
        let (relay, files) = (scene.relay, try scene.named)
        let folder = scene.secondVault.folder + "/attachments/"
        for name in files { try Data("not this".utf8).write(to: URL(fileURLWithPath: folder + name)) }
        try relay.lose(files[1])
        var (vault, report) = try await scene.secondVault.repair()
        #expect(report.attachmentFaults.count == 2)
        try await vault.fetchFaultyFiles(
            into: &report, over: { _ in relay.transport() }, now: { [clock = relay.clock] in clock.now })
        #expect(report.fetchedAttachments == 1 && report.attachmentFaults.count == 1 && report.relayProblem == nil)
        #expect(try contents(of: folder + files[0]) == contents(of: scene.firstVault.folder + "/attachments/" + files[0]))
        #expect(try contents(of: folder + files[1]) == Array("not this".utf8))
        #expect(Scene.files(of: scene.secondVault) == files)
    }

    @Test func `a vault that moves to another relay, or erases this one and begins again, takes its files and its copy along`()
        async throws
    {
        let scene = try await Scene(files: 2)
        let (relay, named) = (scene.relay, try scene.named)
        let other = try await TestRelay()
        try await scene.first.stopSync()
        try await scene.first.startSync(with: try other.address, over: other.transport())
        try await other.round(scene.first)
        #expect(other.heldFiles() == named)
        #expect(try await other.client(of: scene.first).freshVaultCopy() != nil)
        try await scene.first.eraseRelay { _ in other.transport() }
        #expect(other.heldFiles() == [])
        try await scene.first.startSync(with: try other.address, over: other.transport())
        try await other.round(scene.first)
        #expect(other.heldFiles() == named && relay.heldFiles() == named)
    }

    @Test(arguments: [1, 40])
    func `a quiet round asks four things however many files there are`(_ files: Int) async throws {
        let scene = try await Scene(files: files)
        for vault in [scene.first, scene.second] {
            let asked = Mutex<[String]>([])
            try await scene.relay.round(vault) { request in
                asked.withLock { $0.append("\(request.method) \(request.path)") }
                return nil
            }
            #expect(
                asked.withLock { $0 } == ["GET /v1/info", "POST /v1/session", "POST /v1/session", "GET /v1/journals"])
        }
    }

    @Test(arguments: [1, 9])
    func `a new file costs one request, and the other device one`(_ files: Int) async throws {
        let scene = try await Scene(files: files)
        try await scene.add(files)
        for (vault, method) in [(scene.first, "PUT"), (scene.second, "GET")] {
            let asked = Mutex<[String]>([])
            for _ in 0..<2 {
                try await scene.relay.round(vault) { request in
                    if request.path.contains("/blobs") { asked.withLock { $0.append(request.method) } }
                    return nil
                }
            }
            #expect(asked.withLock { $0 } == [method])
        }
    }

    @Test func `a relay that hands out other bytes than it took is noticed within days, and said after the second time`()
        async throws
    {
        let scene = try await Scene(files: 2)
        for name in scene.relay.heldFiles() { try scene.relay.alter(name) }
        scene.relay.clock.advance(seconds: 86_400)
        try await scene.relay.round(scene.first)
        let status = try await scene.first.syncStatus().files
        #expect(status.refused.map(\.error) == ["not_kept"] && !status.isUnfaithful)
        scene.firstVault.clock.advance(seconds: 2 * 86_400)
        scene.relay.clock.advance(seconds: 86_400)
        try await scene.relay.round(scene.first)
        let later = try await scene.first.syncStatus().files
        #expect(later.isUnfaithful && later.sentences.contains { $0.hasPrefix("this relay loses files it accepted") })
    }

    @Test func `the copy for the recovery code comes back after the relay lost it, with the login that may ask for it`()
        async throws
    {
        let relay = try await TestRelay()
        let vault = try TestVault()
        let code = RecoveryCode.random()
        let first = try VaultOpening.create(
            at: vault.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: vault.surroundings, deviceName: "first", cost: .testOnlyCheapest)
        try await first.startSync(with: try relay.address, over: relay.transport())
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for device in [first, second] { try await relay.round(device) }
        for device in [first, second] {
            try await relay.wipe()
            #expect(try await device.syncStatus().waiting == 0)
            try await relay.round(device)
            let found = try await OpenVault.recover(code, from: try relay.address, over: relay.transport())
            #expect(!found.passage.bytes.isEmpty)
            #expect(try await !device.syncStatus().isVaultCopyDue)
        }
        #expect(FileManager.default.fileExists(atPath: secondVault.location.vaultFile))
    }

    @Test func `what fails on this device is said to have failed here, and other files come all the same`() async throws {
        let scene = try await Scene()
        for number in 1...2 { try await scene.add(number) }
        try await scene.relay.round(scene.first)
        let new = try scene.named.filter { !Scene.files(of: scene.secondVault).contains($0) }
        // A folder where the file is to be gathered.
        let blocked = scene.secondVault.folder + "/attachments/" + new[0] + ".relay.partial"
        try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
        await #expect(throws: EngineError.self) { try await scene.relay.round(scene.second) }
        #expect(Scene.files(of: scene.secondVault).contains(new[1]))
        let relay = scene.relay
        let loop = SyncLoop(now: { relay.clock.now }) { _ in relay.transport() }
        await loop.begin(scene.second)
        try await until("a round has ended") { loop.mark?.problem != nil }
        #expect(loop.mark?.isUnreachable == false)
        loop.end()
    }
}

extension TestRelay {
    private func path(of file: String) throws -> String {
        let all = Folder.paths(below: blobs)
        return blobs + "/" + (try #require(all.first { $0.hasSuffix(file) }))
    }

    /// Its disk loses a file.
    fileprivate func lose(_ file: String) throws { try FileManager.default.removeItem(atPath: path(of: file)) }

    /// Its disk alters a file.
    fileprivate func alter(_ file: String) throws {
        let path = try path(of: file)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
    }
}

extension RelayClient {
    /// The copy of the vault, in a session of its own.
    fileprivate func freshVaultCopy() async throws -> [UInt8]? {
        try await openSession()
        return try await vaultCopy()?.bytes
    }
}
