import Backups
import Base
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing
import Vault

@Suite struct BackupTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `whatever an owner does, a chain of backups brings all of it back`(seed: UInt64) async throws {
        print("backup: seed \(seed)")
        let given = try BackedUp(seed: seed)
        var owner = RandomOwner(seed: seed)
        for tier in [BackupTier.monthly, .weekly, .daily, .daily] {
            for _ in 0..<25 { try await owner.act(on: given.vault, in: given.test) }
            given.test.clock.advance(days: 1)
            let receipt = try await given.backUp(tier)
            #expect(receipt.tier == tier)
        }
        let found = try await given.vault.verifyBackup(at: given.folder)
        #expect(found.files.count == 3 && found.since == 0 && found.isAuthentic == true && found.unopened == 0)
        let before = try await VaultPicture(of: given.vault)
        let (folder, restored) = try given.restored()
        #expect(try await VaultPicture(of: restored) == before)
        for entry in before.entries where !entry.attachments.isEmpty {
            let out = given.test.scratch.path + "/out-\(entry.id)"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            #expect(try await !restored.saveAttachments(of: entry, to: out).isEmpty)
        }
        // The folder goes with the last who knows it.
        #expect(names(in: folder.folder).contains("attachments"))
    }

    @Test func `a log of many batches is read in its order, and comes back as it was`() async throws {
        let given = try BackedUp()
        let text = (0..<1500).map { "[20\(10 + $0 % 10)-03-\(10 + $0 % 20) \(10 + $0 % 14):00] Entry \($0)\nand its body\n\n" }
            .joined()
        let path = try given.test.scratch.write(text, to: "diary.txt")
        _ = try await given.vault.importEntries(ImportSource(path: path, format: .jrnl, surroundings: given.test.surroundings))
        for entry in try await given.vault.entries(Selection()).list.prefix(3) {
            var change = EntryChange()
            for number in 0..<3 {
                change.text = "changed \(number)"
                _ = try await given.vault.change(entry.id, change)
            }
        }
        _ = try await given.vault.add(NewEntry(text: String(repeating: "long ", count: 200_000)))
        try await given.backUp()
        let found = try await given.vault.verifyBackup(at: given.folder)
        #expect(found.operations == 1 + 1500 + 9 + 1 && found.unopened == 0)
        let before = try await VaultPicture(of: given.vault)
        let (folder, restored) = try given.restored()
        #expect(try await VaultPicture(of: restored) == before)
        #expect(
            try VaultInsides(folder).log().map(\.operation.header.position).prefix(1511) == (1...1511).map { UInt64($0) }[...])
    }

    @Test func `a file that was sealed for a change that failed does not come into a backup`() async throws {
        let given = try BackedUp()
        let file = try given.test.scratch.write("a photo", to: "a.png")
        _ = try await given.vault.add(NewEntry(text: "with a file", attachments: [file]))
        let kept = names(in: given.test.location.attachments)
        let orphan = String(repeating: "0", count: 64)
        try given.test.scratch.write("sealed", to: "vault/attachments/" + orphan)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(given.test.clock.now) / 1000 - 2 * 86_400)],
            ofItemAtPath: given.test.location.attachments + "/" + orphan)
        #expect(try await given.backUp().attachments == 1)
        #expect(names(in: given.test.location.attachments) == kept)
    }

    @Test func `a photo that lost its place between two backups has none when it is restored`() async throws {
        let given = try BackedUp()
        let path = try given.test.scratch.write(SamplePicture.jpeg(exif: SamplePicture.exif()), to: "a.jpg")
        let entry = try await given.vault.add(NewEntry(text: "by the river", attachments: [path]))
        try await given.backUp(.monthly)
        given.test.clock.advance(days: 1)
        #expect(try await given.vault.removePlaces(in: entry.journal, progress: .silent).withPlace == 1)
        #expect(try await given.backUp(.daily).attachments == 1)
        #expect(try await given.vault.verifyBackup(at: given.folder).unopened == 0)
        let (kept, restored) = try given.restored()
        let read = try #require(try await restored.entries(Selection()).list.first)
        let facts = try await restored.photoFacts(of: read)
        #expect(facts.count == 1 && facts.allSatisfy { $0.place == nil && $0.taken != nil })
        #expect(try await kept.repair().report.isWhole)
    }

    @Test func `a restored vault writes on a chain of its own, is repaired, and backed up again`() async throws {
        let given = try BackedUp()
        for number in 0..<10 { _ = try await given.vault.add(NewEntry(text: "entry \(number)")) }
        try await given.backUp()
        let (folder, restored) = try given.restored()
        let new = try await restored.add(NewEntry(text: "on the new machine")).id
        let old = try await given.vault.entries(Selection()).list[0].id
        var change = EntryChange()
        change.text = "changed there"
        _ = try await restored.change(old, change)
        let insides = try VaultInsides(folder)
        #expect(Set(try insides.log().map(\.operation.header.device)).count == 2)
        #expect(insides.keys.header.vault != (try given.test.unlocked()).header.vault)
        let before = try await VaultPicture(of: restored)
        let (repaired, report) = try await folder.repair()
        #expect(report.isWhole && report.missing == 0)
        #expect(try await VaultPicture(of: repaired) == before)
        #expect(try await repaired.entries(Selection()).list.contains { $0.id == new })
        // Its code opens it still, and it is backed up under its own name, as a whole.
        _ = try VaultOpening.read(folder.location).unlock(recoveryCode: RecoveryCode(typed: given.code))
        let receipt = try await restored.createBackup(in: given.folder)
        #expect(receipt.tier == .monthly && given.files.count == 2)
        let path = receipt.path
        #expect(try await restored.verifyBackup(at: given.folder).files == [URL(fileURLWithPath: path).lastPathComponent])
    }

    @Test func `a restored vault rotates its keys, is whole, and its backups are restored once more`() async throws {
        let given = try BackedUp()
        for number in 0..<5 { _ = try await given.vault.add(NewEntry(text: "entry \(number)")) }
        try await given.backUp()
        let (folder, restored) = try given.restored()
        #expect(try await restored.rotateKeys().epoch == 2)
        _ = try await restored.add(NewEntry(text: "under the new key"))
        let (_, report) = try await folder.repair()
        #expect(report.isWhole)
        _ = try await restored.createBackup(in: given.folder)
        #expect(try await restored.verifyBackup(at: given.folder).records > 5)
    }

    @Test func `every weekly backup holds the files that came since the monthly one`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.createBackup(in: given.folder, tier: .monthly)
        let file = try given.test.scratch.write("a photo", to: "a.png")
        _ = try await given.vault.add(NewEntry(text: "with a file", attachments: [file]))
        for _ in 0..<2 {
            given.test.clock.advance(seconds: 3600)
            let receipt = try await given.vault.createBackup(in: given.folder, tier: .weekly)
            #expect(receipt.attachments == 1)
            #expect(try await given.vault.verifyBackup(at: given.folder).records > 0)
        }
    }

    @Test func `a damaged database of a restored vault is rescued`() async throws {
        let given = try BackedUp()
        for number in 0..<200 {
            _ = try await given.vault.add(NewEntry(text: "entry \(number) " + String(repeating: "x", count: 400)))
        }
        try await given.backUp()
        let (folder, _) = try given.restored()
        try VaultInsides.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: folder)
        var bytes = try contents(of: folder.location.database)
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: folder.location.database))
        let (_, report) = try await folder.repair()
        #expect(report.damagedDatabase != nil && report.applied > 150)
    }

    @Test func `the tier that is due follows from what is there`() async throws {
        let given = try BackedUp()
        func next(days: Int64) async throws -> BackupTier {
            given.test.clock.advance(days: days)
            _ = try await given.vault.add(NewEntry(text: "x"))
            return try await given.backUp().tier
        }
        // 14 March 2026.
        #expect(try await next(days: 0) == .monthly)
        #expect(try await next(days: 1) == .daily)
        #expect(try await next(days: 5) == .daily)
        #expect(try await next(days: 1) == .weekly)
        #expect(try await next(days: 1) == .daily)
        #expect(try await next(days: 6) == .weekly)
        #expect(try await next(days: 4) == .monthly)
        #expect(try await next(days: 1) == .daily)
        // What a daily one builds on is gone: a whole one.
        let monthly = try #require(given.files.last { $0.contains("monthly") })
        try FileManager.default.removeItem(atPath: given.folder + "/" + monthly)
        #expect(try await next(days: 0) == .monthly)
        // Another recovery code: a file for it must not need those for the old one.
        _ = try await given.vault.replaceRecoveryCode()
        #expect(try await next(days: 0) == .monthly)
        #expect(try await next(days: 1) == .daily)
        let weekly = try await given.backUp(.weekly).path
        try FileManager.default.removeItem(atPath: weekly)
        #expect(try await next(days: 1) == .weekly)
    }

    @Test func `old backups go, but never one that another needs, nor a stranger's`() async throws {
        let given = try BackedUp()
        let other = BackupName(vault: [9, 9, 9, 9], created: 0, tier: .monthly).text
        try given.test.scratch.write("x", to: "backups/" + other)
        try given.test.scratch.write("x", to: "backups/holiday.age")
        for _ in 0..<60 {
            given.test.clock.advance(days: 1)
            _ = try await given.vault.add(NewEntry(text: "x"))
            try await given.backUp()
        }
        let own = given.files.compactMap { BackupName($0) }.filter { $0.text != other }
        #expect(own.count(where: { $0.tier == .daily }) == 7)
        #expect((4...5).contains(own.count(where: { $0.tier == .weekly })))
        #expect(given.files.contains(other) && given.files.contains("holiday.age"))
        for name in own { _ = try await given.vault.verifyBackup(at: given.folder + "/" + name.text) }
    }

    @Test func `no file is left where the folder cannot be written or is the vault itself`() async throws {
        let given = try BackedUp()
        let path = try given.test.scratch.write("x", to: "file")
        await #expect(throws: EngineError.file(path: path, code: ENOTDIR)) { try await given.vault.createBackup(in: path) }
        for inside in [given.test.folder, given.test.folder + "/attachments/backups"] {
            await #expect(throws: BackupFault.insideVault) { try await given.vault.createBackup(in: inside) }
        }
        #expect(!names(in: given.test.folder).contains { $0.hasSuffix(".age") || $0.hasSuffix(".partial") })
    }

    @Test func `how backups stand is told`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "one"))
        var state = try await given.vault.backupState()
        #expect(state.last == nil && state.trouble(now: given.test.clock.now) == .missing)
        await #expect(throws: BackupFault.noFolder) { try await given.vault.usualBackupFolder() }
        try await given.backUp()
        state = try await given.vault.backupState()
        #expect(state.since == 0 && state.verified == nil && state.trouble(now: given.test.clock.now) == nil)
        _ = try await given.vault.verifyBackup(at: given.folder)
        #expect(try await given.vault.backupState().verified == given.test.clock.now)
        given.test.clock.advance(days: 9)
        #expect(try await given.vault.backupState().trouble(now: given.test.clock.now) == nil, "nothing new")
        _ = try await given.vault.add(NewEntry(text: "two"))
        state = try await given.vault.backupState()
        #expect(state.since == 1 && state.trouble(now: given.test.clock.now) == .old(days: 9))
        try await given.backUp()
        given.test.clock.advance(days: 41)
        #expect(try await given.vault.backupState().trouble(now: given.test.clock.now) == .unchecked(days: 50))
    }

    @Test(arguments: [
        "", "auralyst", "auralyst-1a2b3c4d-20260314T201530Z-daily", "auralyst-1a2b3c4d-20260314T201530Z-hourly.age",
        "auralyst-1a2b3c4-20260314T201530Z-daily.age", "auralyst-1A2B3C4D-20260314T201530Z-daily.age",
        "auralyst-1a2b3c4d-20260230T201530Z-daily.age", "auralyst-1a2b3c4d-20260314T241530Z-daily.age",
        "auralyst-1a2b3c4d-20260314T201560Z-daily.age", "auralyst-1a2b3c4d-2026-03-14-daily.age",
        "auralyst-1a2b3c4d-20260314T201530Z-daily.age.partial", "x-1a2b3c4d-20260314T201530Z-daily.age",
    ]) func `what is no name of a backup is none`(text: String) { #expect(BackupName(text) == nil) }

    @Test(arguments: BackupTier.allCases, [0, 951_782_399_000, 1_773_519_330_000, 4_102_444_800_000] as [Int64])
    func `a name reads as it was written`(tier: BackupTier, created: Int64) {
        let name = BackupName(vault: [0x1a, 0x2b, 0x3c, 0x4d, 5], created: created + 250, tier: tier)
        #expect(BackupName(name.text) == name && name.created == created)
    }
}
