import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing
import Vault

/// Rotation of a journal's key: everything stays readable, nothing old opens any more, and it goes on wherever it was broken off.
@Suite struct VaultRotationTests {
    /// A vault with entries that were changed and deleted, and two attachments.
    private func filled(entries: Int = 60) async throws -> (vault: TestVault, open: OpenVault) {
        let vault = try TestVault()
        let open = try vault.create()
        var owner = RandomOwner(seed: 3)
        for _ in 0..<entries { try await owner.act(on: open, in: vault) }
        let first = try vault.scratch.write([UInt8](repeating: 7, count: 100_000), to: "scan.png")
        let second = try vault.scratch.write("a letter", to: "letter.txt")
        _ = try await open.add(NewEntry(text: "with two files", attachments: [first, second]))
        return (vault, open)
    }

    /// All that a vault answers, but for where the bytes of attachments lie: that is what a rotation changes.
    private func seen(_ vault: OpenVault) async throws -> VaultPicture {
        var picture = try await VaultPicture(of: vault)
        picture.attachments = picture.attachments.mapValues { records in
            records.map { AttachmentRecord(name: $0.name, type: $0.type, size: $0.size, key: [], blob: [], hash: []) }
        }
        return picture
    }

    private func keys(_ vault: TestVault) throws -> [UInt32] {
        let insides = try VaultInsides(vault)
        return insides.keys.body.epochs(of: insides.journal.bytes)
    }

    /// No row is sealed under an epoch before this one, and every row opens.
    private func expectAllUnder(_ epoch: UInt32, _ vault: TestVault, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let log = try VaultInsides(vault).log()
        let sealed = log.filter { $0.operation.header.lane != .control }
        #expect(sealed.allSatisfy { $0.operation.sealedEpoch == epoch && $0.payload != nil }, sourceLocation: sourceLocation)
        #expect(!sealed.isEmpty, sourceLocation: sourceLocation)
    }

    @Test func `after a rotation all is there as before, under a new key, and the old one is gone`() async throws {
        let (vault, open) = try await filled()
        let before = try await seen(open)
        let hashes = try VaultInsides(vault).log().map(\.operation.hash)
        let payloads = try VaultInsides(vault).log().map(\.payload)
        let files = names(in: vault.location.attachments)
        let report = try await open.rotateKeys()
        #expect(report.epoch == 2 && report.attachments == files.count)
        #expect(report.unopened == 0 && report.faultyAttachments.isEmpty)
        #expect(try await seen(open) == before)
        #expect(try await open.rotations().isEmpty)
        try expectAllUnder(2, vault)
        #expect(try keys(vault) == [2])
        let log = try VaultInsides(vault).log()
        #expect(Array(log.map(\.operation.hash).prefix(hashes.count)) == hashes, "names and chain stay")
        #expect(Array(log.map(\.payload).prefix(payloads.count)) == payloads)
        // The control operation and one for each attachment.
        #expect(log.count == hashes.count + 1 + files.count)
        let after = names(in: vault.location.attachments)
        #expect(after.count == files.count && files.count >= 2 && Set(after).isDisjoint(with: files))
        let list = try await open.entries(Selection()).list
        let entry = try #require(list.first { $0.entry.text == "with two files" })
        let out = vault.scratch.path + "/out"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        _ = try await open.saveAttachments(of: entry, to: out)
        #expect(try contents(of: out + "/scan.png") == [UInt8](repeating: 7, count: 100_000))
        #expect(try contents(of: out + "/letter.txt") == Array("a letter".utf8))
    }

