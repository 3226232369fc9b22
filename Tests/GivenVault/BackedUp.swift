import Backups
import Engine
import Foundation
import GivenValues
import Journal
import Ledger
import Testing
import Vault

/// A vault whose recovery code a test knows, with a folder for backups beside it.
package struct BackedUp {
    package let test: TestVault
    package let vault: OpenVault
    package let code: String
    package var folder: String { test.scratch.path + "/backups" }

    package init(seed: UInt64 = 1) throws {
        test = try TestVault(seed: seed)
        let code = RecoveryCode.random()
        self.code = code.text()
        vault = try VaultOpening.create(
            at: test.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: test.surroundings, deviceName: "test", cost: .testOnlyCheapest)
    }

    package var files: [String] { names(in: folder) }

    @discardableResult
    package func backUp(_ tier: BackupTier? = nil) async throws -> BackupReceipt {
        try await vault.createBackup(in: folder, tier: tier)
    }

    /// Restores into a folder of this name beside the vault, and opens what came out.
    package func restored(_ path: String? = nil, as name: String = "restored", code: String? = nil) throws -> (
        TestVault, OpenVault
    ) {
        let target = test.scratch.path + "/" + name
        _ = try OpenVault.restoreBackup(
            from: path ?? folder, to: target, recoveryCode: RecoveryCode(typed: code ?? self.code),
            passphrase: Secret(copying: TestVault.passphrase), surroundings: test.surroundings, deviceName: "new machine",
            cost: .testOnlyCheapest)
        var other = try TestVault(now: test.clock.now, seed: 77)
        other.zone = test.zone
        try FileManager.default.moveItem(atPath: target, toPath: other.folder)
        return (other, try other.open())
    }
}
