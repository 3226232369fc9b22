import Foundation

/// An unlocked vault: its keys, and the right to change it. Keys are overwritten when it is released.
package struct UnlockedVault: ~Copyable, Sendable {
    let folder: VaultFolder
    var file: VaultFile
    let key: Secret
    /// Identity, device, keyring and settings, for reading; `update` changes them.
    package internal(set) var body: VaultBody
    /// The slot that unlocked it; `nil` if the vault key itself did.
    package private(set) var openedBy: KeyslotID?
    /// What to tell the owner about the two copies.
    package internal(set) var notices: [VaultNotice]
    /// Whether the header's code matches the vault key. False only after salvaging: then someone may have removed or replaced
    /// slots, and nothing is written before `acceptHeader`.
    package private(set) var headerIsAuthentic: Bool
    private var headerIsAccepted = false
    /// The seed of the identity's `recover` key, if the recovery code unlocked this vault: passed on to a new code.
    var recoverSeed: Secret?

    init(
        folder: VaultFolder, file: VaultFile, body: consuming VaultBody, vaultKey: consuming Secret,
        openedBy: KeyslotID?, notices: [VaultNotice], headerIsAuthentic: Bool
    ) {
        (self.folder, self.file, self.openedBy, self.notices) = (folder, file, openedBy, notices)
        self.headerIsAuthentic = headerIsAuthentic
        self.body = body
        key = vaultKey
    }

    mutating func keepRecoverSeed(by code: borrowing RecoveryCode) { recoverSeed = body.recoverSeed(by: code) }

    /// Name, generation, date and slots; authenticated if `headerIsAuthentic`.
    package var header: VaultHeader { file.header }

    /// A copy of the vault key, for a key holder.
    package borrowing func vaultKey() -> Secret { key.duplicate() }

    /// 48 bytes for SQLCipher: HKDF(vault key, `L("database")`) 32 ‖ HKDF(vault key, `L("database-salt")`) 16.
    package borrowing func databaseKey() -> Secret {
        let raw = key.derive("database")
        let salt = key.derive("database-salt", count: 16)
        return unsafe raw.withBytes { raw in
            unsafe salt.withBytes { salt in
                unsafe Secret(count: raw.count + salt.count) { target in
                    unsafe target.copyMemory(from: raw)
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[raw.count...]).copyMemory(from: salt)
                }
            }
        }
    }

    /// Changes the body: reads the newest state under the writers' lock, applies `edit` to it, and writes it.
    ///
    /// So another process's change is kept, unless `edit` overwrites it. If this throws, nothing was changed, here or on disk.
    /// Throws busy while another process holds the lock, and damaged while the header is neither authentic nor accepted.
    package mutating func update(_ edit: (inout VaultBody) throws(VaultError) -> Void) throws(VaultError) {
        try rewrite(revoking: false) { (body, _) throws(VaultError) in try edit(&body) }
    }

    /// The same for something that must remain in no copy, such as a destroyed key: writes both copies.
    package mutating func revoke(_ edit: (inout VaultBody) throws(VaultError) -> Void) throws(VaultError) {
        try rewrite(revoking: true) { (body, _) throws(VaultError) in try edit(&body) }
    }

    /// Reads the newest state from disk, as another program may have changed it.
    ///
    /// If both copies are damaged, keeps this state; throws `.missing` if both are gone.
    package mutating func refresh() throws(VaultError) {
        self = try newest(of: folder.copiesOnDisk())
    }

    /// Accepts the slots of a header that is not authentic, so that the next change signs them again.
    ///
    /// Call only after the owner has reviewed the slots. Refuses without a recovery slot: an accident damages a slot, only a
    /// person removes one. It may be damaged, so the code must be checked again. Writes nothing by itself.
    package mutating func acceptHeader() throws(VaultError) {
        guard !headerIsAuthentic else { return }
        guard header.slots.contains(where: \.type.isRecovery) else { throw .noSlot(.recovery) }
        body.recoveryProven = nil
        headerIsAccepted = true
    }
}

// MARK: - Slots

