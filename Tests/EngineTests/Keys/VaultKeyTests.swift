import Backups
import Base
import Basics
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import SeededChance
import Testing
import Vault

/// Another key for the vault: everything is there as before, and an earlier vault file opens nothing of it.
@Suite struct VaultKeyTests {
    private static let new = Array("quite another one".utf8)

    /// A vault with entries and an attachment, which no one has open.
    private func written(code: borrowing RecoveryCode = .random()) async throws -> TestVault {
        let vault = try TestVault()
        let open = try vault.create(code: code)
        let file = try vault.scratch.write([UInt8](repeating: 7, count: 100_000), to: "scan.png")
        _ = try await open.add(NewEntry(text: "with a file", attachments: [file]))
        for number in 0..<20 { _ = try await open.add(NewEntry(text: "entry \(number)", tags: [.of("walk")])) }
        return vault
    }

    private func vaultFiles(_ vault: TestVault) throws -> [String: [UInt8]] {
        try ["", ".bak"].reduce(into: [:]) { $0[$1] = try contents(of: vault.location.vaultFile + $1) }
    }

    private func put(_ files: [String: [UInt8]], back vault: TestVault) throws {
        for (end, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: vault.location.vaultFile + end)) }
    }

    private func picture(_ vault: TestVault, _ passphrase: [UInt8] = new) async throws -> VaultPicture {
        try await VaultPicture(of: try vault.open(passphrase))
    }

    @Test func `all is there as before, and an older vault file with its passphrase opens nothing of it`() async throws {
        let code = RecoveryCode.random().text()
        let vault = try await written(code: RecoveryCode(typed: code))
        let old = try vaultFiles(vault)
        let before = try await picture(vault, TestVault.passphrase)
        do {
            let changed = try vault.changeKey(to: Self.new)
            #expect(try await VaultPicture(of: changed) == before)
            _ = try await changed.add(NewEntry(text: "written since"))
            #expect(try await changed.entries(.search("since")).list.count == 1, "the index of words goes on")
        }
        #expect(throws: VaultError.wrongPassphrase) { _ = try vault.unlocked() }
        #expect(try await picture(vault).entries.count == before.entries.count + 1)
        do {
            let byCode = try VaultOpening.read(vault.location).unlock(recoveryCode: RecoveryCode(typed: code))
            let open = try OpenVault(byCode, at: vault.location, surroundings: vault.surroundings)
            #expect(try await open.texts().contains("written since"))
            #expect(!open.headsAreMissing && open.lostOperations == 0 && open.notices.isEmpty)
        }
        let names = names(in: vault.folder)
        #expect(!names.contains { $0.hasSuffix(".next") || $0.hasSuffix(".former") }, "\(names)")
        let (new, database) = (try vaultFiles(vault), try contents(of: vault.location.database))
        try put(old, back: vault)
        #expect(throws: EngineError.otherVaultFile) { _ = try vault.open() }
        await #expect(throws: EngineError.otherVaultFile) { _ = try await vault.repair() }
        #expect(try contents(of: vault.location.database) == database)
        // The main copy alone: the second one is newer, and says so.
        try put(["": old[""] ?? [], ".bak": new[".bak"] ?? []], back: vault)
        #expect(throws: (any Error).self) { _ = try vault.open() }
        #expect(try await picture(vault).entries.count == before.entries.count + 1)
    }

    @Test func `what a repair would find wrong is found nowhere after a change of key`() async throws {
        let vault = try await written()
        do { _ = try vault.changeKey(to: TestVault.passphrase) }
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole && report.damagedDatabase == nil && !report.isAnotherDevice)
        #expect(try await repaired.rotateKeys().epoch == 2)
        #expect(try await !repaired.areJournalKeysDue())
        #expect(try await repaired.status().removedSlots.isEmpty)
    }

    @Test func `the old database is overwritten, and a copy of it made of hard links is not`() async throws {
        let vault = try await written()
        let file = try #require(FileHandle(forReadingAtPath: vault.location.database))
        let before = try contents(of: vault.location.database)
        do { _ = try vault.changeKey(to: Self.new) }
        let left = Array(try #require(try file.readToEnd()))
        #expect(left.count >= before.count && left.allSatisfy { $0 == 0 })
        let linked = vault.scratch.path + "/linked.db"
        #expect(unsafe link(vault.location.database, linked) == 0)
        let kept = try contents(of: linked)
        do { _ = try vault.changeKey(from: Self.new, to: Self.new) }
        #expect(try contents(of: linked) == kept)
    }

    @Test func `backups from before and after the change can be checked and restored`() async throws {
        let code = RecoveryCode.random().text()
        let vault = try await written(code: RecoveryCode(typed: code))
        let folder = vault.scratch.path + "/backups"
        do {
            let open = try vault.open()
            _ = try await open.createBackup(in: folder)
            vault.clock.advance(days: 1)
            _ = try await open.add(NewEntry(text: "in the second"))
            _ = try await open.createBackup(in: folder)
        }
        let early = names(in: folder)
        vault.clock.advance(days: 1)
        let open = try vault.changeKey(to: Self.new, seed: 3)
        let found = try await open.verifyBackup(at: folder)
        #expect(found.isAuthentic == true && found.files.count == 2 && found.since == 0)
        #expect(try await open.texts().count == 22)
        _ = try await open.add(NewEntry(text: "in the third"))
        // What it leaves out is in files of the earlier key.
        #expect(try await open.createBackup(in: folder).tier == .daily)
        #expect(try await open.verifyBackup(at: folder).isAuthentic == true)
        try await open.rotateKeys()
        vault.clock.advance(days: 1)
        #expect(try await open.texts().count == 23)
        #expect(try await open.createBackup(in: folder).tier == .monthly)
        #expect(try await open.verifyBackup(at: folder).isAuthentic == true)
        for (path, texts) in [(folder + "/" + early[early.count - 1], 22), (folder, 23)] {
            let next = try TestVault(seed: 9)
            _ = try OpenVault.restoreBackup(
                from: path, to: next.folder, recoveryCode: RecoveryCode(typed: code),
                passphrase: Secret(copying: TestVault.passphrase), surroundings: next.surroundings, deviceName: "next",
                cost: .testOnlyCheapest)
            let restored = try await next.open().texts()
            #expect(restored.count == texts, "\(path): \(restored)")
        }
    }

    @Test func `a vault that lacks operations, or that somebody has open, keeps its key`() async throws {
        let vault = try await written()
        let older = try vault.copy()
        do { _ = try await vault.open().add(NewEntry(text: "lost in the copy")) }
        try Data(contents(of: vault.location.heads)).write(to: URL(fileURLWithPath: older.location.heads))
        #expect(throws: KeysError.needsRepair) { _ = try older.changeKey(to: Self.new) }
        #expect(try older.unlocked().body.keyChange == nil)
        #expect(!names(in: older.folder).contains { $0.contains(".next") })
        let open = try vault.open()
        #expect(throws: EngineError.inUse) { _ = try vault.changeKey(to: Self.new, patience: 0) }
        #expect(try await open.texts().count == 22)
        #expect(try vault.unlocked().body.keyChange == nil)
    }

    @Test func `where the copy cannot be made the vault is as it was`() async throws {
        let vault = try await written()
        let before = try vaultFiles(vault)
        try FileManager.default.createDirectory(atPath: vault.location.heads + ".next/full", withIntermediateDirectories: true)
        #expect(throws: (any Error).self) { _ = try vault.changeKey(to: Self.new) }
        #expect(throws: VaultError.wrongPassphrase) { _ = try vault.unlocked(Self.new) }
        Folder.remove(vault.location.heads + ".next")
        #expect(try await vault.open().texts().count == 21)
        #expect(try vault.unlocked().body.keyChange == nil && before.count == 2)
    }

    @Test func `a program that was waiting for its turn hears that the key was changed`() async throws {
        let vault = try await written()
        let waiting = try vault.unlocked()
        do { _ = try vault.changeKey(to: Self.new) }
        var fault: VaultError?
        do { _ = try OpenVault(waiting, at: vault.location, surroundings: vault.surroundings) } catch {
            fault = error as? VaultError
        }
        #expect(fault == .keyChanged)
    }

    @Test func `a database that repair set aside is destroyed with the key that opened it`() async throws {
        let vault = try await written()
        try vault.scratch.write("old pages", to: "vault/journal.db.damaged-1773525600000")
        try vault.scratch.write("old slots", to: "vault/vault.auralyst.damaged")
        try vault.scratch.write("mine", to: "vault/journal.db.mine")
        do { _ = try vault.changeKey(to: Self.new) }
        let names = names(in: vault.folder)
        #expect(!names.contains { $0.contains("damaged") } && names.contains("journal.db.mine"))
    }

    @Test func `the open app changes the key, and is open afterwards`() async throws {
        let vault = try await written()
        let door = VaultDoor(at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest)
        try await door.unlock(passphrase: TestVault.passphrase)
        await #expect(throws: VaultError.wrongPassphrase) {
            try await door.changeVaultKey(passphrase: Self.new, holders: [])
        }
        #expect(try await door.vault().texts().count == 21)
        let key = try bytes(vault.unlocked().vaultKey())
        try await door.changeVaultKey(passphrase: TestVault.passphrase, holders: [])
        #expect(try await door.vault().texts().count == 21)
        #expect(try bytes(vault.unlocked().vaultKey()) != key)
        try await door.unlock(passphrase: TestVault.passphrase)
    }
}

private func bytes(_ secret: borrowing Secret) -> [UInt8] { unsafe secret.withBytes { unsafe Array($0) } }
