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
        addUpLog(of: journal)
        try commit { writer in try append(try changes(writer), to: journal, on: lane) }
    }

    /// Adds up who may write what before the transaction, so that this does not prolong the database's write lock.
    private func addUpLog(of journal: JournalID) {
        guard writer == nil, !ownedJournals.contains(journal) || sharingRules[journal]?.knows(device) != true else { return }
        // If this fails, the checks in the transaction say why.
        _ = try? controlLog(of: journal)
    }

    /// Writes one operation, in the running transaction or in one of its own. Throws before anything is written that would not count
    /// when the log is read again: in the same transaction, so that no other program changes a role in between.
    package func append(_ mutations: [Mutation], to journal: JournalID, on lane: OperationHeader.Lane = .record) throws {
        let mutations = mutations.filter { !$0.fields.isEmpty }
        guard !mutations.isEmpty else { return }
        addUpLog(of: journal)
        try commit { writer in
            try requireWriting(on: lane, in: journal)
            for mutation in mutations where try !counts(mutation, in: journal, on: lane) {
                throw mutation.kind == SharingRule.note ? SharingError.notAuthor : SharingError.notOwner
            }
            let (now, stamp) = (surroundings.now(), try writer.tick(wallMilliseconds: surroundings.now()))
            let payload = Payload(
                stamp: stamp, mutations: lane == .record && stamp.isAhead(of: now) ? mutations.map { $0.stating(now) } : mutations
            )
            let place = try OpenVault.nextPlace(in: journal, device: device, heads: heads, writer: writer)
            let epoch = try currentEpoch(of: journal, in: writer)
            let operation = signer.operation(
                payload.bytes, under: try operationKey(journal: journal, epoch: epoch), on: lane, in: journal, epoch: epoch,
                of: device, at: place, seen: try writer.seenHead(of: journal))
            try writer.append(operation, payload: payload)
            heads.note(operation)
        }
    }

    /// Writes a control operation that refers to the one before it.
    func appendControl(to journal: JournalID, _ make: (_ previous: [UInt8]) -> ControlOperation) throws {
        try commit { writer in
            guard let last = try writer.lastControl(of: journal, device: device) else { throw EngineError.unfinished }
            let operation = signer.control(
                make(try Operation(reading: last).hash).body, in: journal, epoch: try writer.epoch(of: journal), of: device,
                at: try OpenVault.nextPlace(in: journal, device: device, heads: heads, writer: writer),
                seen: try store.relayStanding(of: journal).head)
            try writer.append(operation, payload: nil)
            heads.note(operation)
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

    /// The end of this device's chain, even if the database has lost it: a position is never used twice.
    static func nextPlace(
        in journal: JournalID, device: DeviceID, heads: ConfirmedHeads, writer: StoreWriter
    ) throws -> StoreWriter.Place {
        guard !heads.isMissing else { throw EngineError.headsMissing }
        let place = try writer.nextPlace(journal: journal, device: device)
        guard let head = heads.heads[journal], head.position >= place.position else { return place }
        return StoreWriter.Place(position: head.position + 1, previous: head.hash)
    }
}

// Before there is an open vault: from its keys alone.
extension OpenVault {
    /// Appends a control operation at this position. `epoch` is the current one before it.
    static func appendControl(
        _ body: [UInt8], to journal: JournalID, epoch: UInt32, at place: StoreWriter.Place, keys: borrowing UnlockedVault,
        with writer: StoreWriter
    ) throws -> Ledger.Operation {
        let operation = keys.body.deviceSigner().control(
            body, in: journal, epoch: epoch, of: DeviceID(publicKey: keys.body.devicePublicKey), at: place)
        try writer.append(operation, payload: nil)
        return operation
    }

    /// Appends an operation of the record lane at this position, in the journal's current epoch. Throws if the key of that epoch is
    /// not here.
    static func append(
        _ mutations: [Mutation], to journal: JournalID, at place: StoreWriter.Place, keys: borrowing UnlockedVault,
        with writer: StoreWriter, surroundings: Surroundings
    ) throws -> Ledger.Operation {
        let epoch = try writer.epoch(of: journal)
        guard let key = OperationKey(OperationKey.Name(journal: journal, epoch: epoch), from: keys.body) else {
            throw EngineError.noSuchJournal(journal.description)
        }
        let payload = Payload(stamp: try writer.tick(wallMilliseconds: surroundings.now()), mutations: mutations)
        let operation = keys.body.deviceSigner().operation(
            payload.bytes, under: key, on: .record, in: journal, epoch: epoch, of: DeviceID(publicKey: keys.body.devicePublicKey),
            at: place, seen: try writer.seenHead(of: journal))
        try writer.append(operation, payload: payload)
        return operation
    }

    /// Adds a device with a new key to journals, so that it can rotate their keys.
    /// - Returns: the written operations.
    @discardableResult
    package static func enterDevice(
        of keys: borrowing UnlockedVault, into journals: some Sequence<JournalID>, with writer: StoreWriter
    ) throws -> [Ledger.Operation] {
        let device = keys.body.devicePublicKey
        var entered: [Ledger.Operation] = []
        for journal in journals.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let bytes = try writer.lastControl(of: journal) else { continue }
            let addition = DeviceAddition(
                previous: try Operation(reading: bytes).hash, device: device,
                certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: device)))
            let place = try writer.nextPlace(journal: journal, device: DeviceID(publicKey: device))
            entered.append(
                try appendControl(
                    addition.body, to: journal, epoch: try writer.epoch(of: journal), at: place, keys: keys, with: writer))
        }
        return entered
    }
}

/// The only place where an operation gets its header, and is signed.
extension DeviceSigner {
    /// An unencrypted operation of the control lane, of the signer's own chain. `epoch` is the current one before it.
    func control(
        _ body: [UInt8], in journal: JournalID, epoch: UInt32, of device: DeviceID, at place: StoreWriter.Place,
        seen: LogHead = .empty
    ) -> Ledger.Operation {
        let header = OperationHeader(
            lane: .control, journal: journal, epoch: epoch, device: device, position: place.position, previous: place.previous,
            seenPosition: seen.position, seenHead: seen.value, bodyCount: UInt32(body.count))
        return Operation(header: header, body: body) { sign($0) }
    }

    /// An encrypted operation, also of a chain of snapshots.
    func operation(
        _ plaintext: [UInt8], under key: OperationKey, on lane: OperationHeader.Lane, in journal: JournalID, epoch: UInt32,
        of device: DeviceID, at place: StoreWriter.Place, seen: LogHead = .empty
    ) -> Ledger.Operation {
        let header = OperationHeader(
            lane: lane, journal: journal, epoch: epoch, device: device, position: place.position, previous: place.previous,
            seenPosition: seen.position, seenHead: seen.value, bodyCount: UInt32(Seal.sealedCount(of: plaintext.count)))
        return Operation(header: header, body: Seal.seal(plaintext, key: key.secret, context: header.sealingContext)) { sign($0) }
    }
}
