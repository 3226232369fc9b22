import Foundation

/// Changing the vault key (docs/formats/vault.md, "Another vault key").
extension UnlockedVault {
    /// Notes in the vault file that the key is about to change. Once a copy under another key exists, this one no longer unlocks.
    package mutating func beginKeyChange(at time: Int64) throws(VaultError) {
        try update { (body) throws(VaultError) in
            // The notes of an earlier change remain, even if this one is cancelled.
            var change = body.keyChange ?? VaultKeyChange(stage: .begun, at: time)
            (change.stage, change.at) = (.begun, time)
            body.keyChange = change
        }
    }

    /// Cancels the change. Throws `.keyChanged` if it has happened.
    package mutating func cancelKeyChange() throws(VaultError) {
        try update { (body) throws(VaultError) in body.keyChange?.stage = .done }
    }

    /// This vault under a new key, in memory only, with a slot for the passphrase and one for the recovery code, which is not
    /// needed. All other slots need a secret that only their owner has, and are left out.
    package borrowing func successor(
        passphrase: borrowing Secret, cost: Argon2Cost = .standard, at time: Int64
    ) throws(VaultError) -> UnlockedVault {
        guard headerIsAuthentic else { throw .damaged(.headerCode) }
        if let fault = cost.enrolmentFault { throw .costRefused(fault) }
        let next = Secret.random(count: VaultHeader.keyCount)
        var body = try VaultBody(decoding: body.encoded())
        let own = try Keyslot(passphrase: passphrase, cost: cost, id: .random(), vault: header.vault, vaultKey: next)
        guard let recovery = Keyslot(recoveryRecipient: body.recoveryRecipient, vault: header.vault, vaultKey: next)
        else { throw .damaged(.body) }
        body.forgetBackupKeys(now: time)
        body.keepBackupKeys(of: key, replacedAt: time)
        var change = VaultKeyChange(stage: .committed, at: time)
        let others = header.slots.map(\.type).filter { !$0.isRecovery }
        change.removed =
            (body.keyChange?.removed ?? []) + others.filter { $0 != .passphrase }
            + others.filter { $0 == .passphrase }.dropFirst()
        change.journals = .due
        body.keyChange = change
        guard let nextHeader = header.next(step: 2, slots: [own, recovery]) else { throw .tooLarge }
        let file = try VaultFile(header: nextHeader, body: body, vaultKey: next)
        var successor = UnlockedVault(
            folder: folder, file: file, body: body, vaultKey: next, openedBy: own.id, notices: [], headerIsAuthentic: true)
        successor.recoverSeed = recoverSeed?.duplicate()
        return successor
    }

    /// Replaces this vault by a successor: from now on only its key and its slots unlock the vault, whatever happens next.
    /// `confirmedHeads` is what its file says of them. Call it alone, then `finishKeyChange`. Changes nothing if it throws.
    package mutating func become(_ successor: consuming UnlockedVault, confirmedHeads: [UInt8]?) throws(VaultError) {
        successor.body.confirmedHeads = confirmedHeads
        let file = try VaultFile(header: successor.header, body: successor.body, vaultKey: successor.key)
        successor.file = file
        try folder.whileLocked { () throws(VaultError) in
            // No other program may have changed anything in the meantime.
            guard try newest(of: folder.copiesOnDisk()).file == self.file else { throw .busy }
            try folder.replace(folder.backup, with: file.bytes, erasing: true)
        }
        self = successor
    }

    /// Does the writes that remain of a key change: afterwards no copy of the vault file is under an earlier key.
    package mutating func finishKeyChange() throws(VaultError) {
        try refresh()
        let file = file
        try folder.whileLocked { () throws(VaultError) in
            for (path, copy) in [(folder.main, \VaultCopies.main), (folder.backup, \VaultCopies.backup)]
            where folder.copiesOnDisk()[keyPath: copy].file != file {
                try folder.replace(path, with: file.bytes, erasing: true)
            }
            let copies = folder.copiesOnDisk()
            guard copies.main.sound == file, copies.backup.sound == file else { throw .damaged(.checksum) }
            // A bad sector in a damaged copy must not lock its owner out: it is removed anyway.
            try? VaultFolder.overwrite(folder.damaged, ifOnly: [folder.main, folder.backup, folder.damaged])
            unsafe _ = unlink(folder.damaged)
        }
        notices = []
    }
}
