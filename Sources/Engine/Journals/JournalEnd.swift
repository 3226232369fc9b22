import Base
import Ledger
import Store
import Sync
import Vault

/// The end of a journal for this vault's person. Its content here stays readable until it is removed.
package struct JournalEnd: Hashable, Sendable {
    package let reason: Reason
    /// When it ended: milliseconds since 1970, as the relay says or as first noticed here; `nil` if unknown.
    package let since: Int64?

    package enum Reason: String, Sendable {
        /// Its owner deleted it for everyone.
        case destroyed
        case left
        /// Its owner removed this person.
        case removed
        /// The relay does not show it any more, and does not say why: this person was removed, or the relay has lost it.
        case closed

        /// A sentence without its full stop.
        package var words: String {
            switch self {
            case .destroyed: say("the owner deleted this journal for everyone")
            case .left: say("you left this journal")
            case .removed: say("you were removed from this journal")
            case .closed: say("this journal is no longer shared with you, or the relay has lost it")
            }
        }
    }
}

extension OpenVault {
    /// How a journal ended; `nil` for one that has not.
    package func end(of journal: JournalID) throws -> JournalEnd? {
        if let moment = try store.end(of: journal) { return JournalEnd(reason: .destroyed, since: moment > 0 ? moment : nil) }
        if try owns(journal) { return nil }
        let memory = try syncMemory()
        let since = memory.closed[journal]
        // The cost of finding out grows with the log, and the result changes only with it.
        let reason = try cached(Cached.parting(journal)) {
            parting(in: try controlLog(of: journal))
        }
        if let reason { return JournalEnd(reason: reason, since: since) }
        return since.map { JournalEnd(reason: memory.reasons[journal] ?? .closed, since: $0) }
    }

    /// How this vault's person stopped being a member; `nil` for a member.
    private func parting(in control: ControlLog) -> JournalEnd.Reason? {
        guard membership(in: control) == nil else { return nil }
        return control.wasRemoved(owner.name) ? .removed : .left
    }

    /// Whether its owner ended a journal: its log takes no more operations.
    func isDestroyed(_ journal: JournalID) throws -> Bool { try store.end(of: journal) != nil }

    /// Whether a relay need not hear of a journal's end any more: it was seen there, or the relay never had the journal.
    func isEndKnown(_ journal: JournalID) throws -> Bool {
        guard let moment = try store.end(of: journal) else { return false }
        return try moment > 0 || store.relayStanding(of: journal).head.position == 0
    }

    /// The relay does not know a journal that its owner has ended here: it has lost it, and has nothing left to delete.
    func markEndKnown(of journal: JournalID) throws {
        guard try store.end(of: journal) == 0, try owns(journal) else { return }
        let now = surroundings.now()
        try store.write { try $0.keep(end: now, of: journal) }
    }

    /// The journals that a relay may have.
    func journalsAtRelay() throws -> [JournalID] { try store.journals().filter { try !isDestroyed($0) }.sorted() }

    /// Throws why this person cannot end a journal for everyone: it is the first, someone else's, or on no relay.
    package func requireEndable(_ journal: JournalID) throws {
        try keys.refresh()
        guard try journal != firstJournal() else { throw JournalError.firstStays }
        _ = try ownedControl(of: journal)
        guard try !isDestroyed(journal), try relayAddress() == nil else { return }
        guard try store.relayStanding(of: journal).head.position > 0 else { throw JournalError.onlyHere }
        throw SyncError.notSet
    }

    /// Ends a journal for everyone who shares it: no one can write to it any more, and with the next round of sync the relay
    /// deletes it with all its files. The copies in this and other members' vaults stay readable. Throws `JournalError` and
    /// `SharingError.notOwner`.
    package func destroyJournal(_ journal: JournalID) throws {
        try requireEndable(journal)
        guard try !isDestroyed(journal) else { return }
        let control = try ownedControl(of: journal)
        if control.devices[device] == nil { try enterDevice(into: journal) }
        try appendControl(to: journal) { .destroy(previous: $0) }
        try forgetInviteSecrets(of: journal, all: true)
    }

    /// Takes in the control operations of a relay's log if they say that its owner ended the journal. If they say that this
    /// person's membership ended, remembers how; otherwise does nothing. Throws `SyncFault` if they are no log, or not the log
    /// that was read here.
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
        // A dropped device and a relay together could show a forged continuation in which someone else owns the journal.
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
        // Relays are told of no further keys.
        try keys.update { (body) throws(VaultError) in
            for setting in [OpenVault.rotationSetting(journal), OpenVault.keyChangeSetting(journal)] {
                body[setting: setting] = nil
            }
            OpenVault.endKeyChange(in: &body)
        }
    }
}
