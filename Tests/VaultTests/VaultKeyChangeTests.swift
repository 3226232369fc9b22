import Foundation
import SeededChance
import Testing
import Vault

/// Another key for the vault: what opens it afterwards, and which copy counts while it is under way.
@Suite struct VaultKeyChangeTests {
    private let temporary = TemporaryFolder()
    private var folder: VaultFolder { VaultFolder(path: temporary.path, patience: 0) }
    private let code = RecoveryCode.random().text()

    private func create() throws -> UnlockedVault {
        try folder.create(
            passphrase: secret("old"), recoveryCode: RecoveryCode(typed: code), cost: .testOnlyCheapest, deviceName: "desk",
            createdMilliseconds: 0)
    }

    private func unlock(_ passphrase: String) throws -> UnlockedVault { try folder.read().unlock(passphrase: secret(passphrase)) }

    private func unlockByCode() throws -> UnlockedVault { try folder.read().unlock(recoveryCode: RecoveryCode(typed: code)) }

    /// The successor of a vault, up to where it counts.
    private func commit(_ vault: inout UnlockedVault, passphrase: String = "new") throws {
        try vault.beginKeyChange(at: 5)
        try vault.become(
            try vault.successor(passphrase: secret(passphrase), cost: .testOnlyCheapest, at: 5), confirmedHeads: [])
    }

