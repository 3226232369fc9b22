import Foundation
import Testing
import Vault

/// Passphrases, the recovery code, keychain slots, and the rules about which slot may go.
@Suite struct VaultSlotTests {
    private let temporary = TemporaryFolder()
    private var folder: VaultFolder { VaultFolder(path: temporary.path, patience: 0) }

    private func create(
        _ code: borrowing RecoveryCode = .random(), passphrase: String = "old"
    ) throws(VaultError) -> UnlockedVault {
        try folder.create(
            passphrase: secret(passphrase), recoveryCode: code, cost: .testOnlyCheapest, deviceName: "desk",
            createdMilliseconds: 0)
    }

    private func unlock(_ passphrase: String) throws(VaultError) -> UnlockedVault {
        try folder.read().unlock(passphrase: secret(passphrase))
    }

    @Test func `a changed passphrase opens, the old one does not, in no copy`() throws {
        var vault = try create()
        let key = bytes(vault.vaultKey())
        try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("old") }
        #expect(bytes(try unlock("new").vaultKey()) == key)
        #expect(temporary.copies.main == temporary.copies.backup)
        temporary.write([0], to: "vault.auralyst")
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("old") }
        #expect(throws: Never.self) { _ = try unlock("new") }
    }

    @Test func `the old passphrase does not open what a crash left of the change`() throws {
        var vault = try create()
        let old = temporary.copies.main
        try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        temporary.write(old, to: "vault.auralyst.bak")
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("old") }
        #expect(throws: Never.self) { _ = try unlock("new") }
    }

    @Test func `a change of the passphrase rewrites one slot and leaves the others byte for byte`() throws {
        var vault = try create()
        _ = try vault.replaceKeychainSlots(key: .random(count: 32))
        let before = vault.header.slots
        try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        let after = vault.header.slots
        #expect(after.map(\.id) == before.map(\.id))
        #expect(zip(before, after).map { $0 == $1 } == [false, true, true])
        #expect(after[0].parameters != before[0].parameters)
    }

    @Test func `a vault without a passphrase gets its first`() throws {
        var vault = try create()
        let keychainKey = Secret.random(count: 32)
        _ = try vault.replaceKeychainSlots(key: keychainKey)
        try vault.removeSlot(vault.header.slots[0].id)
        let before = vault.header.slots
        try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        #expect(vault.header.slots.dropLast().elementsEqual(before))
        #expect(vault.header.slots.map(\.type) == [.recovery, .keychain, .passphrase])
        #expect(bytes(try unlock("new").vaultKey()) == bytes(vault.vaultKey()))
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("old") }
        #expect(throws: Never.self) { _ = try folder.read().unlock(keychainKey: keychainKey) }
    }

    @Test func `a passphrase that was removed meanwhile is not brought back by a change`() throws {
        var here = try create()
        var there = try unlock("old")
        _ = try there.replaceKeychainSlots(key: .random(count: 32))
        try there.removeSlot(there.header.slots[0].id)
        let before = temporary.copies
        #expect(throws: VaultError.noSuchSlot) { try here.changePassphrase(to: secret("new"), cost: .testOnlyCheapest) }
        #expect(temporary.copies == before)
    }

    @Test func `the passphrase that opened the vault is the one that is changed`() throws {
        var first = try create()
        let old = try #require(slotTexts().first)
        _ = try first.replaceKeychainSlots(key: .random(count: 32))
        try first.removeSlot(first.header.slots[0].id)
        try first.changePassphrase(to: secret("second"), cost: .testOnlyCheapest)
        try addSlots([old], first.vaultKey())
        var opened = try unlock("second")
        try opened.changePassphrase(to: secret("third"), cost: .testOnlyCheapest)
        #expect(throws: Never.self) { _ = try unlock("old") }
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock("second") }
        #expect(throws: Never.self) { _ = try unlock("third") }
    }

    @Test func `a damaged copy that knew the old passphrase does not outlive the change`() throws {
        _ = try create()
        var bad = temporary.copies.main
        bad[bad.count - 40] ^= 1
        temporary.write(bad, to: "vault.auralyst")
        var vault = try unlock("old")
        try vault.update { _ in }
        #expect(temporary.names().contains("vault.auralyst.damaged"))
        try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        #expect(temporary.names() == ["vault.auralyst", "vault.auralyst.bak", "vault.lock"])
    }

    @Test func `a new passphrase must protect`() throws {
        var vault = try create()
        let before = temporary.copies
        #expect(throws: VaultError.passphraseRefused(.empty)) {
            try vault.changePassphrase(to: secret(""), cost: .testOnlyCheapest)
        }
        #expect(throws: VaultError.costRefused(.passes(2))) {
            try vault.changePassphrase(to: secret("new"), cost: Argon2Cost(memory: 65_536, passes: 2, lanes: 4))
        }
        #expect(temporary.copies == before)
    }

    @Test(arguments: [
        ("ﬁn ①", "fin 1"), ("caf\u{e9}", "cafe\u{301}"), ("\u{212b}", "\u{c5}"), ("ｐａｓｓ", "pass"), ("Ⅷ", "VIII"),
        ("\u{1e9b}\u{323}", "\u{1e69}"), ("한", "\u{1112}\u{1161}\u{11ab}"),
    ])
    func `a passphrase opens whatever way its letters are composed`(enrolled: String, typed: String) throws {
        _ = try create(passphrase: enrolled)
        #expect(Array(enrolled.utf8) != Array(typed.utf8))
        #expect(throws: Never.self) { _ = try unlock(typed) }
        #expect(throws: Never.self) { _ = try unlock(enrolled) }
        #expect(throws: VaultError.wrongPassphrase) { _ = try unlock(typed + "x") }
    }

    @Test func `the recovery code opens the vault`() throws {
        let code = RecoveryCode.random()
        let vault = try create(code)
        let typed = try RecoveryCode(typed: code.text().lowercased())
        let opened = try folder.read().unlock(recoveryCode: typed)
        #expect(bytes(opened.vaultKey()) == bytes(vault.vaultKey()))
        #expect(opened.openedBy == vault.header.slots[1].id)
        let isCode = try vault.isRecoveryCode(typed)
        let isOther = try vault.isRecoveryCode(.random())
        #expect(isCode && !isOther)
    }

    @Test func `a new recovery code takes the place of the old one, in both copies`() throws {
        let (old, new) = (RecoveryCode.random().text(), RecoveryCode.random().text())
        var vault = try create(RecoveryCode(typed: old))
        try vault.update { body in body.recoveryProven = 5 }
        let identity = vault.body.identity
        try vault.replaceRecoveryCode(with: RecoveryCode(typed: new))
        #expect(throws: VaultError.wrongRecoveryCode) {
            _ = try folder.read().unlock(recoveryCode: RecoveryCode(typed: old))
        }
        let opened = try folder.read().unlock(recoveryCode: RecoveryCode(typed: new))
        let (recipient, proven, kept) = (
            opened.body.recoveryRecipient, opened.body.recoveryProven, opened.body.identity
        )
        #expect(recipient == (try RecoveryCode(typed: new).recipientKey()))
        #expect(proven == nil)
        #expect(kept == identity)
        #expect(temporary.copies.main == temporary.copies.backup)
    }

    @Test func `a keychain key opens its slot only`() throws {
        var vault = try create()
        let key = Secret.random(count: 32)
        let id = try vault.replaceKeychainSlots(key: key)
        let opened = try folder.read().unlock(keychainKey: key)
        #expect(opened.openedBy == id)
        #expect(throws: VaultError.wrongKeychainKey) { _ = try folder.read().unlock(keychainKey: .random(count: 32)) }
        #expect(throws: VaultError.wrongKeychainKey) { _ = try folder.read().unlock(keychainKey: .random(count: 16)) }
        try vault.removeSlot(id)
        #expect(throws: VaultError.noSlot(.keychain)) { _ = try folder.read().unlock(keychainKey: key) }
        temporary.remove("vault.auralyst")
        #expect(throws: VaultError.noSlot(.keychain)) { _ = try folder.read().unlock(keychainKey: key) }
    }

    @Test func `a new keychain key takes the place of all old ones in one change, in both copies`() throws {
        var vault = try create()
        let old = Secret.random(count: 32)
        _ = try vault.replaceKeychainSlots(key: old)
        // Nothing else opens the vault day by day: taken away first, it could not be replaced.
        try vault.removeSlot(vault.header.slots[0].id)
        let generation = vault.header.generation
        let other = #"{"id":"AgICAgICAgICAgICAgICAg==","type":"keychain","params":"","sealed":"\#(sealed)"}"#
        try addSlots([other], vault.vaultKey())
        let key = Secret.random(count: 32)
        let id = try vault.replaceKeychainSlots(key: key)
        #expect(vault.header.generation == generation + 1)
        #expect(vault.header.slots.map(\.type) == [.recovery, .keychain])
        #expect(vault.header.slots[1].id == id)
        #expect(temporary.copies.main == temporary.copies.backup)
        #expect(throws: VaultError.wrongKeychainKey) { _ = try folder.read().unlock(keychainKey: old) }
        #expect(try folder.read().unlock(keychainKey: key).openedBy == id)
    }

    @Test func `a keychain slot that cannot be written leaves the old one`() throws {
        var vault = try create()
        let old = Secret.random(count: 32)
        _ = try vault.replaceKeychainSlots(key: old)
        let before = temporary.copies
        try FileManager.default.createDirectory(
            atPath: temporary.path + "/vault.auralyst.tmp", withIntermediateDirectories: false)
        #expect(throws: VaultError.self) { _ = try vault.replaceKeychainSlots(key: .random(count: 32)) }
        #expect(temporary.copies == before)
        #expect(throws: Never.self) { _ = try folder.read().unlock(keychainKey: old) }
    }

    @Test func `the last recovery slot and the last everyday slot stay`() throws {
        var vault = try create()
        let (passphrase, recovery) = (vault.header.slots[0].id, vault.header.slots[1].id)
        let before = temporary.copies
        #expect(throws: VaultError.lastRecoverySlot) { try vault.removeSlot(recovery) }
        #expect(throws: VaultError.lastSlot) { try vault.removeSlot(passphrase) }
        let stranger = try #require(KeyslotID(bytes: [UInt8](repeating: 1, count: 16)))
        #expect(throws: VaultError.noSuchSlot) { try vault.removeSlot(stranger) }
        #expect(temporary.copies == before)
        let keychain = try vault.replaceKeychainSlots(key: .random(count: 32))
        try vault.removeSlot(passphrase)
        #expect(throws: VaultError.lastSlot) { try vault.removeSlot(keychain) }
        #expect(throws: VaultError.noSlot(.passphrase)) { _ = try unlock("old") }
    }

    @Test func `a vault holds thirty-two slots and no more`() throws {
        var vault = try create()
        try addSlots(
            (10..<40).map { #"{"id":"\#($0)AAAAAAAAAAAAAAAAAAAA==","type":"prf-2","params":"","sealed":"3q2+7w=="}"# },
            vault.vaultKey())
        #expect(try folder.read().header.slots.count == 32)
        #expect(throws: VaultError.tooLarge) { _ = try vault.replaceKeychainSlots(key: .random(count: 32)) }
        #expect(try folder.read().header.slots.count == 32)
    }

    @Test func `a slot of an unknown type is kept byte for byte and never counted on`() throws {
        let vault = try create()
        let slot = #"{"id":"AQEBAQEBAQEBAQEBAQEBAQ==","type":"prf-2","params":"cred=a b;rp=x","sealed":"3q2+7w=="}"#
        let key = vault.vaultKey()
        try addSlots([slot], key)
        var opened = try unlock("old")
        #expect(opened.header.slots.map(\.type.name) == ["prf-2", "argon2id", "recovery"])
        try opened.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        try opened.replaceRecoveryCode(with: .random())
        #expect(String(decoding: temporary.copies.main, as: UTF8.self).contains("[" + slot + ","))
        #expect(throws: VaultError.lastSlot) { try opened.removeSlot(opened.header.slots[1].id) }
        try opened.removeSlot(opened.header.slots[0].id)
        #expect(opened.header.slots.count == 2)
    }

    /// As many letters of base64 as a slot of a known type has.
    private var sealed: String { Data(count: 328).base64EncodedString() }

    /// The slots in the main copy, as they stand there.
    private func slotTexts() -> [String] {
        let header = String(decoding: temporary.copies.main.split(separator: 0x0a, maxSplits: 2)[1], as: UTF8.self)
        return header.matches(of: /\{"id":[^}]*\}/).map { String($0.output) }
    }

    /// Puts slots of another program in front, with header code, body and checksum made right.
    private func addSlots(_ slots: [String], _ key: borrowing Secret) throws {
        let added = slots.map { $0 + "," }.joined()
        temporary.editHeader(key) { $0.replacing("\"slots\":[", with: "\"slots\":[\(added)") }
    }

    @Test func `the database key has forty-eight bytes, is the same each time and another for each vault`() throws {
        let vault = try create()
        let key = bytes(vault.databaseKey())
        #expect(key.count == 48)
        #expect(bytes(try unlock("old").databaseKey()) == key)
        let parent = vault.vaultKey()
        #expect(key == bytes(parent.derive("database")) + bytes(parent.derive("database-salt", count: 16)))
        temporary.remove("vault.auralyst")
        temporary.remove("vault.auralyst.bak")
        #expect(bytes(try create().databaseKey()) != key)
    }

    @Test func `the vault key opens without any slot`() throws {
        let vault = try create()
        let opened = try folder.read().unlock(vaultKey: vault.vaultKey())
        #expect(opened.openedBy == nil)
        #expect(opened.header == vault.header)
    }

    @Test func `slot ids are read as they are written`() throws {
        let id = try #require(KeyslotID(bytes: (0..<16).map { UInt8($0 * 17) }))
        #expect(id.description == "00112233445566778899aabbccddeeff")
        #expect(KeyslotID(id.description) == id)
        for text in [
            "", "00", id.description + "0", "g" + id.description.dropFirst(), "é" + id.description.dropFirst(2),
        ] {
            #expect(KeyslotID(text) == nil)
        }
        #expect(KeyslotID(bytes: [1]) == nil)
    }
}
