import CPlatform
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing
import Vault

@Suite struct VaultDoorTests {
    private let vault: TestVault
    private let door: VaultDoor

    init() throws {
        vault = try TestVault()
        door = VaultDoor(at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest, deviceName: "test")
    }

    /// A second door to the same vault, as another program has it.
    private func otherDoor(to vault: TestVault) -> VaultDoor {
        VaultDoor(at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest, deviceName: "other")
    }

    @Test func `a vault is absent, open once it is made, then locked, then open again`() async throws {
        #expect(try await door.state() == .absent)
        await #expect(throws: EngineError.locked) { try await door.vault() }
        try await door.create(passphrase: TestVault.passphrase)
        #expect(try await door.state() == .open)
        _ = try await door.vault().add(NewEntry(text: "first"))
        await door.lock()
        #expect(try await door.state() == .locked)
        await #expect(throws: EngineError.locked) { try await door.vault() }
        try await door.unlock(passphrase: TestVault.passphrase)
        #expect(try await door.state() == .open)
        #expect(try await door.vault().texts(Selection()) == ["first"])
    }

    @Test func `nothing is overwritten by making a vault`() async throws {
        try await door.create(passphrase: TestVault.passphrase)
        _ = try await door.vault().add(NewEntry(text: "first"))
        let code = await door.recoveryCode()
        await #expect(throws: VaultError.exists) { try await door.create(passphrase: Array("other".utf8)) }
        #expect(await door.recoveryCode() == code)
        await door.lock()
        await #expect(throws: VaultError.exists) { try await door.create(passphrase: Array("other".utf8)) }
        try FileManager.default.removeItem(atPath: vault.location.vaultFile)
        try FileManager.default.removeItem(atPath: vault.location.vaultFile + ".bak")
        // A database whose keys may be elsewhere.
        await #expect(throws: VaultError.exists) { try await door.create(passphrase: Array("other".utf8)) }
    }

    @Test(arguments: [[], [0xFF, 0xFE], [UInt8](repeating: 0x61, count: 4097)] as [[UInt8]])
    func `a passphrase that cannot be one makes no vault`(passphrase: [UInt8]) async throws {
        await #expect(throws: VaultError.self) { try await door.create(passphrase: passphrase) }
        #expect(try await door.state() == .absent)
        #expect(await door.recoveryCode() == nil)
    }

    @Test func `what lies there and is no vault is told, not taken for absence`() async throws {
        try await door.create(passphrase: TestVault.passphrase)
        await door.lock()
        for copy in ["", ".bak"] { try vault.scratch.write("junk", to: "vault/vault.auralyst" + copy) }
        await #expect(throws: VaultError.damaged(.length)) { try await door.state() }
        await #expect(throws: VaultError.damaged(.length)) { try await door.unlock(passphrase: TestVault.passphrase) }
    }

