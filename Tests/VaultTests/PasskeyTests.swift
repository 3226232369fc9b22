import Foundation
import Testing
import Vault

@Suite struct PasskeyTests {
    private let temporary = TemporaryFolder()
    private var folder: VaultFolder { VaultFolder(path: temporary.path, patience: 0) }
    private static let salt = [UInt8](repeating: 5, count: 32)

    private func create() throws(VaultError) -> UnlockedVault {
        try folder.create(
            passphrase: secret("old"), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "desk",
            createdMilliseconds: 0)
    }

    private func output(_ byte: UInt8) -> Secret { Secret(copying: [UInt8](repeating: byte, count: 32)) }

    private func add(
        _ credential: [UInt8], _ byte: UInt8, to vault: inout UnlockedVault, host: String = "localhost"
    ) throws(VaultError) -> KeyslotID {
        try vault.addPasskey(credential: credential, relyingParty: host, salt: Self.salt, output: output(byte))
    }

    private func unlock(_ id: KeyslotID, _ byte: UInt8) throws(VaultError) -> UnlockedVault {
        try folder.read().unlock(passkey: id, output: output(byte))
    }

    @Test func `a passkey opens its slot, and shows the same vault`() throws {
        var vault = try create()
        let id = try add([1, 2, 3], 7, to: &vault)
        let opened = try unlock(id, 7)
        #expect(opened.openedBy == id)
        #expect(bytes(opened.vaultKey()) == bytes(vault.vaultKey()))
        #expect(throws: Never.self) { _ = try folder.read().unlock(passphrase: secret("old")) }
        #expect(temporary.copies.main == temporary.copies.backup)
    }

