import Ledger
import SQLite
import Sync

extension Relay {
    /// A page of a journal's log, as pulled.
    package struct Page: Sendable {
        /// In order, without gaps; only the control lane if that was requested.
        package var operations: [RelayedOperation]
        package var head: LogHead
        /// Encrypted operations up to here are deleted.
        package var floor: UInt64
    }

    /// Creates a journal, if it does not exist. Throws `RelayRefusal`.
    package func found(_ bytes: [UInt8], by caller: Caller) async throws -> PushReceipt {
        guard let operation = try? Operation(reading: bytes), operation.header.lane == .control else {
            throw RelayRefusal.invalid(.shape)
        }
        try checkPace(of: caller.device, operations: 1)
        let journal = operation.header.journal
        let (payer, sizes) = try await storage.read { tables in
            let payer = try tables.journal(journal)?.uploader ?? caller.account
            return (payer, try tables.sizes(of: payer))
        }
        self.sizes.keep(sizes, of: payer, now: surroundings.now())
        let used = sizes.reduce(0) { $0 + ($1.key == journal ? 0 : $1.value) }
        let checked = CheckedOperation(operation: operation, bytes: bytes, signer: nil)
        var push = push(Arrival(operations: [checked], used: used), to: journal, by: caller)
        push.mayFound = true
        let outcome = try await carryOut(push, by: caller)
        if let refusal = outcome.refusal { throw refusal }
        return outcome.receipt
    }

    /// Appends operations to a journal's log, in order, up to the first that is refused; the outcome has the reason. Throws
    /// `RelayRefusal` if none can be accepted.
    package func push(frames: [UInt8], to journal: JournalID, by caller: Caller) async throws -> Push.Outcome {
        let arrival = try await read(frames, to: journal, by: caller)
        return try await carryOut(push(arrival, to: journal, by: caller), by: caller)
    }

    /// Replaces stored operations by their re-encrypted forms.
    package func reseal(frames: [UInt8], in journal: JournalID, by caller: Caller) async throws -> Push.Outcome {
        let arrival = try await read(frames, to: journal, by: caller)
        let resealing = Resealing(journal: journal, account: caller.account, operations: arrival.operations)
        var outcome = try await storage.write { tables in
            _ = try Relay.entered(journal, by: caller, tables)
            return try resealing.carryOut(in: tables)
        }
        outcome.refusal = outcome.refusal ?? arrival.refusal
        return outcome
    }

    /// The operations of a journal's log after a position.
    ///
    /// Throws `gone` below the floor, unless only the control operations are requested, which are never deleted. A former member
    /// gets those up to the one that ended the membership, which shows whether they were removed. `limit`: bytes; returns at
    /// least one operation if there is one.
    package func pull(
        _ journal: JournalID, after position: UInt64, bytes limit: Int, controlOnly: Bool = false, by caller: Caller
    ) async throws -> Page {
        let limit = min(max(1, limit), settings.limits.batch)
        let (page, row) = try await storage.read { tables -> (Page, JournalRow?) in
            if controlOnly, let end = try Relay.membershipEnd(of: caller, in: journal, tables) {
                let operations = try tables.operations(of: journal, after: position, bytes: limit, controlOnly: true)
                return (Page(operations: operations.filter { $0.position <= end.position }, head: end, floor: 0), nil)
            }
            let row = try Relay.entered(journal, by: caller, tables)
            guard controlOnly || position >= row.floor else {
                throw RelayRefusal.gone(floor: row.floor, checkpoint: row.isDestroyed ? 0 : row.checkpoint)
            }
            let operations =
                position >= row.head.position
                ? [] : try tables.operations(of: journal, after: position, bytes: limit, controlOnly: controlOnly)
            return (Page(operations: operations, head: row.head, floor: row.floor), row)
        }
        if !controlOnly, let row { try await note(caller.device, hasPulled: position, of: journal, row) }
        meters.pulled.add(page.operations.count)
        return page
    }

    /// The control operation that ended the caller's membership, as an end of the log; `nil` for members and strangers.
    private static func membershipEnd(of caller: Caller, in journal: JournalID, _ tables: RelayTables) throws -> LogHead? {
        guard try tables.role(of: caller.account, in: journal) == nil, let row = try tables.journal(journal),
            row.uploader != caller.account
        else { return nil }
        var end: UInt64?
        let log = try ControlLog(of: journal, in: tables) { position, log in
            end = log.former[caller.account] == nil ? nil : end ?? position
        }
        guard let end, log.former[caller.account] != nil else { return nil }
        return LogHead(position: end, value: JournalRow.noHash, received: 0)
    }

