import Crypto
import Foundation
import Testing
import Vault

/// Keys that are handed to a person, and keys that are destroyed.
@Suite struct KeyWrapTests {
    private let temporary = TemporaryFolder()
    private var folder: VaultFolder { VaultFolder(path: temporary.path, patience: 0) }

    private func create() throws -> UnlockedVault {
        try folder.create(
            passphrase: secret("old"), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "desk",
            createdMilliseconds: 0)
    }

    private func opened(_ wrap: KeyWrap, by body: borrowing VaultBody, context: [UInt8]) -> [UInt8]? {
        guard let key = body.open(wrap, context: context) else { return nil }
        return bytes(key)
    }

    @Test func `a wrap opens for its recipient, in its context, and for nobody else`() throws {
        let vault = try create()
        let key = Secret.random(count: 32)
        let made = KeyWrap(key, to: vault.body.identity.agreement, context: [1, 2, 3])
        let wrap = try #require(made)
        #expect(wrap.encapsulated.count == 32 && wrap.sealed.count == 48)
        let found = opened(wrap, by: vault.body, context: [1, 2, 3])
        #expect(found == bytes(key))
        let elsewhere = opened(wrap, by: vault.body, context: [1, 2, 4])
        #expect(elsewhere == nil)
        let other = VaultBody(deviceName: "", recoveryCode: .random())
        let byOther = opened(wrap, by: other, context: [1, 2, 3])
        #expect(byOther == nil)
        for place in 0..<80 {
            var (enc, sealed) = (wrap.encapsulated, wrap.sealed)
            if place < 32 { enc[place] ^= 1 } else { sealed[place - 32] ^= 1 }
            let changed = try #require(KeyWrap(encapsulated: enc, sealed: sealed))
            let found = opened(changed, by: vault.body, context: [1, 2, 3])
            #expect(found == nil, "byte \(place)")
        }
        // Two wraps of one key to one person have nothing in common.
        let again = KeyWrap(key, to: vault.body.identity.agreement, context: [1, 2, 3])
        #expect(again != wrap)
    }

    /// Points with which every secret key agrees on zeros (RFC 7748, section 6.1), and texts that are no point.
    @Test(arguments: [
        [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
        [
            0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A, 0xDA, 0x09, 0x8D,
            0xEB,
            0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
        ],
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F], [], [1, 2, 3], [UInt8](repeating: 7, count: 33),
    ])
    func `a recipient with whom nothing would be secret is refused`(point: [UInt8]) throws {
        let made = KeyWrap(.random(count: 32), to: point, context: [])
        #expect(made == nil)
        guard point.count == 32 else { return }
        let wrap = try #require(KeyWrap(encapsulated: point, sealed: [UInt8](repeating: 0, count: 48)))
        let found = opened(wrap, by: try create().body, context: [])
        #expect(found == nil)
    }

    @Test func `the wrapping is HPKE in base mode: another program's recipient opens it`() throws {
        let recipient = Curve25519.KeyAgreement.PrivateKey()
        let key = Secret(copying: [UInt8](repeating: 0x42, count: 32))
        let made = KeyWrap(key, to: Array(recipient.publicKey.rawRepresentation), context: [9])
        let wrap = try #require(made)
        var other = try HPKE.Recipient(
            privateKey: recipient, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Data("auralyst/v1/wrap\0".utf8),
            encapsulatedKey: Data(wrap.encapsulated))
        #expect(try other.open(Data(wrap.sealed), authenticating: Data([9])) == Data([UInt8](repeating: 0x42, count: 32)))
    }

    @Test func `a key that is revoked stands in neither copy`() throws {
        var vault = try create()
        let journal = [UInt8](repeating: 1, count: 16)
        try vault.update { (body) throws(VaultError) in
            for epoch in 1...3 as ClosedRange<UInt32> {
                _ = body.addJournalKey(.random(count: 32), journal: journal, epoch: epoch)
            }
        }
        try vault.revoke { (body) throws(VaultError) in
            body.removeJournalKey(journal, epoch: 1)
            body.removeJournalKey(journal, epoch: 2)
            body.removeJournalKey(journal, epoch: 9)
        }
        #expect(temporary.copies.main == temporary.copies.backup)
        let again = try folder.read().unlock(passphrase: secret("old"))
        #expect(again.body.epochs(of: journal) == [3] && vault.body.epochs(of: journal) == [3])
        #expect(again.body.journalsWithKeys() == [journal])
    }

