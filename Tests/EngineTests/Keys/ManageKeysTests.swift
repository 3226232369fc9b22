import Engine
import Foundation
import GivenVault
import Testing
import Vault

/// What a face does with keys that knows only plain values, while another program may change the vault.
@Suite struct ManageKeysTests {
    private let vault: TestVault
    private let open: OpenVault
    private let new = Array("battery staple".utf8)

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    @Test func `who knows the passphrase changes it`() async throws {
        #expect(try await open.isPassphrase(TestVault.passphrase))
        await #expect(throws: VaultError.wrongPassphrase) {
            try await open.changePassphrase(from: new, to: new, cost: .testOnlyCheapest)
        }
        await #expect(throws: VaultError.wrongPassphrase) {
            try await open.changePassphrase(from: [], to: new, cost: .testOnlyCheapest)
        }
        await #expect(throws: VaultError.passphraseRefused(.empty)) {
            try await open.changePassphrase(from: TestVault.passphrase, to: [], cost: .testOnlyCheapest)
        }
        await #expect(throws: KeysError.samePassphrase) {
            try await open.changePassphrase(from: TestVault.passphrase, to: TestVault.passphrase, cost: .testOnlyCheapest)
        }
        await #expect(throws: KeysError.samePassphrase) {
            try await open.changePassphrase(to: Secret(copying: new), from: Secret(copying: new))
        }
        #expect(try await open.isPassphrase(TestVault.passphrase))
        try await open.changePassphrase(from: TestVault.passphrase, to: new, cost: .testOnlyCheapest)
        #expect(try await open.isPassphrase(new))
        for typed in [TestVault.passphrase, [], [0xFF], new + [0x20]] { #expect(try await !open.isPassphrase(typed)) }
        #expect(throws: VaultError.wrongPassphrase) { _ = try vault.unlocked() }
    }

    @Test func `what another program changed meanwhile counts`() async throws {
        let other = try vault.open()
        try await other.changePassphrase(from: TestVault.passphrase, to: new, cost: .testOnlyCheapest)
        #expect(try await open.isPassphrase(new))
        #expect(try await !open.isPassphrase(TestVault.passphrase))
        let code = try await other.replaceRecoveryCode()
        try await open.proveRecoveryCode(code)
        #expect(try await open.status().recoveryProven == TestVault.start)
        let id = try await other.addPasskey(
            credential: [1], rp: "localhost", salt: [UInt8](repeating: 1, count: 32), output: [UInt8](repeating: 2, count: 32))
        #expect(try await open.keyslots().map(\.id).contains(id))
        try await open.removeSlot(id)
        #expect(try await !other.keyslots().map(\.id).contains(id))
    }

    @Test func `slots are told in plain values`() async throws {
        let id = try await open.addPasskey(
            credential: [1], rp: "journal.example", salt: [UInt8](repeating: 1, count: 32),
            output: [UInt8](repeating: 2, count: 32))
        let slots = try await open.keyslots()
        #expect(slots.map(\.type) == ["argon2id", "recovery", "prf"])
        #expect(slots.map(\.detail) == [nil, nil, "journal.example"])
        #expect(slots.last?.id == id && KeyslotID(id) != nil)
        await #expect(throws: VaultError.lastSlot) { try await open.removeSlot(slots[0].id) }
        try await open.removeSlot(id)
        await #expect(throws: VaultError.noSuchSlot) { try await open.removeSlot(id) }
    }

    @Test func `what a browser should not have sent becomes no passkey`() async throws {
        let (salt, output) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        for (credential, rp, salt, output) in [
            ([], "localhost", salt, output), ([1], "", salt, output), ([1], "a,b", salt, output),
            ([1], "localhost", [], output), ([1], "localhost", salt, []),
        ] as [([UInt8], String, [UInt8], [UInt8])] {
            await #expect(throws: VaultError.passkeyRefused(.malformed)) {
                _ = try await open.addPasskey(credential: credential, rp: rp, salt: salt, output: output)
            }
        }
        #expect(try await open.keyslots().count == 2)
    }

    @Test func `a code that was made here is kept until it is proven or replaced`() async throws {
        #expect(await open.unprovenRecoveryCode() == nil)
        let code = try await open.replaceRecoveryCode()
        #expect(await open.unprovenRecoveryCode() == code)
        try await open.replaceRecoveryCode(with: .random())
        #expect(await open.unprovenRecoveryCode() == nil)
        await #expect(throws: VaultError.wrongRecoveryCode) { try await open.proveRecoveryCode(code) }
    }
}
