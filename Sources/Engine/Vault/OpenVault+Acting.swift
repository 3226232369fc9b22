import Base
import Ledger
import Store
import Vault

extension OpenVault {
    /// Performs one action of the owner: encrypts and signs the changes, and writes operation and projections in one transaction.
    ///
    /// The closure reads the current state and returns the changes; if there are none, nothing is written.
    package func act(
        in journal: JournalID, on lane: OperationHeader.Lane = .record, _ changes: (StoreWriter) throws -> [Mutation]
    ) throws {
        try commit { writer in try append(try changes(writer), to: journal, on: lane, with: writer) }
    }

    /// Runs one transaction, and records beside the database what it has confirmed.
    package func commit<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        let before = heads
        do {
            let result = try store.write(body)
            if heads.heads != before.heads { writeHeads() }
            // The same as on opening.
            LockedNumbers.renew(from: store, at: location, journal: try? firstJournal())
            return result
        } catch {
            // Counts made in the failed transaction are invalid.
            (heads, counts) = (before, Counted())
            throw error
        }
    }

    /// Writes the ends of this device’s chains to `journal.heads`; a failed write is retried after the next action.
    package func writeHeads() {
        guard !heads.isMissing else { return }
        let context = ConfirmedHeads.context(keys)
        let now = surroundings.now()
        do throws(VaultError) {
            if heads.pin == nil {
                try keys.update { (body) throws(VaultError) in
                    // Another program may have created it at this moment.
                    if let pinned = body.confirmedHeads, !pinned.isEmpty {
                        heads.adopt(pinned)
                    } else {
                        body.confirmedHeads = heads.begin(at: location.heads, key: headsKey, context: context, now: now)
                    }
                }
            }
            heads.write(to: location.heads, key: headsKey, context: context)
            if let pin = heads.renewedPin(now: now) {
                try keys.update { (body) throws(VaultError) in body.confirmedHeads = pin }
            }
        } catch {
            // The data is saved in the database. The next action creates the file, or updates the vault file.
            heads.unpinned(from: keys.body.confirmedHeads)
        }
    }

    /// Appends one operation of an action with many.
    package func append(
        _ mutations: [Mutation], to journal: JournalID, on lane: OperationHeader.Lane = .record, with writer: StoreWriter
    ) throws {
        let mutations = mutations.filter { !$0.fields.isEmpty }
        guard !mutations.isEmpty else { return }
        try requireWriting(on: lane, in: journal)
        try appendAllowed(mutations, to: journal, on: lane, with: writer)
    }

    /// The same if the person has write access and the journal accepts it. Throws before anything is written that would not count
    /// when the log is read again.
    func appendAllowed(
        _ mutations: [Mutation], to journal: JournalID, on lane: OperationHeader.Lane, with writer: StoreWriter
    ) throws {
        for mutation in mutations where try !counts(mutation, in: journal, on: lane) {
            throw mutation.kind == SharingRule.note ? SharingError.notAuthor : SharingError.notOwner
        }
        let (now, stamp) = (surroundings.now(), try writer.tick(wallMilliseconds: surroundings.now()))
        let payload = Payload(
            stamp: stamp, mutations: lane == .record && stamp.isAhead(of: now) ? mutations.map { $0.stating(now) } : mutations)
        let plaintext = payload.bytes
        let place = try nextPlace(in: journal, writer: writer)
        let epoch = try currentEpoch(of: journal, in: writer)
        let header = try header(lane, of: journal, at: place, epoch: epoch, writer: writer) {
            Seal.sealedCount(of: plaintext.count)
        }
        let key = try operationKey(journal: journal, epoch: epoch)
        let body = Seal.seal(plaintext, key: key.secret, context: header.sealingContext)
        let operation = Operation(header: header, body: body) { signer.sign($0) }
        try writer.append(operation, payload: payload)
        heads.note(operation)
    }

    /// The end of this device's chain, even if the database has lost it: a position is never used twice.
    private func nextPlace(in journal: JournalID, writer: StoreWriter) throws -> StoreWriter.Place {
        try OpenVault.nextPlace(in: journal, device: device, heads: heads, writer: writer)
    }

    /// The same before there is an open vault.
    static func nextPlace(
        in journal: JournalID, device: DeviceID, heads: ConfirmedHeads, writer: StoreWriter
    ) throws -> StoreWriter.Place {
        guard !heads.isMissing else { throw EngineError.headsMissing }
        let place = try writer.nextPlace(journal: journal, device: device)
        guard let head = heads.heads[journal], head.position >= place.position else { return place }
        return StoreWriter.Place(position: head.position + 1, previous: head.hash)
    }

    /// The content of an operation; `nil` for the control lane. Checks signature and encryption.
    func payload(of operation: Operation) throws -> Payload? {
        do {
            return try written(in: operation).map { try counted($0, of: operation) }
        } catch let error as EngineError {
            throw error
        } catch {
            throw EngineError.damagedOperation(position: operation.header.position)
        }
    }

    /// The content of an operation, whether it counts or not; `nil` for the control lane.
    func written(in operation: Operation) throws -> Payload? {
        if let key = deviceKeys[operation.header.device] { try operation.verify(publicKey: key) }
        guard operation.header.lane != .control else { return nil }
        openedOperations += 1
        let key = try operationKey(journal: operation.header.journal, epoch: operation.sealedEpoch)
        do {
            return try Payload(reading: operation.plaintext(key: key.secret))
        } catch {
            throw EngineError.damagedOperation(position: operation.header.position)
        }
    }
}