    @Test func `a vault that was open before sees what another program has added`() throws {
        var vault = try create()
        var other = try folder.read().unlock(passphrase: secret("old"))
        try other.update { (body) throws(VaultError) in body[setting: "a"] = [1] }
        #expect(vault.body[setting: "a"] == nil)
        try vault.refresh()
        #expect(vault.body[setting: "a"] == [1] && vault.body.settings(beginningWith: "a") == ["a"])
        for name in ["vault.auralyst", "vault.auralyst.bak"] { temporary.write([0], to: name) }
        try vault.refresh()
        #expect(vault.body[setting: "a"] == [1], "what is damaged takes nothing away")
        for name in ["vault.auralyst", "vault.auralyst.bak"] { temporary.remove(name) }
        #expect(throws: VaultError.missing) { try vault.refresh() }
    }

    @Test func `two passphrases open, a fifth is refused, and either may go`() throws {
        var vault = try create()
        for text in ["second", "third", "fourth"] {
            let isAdded = try vault.addPassphrase(secret(text), cost: .testOnlyCheapest)
            #expect(isAdded, "\(text)")
        }
        let isAdded = try vault.addPassphrase(secret("fifth"), cost: .testOnlyCheapest)
        #expect(!isAdded)
        let key = bytes(vault.vaultKey())
        for text in ["old", "second", "third", "fourth"] {
            #expect(bytes(try folder.read().unlock(passphrase: secret(text)).vaultKey()) == key, "\(text)")
        }
        #expect(throws: VaultError.wrongPassphrase) { _ = try folder.read().unlock(passphrase: secret("fifth")) }
        let first = try #require(vault.header.slots.first { $0.type == .passphrase })
        try vault.removeSlot(first.id)
        #expect(throws: VaultError.wrongPassphrase) { _ = try folder.read().unlock(passphrase: secret("old")) }
        #expect(throws: Never.self) { _ = try folder.read().unlock(passphrase: secret("second")) }
    }

    @Test(arguments: ["sound", "damaged", "read-only", "one copy", "leftovers", "a link"])
    func `destroying the keys leaves no file that ever held a slot`(state: String) throws {
        let vault = try create()
        let slots = vault.header.slots.map { Data($0.sealed).base64EncodedString() }
        let outside = TemporaryFolder()
        outside.write([1, 2, 3], to: "elsewhere")
        switch state {
        case "damaged": temporary.write([0], to: "vault.auralyst")
        case "read-only": unsafe _ = chmod(temporary.path + "/vault.auralyst", 0o400)
        case "one copy": temporary.remove("vault.auralyst")
        case "leftovers":
            temporary.write(temporary.copies.main, to: "vault.auralyst.tmp")
            temporary.write(temporary.copies.main, to: "vault.auralyst.damaged")
        case "a link":
            try FileManager.default.createSymbolicLink(
                atPath: temporary.path + "/vault.auralyst.tmp", withDestinationPath: outside.path + "/elsewhere")
        default: break
        }
        // A second name shows what became of the bytes.
        let before = temporary.read("vault.auralyst.bak")
        try FileManager.default.linkItem(
            atPath: temporary.path + "/vault.auralyst.bak", toPath: outside.path + "/seen")
        try folder.destroyKeys()
        #expect(temporary.names() == (state == "a link" ? ["vault.auralyst.tmp", "vault.lock"] : ["vault.lock"]))
        let left = try #require(outside.read("seen"))
        #expect(left.count == before?.count && left != before)
        let text = String(decoding: left, as: UTF8.self)
        #expect(slots.allSatisfy { !text.contains($0) })
        #expect(outside.read("elsewhere") == [1, 2, 3])
        try folder.destroyKeys()
    }

    @Test(arguments: ["vault.auralyst.damaged", "vault.auralyst.tmp"])
    func `what leads to a file elsewhere is removed, and that file is not written`(name: String) throws {
        _ = try create()
        let outside = TemporaryFolder()
        outside.write([1, 2, 3], to: "elsewhere")
        try FileManager.default.linkItem(atPath: outside.path + "/elsewhere", toPath: temporary.path + "/" + name)
        try folder.destroyKeys()
        #expect(outside.read("elsewhere") == [1, 2, 3])
        #expect(temporary.names() == ["vault.lock"])
    }
}