extension UnlockedVault {
    /// Replaces the passphrase that unlocked the vault, or else the first one; a vault without any gets its first.
    ///
    /// Rewrites one slot, leaves the others unchanged byte for byte, and leaves the old slot in neither copy. Copies of the
    /// file made elsewhere still unlock with the old passphrase, and give the same vault key.
    package mutating func changePassphrase(
        to passphrase: borrowing Secret, cost: Argon2Cost = .standard
    ) throws(VaultError) {
        if let fault = cost.enrolmentFault { throw .costRefused(fault) }
        let present = header.slots.filter { $0.type == .passphrase }
        let old = (present.first { $0.id == openedBy } ?? present.first)?.id
        let slot = try Keyslot(
            passphrase: passphrase, cost: cost, id: old ?? .random(), vault: header.vault, vaultKey: key)
        try rewrite(revoking: true) { (_, slots) throws(VaultError) in
            guard let old else { return slots.append(slot) }
            guard let place = slots.firstIndex(where: { $0.id == old && $0.type == .passphrase })
            else { throw .noSuchSlot }
            slots[place] = slot
        }
    }

    /// How many passphrases a vault may have: each typed passphrase is tried on every slot.
    package static let passphraseLimit = 4

    /// Adds a passphrase beside the existing ones. `false`, and nothing changed, at the limit. Does not check whether the
    /// passphrase is in use already: that would cost as much as unlocking.
    package mutating func addPassphrase(
        _ passphrase: borrowing Secret, cost: Argon2Cost = .standard
    ) throws(VaultError) -> Bool {
        if let fault = cost.enrolmentFault { throw .costRefused(fault) }
        let slot = try Keyslot(
            passphrase: passphrase, cost: cost, id: .random(), vault: header.vault, vaultKey: key)
        var isAdded = false
        try rewrite(revoking: false) { (body, slots) throws(VaultError) in
            guard slots.count(where: { $0.type == .passphrase }) < Self.passphraseLimit else { return }
            body.keyChange?.removed.removeAll { $0 == .passphrase }
            let place = slots.lastIndex { $0.type == .passphrase }.map { $0 + 1 } ?? 0
            slots.insert(slot, at: place)
            isAdded = true
        }
        return isAdded
    }

    /// Replaces all keychain slots by one, for a keychain that is to hold `key` (32 random bytes).
    ///
    /// It is one change: after a crash there are the old slots or the new one, and in the end no copy keeps an old one. The
    /// keychain must hold the key beforehand, since it keeps one per vault.
    package mutating func replaceKeychainSlots(key keychainKey: borrowing Secret) throws(VaultError) -> KeyslotID {
        precondition(keychainKey.count == VaultHeader.keyCount, "a keychain key has 32 bytes")
        let slot = Keyslot(
            id: .random(), type: .keychain, parameters: "", vault: header.vault, vaultKey: key, slotKey: keychainKey)
        try rewrite(revoking: true) { (body, slots) in
            body.keyChange?.removed.removeAll { $0 == .keychain }
            slots.removeAll { $0.type == .keychain }
            slots.append(slot)
        }
        return slot.id
    }

    package static let passkeyLimit = 16

    /// Adds a passkey: `output` is the 32 bytes that it answers to `salt` (32 random bytes).
    ///
    /// Replaces a slot of the same credential, in both copies. Refuses values that WebAuthn does not produce, a seventeenth
    /// passkey, and a vault that only the recovery code would unlock otherwise.
    package mutating func addPasskey(
        credential: [UInt8], relyingParty: String, salt: [UInt8], output: borrowing Secret
    ) throws(VaultError) -> KeyslotID {
        guard output.count == PasskeyParameters.outputCount,
            let passkey = PasskeyParameters(credential: credential, relyingParty: relyingParty, salt: salt)
        else { throw .passkeyRefused(.malformed) }
        let slot = Keyslot(passkey: passkey, output: output, vault: header.vault, vaultKey: key)
        try rewrite(revoking: true) { (body, slots) throws(VaultError) in
            body.keyChange?.removed.removeAll { $0 == .passkey }
            slots.removeAll { $0.passkey?.credential == credential }
            guard slots.count(where: { $0.type == .passkey }) < Self.passkeyLimit
            else { throw .passkeyRefused(.tooMany) }
            guard slots.contains(where: \.type.opensAlone) else { throw .lastSlot }
            slots.append(slot)
        }
        return slot.id
    }

