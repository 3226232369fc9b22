import Base
import Basics
import Foundation
import Journal
import Ledger
import Records
import Store
import Vault

/// Removing a journal from the vault: its keys first, then the rest (docs/decisions/0032).
extension OpenVault {
    /// Prefix of the vault settings that say that a journal's keys are destroyed and the rest is still to be removed.
    static let removingPrefix = "removing:"
    /// The kind of the records in the first journal that list the journals this person removed, on all devices. Each has its
    /// journal's id.
    static let removalKind = SharingRule.journalRemoval

    /// What keeps a journal from being removed; `nil` when it may be.
    package func removalFault(_ journal: JournalID) throws -> JournalError? {
        guard try journal != firstJournal() else { return .firstStays }
        switch try end(of: journal)?.reason {
        case .removed, .closed: return nil
        // The relay, and through it the others, must be told before the log is removed.
        case .destroyed: return try isEndKnown(journal) ? nil : .endUnsent
        case .left: return try isLeavingUnsent(journal) ? .endUnsent : nil
        case nil:
            guard try owns(journal) else { return .stillShared }
            // A relay that this vault has left still shows it to those who share it.
            return try relayAddress() != nil || store.relayStanding(of: journal).head.position > 0 ? .notEnded : nil
        }
    }

    /// Removes a journal from this vault, and with the next rounds of sync from this person's other devices: its keys from both
    /// copies of the vault file, then entries, records, log, search index and files. Only an earlier backup or export, or an
    /// invitation, brings it back. Throws `JournalError`.
    package func removeJournal(_ journal: JournalID) throws {
        try keys.refresh()
        if let fault = try removalFault(journal) { throw fault }
        try removeCopy(of: journal)
    }

    /// The journals that this person has removed, on any device.
    func removedJournals() throws -> Set<JournalID> {
        let first = try firstJournal()
        return try cached(Cached.removedJournals) {
            Set(
                try store.records(kind: OpenVault.removalKind).compactMap { record in
                    guard record.journal == first, record.state[OpenVault.removedField]?.int != nil else { return nil }
                    return JournalID(record.id.bytes)
                })
        }
    }

    /// Removes what another device of this person removed. A journal with changes that exist only on this device stays, for its
    /// owner to decide.
    func followRemovals() throws {
        let first = try firstJournal()
        for journal in try removedJournals() where try journal != first && store.holds(journal) {
            guard try !store.hasUnsentWords(of: journal, device: device) else { continue }
            try keys.refresh()
            try removeCopy(of: journal)
        }
    }

    /// An invitation to a removed journal is accepted: what it brings stays.
    func forgetRemoval(of journal: JournalID) throws {
        guard try removedJournals().contains(journal) else { return }
        let first = try firstJournal()
        try act(in: first) { writer in
            [
                try writer.mutation(
                    of: JournalName.record(of: journal), kind: OpenVault.removalKind, journal: first,
                    setting: [OpenVault.removedField: .null])
            ]
        }
    }

    /// Whether the relay must still be told that this person leaves; afterwards it does not show the journal any more.
    private func isLeavingUnsent(_ journal: JournalID) throws -> Bool {
        guard try store.relayStanding(of: journal).head.position > 0, try syncMemory().closed[journal] == nil else {
            return false
        }
        return try store.controlOperations(of: journal).contains { $0.position == nil }
    }

    /// Removes a journal from this vault, keys first. Its unsent changes are lost.
    func removeCopy(of journal: JournalID) throws {
        let first = try firstJournal()
        let own = hex(journal.bytes)
        try keys.revoke { (body) throws(VaultError) in
            for epoch in body.epochs(of: journal.bytes) { body.removeJournalKey(journal.bytes, epoch: epoch) }
            for prefix in OpenVault.journalSettings {
                for setting in body.settings(beginningWith: prefix + own) { body[setting: setting] = nil }
            }
            if body.defaultJournal == journal.bytes { body.defaultJournal = first.bytes }
            body[setting: OpenVault.removingPrefix + own] = [1]
            OpenVault.endKeyChange(in: &body)
        }
        try OpenVault.finishRemovals(
            &keys, store: store, device: device, heads: &heads, at: location, surroundings: surroundings)
        writeHeads()
        (logReaders[journal], sharingRules[journal]) = (nil, nil)
        cache.drop()
        ownedJournals.remove(journal)
        operationKeys = operationKeys.filter { $0.key.journal != journal }
    }

    /// The prefixes of settings that belong to one journal and continue with its id in hexadecimal.
    private static let journalSettings = [
        genesisPrefix, foundingPrefix, rotationPrefix, keyChangePrefix, supersededPrefix, invitePrefix, joiningPrefix, pinPrefix,
    ]

    private static let removedField = "removed"

    /// Removes everything whose keys are destroyed: the files, then all rows in one transaction, after the operation that says
    /// so. If interrupted, the next opening finishes it.
    static func finishRemovals(
        _ keys: inout UnlockedVault, store: Store, device: DeviceID, heads: inout ConfirmedHeads, at location: VaultLocation,
        surroundings: Surroundings
    ) throws {
        for setting in keys.body.settings(beginningWith: removingPrefix) {
            guard let bytes = bytes(fromHex: setting.dropFirst(removingPrefix.count)), let journal = JournalID(bytes),
                let first = keys.body[setting: "genesis"].flatMap({ try? Genesis(reading: $0).journal })
            else { continue }
            removeFiles(of: journal, store: store, at: location)
            let said = try store.write { writer -> Ledger.Operation? in
                guard try store.holds(journal) else { return nil }
                let record = JournalName.record(of: journal)
                let known = try writer.state(of: record, kind: removalKind, journal: first)
                // A device that only follows another one's removal does not repeat it: an invitation may have come since.
                let field = known[removedField]?.int == nil ? removedField : "followed"
                let mutation = try writer.mutation(
                    of: record, kind: removalKind, journal: first, setting: [field: .int(surroundings.now())])
                let place = try nextPlace(in: first, device: device, heads: heads, writer: writer)
                // This is the last row of the log: row numbers are never reused.
                let operation = try append(
                    [mutation], to: first, at: place, keys: keys, with: writer, surroundings: surroundings)
                try writer.remove(journal)
                return operation
            }
            if let said { heads.note(said) }
            heads.forget(journal)
            // The pages that held it are overwritten; the write-ahead log may still hold remains.
            try? store.walCheckpoint()
            try keys.update { (body) throws(VaultError) in body[setting: setting] = nil }
        }
    }

    /// Removes the encrypted files that only this journal names. They cannot be decrypted any more in any case.
    private static func removeFiles(of journal: JournalID, store: Store, at location: VaultLocation) {
        // Files that stay cannot be decrypted any more, and are removed a day later as unused.
        guard let records = try? store.records(kind: AttachmentRecord.kind) else { return }
        func names(_ list: [(id: RecordID, journal: JournalID, state: RecordState)]) -> Set<String> {
            Set(list.compactMap { $0.state["hash"]?.string })
        }
        let own = names(records.filter { $0.journal == journal }).subtracting(names(records.filter { $0.journal != journal }))
        let snapshots = WipePlan.files(in: location.attachments).map(\.name).filter {
            isSnapshotName($0) && $0.has(journal.description)
        }
        _ = AttachmentFolder(path: location.attachments).remove(own.filter(AttachmentFolder.isSealedName).sorted() + snapshots)
    }
}