    /// The same, once there is an operation after the position, or after a time without news.
    package func pull(
        _ journal: JournalID, after position: UInt64, bytes limit: Int, waiting time: Duration, by caller: Caller
    ) async throws -> Page {
        // Listens before it reads, so that nothing is missed in between.
        let news = notifier.news(of: [journal])
        let page = try await pull(journal, after: position, bytes: limit, by: caller)
        guard page.operations.isEmpty, page.head.position == position, time > .zero else { return page }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await one in news where one.position > position { return } }
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
        return try await pull(journal, after: position, bytes: limit, by: caller)
    }

    package func journals(of caller: Caller) async throws -> [JournalListing] {
        var listings: [JournalListing] = []
        for journal in try await storage.read({ try $0.journals(of: caller.account) }) {
            let listing = try await storage.read { tables -> JournalListing? in
                guard let row = try? Relay.entered(journal, by: caller, tables), !row.isDestroyed else { return nil }
                let role = try tables.role(of: caller.account, in: journal)
                return JournalListing(
                    journal: journal, headPosition: row.head.position, head: row.head.value, floor: row.floor, epoch: row.epoch,
                    role: role?.rawValue ?? "uploader",
                    files: role?.mayWrite(.record) == true ? try tables.blobFigures(of: journal) : nil)
            }
            if let listing { listings.append(listing) }
        }
        return listings
    }

    /// Deletes a journal for everyone, by its owner's signed operation, with its data except the control operations.
    package func destroy(_ journal: JournalID, frames: [UInt8], by caller: Caller) async throws -> PushReceipt {
        _ = try await storage.read { try Relay.entered(journal, by: caller, $0) }
        // Checked before anything is accepted, so that a wrong request has no partial effect.
        guard let last = OperationFrames.read(pushed: frames)?.last, let operation = try? Operation(reading: last),
            operation.header.lane == .control, case .destroy? = try? ControlOperation(reading: operation.body)
        else { throw RelayRefusal.invalid(.shape) }
        let outcome = try await push(frames: frames, to: journal, by: caller)
        if let refusal = outcome.refusal { throw refusal }
        return outcome.receipt
    }

    // MARK: helpers

    /// Received operations, with what must be known before the journal is locked.
    private struct Arrival: Sendable {
        var operations: [CheckedOperation]
        var refusal: RelayRefusal?
        /// What the account that pays for the journal stores besides it: bytes.
        var used: Int64
    }

    private func read(_ frames: [UInt8], to journal: JournalID, by caller: Caller) async throws -> Arrival {
        guard let list = OperationFrames.read(pushed: frames) else { throw RelayRefusal.invalid(.shape) }
        try checkPace(of: caller.device, operations: list.count)
        let (operations, refusal) = CheckedOperation.read(list)
        if operations.isEmpty, let refusal { throw refusal }
        let now = surroundings.now()
        let (keys, used) = try await storage.read { [sizes] tables in
            let isNew = try Push.succeeds(operations, in: journal, caller.account, tables)
            let known = try isNew ? tables.journal(journal) : Relay.entered(journal, by: caller, tables)
            guard let row = known else { throw RelayRefusal.notFound }
            let devices = try Set(operations.map(\.operation.header.device)).compactMap { try tables.device($0, in: journal) }
            let keys = Dictionary(devices.map { ($0.device, $0.publicKey) }, uniquingKeysWith: { $1 })
            if let used = sizes.total(of: row.uploader, besides: journal, now: now) { return (keys, used) }
            sizes.keep(try tables.sizes(of: row.uploader), of: row.uploader, now: now)
            return (keys, sizes.total(of: row.uploader, besides: journal, now: now) ?? 0)
        }
        // Signatures are checked in parallel, and while others write.
        return Arrival(
            operations: await CheckedOperation.verified(operations, keys: keys), refusal: refusal, used: used)
    }

    private func push(_ arrival: Arrival, to journal: JournalID, by caller: Caller) -> Push {
        var push = Push(
            journal: journal, account: caller.account, operations: arrival.operations, refusal: arrival.refusal,
            operationLimit: settings.limits.operation, used: arrival.used, limit: settings.limits.account)
        push.logs = logs
        return push
    }

    private func carryOut(_ push: Push, by caller: Caller) async throws -> Push.Outcome {
        let now = surroundings.now()
        let (journal, mayFound) = (push.journal, push.mayFound)
        let outcome = try await storage.write { tables in
            let outcome = try push.carryOut(in: tables, now: now)
            if mayFound {
                try tables.add(journal, toAccount: outcome.owner)
                try tables.add(journal, toAccount: caller.account)
            }
            for lost in outcome.lost { try tables.dropLogin(lost.device, of: lost.account) }
            if outcome.isDestroyed, outcome.added > 0 { try tables.forget(journal) }
            return outcome
        }
        if !outcome.lost.isEmpty { sessions.forget() }
        if outcome.added > 0 {
            sizes.note(outcome.size, of: journal, account: outcome.payer)
            notifier.announce(
                HeadNotifier.News(
                    journal: journal, position: outcome.receipt.headPosition, control: outcome.controlPosition))
            meters.pushed.add(outcome.added)
        }
        if outcome.isDestroyed { try await files.erase(journal) }
        return outcome
    }

    /// Records how far a device has pulled, and deletes what may then be deleted.
    private func note(
        _ device: DeviceID, hasPulled position: UInt64, of journal: JournalID, _ row: JournalRow
    ) async throws {
        let now = surroundings.now()
        guard pulls.isDue(device, of: journal, position: position, now: now) else { return }
        // No request waits for it, and no pull fails because of it.
        _ = try? await storage.write { tables in
            try tables.hasPulled(device, upTo: position, of: journal, now: now)
            if row.checkpoint > row.floor { _ = try Compaction.carryOut(on: journal, in: tables, now: now) }
        }
    }
}

extension RelayTables {
    /// Deletes the data of a journal deleted for everyone, except its control operations, which tell its members.
    func forget(_ journal: JournalID) throws {
        guard var row = try self.journal(journal) else { return }
        _ = try purge(upTo: row.head.position, of: journal)
        try connection.run(RelayStatements.removeJoins, [.blob(journal.bytes)])
        try connection.run(RelayStatements.removeOpenInvites, [.blob(journal.bytes)])
        try connection.run(RelayStatements.removeBlobs, [.blob(journal.bytes)])
        for snapshot in try snapshots(of: journal) { try remove(snapshotAt: snapshot.position, of: journal) }
        row.floor = row.head.position
        row.bytes = 0
        try put(row, of: journal)
    }
}