    @Test func `what is new is sealed under the new key, and the next opening and a repair find all in order`() async throws {
        let (vault, open) = try await filled()
        try await open.rotateKeys()
        let added = try await open.add(NewEntry(text: "after the rotation"))
        let again = try vault.open()
        #expect(again.lostOperations == 0)
        #expect(try await again.entries(Selection()).list.map(\.id).contains(added.id))
        let picture = try await seen(again)
        try expectAllUnder(2, vault)
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole && report.damagedDatabase == nil)
        #expect(try await seen(repaired) == picture)
        // And again, three times.
        for epoch in 3...5 as ClosedRange<UInt32> {
            #expect(try await repaired.rotateKeys().epoch == epoch)
            #expect(try await seen(repaired) == picture)
            try expectAllUnder(epoch, vault)
            #expect(try keys(vault) == [epoch])
        }
        let (_, last) = try await vault.repair()
        #expect(last.isWhole)
    }

    @Test func `no byte of an old body is left in the database`() async throws {
        let (vault, open) = try await filled()
        let bodies = try VaultInsides(vault).log().filter { $0.operation.header.lane != .control }.map(\.operation.body)
        try await open.rotateKeys()
        var found = 0
        var rows = 0
        try VaultInsides(vault).store.eachOperation { _, bytes, _ in
            rows += 1
            // Salt and commitment: chance, which stands nowhere else.
            found += bodies.count { bytes.firstRange(of: $0[..<56]) != nil }
            return true
        }
        #expect(found == 0 && rows > bodies.count)
        let wal = try Int64(contents(of: vault.location.database + "-wal").count)
        #expect(wal <= 1 << 16, "the old pages in the write-ahead log are gone: \(wal) bytes")
    }

    @Test func `a program that was open before seals under the new key as well, and reads what is sealed anew`() async throws {
        let (vault, open) = try await filled()
        let other = try vault.open()
        _ = try await other.add(NewEntry(text: "before"))
        try await open.rotateKeys()
        let added = try await other.add(NewEntry(text: "by the other program"))
        try expectAllUnder(2, vault)
        #expect(try await open.entries(Selection()).list.map(\.id).contains(added.id))
        #expect(try await other.find("last").id == added.id)
        let position = try await other.logPosition()
        #expect(try await other.changes(after: position - 3).changes?.contains { $0.id == added.id } == true)
    }

    @Test func `a vault can be used while its key is rotated`() async throws {
        let (vault, open) = try await filled(entries: 400)
        async let report = open.rotateKeys()
        var added: [RecordID] = []
        for number in 0..<20 { added.append(try await open.add(NewEntry(text: "meanwhile \(number)")).id) }
        #expect(try await report.epoch == 2)
        let list = Set(try await open.entries(Selection()).list.map(\.id))
        #expect(added.allSatisfy(list.contains))
        try expectAllUnder(2, vault)
    }

    @Test func `broken off between vault file and log, the next opening makes the operation up`() async throws {
        let (vault, open) = try await filled()
        let picture = try await seen(open)
        // What a kill leaves: the log as it was, the vault file with the new key.
        let killed = try vault.copy()
        try await cancelled(open)
        for name in ["vault.auralyst", "vault.auralyst.bak"] {
            try Data(contents(of: vault.folder + "/" + name)).write(to: URL(fileURLWithPath: killed.folder + "/" + name))
        }
        #expect(try keys(killed) == [1, 2])
        let again = try killed.open()
        let state = try #require(try await again.rotations().first)
        #expect(state.epoch == 2 && state.done == 0 && state.total > 40 && state.attachmentsLeft >= 2)
        #expect(try await again.status().rotations == [state])
        #expect(try VaultInsides(killed).log().last?.operation.header.lane == .control)
        #expect(try await seen(again) == picture)
        let report = try #require(try await again.resumeRotation())
        #expect(report.operations > 40 && report.attachments == state.attachmentsLeft)
        try expectAllUnder(2, killed)
        #expect(try keys(killed) == [2])
        #expect(try await again.resumeRotation() == nil)
        #expect(try await seen(again) == picture)
    }

    /// Begins a rotation and gives it up before its first attachment.
    private func cancelled(_ open: OpenVault) async throws {
        let task = Task { try await open.rotateKeys() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `given up in the middle, both keys are there, and rotating goes on with the same epoch`() async throws {
        let (vault, open) = try await filled()
        let picture = try await seen(open)
        try await cancelled(open)
        #expect(try keys(vault) == [1, 2])
        let again = try vault.open()
        #expect(try await seen(again) == picture)
        _ = try await again.add(NewEntry(text: "in between"))
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole)
        #expect(try await repaired.rotateKeys().epoch == 2)
        try expectAllUnder(2, vault)
        #expect(try keys(vault) == [2])
    }

    @Test func `a repair that makes a new database in the middle of a rotation loses nothing, and it goes on`() async throws {
        let (vault, open) = try await filled()
        try await cancelled(open)
        let picture = try await seen(open)
        try VaultInsides(vault).store.walCheckpoint()
        var bytes = try contents(of: vault.location.database)
        bytes[bytes.count / 2] ^= 1
        let damaged = try vault.copy()
        try Data(bytes).write(to: URL(fileURLWithPath: damaged.location.database))
        let (repaired, report) = try await damaged.repair()
        #expect(report.damagedDatabase != nil)
        #expect(try await seen(repaired).values == picture.values)
        _ = try await repaired.resumeRotation()
        try expectAllUnder(2, damaged)
        #expect(try keys(damaged) == [2])
        #expect(try await seen(repaired).values == picture.values)
    }

    @Test func `where operations are missing no key is rotated`() async throws {
        let (vault, open) = try await filled()
        let older = try vault.copy()
        _ = try await open.add(NewEntry(text: "lost in the copy"))
        try Data(contents(of: vault.location.heads)).write(to: URL(fileURLWithPath: older.location.heads))
        let found = try older.open()
        #expect(found.lostOperations == 1)
        await #expect(throws: KeysError.needsRepair) { try await found.rotateKeys() }
        #expect(try keys(older) == [1])
    }

    @Test func `a database from before a finished rotation loses its log, and its tables are saved anew`() async throws {
        let (vault, open) = try await filled()
        try VaultInsides(vault).store.walCheckpoint()
        let old = try contents(of: vault.location.database)
        let picture = try await seen(open)
        try await open.rotateKeys()
        let restored = try vault.copy()
        try Data(old).write(to: URL(fileURLWithPath: restored.location.database))
        try? FileManager.default.removeItem(atPath: restored.location.database + "-wal")
        let again = try restored.open()
        #expect(again.lostOperations > 0)
        #expect(try await seen(again).values == picture.values)
        _ = try await again.add(NewEntry(text: "written all the same"))
        let (repaired, report) = try await restored.repair()
        #expect(report.rescued > 0)
        let texts = try await repaired.texts()
        #expect(texts.contains("written all the same") && texts.contains("with two files"))
    }

    @Test func `an attachment that is missing or damaged is named, and stops nothing`() async throws {
        let (vault, open) = try await filled(entries: 0)
        let files = names(in: vault.location.attachments)
        let sizes = try files.map { try contents(of: vault.location.attachments + "/" + $0).count }
        let large = files[sizes[0] > sizes[1] ? 0 : 1]
        let small = files[sizes[0] > sizes[1] ? 1 : 0]
        try FileManager.default.removeItem(atPath: vault.location.attachments + "/" + small)
        var bytes = try contents(of: vault.location.attachments + "/" + large)
        bytes[60_000] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: vault.location.attachments + "/" + large))
        let report = try await open.rotateKeys()
        #expect(Set(report.faultyAttachments) == ["scan.png", "letter.txt"] && report.attachments == 0)
        #expect(try keys(vault) == [2])
        #expect(names(in: vault.location.attachments) == [large], "what is damaged stays, and no half file")
    }

    @Test func `a file under an earlier key that cannot be removed is counted, and the rotation ends`() async throws {
        let (vault, open) = try await filled(entries: 0)
        let files = names(in: vault.location.attachments)
        #expect(try await open.rotateKeys().oldFilesLeft == 0)
        // A folder in its place is not removed as a file is.
        for name in files {
            let path = vault.location.attachments + "/" + name
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let report = try await open.rotateKeys()
        #expect(!files.isEmpty && report.oldFilesLeft == files.count)
        #expect(try await open.rotations().isEmpty && keys(vault) == [3])
    }

    @Test func `the recovery code is rehearsed from the disk, and the date is kept`() async throws {
        let (vault, open) = try await filled(entries: 5)
        let code = try await open.replaceRecoveryCode()
        #expect(try await open.status().recoveryProven == nil)
        let drill = try await VaultOpening.rehearseRecovery(vault.location, typed: code, surroundings: vault.surroundings)
        #expect(drill.date == vault.clock.now && drill.entries > 0 && drill.hasReadNewest)
        #expect(try await vault.open().status().recoveryProven == vault.clock.now)
        await #expect(throws: VaultError.wrongRecoveryCode) {
            try await VaultOpening.rehearseRecovery(
                vault.location, typed: RecoveryCode.random().text(), surroundings: vault.surroundings)
        }
        let damaged = try vault.copy()
        try? FileManager.default.removeItem(atPath: damaged.location.database + "-wal")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: damaged.location.database))
        await #expect(throws: (any Error).self) {
            try await VaultOpening.rehearseRecovery(damaged.location, typed: code, surroundings: vault.surroundings)
        }
    }
}