    @Test func `what the browser is asked with can be read without a key`() throws {
        var vault = try create()
        #expect(try folder.read().passkeys.isEmpty)
        let first = try add([1, 2, 3], 7, to: &vault)
        let second = try add([9], 8, to: &vault, host: "journal.example")
        let found = try folder.read().passkeys
        #expect(found.map(\.id) == [first, second])
        #expect(found.map(\.parameters.credential) == [[1, 2, 3], [9]])
        #expect(found.map(\.parameters.relyingParty) == ["localhost", "journal.example"])
        #expect(found.map(\.parameters.salt) == [Self.salt, Self.salt])
        #expect(
            vault.header.slots.last?.parameters == "cred=CQ,rp=journal.example,salt=BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU")
    }

    @Test func `another answer, another slot and an answer of another length open nothing`() throws {
        var vault = try create()
        let first = try add([1], 7, to: &vault)
        let second = try add([2], 8, to: &vault)
        #expect(throws: VaultError.wrongPasskey) { _ = try unlock(first, 8) }
        #expect(throws: VaultError.wrongPasskey) { _ = try unlock(second, 7) }
        for count in [0, 31, 33, 64] {
            #expect(throws: VaultError.wrongPasskey) {
                _ = try folder.read().unlock(passkey: first, output: Secret(copying: [UInt8](repeating: 7, count: count)))
            }
        }
        let stranger = try #require(KeyslotID(bytes: [UInt8](repeating: 1, count: 16)))
        for id in [stranger, vault.header.slots[0].id, vault.header.slots[1].id] {
            #expect(throws: VaultError.noSuchSlot) { _ = try unlock(id, 7) }
        }
        #expect(throws: VaultError.wrongKeychainKey) {
            _ = try vault.replaceKeychainSlots(key: .random(count: 32))
            _ = try folder.read().unlock(keychainKey: output(7))
        }
    }

    @Test func `the same credential has one slot, and its old answer opens no copy`() throws {
        var vault = try create()
        let old = try add([1], 7, to: &vault)
        let new = try add([1], 8, to: &vault, host: "other.example")
        #expect(try folder.read().passkeys.map(\.id) == [new])
        #expect(throws: VaultError.noSuchSlot) { _ = try unlock(old, 7) }
        #expect(throws: VaultError.wrongPasskey) { _ = try unlock(new, 7) }
        #expect(throws: Never.self) { _ = try unlock(new, 8) }
        temporary.remove("vault.auralyst")
        #expect(throws: VaultError.noSuchSlot) { _ = try unlock(old, 7) }
        #expect(throws: Never.self) { _ = try unlock(new, 8) }
    }

    @Test func `sixteen passkeys of the longest kind fit, not one more`() throws {
        var vault = try create()
        let host = String(repeating: "a", count: 253)
        for number in 0..<16 {
            _ = try add([UInt8](repeating: UInt8(number), count: 1023), UInt8(number), to: &vault, host: host)
        }
        let before = temporary.copies
        #expect(throws: VaultError.passkeyRefused(.tooMany)) { _ = try add([99], 1, to: &vault) }
        #expect(temporary.copies == before)
        let again = try add([UInt8](repeating: 3, count: 1023), 90, to: &vault)
        #expect(try folder.read().passkeys.count == 16)
        #expect(throws: Never.self) { _ = try unlock(again, 90) }
        try vault.removeSlot(again)
        #expect(throws: Never.self) { _ = try add([99], 1, to: &vault) }
    }

    @Test func `a passkey is never the only slot besides recovery`() throws {
        var vault = try create()
        let passphrase = vault.header.slots[0].id
        let id = try add([1], 7, to: &vault)
        let before = temporary.copies
        #expect(throws: VaultError.lastSlot) { try vault.removeSlot(passphrase) }
        #expect(temporary.copies == before)
        let keychain = try vault.replaceKeychainSlots(key: .random(count: 32))
        try vault.removeSlot(passphrase)
        #expect(throws: VaultError.lastSlot) { try vault.removeSlot(keychain) }
        try vault.removeSlot(id)
        #expect(throws: VaultError.noSuchSlot) { _ = try unlock(id, 7) }
        #expect(throws: VaultError.lastSlot) { try vault.removeSlot(keychain) }
    }

    @Test func `a vault that only its recovery code opens gets no passkey first`() throws {
        let vault = try create()
        let key = vault.vaultKey()
        temporary.editHeader(key) { $0.replacing(/\{"id":[^}]*"argon2id"[^}]*\},/, with: "") }
        var opened = try folder.read().unlock(vaultKey: key)
        #expect(opened.header.slots.map(\.type) == [.recovery])
        #expect(throws: VaultError.lastSlot) { _ = try add([1], 7, to: &opened) }
        try opened.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        #expect(throws: Never.self) { _ = try add([1], 7, to: &opened) }
    }

    @Test func `a slot whose parameters were altered does not open`() throws {
        var vault = try create()
        let id = try add([1], 7, to: &vault)
        temporary.editHeader(vault.vaultKey()) { $0.replacing("rp=localhost", with: "rp=localhosf") }
        #expect(try folder.read().passkeys.map(\.parameters.relyingParty) == ["localhosf"])
        #expect(throws: VaultError.wrongPasskey) { _ = try unlock(id, 7) }
    }

    @Test func `a slot with parameters that are none is not offered, is damage, and can be removed`() throws {
        var vault = try create()
        let id = try add([1], 7, to: &vault)
        temporary.editHeader(vault.vaultKey()) { $0.replacing("rp=localhost", with: "rp=local host") }
        #expect(try folder.read().passkeys.isEmpty)
        #expect(throws: VaultError.damaged(.header)) { _ = try unlock(id, 7) }
        try vault.removeSlot(id)
        #expect(try folder.read().header.slots.count == 2)
    }

    @Test func `a passkey stays when the passphrase and the recovery code change`() throws {
        var vault = try create()
        let id = try add([1], 7, to: &vault)
        let slot = try #require(vault.header.slots.last)
        try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
        try vault.replaceRecoveryCode(with: .random())
        #expect(vault.header.slots.contains(slot))
        #expect(throws: Never.self) { _ = try unlock(id, 7) }
    }

    static let refused: [(credential: [UInt8], host: String, salt: Int, output: Int)] = [
        ([], "localhost", 32, 32), ([UInt8](repeating: 1, count: 1024), "localhost", 32, 32), ([1], "", 32, 32),
        ([1], String(repeating: "a", count: 254), 32, 32), ([1], "Localhost", 32, 32), ([1], "a b", 32, 32),
        ([1], "a,salt=b", 32, 32), ([1], "a\"b", 32, 32), ([1], "ä.example", 32, 32), ([1], "a:443", 32, 32),
        ([1], "localhost", 31, 32), ([1], "localhost", 33, 32), ([1], "localhost", 0, 32), ([1], "localhost", 32, 31),
        ([1], "localhost", 32, 33), ([1], "localhost", 32, 0),
    ]

    @Test(arguments: refused.indices)
    func `what WebAuthn does not give becomes no slot`(number: Int) throws {
        let (credential, host, salt, count) = Self.refused[number]
        var vault = try create()
        let before = temporary.copies
        #expect(throws: VaultError.passkeyRefused(.malformed)) {
            _ = try vault.addPasskey(
                credential: credential, relyingParty: host, salt: [UInt8](repeating: 1, count: salt),
                output: Secret(copying: [UInt8](repeating: 2, count: count)))
        }
        #expect(temporary.copies == before)
    }

    private static let zeros = String(repeating: "A", count: 43)

    @Test(arguments: [
        "cred=AQ,rp=localhost,salt=\(zeros)", "cred=-_-_,rp=a-b.example,salt=\(zeros)",
        "cred=\(String(repeating: "A", count: 1364)),rp=a,salt=\(zeros)",
    ])
    func `parameters are read as they are written`(text: String) throws {
        let read = try #require(PasskeyParameters(text))
        #expect(read.text == text)
        #expect(PasskeyParameters(credential: read.credential, relyingParty: read.relyingParty, salt: read.salt) == read)
    }

    @Test(arguments: [
        "", "cred=AQ", "cred=AQ,rp=localhost", "rp=localhost,cred=AQ,salt=\(zeros)", "cred=,rp=localhost,salt=\(zeros)",
        "cred=AQ,rp=,salt=\(zeros)", "cred=AQ,rp=localhost,salt=", "cred=AQ,rp=localhost,salt=\(zeros),more=1",
        "cred=AQ,rp=localhost,salt=\(zeros) ", " cred=AQ,rp=localhost,salt=\(zeros)", "cred=AQ==,rp=localhost,salt=\(zeros)",
        "cred=AR,rp=localhost,salt=\(zeros)", "cred=A+,rp=localhost,salt=\(zeros)", "cred=A/,rp=localhost,salt=\(zeros)",
        "cred=A,rp=localhost,salt=\(zeros)", "cred=AQ,rp=LOCALHOST,salt=\(zeros)", "cred=AQ,rp=localhost,salt=\(zeros)A",
        "cred=AQ,rp=localhost,salt=\(String(repeating: "A", count: 42))B", "Cred=AQ,rp=localhost,salt=\(zeros)",
        "cred=\(String(repeating: "A", count: 1366)),rp=a,salt=\(zeros)", "m=8,t=1,p=1,salt=AAAAAAAAAAAAAAAAAAAAAA==",
    ])
    func `a text that is not exactly parameters is none`(text: String) { #expect(PasskeyParameters(text) == nil) }
}