    /// Removes a slot, in both copies. Keeps the last recovery slot, and the last passphrase or keychain slot.
    package mutating func removeSlot(_ id: KeyslotID) throws(VaultError) {
        try rewrite(revoking: true) { (_, slots) throws(VaultError) in
            guard let place = slots.firstIndex(where: { $0.id == id }) else { throw .noSuchSlot }
            let removed = slots.remove(at: place).type
            guard slots.contains(where: \.type.isRecovery) else { throw .lastRecoverySlot }
            // Unknown types, which this program cannot unlock, do not count, and neither do passkeys.
            guard slots.contains(where: \.type.opensAlone) || !removed.opensAlone else { throw .lastSlot }
        }
    }

    /// Replaces the recovery code, in both copies.
    ///
    /// Backups go to the new code from now on. The identity keeps its `recover` key. If the present code unlocked this vault,
    /// the new one gets that key's seed; otherwise only the code under which the identity was created has it.
    package mutating func replaceRecoveryCode(with code: borrowing RecoveryCode) throws(VaultError) {
        let slot = Keyslot(recoveryCode: code, vault: header.vault, vaultKey: key)
        let recipient = code.recipientKey()
        let login = code.recoverPublicKey()
        var passing: [UInt8]?
        if let seed = recoverSeed?.duplicate() { passing = body.passingOn(recoverSeed: seed, to: recipient) }
        let passedOn = passing
        try rewrite(revoking: true) { (body, slots) in
            let place = slots.firstIndex(where: \.type.isRecovery) ?? slots.endIndex
            slots.removeAll(where: \.type.isRecovery)
            slots.insert(slot, at: place)
            body.setRecoveryRecipient(recipient)
            body.recoveryLogin = login
            body.recoveryProven = nil
            body.keepPassedOn(passedOn)
        }
    }

    /// Whether this is the vault's recovery code. Changes nothing.
    package borrowing func isRecoveryCode(_ code: borrowing RecoveryCode) throws(VaultError) -> Bool {
        for slot in header.slots {
            if let opened = try slot.open(vault: header.vault, recoveryCode: code) { return opened.isEqual(to: key) }
        }
        return false
    }
}

// MARK: - Writing

extension UnlockedVault {
    /// Reads the newest state, edits it and writes the next generation. With `revoking`, no copy keeps the old slots.
    private mutating func rewrite(
        revoking: Bool, _ edit: (inout VaultBody, inout [Keyslot]) throws(VaultError) -> Void
    ) throws(VaultError) {
        self = try folder.whileLocked { () throws(VaultError) in
            let copies = folder.copiesOnDisk()
            var next = try newest(of: copies)
            // What is written is signed: unauthenticated slots must not become the vault's that way.
            guard next.headerIsAuthentic else { throw .damaged(.headerCode) }
            let current = next.file
            var slots = current.header.slots
            try edit(&next.body, &slots)
            // A damaged main copy may have been one generation ahead of the copy used instead.
            let step: UInt64 = copies.main.file == current ? 1 : 2
            guard let header = current.header.next(step: step, slots: slots) else { throw .tooLarge }
            next.file = try VaultFile(header: header, body: next.body, vaultKey: key)
            if let notice = try folder.store(next.file, over: current, copies, revoking: revoking) {
                next.notices.append(notice)
            }
            return next
        }
    }

    /// The state on disk, or this one if nothing on disk is sound: it is then written again.
    borrowing func newest(of copies: VaultCopies) throws(VaultError) -> UnlockedVault {
        do throws(VaultError) {
            let candidates = try copies.candidates()
            var found = try LockedVault(folder: folder, candidates: candidates, notices: notices).unlock(vaultKey: key)
            found.openedBy = openedBy
            found.recoverSeed = recoverSeed?.duplicate()
            return found
        } catch {
            // The same vault, but under another key.
            if error == .wrongVaultKey, copies.vault == header.vault { throw .keyChanged }
            guard case .damaged = error else { throw error }
            let body = try VaultBody(decoding: body.encoded())
            var kept = UnlockedVault(
                folder: folder, file: file, body: body, vaultKey: key.duplicate(), openedBy: openedBy,
                notices: notices, headerIsAuthentic: headerIsAuthentic || headerIsAccepted)
            kept.recoverSeed = recoverSeed?.duplicate()
            return kept
        }
    }
}
