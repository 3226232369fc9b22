import Ledger
import Store
import Sync
import Vault

/// The relay's copy of the vault, which only the recovery code opens.
extension OpenVault {
    /// Sends a copy of the vault to the relay if its content has changed, or if the relay lacks the one that this person's
    /// devices sent last. That is checked every week, and when the relay may have lost data. Throws `SyncError`.
    /// - Returns: whether something was written that other devices wait for: which copy was sent.
    package func renewVaultCopy(through client: RelayClient, now: Int64) async throws -> Bool {
        let state = vaultCopyState
        var mark = try store.vaultCopyMark()
        guard VaultCopyMark.isDue(mark, state: state, now: now) else { return false }
        let present = try await client.vaultCopy()
        let said = try store.vaultCopiesSaid()
        let found = present.map { digest($0.bytes) }
        let others = said.filter { $0.key != device }.map(\.value)
        let isGood = VaultCopyMark.isGood(mark, state: state, found: found, own: said[device], others: others)
        if isGood, let found {
            mark?.copy = found
            mark?.seen = now
        } else {
            let copy = try passage().bytes
            try await client.put(vaultCopy: copy, replacing: present?.generation ?? 0)
            mark = VaultCopyMark(state: state, copy: digest(copy), seen: now)
        }
        if let mark { try store.write { try $0.keep(mark.bytes, in: .vaultCopy) } }
        return isGood ? false : try sayVaultCopy(mark?.copy)
    }

    /// Whether the relay is not known to have a copy with the current content.
    func isVaultCopyDue(now: Int64) throws -> Bool {
        VaultCopyMark.isDue(try store.vaultCopyMark(), state: vaultCopyState, now: now)
    }

    /// Only what a new device needs: the keys of the journals and the slots. Pins and the like may be older in the copy.
    private var vaultCopyState: [UInt8] {
        var bytes: [UInt8] = []
        for journal in keys.body.journalsWithKeys() {
            bytes += journal
            for epoch in keys.body.epochs(of: journal) { bytes.append(bigEndian: epoch) }
        }
        for slot in keys.header.slots where slot.type.isRecovery || slot.type == .passkey {
            bytes += slot.id.bytes + slot.sealed
        }
        bytes += keys.body.identity.signing
        return digest(bytes + (keys.body[setting: OpenVault.relaySetting] ?? []))
    }

    /// Records in this device's record which copy it sent.
    private func sayVaultCopy(_ copy: [UInt8]?) throws -> Bool {
        guard let copy, let id = RecordID(device.bytes) else { return false }
        let journal = try firstJournal()
        // A new device that has not read its journals yet writes nothing to them.
        guard try store.journals().contains(journal) else { return false }
        try act(in: journal) { writer in
            let fields: [String: JSON] = [VaultCopyMark.field: .hexadecimal(copy)]
            return [try writer.mutation(of: id, kind: OpenVault.deviceKind, journal: journal, setting: fields)]
        }
        return true
    }
}