    @Test func `wrong keys open nothing`() async throws {
        let closed = otherDoor(to: vault)
        await #expect(throws: EngineError.noVault(folder: vault.folder)) { try await closed.unlock(passphrase: [1]) }
        #expect(try await closed.passkeys().isEmpty)
        try await door.create(passphrase: TestVault.passphrase)
        let id = try await door.vault().addPasskey(
            credential: [1], rp: "localhost", salt: [UInt8](repeating: 1, count: 32), output: [UInt8](repeating: 2, count: 32))
        for door in [door, closed] {
            let before = try await door.state()
            await #expect(throws: VaultError.wrongPassphrase) { try await door.unlock(passphrase: Array("correct horsf".utf8)) }
            await #expect(throws: VaultError.passphraseRefused(.empty)) { try await door.unlock(passphrase: []) }
            await #expect(throws: VaultError.wrongRecoveryCode) {
                try await door.unlock(recoveryCode: RecoveryCode.random().text())
            }
            await #expect(throws: VaultError.malformedRecoveryCode(.empty)) { try await door.unlock(recoveryCode: " ") }
            await #expect(throws: VaultError.wrongPasskey) {
                try await door.unlock(passkey: id, output: [UInt8](repeating: 3, count: 32))
            }
            await #expect(throws: VaultError.wrongPasskey) { try await door.unlock(passkey: id, output: []) }
            await #expect(throws: VaultError.noSuchSlot) {
                try await door.unlock(passkey: "nonsense", output: [UInt8](repeating: 2, count: 32))
            }
            #expect(try await door.state() == before)
        }
    }

    @Test func `passphrase, recovery code and passkey each open it`() async throws {
        try await door.create(passphrase: TestVault.passphrase)
        let code = try #require(await door.recoveryCode())
        let (salt, answer) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let id = try await door.vault().addPasskey(credential: [0xFB, 0xFF], rp: "localhost", salt: salt, output: answer)
        await door.lock()
        let passkey = try #require(try await door.passkeys().first)
        #expect(passkey.id == id && passkey.credential == "-_8" && passkey.rp == "localhost")
        #expect(passkey.salt == "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE")
        try await door.unlock(passkey: passkey.id, output: answer)
        #expect(try await door.state() == .open)
        await door.lock()
        try await door.unlock(recoveryCode: code.lowercased())
        #expect(try await door.state() == .open)
        // Open already: each of them only checks, and the vault stays the one that it was.
        let before = ObjectIdentifier(try await door.vault())
        try await door.unlock(passphrase: TestVault.passphrase)
        try await door.unlock(recoveryCode: code)
        try await door.unlock(passkey: passkey.id, output: answer)
        #expect(ObjectIdentifier(try await door.vault()) == before)
    }

    @Test func `another vault that is put into the folder lets nobody into the open one`() async throws {
        try await door.create(passphrase: TestVault.passphrase)
        let own = try contents(of: vault.location.vaultFile)
        let foreign = try TestVault(seed: 5)
        let stranger = otherDoor(to: foreign)
        try await stranger.create(passphrase: Array("known to a stranger".utf8))
        let code = try #require(await stranger.recoveryCode())
        let answer = [UInt8](repeating: 9, count: 32)
        let id = try await stranger.vault().addPasskey(credential: [1], rp: "localhost", salt: answer, output: answer)
        let planted = try contents(of: foreign.location.vaultFile)
        for copy in ["", ".bak"] { try vault.scratch.write(planted, to: "vault/vault.auralyst" + copy) }
        await #expect(throws: VaultError.wrongPassphrase) {
            try await door.unlock(passphrase: Array("known to a stranger".utf8))
        }
        await #expect(throws: VaultError.wrongRecoveryCode) { try await door.unlock(recoveryCode: code) }
        await #expect(throws: VaultError.wrongPasskey) { try await door.unlock(passkey: id, output: answer) }
        let inside = try await door.vault()
        #expect(try await !inside.isPassphrase(Array("known to a stranger".utf8)))
        await #expect(throws: VaultError.wrongRecoveryCode) { try await inside.proveRecoveryCode(code) }
        for copy in ["", ".bak"] { try vault.scratch.write(own, to: "vault/vault.auralyst" + copy) }
        try await door.unlock(passphrase: TestVault.passphrase)
    }

    @Test func `the recovery code is shown until it is proven, and not after a lock`() async throws {
        try await door.create(passphrase: TestVault.passphrase)
        let code = try #require(await door.recoveryCode())
        await #expect(throws: VaultError.wrongRecoveryCode) {
            try await door.vault().proveRecoveryCode(RecoveryCode.random().text())
        }
        #expect(await door.recoveryCode() == code)
        try await door.vault().proveRecoveryCode(code)
        #expect(await door.recoveryCode() == nil)
        let next = try await door.vault().replaceRecoveryCode()
        #expect(next != code)
        #expect(await door.recoveryCode() == next)
        await door.lock()
        #expect(await door.recoveryCode() == nil)
        await #expect(throws: VaultError.wrongRecoveryCode) { try await door.unlock(recoveryCode: code) }
        try await door.unlock(recoveryCode: next)
        #expect(await door.recoveryCode() == nil)
    }

    @Test func `a vault that the program opened itself is taken over`() async throws {
        let open = try vault.create()
        await door.enter(open)
        #expect(try await door.state() == .open)
        #expect(try await door.vault() === open)
        #expect(await door.recoveryCode() == nil)
    }

    @Test func `two devices that come at once are let into one vault`() async throws {
        _ = try vault.create()
        let door = door
        let found = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await door.unlock(passphrase: TestVault.passphrase)
                    return ObjectIdentifier(try await door.vault())
                }
            }
            return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
        }
        #expect(found.count == 1)
    }

    // MARK: - Locking

    private final class Held: @unchecked Sendable {
        // Set before it is read, by one test.
        weak var vault: OpenVault?
    }

    @Test func `a locked vault is let go, and its keys are nowhere in memory`() async throws {
        platform_overwrite_freed()
        try await door.create(passphrase: TestVault.passphrase)
        let held = Held()
        try await use(holding: held)
        let traces = try keyTraces()
        #expect(held.vault != nil)
        let counts = try traces.map { try $0.count() }
        #expect(!counts.contains(0), "\(counts)")
        await door.lock()
        #expect(held.vault == nil)
        let left = try traces.map { try $0.count() }
        #expect(left == [0, 0, 0])
        try await door.unlock(passphrase: TestVault.passphrase)
        #expect(try await door.vault().texts(Selection()) == ["used"])
    }

    @Test func `a key that was derived and let go is nowhere in memory`() throws {
        platform_overwrite_freed()
        let key = Secret.random(count: 32)
        #expect(try KeyTrace(of: key.derive("op-key")).count() == 0)
    }

    /// Works with the vault, and keeps nothing of it but a weak reference.
    private func use(holding held: Held) async throws {
        let open = try await door.vault()
        held.vault = open
        let upload = try await open.beginAttachment(name: "a.txt", limit: 100)
        try await upload.write(Array("note".utf8))
        let stored = try await open.add(NewEntry(text: "used", staged: [try await upload.finish()]))
        let reading = try await open.openAttachment(stored.attachments[0], of: stored.id)
        while try await reading.next() != nil {}
    }

    /// Of the vault key, of the journal's key, and of the key that seals its operations.
    private func keyTraces() throws -> [KeyTrace] {
        let unlocked = try vault.unlocked()
        guard let journal = unlocked.body.defaultJournal else { throw Missing() }
        let epoch = unlocked.body.journalKey(journal, epoch: 1)
        guard let epoch else { throw Missing() }
        return [
            KeyTrace(of: unlocked.vaultKey()), KeyTrace(of: epoch),
            KeyTrace(of: epoch.derive("op-key", OperationHeader.keyContext(journal: try JournalID(journal).orThrow(), epoch: 1))),
        ]
    }

    @Test func `operations that run when the vault is locked finish first`() async throws {
        try await door.create(passphrase: TestVault.passphrase)
        let held = Held()
        try await addMany(lockingAfter: 3, holding: held)
        #expect(held.vault == nil)
        try await door.unlock(passphrase: TestVault.passphrase)
        #expect(try await door.vault().texts(Selection()).count == 20)
    }

    private func addMany(lockingAfter number: Int, holding held: Held) async throws {
        let open = try await door.vault()
        held.vault = open
        for index in 0..<20 {
            if index == number {
                await door.lock()
                await #expect(throws: EngineError.locked) { try await door.vault() }
            }
            _ = try await open.add(NewEntry(text: "entry \(index)"))
        }
    }
}
