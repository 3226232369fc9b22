import Base
import Ledger
import Store
import Vault

extension OpenVault {
    /// Gives a journal its next epoch: saves the key and the body of the control operation in the vault file first, then the
    /// operation in the log. From then on new operations are encrypted under the new key, also those of other open programs.
    func beginRotation(of journal: JournalID) throws {
        guard try lostOperations == 0 && store.missingOperations() == 0 else { throw KeysError.needsRepair }
        let (said, last) = try store.read { (try $0.epoch(of: journal), try lastControl(of: journal, in: $0)) }
        let epoch = max(said, keys.body.epochs(of: journal.bytes).last ?? 0) + 1
        let key = Secret.random(count: 32)
        let change = try keyChange(to: epoch, of: journal, key: key, for: controlLog(of: journal).recipients, back: false)
        let rotation = Rotation(previous: last, key: change)
        let setting = OpenVault.rotationSetting(journal)
        try keys.update { (body) throws(VaultError) in
            // Another program may have begun one at this moment: then that one is continued.
            guard body[setting: setting] == nil else { return }
            guard body.addJournalKey(key, journal: journal.bytes, epoch: epoch) else { throw .damaged(.body) }
            body[setting: setting] = rotation.body
        }
        try makeUpRotations()
    }

    private func lastControl(of journal: JournalID, in writer: StoreWriter) throws -> [UInt8] {
        if let bytes = try writer.lastControl(of: journal) { return try Operation(reading: bytes).hash }
        throw KeysError.needsRepair
    }

    private func makeUpRotations() throws {
        try OpenVault.makeUpRotations(keys, store: store, device: device, heads: &heads, surroundings: surroundings)
        writeHeads()
    }

    /// Writes the control operations that are in the vault file but not in the log: their rotation was interrupted between the
    /// two. Done before any other write, so that no operation uses an epoch that has not begun.
    static func makeUpRotations(
        _ keys: borrowing UnlockedVault, store: Store, device: DeviceID, heads: inout ConfirmedHeads, surroundings: Surroundings
    ) throws {
        for (journal, rotation) in try rotationsBegun(keys) {
            let operation = try store.write { writer -> Ledger.Operation? in
                guard try writer.epoch(of: journal) < rotation.epoch else { return nil }
                let place = try nextPlace(in: journal, device: device, heads: heads, writer: writer)
                let operation = try appendControl(
                    rotation.body, to: journal, epoch: rotation.epoch - 1, at: place, keys: keys, with: writer)
                let begun = try writer.tick(wallMilliseconds: surroundings.now())
                let end = try store.logPosition()
                try writer.keep(Resealing(epoch: rotation.epoch, begun: begun, cursor: 0, end: end), of: journal)
                return operation
            }
            if let operation { heads.note(operation) }
        }
    }
}