    @Test func `the new passphrase and the recovery code open the vault under its new key, the old passphrase does not`() throws {
        var vault = try create()
        try vault.update { body in body[setting: "a"] = [1] }
        let (key, device) = (bytes(vault.vaultKey()), vault.body.devicePublicKey)
        try commit(&vault)
        try vault.finishKeyChange()
        #expect(temporary.copies.main == temporary.copies.backup)
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("old") }
        let opened = try unlock("new")
        #expect(try bytes(opened.vaultKey()) != key && bytes(unlockByCode().vaultKey()) == bytes(opened.vaultKey()))
        #expect(opened.body[setting: "a"] == [1] && opened.body.devicePublicKey == device)
        #expect(opened.header.vault == vault.header.vault && opened.notices.isEmpty)
        #expect(try opened.isRecoveryCode(RecoveryCode(typed: code)))
        #expect(throws: VaultError.wrongRecoveryCode) { _ = try folder.read().unlock(recoveryCode: .random()) }
        #expect(throws: VaultError.wrongVaultKey) { _ = try folder.read().unlock(vaultKey: Secret(copying: key)) }
    }

    @Test func `the slot for the recovery code can be replaced, cannot be removed as the last, and goes along to another device`()
        throws
    {
        var vault = try create()
        try commit(&vault)
        try vault.finishKeyChange()
        let slot = try #require(vault.header.slots.first { $0.type == .recoveryRecipient })
        #expect(slot.sealed.count == 80 && slot.parameters.isEmpty)
        #expect(throws: VaultError.lastRecoverySlot) { try vault.removeSlot(slot.id) }
        let passage = try vault.passage { _ in }
        #expect(bytes(try passage.vaultKey(RecoveryCode(typed: code))) == bytes(vault.vaultKey()))
        #expect(try passage.body(vault.vaultKey()).keyChange == nil)
        var byCode = try unlockByCode()
        let next = RecoveryCode.random()
        try byCode.replaceRecoveryCode(with: next)
        #expect(throws: VaultError.wrongRecoveryCode) { _ = try unlockByCode() }
        #expect(throws: Never.self) { _ = try folder.read().unlock(recoveryCode: next) }
        #expect(try folder.read().header.slots.map(\.type) == [.passphrase, .recovery])
        #expect(byCode.body.recoverSigner(by: next) != nil, "the new code can still replace the person's keys")
    }

    @Test func `slots that need a secret are named until they are added again`() throws {
        var vault = try create()
        let answer = Secret(copying: [UInt8](repeating: 7, count: 32))
        func addPasskey(_ credential: UInt8) throws {
            _ = try vault.addPasskey(
                credential: [credential], relyingParty: "localhost", salt: [UInt8](repeating: 5, count: 32), output: answer)
        }
        try addPasskey(1)
        try addPasskey(2)
        _ = try vault.replaceKeychainSlots(key: .random(count: 32))
        #expect(try vault.addPassphrase(secret("another"), cost: .testOnlyCheapest))
        try commit(&vault)
        try vault.finishKeyChange()
        let removed: [KeyslotType] = [.passkey, .passkey, .keychain, .passphrase]
        #expect(vault.body.keyChange?.removed.sorted { $0.name < $1.name } == removed.sorted { $0.name < $1.name })
        #expect(vault.header.slots.map(\.type) == [.passphrase, .recoveryRecipient])
        _ = try vault.replaceKeychainSlots(key: .random(count: 32))
        #expect(try vault.addPassphrase(secret("another"), cost: .testOnlyCheapest))
        #expect(vault.body.keyChange?.removed == [.passkey, .passkey])
        // Another change that is taken back, and one that is not, keep what is left to say.
        try vault.update { body in body.keyChange?.stage = .done }
        let before = vault.body.keyChange
        try vault.beginKeyChange(at: 9)
        try vault.cancelKeyChange()
        #expect(vault.body.keyChange?.removed == before?.removed && vault.body.keyChange?.journals == .due)
        try commit(&vault)
        try vault.finishKeyChange()
        #expect(vault.body.keyChange?.removed == [.passkey, .passkey, .keychain, .passphrase])
        _ = try vault.replaceKeychainSlots(key: .random(count: 32))
        #expect(try vault.addPassphrase(secret("another"), cost: .testOnlyCheapest))
        try addPasskey(3)
        try vault.update { body in
            body.keyChange?.journals = .done
            body.keyChange?.stage = .done
        }
        #expect(vault.body.keyChange == nil && vault.body.settings(beginningWith: "vault-key").isEmpty)
    }

    // MARK: On the way

    @Test func `begun and not committed, the old key is the vault's, and takes it back`() throws {
        var vault = try create()
        try vault.beginKeyChange(at: 5)
        _ = try vault.successor(passphrase: secret("new"), cost: .testOnlyCheapest, at: 5)
        var again = try unlock("old")
        #expect(again.body.keyChange?.stage == .begun && again.body.keyChange?.at == 5)
        try again.cancelKeyChange()
        #expect(try unlock("old").body.keyChange == nil)
    }

    @Test func `once the new key is committed, no older copy opens, whatever key is shown`() throws {
        var vault = try create()
        let key = bytes(vault.vaultKey())
        let before = try folder.read()
        try commit(&vault)
        // Killed here: the main copy is still under the old key.
        #expect(throws: VaultError.keyChanged) { _ = try unlock("old") }
        #expect(throws: VaultError.keyChanged) { _ = try folder.read().unlock(vaultKey: Secret(copying: key)) }
        var stale = try before.unlock(vaultKey: Secret(copying: key))
        #expect(throws: VaultError.keyChanged) { try stale.refresh() }
        #expect(throws: VaultError.keyChanged) { try stale.update { _ in } }
        #expect(try unlock("new").body.keyChange?.stage == .committed)
        var found = try unlockByCode()
        #expect(found.body.keyChange?.stage == .committed)
        try found.finishKeyChange()
        #expect(found.notices.isEmpty && temporary.copies.main == temporary.copies.backup)
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("old") }
        #expect(throws: VaultError.keyChanged) { try stale.refresh() }
    }

    @Test func `a vault that another program has changed meanwhile keeps its key`() throws {
        var vault = try create()
        try vault.beginKeyChange(at: 5)
        var other = try unlock("old")
        try other.changePassphrase(to: secret("meanwhile"), cost: .testOnlyCheapest)
        #expect(throws: VaultError.busy) {
            try vault.become(
                try vault.successor(passphrase: secret("new"), cost: .testOnlyCheapest, at: 5), confirmedHeads: nil)
        }
        #expect(throws: Never.self) { _ = try unlock("meanwhile") }
    }

    @Test func `what is left of the old copies on the disk is overwritten, and a hard link to one is not`() throws {
        var vault = try create()
        try vault.update { _ in }
        let old = temporary.copies
        let linked = temporary.path + "/copy"
        #expect(unsafe link(temporary.path + "/vault.auralyst", linked) == 0)
        try vault.beginKeyChange(at: 5)
        let main = try #require(FileHandle(forReadingAtPath: temporary.path + "/vault.auralyst"))
        let begun = temporary.copies.main
        try vault.become(
            try vault.successor(passphrase: secret("new"), cost: .testOnlyCheapest, at: 5), confirmedHeads: nil)
        try vault.finishKeyChange()
        #expect(temporary.read("copy") == old.main)
        let left = Array(try #require(try main.readToEnd()))
        #expect(left.count == begun.count && !left.starts(with: begun.prefix(16)))
    }

    // MARK: Backups

    @Test func `backups of an earlier key open, and it vouches for none that was made later`() throws {
        var vault = try create()
        let former = vault.backupKeys()
        let file = try age(to: former.recipient)
        let code = former.code(of: [1, 2, 3])
        try commit(&vault)
        let keys = try unlock("new").backupKeys()
        var reader = try reader(of: file)
        try keys.unlock(&reader)
        #expect(try reader.next() == [9])
        #expect(keys.isCode(code, of: [1, 2, 3], created: 5) && !keys.isCode(code, of: [1, 2, 3], created: 6))
        #expect(!keys.isCode(code, of: [1, 2], created: 5) && keys.isCode(keys.code(of: [4]), of: [4], created: 99))
        var other = try self.reader(of: try age(to: BackupKeys(vaultKey: .random(count: 32)).recipient))
        var fault: AgeError?
        do { try keys.unlock(&other) } catch { fault = error }
        #expect(fault == .noMatch)
        var newer = try self.reader(of: try age(to: keys.recipient))
        fault = nil
        do { try former.unlock(&newer) } catch { fault = error }
        #expect(fault == .noMatch, "the old key opens no later backup")
    }

    @Test func `keys of backups are forgotten when no such backup is kept any more`() throws {
        var vault = try create()
        let first = vault.backupKeys()
        let code = first.code(of: [1])
        let day: Int64 = 86_400_000
        for (time, isKept) in [(5, true), (5 + 400 * day, true), (6 + 400 * day, false)] {
            try vault.beginKeyChange(at: time)
            try vault.become(
                try vault.successor(passphrase: secret("new"), cost: .testOnlyCheapest, at: time), confirmedHeads: nil)
            try vault.finishKeyChange()
            #expect(vault.backupKeys().isCode(code, of: [1], created: 0) == isKept)
        }
    }

    private func age(to recipient: AgeRecipient) throws -> [UInt8] {
        var file: [UInt8] = []
        var writer = try AgeWriter(to: [recipient]) { (bytes) throws(AgeError) in file += bytes }
        try writer.write([9])
        try writer.finish()
        return file
    }

    private func reader(of file: [UInt8]) throws -> AgeReader {
        var rest = file[...]
        return try AgeReader { (count) throws(AgeError) in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }
}
