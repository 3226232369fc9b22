import Backups
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
import Testing
import Vault

/// Backups that were altered, cut, mixed up or made by somebody else.
@Suite struct BackupRefusalTests {
    private func given() async throws -> BackedUp {
        let given = try BackedUp()
        for tier in [BackupTier.monthly, .weekly, .daily] {
            for number in 0..<5 { _ = try await given.vault.add(NewEntry(text: "\(tier) \(number)")) }
            given.test.clock.advance(days: 1)
            try await given.backUp(tier)
        }
        return given
    }

    private func path(_ tier: BackupTier, _ given: BackedUp) throws -> String {
        given.folder + "/" + (try #require(given.files.last { $0.contains(tier.rawValue) }))
    }

    private func fault(_ given: BackedUp, _ path: String? = nil) async throws -> BackupFault? {
        do {
            _ = try await given.vault.verifyBackup(at: path ?? given.folder)
            return nil
        } catch let fault as BackupFault {
            return fault
        }
    }

    @Test(arguments: BackupTier.allCases)
    func `no altered byte and no cut of any file of the chain goes unnoticed`(tier: BackupTier) async throws {
        let given = try await given()
        let path = try path(tier, given)
        let name = URL(fileURLWithPath: path).lastPathComponent
        let whole = try contents(of: path)
        let seed = Seed.value
        print("backup: seed \(seed)")
        var random = SplitMix64(seed: seed)
        for number in 0..<12 {
            var bytes = whole
            if number % 3 == 0 {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            } else {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let found = try await fault(given)
            #expect(
                [.damaged(name: name), .otherKey(name: name), .notABackup(name: name), .newerVersion(name: name)].contains(found),
                "\(String(describing: found))")
        }
        #expect(try await given.vault.backupState().failed != nil)
        try Data(whole).write(to: URL(fileURLWithPath: path))
        #expect(try await fault(given) == nil)
        #expect(try await given.vault.backupState().failed == nil)
        #expect(!names(in: given.test.folder).contains { $0.contains("scratch") })
    }

    @Test func `a parent that is gone or is another one is named`() async throws {
        let given = try await given()
        let weekly = try path(.weekly, given)
        let name = URL(fileURLWithPath: weekly).lastPathComponent
        let whole = try contents(of: weekly)
        try FileManager.default.removeItem(atPath: weekly)
        #expect(try await fault(given) == .parentMissing(name: name))
        try Data(try contents(of: path(.monthly, given))).write(to: URL(fileURLWithPath: weekly))
        #expect(try await fault(given) == .damaged(name: name))
        try Data(whole).write(to: URL(fileURLWithPath: weekly))
        #expect(try await fault(given) == nil)
    }

    @Test func `a parent of the same name and moment that is another file is named`() async throws {
        let given = try BackedUp()
        let twin = given.test.scratch.path + "/twin"
        for tier in [BackupTier.monthly, .weekly, .daily] {
            _ = try await given.vault.add(NewEntry(text: "\(tier)"))
            given.test.clock.advance(days: 1)
            try await given.backUp(tier)
            _ = try await given.vault.createBackup(in: twin, tier: tier)
        }
        let weekly = try path(.weekly, given)
        let name = URL(fileURLWithPath: weekly).lastPathComponent
        try Data(try contents(of: twin + "/" + name)).write(to: URL(fileURLWithPath: weekly))
        #expect(try await fault(given) == .parentChanged(name: name))
    }

    @Test func `a backup that restores to other records than the vault had is refused`() async throws {
        let given = try BackedUp()
        for number in 0..<3 { _ = try await given.vault.add(NewEntry(text: "\(number)")) }
        // The log still says what the tables do not.
        try VaultInsides.execute("DELETE FROM record WHERE rowid = (SELECT max(rowid) FROM record)", on: given.test)
        await #expect(throws: BackupFault.unproven) { try await given.backUp() }
        #expect(given.files.isEmpty)
    }

    @Test func `a file that was made for the recovery code by somebody else is noticed while the vault is open`() async throws {
        let given = try await given()
        let path = try path(.monthly, given)
        let name = URL(fileURLWithPath: path).lastPathComponent
        var backup = try OpenedBackup(path, code: given.code)
        backup["manifest.code"][0] = backup["manifest.code"][0] == 0x30 ? 0x31 : 0x30
        try given.seal(backup, into: path)
        #expect(try await fault(given, path) == .forged(name: name))
    }

    /// Replaces a text in the manifest, and makes the code of it right again, so that only its values are wrong.
    private func alterManifest(of path: String, _ given: BackedUp, _ change: (String) -> String) throws {
        var backup = try OpenedBackup(path, code: given.code)
        let manifest = Array(change(String(decoding: backup["manifest.json"], as: UTF8.self)).utf8)
        backup["manifest.json"] = manifest
        backup["manifest.code"] = Array(
            (hex(BackupKeys(vaultKey: try given.test.unlocked().vaultKey()).code(of: manifest)) + "\n").utf8)
        try given.seal(backup, into: path)
    }

    @Test(arguments: [
        ("created", "-9223372036854775808"), ("created", "9223372036854775807"), ("created", "0"), ("operations", "-1"),
        ("operations", "9223372036854775807"), ("records", "9223372036854775807"), ("row", "9223372036854775807"),
        ("row", "-9223372036854775808"),
    ])
    func `a manifest with numbers that nobody writes is damage, and leaves no folder behind`(
        member: String, number: String
    ) async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "kept"))
        try await given.backUp()
        let path = try path(.monthly, given)
        try alterManifest(of: path, given) {
            $0.replacing(try! Regex("\"\(member)\":-?[0-9]+"), with: "\"\(member)\":\(number)")
        }
        let error = #expect(throws: BackupFault.self) { try given.restored(path) }
        #expect(error.map { Explanation($0).exit } == .damaged, "\(String(describing: error))")
        #expect(names(in: given.test.scratch.path) == ["backups", "vault"])
        #expect(try await fault(given, path) != nil)
    }

    @Test func `a backup of a newer version is called that, and stays as it is`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "kept"))
        try await given.backUp()
        let path = try path(.monthly, given)
        try alterManifest(of: path, given) { $0.replacing("auralyst-backup/1", with: "auralyst-backup/2") }
        let newer = try contents(of: path)
        let fault = BackupFault.newerVersion(name: given.files[0])
        #expect(try await self.fault(given, path) == fault)
        #expect(throws: fault) { try given.restored(path) }
        #expect(names(in: given.test.scratch.path) == ["backups", "vault"])
        #expect(try contents(of: path) == newer)
    }

    @Test func `a manifest that is sealed again as it was still restores`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "kept"))
        try await given.backUp()
        try alterManifest(of: try path(.monthly, given), given) { $0 }
        let (_, restored) = try given.restored()
        #expect(try await restored.entries(Selection()).list.map(\.entry.text) == ["kept"])
    }

    @Test(arguments: ["other.age", "auralyst-%-20300101T000000Z-daily.age", "auralyst-00000000-20260316T201530Z-daily.age"])
    func `a newest backup that was renamed is missed, and no older one passes for it`(renamed: String) async throws {
        let given = try await given()
        let (last, own) = (try path(.daily, given), try #require(given.files.first).split(separator: "-")[1])
        let target = given.folder + "/" + renamed.replacing("%", with: own)
        try FileManager.default.moveItem(atPath: last, toPath: target)
        let found = try await fault(given)
        let missing = BackupFault.newestMissing(name: URL(fileURLWithPath: last).lastPathComponent)
        #expect([missing, .damaged(name: URL(fileURLWithPath: target).lastPathComponent)].contains(found))
        try FileManager.default.moveItem(atPath: target, toPath: last)
        #expect(try await fault(given) == nil)
    }

    @Test func `a backup that would not restore to the same records gets no name`() async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "kept"))
        try await given.backUp()
        let before = given.files
        _ = try await given.vault.add(NewEntry(text: "in the tables only"))
        try VaultInsides.execute("UPDATE record SET state = (SELECT state FROM record LIMIT 1)", on: given.test)
        await #expect(throws: BackupFault.unproven) { try await given.backUp() }
        #expect(given.files == before)
    }

    @Test func `another recovery code, and another vault, open nothing`() async throws {
        let given = try await given()
        let stranger = try BackedUp(seed: 5)
        let name = URL(fileURLWithPath: try path(.daily, given)).lastPathComponent
        #expect(throws: BackupFault.otherKey(name: name)) { try given.restored(code: stranger.code) }
        #expect(try await fault(stranger, given.folder) == .nothingThere(folder: given.folder))
        let monthly = try path(.monthly, given)
        #expect(try await fault(stranger, monthly) == .otherKey(name: URL(fileURLWithPath: monthly).lastPathComponent))
        #expect(!FileManager.default.fileExists(atPath: given.test.scratch.path + "/restored"))
    }

    @Test func `nothing is restored over what is there, and a refusal leaves nothing behind`() async throws {
        let given = try await given()
        try given.test.scratch.write("mine", to: "taken/file")
        let taken = given.test.scratch.path + "/taken"
        for target in [taken, given.test.folder, taken + "/file"] {
            #expect(throws: EngineError.exists(path: target)) {
                _ = try given.restored(as: String(target.dropFirst(given.test.scratch.path.count + 1)))
            }
        }
        let daily = try path(.daily, given)
        var bytes = try contents(of: daily)
        bytes[bytes.count - 20] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: daily))
        #expect(throws: BackupFault.damaged(name: URL(fileURLWithPath: daily).lastPathComponent)) { try given.restored() }
        #expect(names(in: given.test.scratch.path) == ["backups", "taken", "vault"])
    }

    @Test func `two vaults in one folder are told apart, or a file has to be named`() async throws {
        let given = try await given()
        let other = try BackedUp(seed: 5)
        let path = try await other.vault.createBackup(in: given.folder).path
        #expect(throws: BackupFault.severalVaults(folder: given.folder)) { try given.restored() }
        #expect(try await fault(given) == nil)
        let (_, restored) = try other.restored(path)
        #expect(try await restored.entries(Selection()).list.isEmpty)
    }

    @Test func `a newest backup that was renamed is named where only the recovery code reads, and by a restore`() async throws {
        let given = try await given()
        let last = try path(.daily, given)
        try FileManager.default.moveItem(atPath: last, toPath: given.folder + "/holiday.age")
        let found = try OpenVault.verifyBackup(
            at: given.folder, recoveryCode: RecoveryCode(typed: given.code), vault: nil, scratch: given.test.folder)
        #expect(found.unread == ["holiday.age"])
        let restored = try OpenVault.restoreBackup(
            from: given.folder, to: given.test.scratch.path + "/restored", recoveryCode: RecoveryCode(typed: given.code),
            passphrase: Secret(copying: TestVault.passphrase), surroundings: given.test.surroundings, deviceName: "new machine",
            cost: .testOnlyCheapest)
        #expect(restored.unread == ["holiday.age"])
    }

    @Test(arguments: ["holiday.age", "auralyst-1a2b3c4d-20260314T201530Z-daily.age"])
    func `what is no backup is said to be none`(name: String) async throws {
        let given = try BackedUp()
        let path = try given.test.scratch.write("not an age file", to: name)
        #expect(try await fault(given, path) == .notABackup(name: name))
    }
}
