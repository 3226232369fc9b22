import Base
import Ledger
import Store
import Sync
import Vault

/// That a journal goes no further for this vault's person. What is here stays readable until it is removed.
package struct JournalEnd: Hashable, Sendable {
    /// Why it goes no further.
    package let reason: Reason
    /// Since when: milliseconds since 1970, as the relay says it or as it was first found here; `nil` where that is not known.
    package let since: Int64?

    /// By whom.
    package enum Reason: String, Sendable {
        /// Its owner has ended it, for everybody.
        case destroyed
        /// This person has left it.
        case left
        /// Its owner removed this person.
        case removed
        /// The relay shows it no more, and does not say why: this person was removed, or the relay has lost it.
        case closed
    }
}

extension OpenVault {
    /// How a journal has come to its end; `nil` for one that goes on.
    package func end(of journal: JournalID) throws -> JournalEnd? {
        if let moment = try store.end(of: journal) { return JournalEnd(reason: .destroyed, since: moment > 0 ? moment : nil) }
        if try owns(journal) { return nil }
        let memory = try syncMemory()
        let since = memory.closed[journal]
        // What it takes to know that grows with the log, and changes only with it.
        let reason = try counts.at(store.logPosition(), "left " + journal.description) {
            parting(in: try control(of: journal))
        }
        if let reason { return JournalEnd(reason: reason, since: since) }
        return since.map { JournalEnd(reason: memory.reasons[journal] ?? .closed, since: $0) }
    }

    /// How this vault's person came to be no member any more; `nil` for a member.
    private func parting(in control: ControlLog) -> JournalEnd.Reason? {
        guard membership(in: control) == nil else { return nil }
        return control.wasRemoved(owner.name) ? .removed : .left
    }

    /// Whether a journal was ended by its owner: nothing comes into its log any more.
    func isDestroyed(_ journal: JournalID) throws -> Bool { try store.end(of: journal) != nil }

    /// Whether nothing is left to be said to a relay about the end of a journal: it was seen there, or the relay never had the journal.
    func isEndSettled(_ journal: JournalID) throws -> Bool {
        guard let moment = try store.end(of: journal) else { return false }
        return try moment > 0 || store.relayStanding(of: journal).head.position == 0
    }

    /// The relay knows nothing of a journal that its owner has ended here: it has lost it, and nothing is left that it could forget.
    func settleEnd(of journal: JournalID) throws {
        guard try store.end(of: journal) == 0, try owns(journal) else { return }
        let now = surroundings.now()
        try store.write { try $0.keep(end: now, of: journal) }
    }

    /// The journals that a relay may have.
    func journalsAtRelay() throws -> [JournalID] { try store.journals().filter { try !isDestroyed($0) }.sorted() }

    /// Throws why this person cannot end a journal for everyone: it is the first, someone else's, or no relay has it.
    package func requireEndable(_ journal: JournalID) throws {
        try keys.refresh()
        guard try journal != firstJournal() else { throw JournalError.firstStays }
        _ = try ownedControl(of: journal)
        guard try !isDestroyed(journal), try relayAddress() == nil else { return }
        guard try store.relayStanding(of: journal).head.position > 0 else { throw JournalError.onlyHere }
        throw SyncError.notSet
    }

    /// Ends a journal for everybody who shares it: nobody writes into it any more, and with the next round of sync the relay forgets it
    /// with all its files. What is in this vault, and in those of others, stays readable. Throws `JournalError` and `SharingError.notOwner`.
    package func destroyJournal(_ journal: JournalID) throws {
        try requireEndable(journal)
        guard try !isDestroyed(journal) else { return }
        let control = try ownedControl(of: journal)
        if let excerpt = try excerpts().first(where: { $0.journal == journal }) { return try endExcerpt(excerpt.journal) }
        if control.devices[device] == nil { try enterDevice(into: journal) }
        try self.control(in: journal) { .destroy(previous: $0) }
        try forgetInviteSecrets(of: journal, all: true)
    }

    /// Takes in what the control operations of a relay's log say, where they say that its owner has ended it. Where they say that this
    /// person's membership ended, how it did is remembered; otherwise nothing is done. Throws `SyncFault` where they are no log, or not the one that was read here.
    func takeEnd(_ frames: [RelayedOperation], of journal: JournalID) throws {
        var log: ControlLog?
        var controls: [(operation: Ledger.Operation, receipt: RelayReceipt)] = []
        for frame in frames {
            guard let operation = try? Operation(reading: frame.bytes), operation.header.journal == journal
            else { throw SyncFault.notALog(position: frame.position) }
            do {
                if log == nil { log = try ControlLog(founding: operation) } else { try log?.take(operation) }
            } catch {
                throw SyncFault.notAMember(position: frame.position)
            }
            controls.append((operation, RelayReceipt(position: frame.position, received: frame.received)))
        }
        guard let log else { return }
        let reason = log.isDestroyed ? nil : parting(in: log)
        guard log.isDestroyed || reason != nil else { return }
        // A device that was dropped, and a relay, could show another log behind which somebody else owns it.
        let known = try store.controlOperations(of: journal).filter { $0.position != nil }
        let isSame = try zip(known, controls).allSatisfy { try Operation(reading: $0.bytes).hash == $1.operation.hash }
        guard known.count <= controls.count, isSame else { throw SyncFault.otherLog(position: frames.last?.position ?? 0) }
        if let reason {
            var memory = try syncMemory()
            memory.reasons[journal] = reason
            return try store.write { try $0.keep(memory.bytes, in: .sync) }
        }
        do {
            try commit { try $0.takeEnd(controls, device: device) }
        } catch StoreError.otherOperation {
            throw SyncFault.deviceForked
        }
        (logReaders[journal], sharingRules[journal]) = (nil, nil)
        // No relay hears of another key any more.
        try keys.update { (body) throws(VaultError) in
            for setting in [OpenVault.rotationSetting(journal), OpenVault.keyChangeSetting(journal)] {
                body[setting: setting] = nil
            }
            OpenVault.settleJournalKeys(in: &body)
        }
    }
}
