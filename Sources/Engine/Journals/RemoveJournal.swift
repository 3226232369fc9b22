import Base
import Basics
import Foundation
import Journal
import Ledger
import Records
import Store
import Vault

/// Taking a journal out of the vault: its keys first, then all else (docs/decisions/0036).
extension OpenVault {
    /// Name of the vault's settings that say that a journal's keys are destroyed and the rest is to follow.
    static let removingPrefix = "removing:"
    /// The kind of the records in the first journal that say which journals this person has removed, on all devices. Each is named as
    /// its journal is.
    static let removalKind = SharingRule.journalRemoval

    /// What keeps a journal from being removed; `nil` when it may be.
    package func removalFault(_ journal: JournalID) throws -> JournalError? {
        guard try journal != firstJournal() else { return .firstStays }
        switch try end(of: journal)?.reason {
        case .removed, .closed: return nil
        // The relay, and by it the others, have to hear of it before the log goes.
        case .destroyed: return try isEndSettled(journal) ? nil : .endUnsent
        case .left: return try isLeavingUnsent(journal) ? .endUnsent : nil
        case nil:
            guard try owns(journal) else { return .stillShared }
            // A relay that this vault has left goes on showing it to those who share it.
            return try relayAddress() != nil || store.relayStanding(of: journal).head.position > 0 ? .notEnded : nil
        }
    }

    /// Takes a journal out of this vault, and with the next rounds of sync out of this person's other devices: its keys out of both
    /// copies of the vault file, then entries, records, log, words and files. Nothing brings it back but a backup or an export that
    /// was made before, or an invitation. Throws `JournalError`.
    package func removeJournal(_ journal: JournalID) throws {
        try keys.refresh()
        if let fault = try removalFault(journal) { throw fault }
        try takeBackCopies(from: journal)
        try removeCopy(of: journal)
    }

    /// The journals that this person has removed, on whichever device.
    func removedJournals() throws -> Set<JournalID> {
        let first = try firstJournal()
        return try counts.at(store.logPosition(), "removed journals") {
            Set(
                try store.records(kind: OpenVault.removalKind).compactMap { record in
                    guard record.journal == first, record.state[OpenVault.removedField]?.int != nil else { return nil }
                    return JournalID(record.id.bytes)
                })
        }
    }

    /// Removes what another device of this person has removed. What was written on this device and is nowhere else yet keeps its journal
    /// here: then its owner decides.
    func followRemovals() throws {
        let first = try firstJournal()
        for journal in try removedJournals() where try journal != first && store.holds(journal) {
            guard try !store.hasUnsentWords(of: journal, device: device) else { continue }
            try keys.refresh()
            try removeCopy(of: journal)
        }
    }

    /// An invitation is taken up to a journal that was removed: what comes of it stays.
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

    /// Whether the relay has not been told yet that this person leaves; it shows the journal no more once it has.
    private func isLeavingUnsent(_ journal: JournalID) throws -> Bool {
        guard try store.relayStanding(of: journal).head.position > 0, try syncMemory().closed[journal] == nil else {
            return false
        }
        return try store.controlOperations(of: journal).contains { $0.position == nil }
    }

    /// Takes a journal out of this vault, keys first. What waits to be sent of it is lost.
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
            OpenVault.settleJournalKeys(in: &body)
        }
        try OpenVault.finishRemovals(
            &keys, store: store, device: device, heads: &heads, at: location, surroundings: surroundings)
        writeHeads()
        (logReaders[journal], sharingRules[journal], refreshedExcerpts, counts) = (nil, nil, nil, Counted())
        ownedJournals.remove(journal)
        operationKeys = operationKeys.filter { $0.key.journal != journal }
    }

    /// How the names of the settings begin that hold something of one journal, and go on with it in hexadecimal.
    private static let journalSettings = [
        genesisPrefix, foundingPrefix, rotationPrefix, keyChangePrefix, supersededPrefix, invitePrefix, joiningPrefix, pinPrefix,
    ]

    private static let removedField = "removed"

    /// Takes everything out whose keys are destroyed: the files, then all rows in one transaction, behind the operation that says so.
    /// Broken off, the next opening finishes it.
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
                // Who only follows another device's word does not say it anew: an invitation may have come since.
                let field = known[removedField]?.int == nil ? removedField : "followed"
                let mutation = try writer.mutation(
                    of: record, kind: removalKind, journal: first, setting: [field: .int(surroundings.now())])
                let place = try nextPlace(in: first, device: device, heads: heads, writer: writer)
                // The last row of the log is this one: rows are never given twice.
                let operation = try appendRecord(
                    [mutation], to: first, at: place, keys: keys, with: writer, surroundings: surroundings)
                try writer.remove(journal)
                return operation
            }
            if let said { heads.note(said) }
            heads.forget(journal)
            // The pages that held it are overwritten; what is left of them stands in the write-ahead log.
            try? store.settle()
            try keys.update { (body) throws(VaultError) in body[setting: setting] = nil }
        }
    }

    /// Removes the sealed files that only this journal names. They open no more, whatever becomes of them.
    private static func removeFiles(of journal: JournalID, store: Store, at location: VaultLocation) {
        // Files that stay here open no more, and are removed a day later as files that nothing names.
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
