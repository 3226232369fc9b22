import Backups
import Base
import Engine
import Foundation
import Journal
import Records
import Store
import Testing
import Vault

/// Backups of earlier versions are restored for ever.
@Suite struct BackupArchiveTests {
    private static let code = "AGE-SECRET-KEY-1WMYYRFUSJ84GWUCLU2G3K4XJE6QVEPRJRJV8C9U3YDG0A6KE35XSHVRWFM"
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Archive/backup-1").path

    @Test func `a backup of the first version is restored, with all that was in it`() async throws {
        let scratch = FileManager.default.temporaryDirectory.path + "/auralyst-archive-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let location = VaultLocation(folder: scratch + "/vault")
        let passphrase = Array("another one".utf8)
        let found = try OpenVault.restoreBackup(
            from: Self.folder, to: location.folder, recoveryCode: RecoveryCode(typed: Self.code),
            passphrase: Secret(copying: passphrase), surroundings: .machine, deviceName: "test", cost: .testOnlyCheapest)
        #expect(found.files.count == 2 && found.attachments == 1 && found.unopened == 0)
        let unlocked = try VaultOpening.read(location).unlock(passphrase: Secret(copying: passphrase))
        let vault = try OpenVault(unlocked, at: location, surroundings: .machine)
        let list = try await vault.entries(Selection()).list
        #expect(
            list.map(\.entry.text) == [
                "Slept well, walked by the river. Twice.", "Migraine again, since noon.", "Ünïcödé 日記 😀, in the daily one",
            ])
        #expect(list[0].entry.mood?.name == "relaxed" && list[0].entry.tags.map(\.name) == ["walk"] && list[1].entry.starred)
        #expect(try await vault.history(list[0].id).count == 2)
        let out = scratch + "/out"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        let saved = try await vault.saveAttachments(of: list[1], to: out)
        #expect(try String(contentsOfFile: try #require(saved.first), encoding: .utf8) == "a small note beside an entry\n")
        #expect(vault.lostOperations == 0)
    }

    @Test func `it is checked by its recovery code, and by no other`() throws {
        let scratch = FileManager.default.temporaryDirectory.path
        let found = try OpenVault.verifyBackup(
            at: Self.folder, recoveryCode: RecoveryCode(typed: Self.code), vault: nil, scratch: scratch)
        #expect(found.records == 5 && found.tier == .daily && found.isAuthentic == nil)
        #expect(throws: BackupFault.self) {
            try OpenVault.verifyBackup(at: Self.folder, recoveryCode: .random(), vault: nil, scratch: scratch)
        }
    }
}
