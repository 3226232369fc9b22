import Base
import Basics
import CPlatform
import Foundation
import Vault

/// A vault as a long-running program sees it: absent, locked or open, and locked again.
///
/// It holds the open vault for the program. After `lock` its keys are overwritten and its database is closed, once the running
/// operations have ended. Displayed texts were in ordinary memory: the program overwrites that when it is freed
/// (`platform_overwrite_freed`).
package actor VaultDoor {
    private nonisolated let thread = VaultThread("door")
    /// A thread of its own, because opening the database blocks.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    package enum State: Hashable, Sendable {
        case absent
        case locked
        case open
    }

    package nonisolated var folder: String { location.folder }

    private let location: VaultLocation
    private let surroundings: Surroundings
    private let cost: Argon2Cost
    package nonisolated let deviceName: String
    private let keeper = Doorkeeper()
    private var inside: OpenVault?
    /// Something is about to be deleted, and waits for running operations to end: no one gets in meanwhile.
    private var isClosing = false
    private let isAlone: Bool
    /// A vault is being made that does not count yet.
    private var isMaking = false

    /// A door to the vault in a folder; nothing is read or created. `cost` is the cost of guessing a new passphrase. `isAlone`: no
    /// other program uses the folder, so that what a kill left of a vault that was being made can be removed.
    package init(
        at location: VaultLocation, surroundings: Surroundings, cost: Argon2Cost = .standard,
        deviceName: String = ProcessInfo.processInfo.hostName, isAlone: Bool = false
    ) {
        (self.location, self.surroundings, self.cost, self.deviceName) = (location, surroundings, cost, deviceName)
        self.isAlone = isAlone
    }

    /// The current state. Throws if the folder holds something that is no vault, or a damaged one.
    package func state() throws -> State {
        if inside != nil { return .open }
        guard !isMaking else { return .absent }
        do {
            if isAlone { try UnfinishedVault(location).remove() }
            _ = try VaultOpening.read(location)
            return .locked
        } catch EngineError.noVault {
            return .absent
        }
    }

    /// The open vault. Throws `EngineError.locked` otherwise.
    package func vault() throws -> OpenVault {
        guard let inside else { throw EngineError.locked }
        return inside
    }

    /// The passkeys of the vault on the disk; none if there is no vault.
    package func passkeys() throws -> [Passkey] {
        do { return try VaultOpening.read(location).passkeys.map(Passkey.init) } catch EngineError.noVault { return [] }
    }

    /// Creates a vault, and opens it. Overwrites nothing: throws if a vault, or remains of one, are in the folder.
    package func create(passphrase: [UInt8]) async throws {
        let code = RecoveryCode.random()
        let vault = try await keeper.create(
            at: location, passphrase: Secret(copying: passphrase), recoveryCode: code, surroundings: surroundings,
            deviceName: deviceName, cost: cost)
        await vault.keepUnproven(code)
        inside = vault
    }

    /// Creates a vault that a relay accepts, and opens it; or none, also if it is killed before that. No one has seen its recovery code.
    package func create(
        passphrase: [UInt8], with relay: RelayAddress, over transport: any RelayTransport, invitation: String?,
        deviceName: String? = nil
    ) async throws {
        guard try state() == .absent else { throw VaultError.exists }
        let unfinished = UnfinishedVault(location)
        try unfinished.begin()
        isMaking = true
        defer { isMaking = false }
        do {
            let code = RecoveryCode.random()
            let vault = try await keeper.create(
                at: location, passphrase: Secret(copying: passphrase), recoveryCode: code, surroundings: surroundings,
                deviceName: deviceName ?? self.deviceName, cost: cost)
            try await vault.startSync(with: relay, over: transport, invitation: invitation)
            await vault.keepUnproven(code)
            try unfinished.end()
            inside = vault
        } catch {
            // What cannot be removed now is removed when someone looks for the vault.
            try? await letOthersEnd()
            // The same.
            try? unfinished.remove()
            throw error
        }
    }

    /// The recovery code of a new vault, or a replaced one, until it is checked or the vault is locked. It can be read nowhere
    /// else.
    package func recoveryCode() async -> String? { await inside?.unprovenRecoveryCode() }

    /// Unlocks the vault. If it is open, only checks the passphrase: another of the owner's browsers is admitted.
    package func unlock(passphrase: [UInt8]) async throws {
        let found = try await keeper.unlock(location, passphrase: Secret(copying: passphrase))
        try await enter(found, elseThrow: .wrongPassphrase)
    }

    /// The same with the recovery code, as typed.
    package func unlock(recoveryCode typed: String) async throws {
        let found = try VaultOpening.read(location).unlock(recoveryCode: RecoveryCode(typed: typed))
        try await enter(found, elseThrow: .wrongRecoveryCode)
    }

    /// The same with a passkey's answer; `id` is one from `passkeys`.
    package func unlock(passkey id: String, output: [UInt8]) async throws {
        guard let slot = KeyslotID(id) else { throw VaultError.noSuchSlot }
        let found = try VaultOpening.read(location).unlock(passkey: slot, output: Secret(copying: output))
        try await enter(found, elseThrow: .wrongPasskey)
    }

    /// Takes over a vault that the program opened with a stored key.
    package func enter(_ vault: OpenVault) { inside = vault }

    /// Releases the vault: keys are overwritten and the database is closed as soon as no operation needs them any more.
    package func lock() {
        inside = nil
        platform_release_freed()
    }

    /// What deleting the vault would remove; see `WipePlan`. `name` must be typed to confirm.
    package nonisolated func wipePlan(name: String) throws -> WipePlan { try WipePlan(location, name: name) }

    /// Locks the vault and deletes it. Waits a while for running operations to end; then throws who still has it open
    /// (`WipeError`, `EngineError.inUse`), and the vault is locked but unharmed.
    package func wipe(
        _ plan: WipePlan, typed: String, holders: [KeyHolder], units: VaultUnits? = nil, profiles: ProfileList.File? = nil,
        progress: ProgressReport = .silent
    ) async throws -> VaultWipe.Report {
        guard typed == plan.name else { throw WipeError.otherName }
        lock()
        try await letOthersEnd()
        let wipe = VaultWipe(location, holders: holders, units: units, profiles: profiles, patience: 10_000)
        return try wipe.run(plan, typed: typed, progress: progress)
    }

    /// Gives the open vault another key under the present passphrase; see `OpenVault.changeVaultKey`. Waits a while for running
    /// requests to end. If another program has the vault open, the vault stays unchanged and open. A key kept by `holders` is
    /// replaced.
    package func changeVaultKey(passphrase: [UInt8], holders: [KeyHolder], progress: ProgressReport = .silent) async throws {
        let found = try await keeper.unlock(location, passphrase: Secret(copying: passphrase))
        let name = found.header.vault
        let key = try await leave()
        do {
            let changed = try OpenVault.changeVaultKey(
                found, passphrase: Secret(copying: passphrase), at: location, surroundings: surroundings, cost: cost,
                patience: 10_000, progress: progress)
            inside = changed
            for holder in AgentMark(at: location).among(holders) {
                // A holder that cannot be asked keeps a key that opens nothing any more; if one does not accept the new key, the
                // passphrase is needed.
                if let seconds = try? holder.remaining(vault: name) { try? await changed.keepKey(in: holder, seconds: seconds) }
            }
        } catch {
            guard inside == nil else { throw error }
            // If the key was changed and the rest failed, the vault stays locked: the passphrase opens it.
            inside = try? reopened(by: key)
            throw error
        }
    }

    private func reopened(by key: borrowing Secret) throws -> OpenVault {
        try OpenVault(try VaultOpening.read(location).unlock(vaultKey: key), at: location, surroundings: surroundings)
    }

    /// Releases the open vault, except its key.
    private func leave() async throws -> Secret {
        guard let open = inside else { throw EngineError.locked }
        inside = nil
        return await open.vaultKey()
    }

    /// The same with everything that the program knows of the machine.
    package func wipe(
        _ plan: WipePlan, typed: String, on machine: Machine, progress: ProgressReport = .silent
    ) async throws -> VaultWipe.Report {
        try await wipe(
            plan, typed: typed, holders: machine.holders, units: machine.units, profiles: machine.profiles, progress: progress)
    }

    /// Deletes the content and keeps the vault, its slots and the device; see `OpenVault.wipeJournal`. The vault is open again
    /// afterwards, with an empty journal. Waits a while for running operations to end; if it cannot have the vault exclusively,
    /// or the passphrase is wrong, nothing is deleted.
    package func wipeJournal(passphrase: [UInt8]) async throws {
        let found = try await keeper.unlock(location, passphrase: Secret(copying: passphrase))
        lock()
        try await letOthersEnd()
        inside = try OpenVault.wipeJournal(found, at: location, surroundings: surroundings, patience: 10_000)
    }

    /// Where there is one thread, waits up to ten seconds for running operations, which end on it meanwhile. Elsewhere they end
    /// while the lock is waited for.
    private func letOthersEnd() async throws {
        guard VaultThread.isTheOnlyOne else { return }
        guard !isClosing else { throw EngineError.inUse }
        isClosing = true
        defer { isClosing = false }
        for _ in 0..<1000 where !Task.isCancelled {
            do {
                _ = try DatabaseLock(.exclusive, at: location, patience: 0, onlyRemoves: true)
                return
            } catch EngineError.inUse {
                try? await Task.sleep(for: .milliseconds(10))
            } catch {
                // It is thrown by what follows.
                return
            }
        }
    }

    /// Derives keys from passphrases, which is slow, outside this actor, so that users of the open vault do not wait.
    package func makeBeside<Made: Sendable>(
        _ make: @Sendable (VaultLocation, Surroundings, _ deviceName: String, Argon2Cost) throws -> Made
    ) async throws -> Made {
        try await keeper.run { [location, surroundings, deviceName, cost] in try make(location, surroundings, deviceName, cost) }
    }

    /// Creates the vault from another device of the same person, or from the recovery code and the relay's copy, reads
    /// everything, and opens it. `show` receives the code to type on the other device until `expiry`; `nil` once that was done.
    /// - Returns: why something was not read yet, which the next rounds make up for; `nil` if all is here.
    package func link(
        through address: RelayAddress, over relays: @Sendable (RelayAddress) -> any RelayTransport, recoveryCode typed: String?,
        passphrase: [UInt8], deviceName: String? = nil, progress: ProgressReport = .silent,
        show: @Sendable ((code: String, expiry: Int64)?) -> Void
    ) async throws -> Explanation? {
        let transport = relays(address)
        let vault: OpenVault
        if let typed {
            let linked = try await OpenVault.recover(RecoveryCode(typed: typed), from: address, over: transport)
            vault = try make(of: linked, through: address, passphrase: passphrase, deviceName)
        } else {
            let link = Link(address, over: transport)
            let expiry = surroundings.now() + Link.validity
            try await link.begin()
            show((link.code.text, expiry))
            progress.report(say("waiting for the other device"), 0, 0)
            let linked = try await link.wait(until: expiry, now: surroundings.now)
            show(nil)
            vault = try make(of: linked, through: address, passphrase: passphrase, deviceName)
        }
        progress.report(say("reading the journal"), 0, 0)
        var failure: Explanation?
        do { try await vault.readFirst(over: relays, now: surroundings.now, progress: progress) } catch {
            failure = Explanation(error)
        }
        inside = vault
        return failure
    }

    private func make(
        of linked: consuming LinkedVault, through address: RelayAddress, passphrase: [UInt8], _ name: String?
    ) throws -> OpenVault {
        let unfinished = UnfinishedVault(location)
        if isAlone { try unfinished.begin() }
        let vault = try OpenVault.create(
            from: linked, at: location, relay: address, passphrase: Secret(copying: passphrase), surroundings: surroundings,
            deviceName: name ?? deviceName, cost: cost)
        if isAlone { try unfinished.end() }
        return vault
    }

    /// Tests recovery with nothing but the recovery code; see `VaultOpening.rehearseRecovery`.
    package func rehearseRecovery(typed: String) async throws -> RecoveryDrill {
        try await VaultOpening.rehearseRecovery(location, typed: typed, surroundings: surroundings)
    }

    /// Admits the holder of a key of the vault. If it is open, the key must be of that same vault: another one may have been put
    /// in the folder to get in with its passphrase.
    private func enter(_ found: consuming UnlockedVault, elseThrow miss: VaultError) async throws {
        if let inside {
            guard await inside.isUnlocked(by: found.vaultKey()) else { throw miss }
        } else {
            guard !isClosing else { throw EngineError.inUse }
            inside = try OpenVault(found, at: location, surroundings: surroundings)
        }
    }
}

