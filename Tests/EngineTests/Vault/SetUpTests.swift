import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import SQLite
import Store
import Testing
import Vault

@Suite struct SetUpTests {
    /// The journal's own first operation is there, once, and the vault can be written to.
    private func check(_ vault: TestVault) async throws {
        let open = try vault.open()
        _ = try await open.add(NewEntry(text: "works"))
        let insides = try VaultInsides(vault)
        let log = try insides.log()
        #expect(log.map(\.operation.header.lane) == [.control, .record])
        #expect(log.map(\.operation.header.position) == [1, 2])
        let genesis = try Genesis(reading: log[0].operation.body)
        #expect(genesis.journal == insides.journal && genesis.device == insides.keys.body.devicePublicKey)
        #expect(try await vault.open().texts() == ["works"])
        #expect(try await vault.repair().report.isWhole)
        #expect(try VaultInsides(vault).log().count == 2)
    }

    @Test func `a new vault has one journal, founded by its device`() async throws {
        let vault = try TestVault()
        _ = try vault.create()
        try await check(vault)
        #expect(names(in: vault.folder).filter { $0.hasPrefix("vault.auralyst") } == ["vault.auralyst", "vault.auralyst.bak"])
        #expect(try isPrivate(vault.location.database))
    }

    @Test func `a second vault is not made over the first`() async throws {
        let vault = try TestVault()
        _ = try vault.create()
        #expect(throws: VaultError.exists) { try vault.create() }
        try await check(vault)
    }

    @Test func `a vault file without a database is finished at the next opening`() async throws {
        let vault = try TestVault()
        _ = try vault.createVaultFileOnly()
        try await check(vault)
    }

    @Test func `a vault file without a database is finished by a repair`() async throws {
        let vault = try TestVault()
        _ = try vault.createVaultFileOnly()
        _ = try await vault.repair()
        try await check(vault)
    }

    @Test func `a database without a genesis is finished at the next opening`() async throws {
        let vault = try TestVault()
        let keys = try vault.createVaultFileOnly()
        try unsafe keys.databaseKey().withBytes { key in
            _ = try unsafe Store(.file(vault.location.database, mustExist: false), key: key)
        }
        try await check(vault)
    }

    @Test func `an empty database file of a set-up that was broken off is finished`() async throws {
        let vault = try TestVault()
        _ = try vault.createVaultFileOnly()
        try vault.scratch.write([], to: "vault/journal.db")
        try await check(vault)
    }

    @Test(arguments: [false, true])
    func `a genesis that stands in the vault is the one that is founded`(isInLog: Bool) async throws {
        let vault = try TestVault()
        let genesis: [UInt8]
        if isInLog {
            _ = try vault.create()
            genesis = try VaultInsides(vault).log()[0].operation.body
        } else {
            genesis = try storeNewGenesis(vault)
        }
        var keys = try vault.unlocked()
        try keys.update { (body) throws(VaultError) in
            body[setting: "genesis"] = genesis
            body[setting: "founded"] = nil
        }
        try await check(vault)
        #expect(try VaultInsides(vault).log()[0].operation.body == genesis)
        #expect(try vault.unlocked().body[setting: "genesis"] == genesis)
    }

    private func storeNewGenesis(_ vault: TestVault) throws -> [UInt8] {
        var keys = try vault.createVaultFileOnly()
        let (identity, device) = (keys.body.identity, keys.body.devicePublicKey)
        let genesis = Genesis(
            nonce: [UInt8](repeating: 5, count: 16),
            owner: IdentityKeys(sign: identity.signing, agree: identity.agreement, recover: identity.recover), device: device,
            certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: device)))
        try keys.update { (body) throws(VaultError) in
            _ = body.addJournalKey(.random(count: 32), journal: genesis.journal.bytes, epoch: 1)
            body.defaultJournal = genesis.journal.bytes
        }
        return genesis.body
    }

    @Test func `a folder without a vault, and a wrong passphrase, are told apart`() throws {
        let vault = try TestVault()
        #expect(throws: EngineError.noVault(folder: vault.folder)) { try VaultOpening.read(vault.location) }
        _ = try vault.create()
        #expect(throws: VaultError.wrongPassphrase) {
            _ = try VaultOpening.read(vault.location).unlock(passphrase: Secret(copying: Array("wrong".utf8)))
        }
    }

    @Test func `the recovery code opens the vault and proves itself`() async throws {
        let vault = try TestVault()
        let code = RecoveryCode.random().text()
        let open = try VaultOpening.create(
            at: vault.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: RecoveryCode(typed: code),
            surroundings: vault.surroundings, deviceName: "test", cost: .testOnlyCheapest)
        #expect(try await open.status().recoveryProven == nil)
        await #expect(throws: VaultError.wrongRecoveryCode) { try await open.proveRecoveryCode(RecoveryCode.random().text()) }
        await #expect(throws: VaultError.malformedRecoveryCode(.empty)) { try await open.proveRecoveryCode(" ") }
        #expect(try await open.status().recoveryProven == nil)
        try await open.proveRecoveryCode(code.lowercased())
        #expect(try await open.status().recoveryProven == TestVault.start)
        let fresh = RecoveryCode.random().text()
        try await open.replaceRecoveryCode(with: RecoveryCode(typed: fresh))
        #expect(try await open.status().recoveryProven == nil)
        #expect(throws: VaultError.wrongRecoveryCode) {
            _ = try VaultOpening.read(vault.location).unlock(recoveryCode: RecoveryCode(typed: code))
        }
        _ = try VaultOpening.read(vault.location).unlock(recoveryCode: RecoveryCode(typed: fresh))
    }

    @Test func `slots are named by their beginning, and the last ones stay`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let slots = try await open.keyslots()
        #expect(slots.map(\.type) == ["argon2id", "recovery"])
        for typed in ["", "zz", slots[0].id + "0"] {
            await #expect(throws: VaultError.noSuchSlot) { try await open.removeSlot(typed) }
        }
        await #expect(throws: VaultError.lastSlot) { try await open.removeSlot(slots[0].id) }
        await #expect(throws: VaultError.lastRecoverySlot) {
            try await open.removeSlot(String(slots[1].id.prefix(8)).uppercased())
        }
        #expect(try await open.keyslots().count == 2)
    }
}