/// A passkey slot as plain values, for the browser.
package struct Passkey: Hashable, Sendable {
    package let id: String
    /// The credential's id, base64url.
    package let credential: String
    /// The relying party's id: its host name.
    package let rp: String
    /// The input for the authenticator, base64url.
    package let salt: String

    init(_ slot: PasskeySlot) {
        id = slot.id.description
        credential = Base64URL.text(slot.parameters.credential)
        rp = slot.parameters.relyingParty
        salt = Base64URL.text(slot.parameters.salt)
    }
}

/// Derives keys from passphrases outside the door, one at a time: a slow one, or a thousand wrong ones, delay no one who uses the
/// open vault, and never need the memory of more than one.
private actor Doorkeeper {
    private nonisolated let thread = VaultThread("passphrase")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    func unlock(_ location: VaultLocation, passphrase: consuming Secret) throws -> UnlockedVault {
        try VaultOpening.read(location).unlock(passphrase: passphrase)
    }

    func run<Made: Sendable>(_ work: @Sendable () throws -> Made) throws -> Made { try work() }

    func create(
        at location: VaultLocation, passphrase: consuming Secret, recoveryCode: borrowing RecoveryCode,
        surroundings: Surroundings, deviceName: String, cost: Argon2Cost
    ) throws -> OpenVault {
        try VaultOpening.create(
            at: location, passphrase: passphrase, recoveryCode: recoveryCode, surroundings: surroundings,
            deviceName: deviceName, cost: cost)
    }
}
