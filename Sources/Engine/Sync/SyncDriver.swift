import Base
import Foundation
import Ledger
import Sync

/// Performs the actions of a sync conversation: talks to the relay, and lets the vault read and write its logs.
package actor SyncDriver {
    let vault: OpenVault
    let client: RelayClient
    let now: @Sendable () -> Int64
    let chance: any RandomNumberGenerator & Sendable
    let progress: ProgressReport
    private var conversation: SyncConversation
    /// Up to which row of the local log this round has sent.
    private var sent: [JournalID: Int] = [:]
    private var hasEnteredAccount = false
    /// Why the last request failed; `nil` after a successful one.
    private var failure: SyncError?
    /// What this driver's rounds did for earlier rotations.
    private var rotation: RotationReport?
    /// The relay's count of each journal's files, from the last listing.
    private(set) var figures: [JournalID: FileFigures] = [:]
    /// The owner asked for this round: files that were refused or wait are tried now.
    private(set) var isAsked = false

    package init(
        _ vault: OpenVault, client: RelayClient, now: @escaping @Sendable () -> Int64,
        chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(), progress: ProgressReport = .silent
    ) {
        (self.vault, self.client, self.now, self.chance, self.progress) = (vault, client, now, chance, progress)
        conversation = SyncConversation(chance: chance)
    }

    package struct Outcome: Sendable {
        package let faults: [JournalID: SyncFault]
        /// Why the relay was not reached, or answered incorrectly; `nil` for a complete round.
        package let failure: SyncError?
        /// Journals that this round first found to be no longer shared with this person.
        package var closed: Set<JournalID> = []
        /// What was done for earlier rotations, including what had to be left. `nil` for none.
        package var rotation: RotationReport?
        /// Nothing was tried: the pause after the last failure goes on.
        package var isPause = false
        /// When the next round is due: milliseconds since 1970.
        package let nextAt: Int64
    }

    /// One round: sends and fetches everything. Throws failures on this device, after everything else was tried.
    package func round(_ event: SyncEvent = .due) async throws -> Outcome {
        (failure, rotation, isAsked) = (nil, nil, event == .asked)
        let before = (end: try await vault.logPosition(), waiting: try await vault.waitingToSend())
        var next = conversation.handle(event, now: now())
        if case .wait(let until)? = next { return Outcome(faults: [:], failure: nil, isPause: true, nextAt: until) }
        var hasSaidMore = false
        while let action = next {
            try Task.checkCancellation()
            if case .wait(let until) = action {
                if failure == nil, try await finishRound(), !hasSaidMore {
                    hasSaidMore = true
                    next = conversation.handle(.due, now: now())
                    continue
                }
                let isWhole = failure == nil && refused == nil
                let exchange = isWhole ? try await vault.exchange(sinceEnd: before.end, waiting: before.waiting) : nil
                let closed = try await vault.keep(conversation.faults, lastRound: conversation.lastRound, exchange: exchange)
                return Outcome(
                    faults: conversation.faults, failure: failure ?? refused, closed: closed, rotation: rotation, nextAt: until)
            }
            let stopped = conversation.faults
            do { next = conversation.handle(try await outcome(of: action), now: now()) } catch {
                // What fails on this device ends the round too; the next one begins after a pause.
                _ = conversation.handle(.unreachable, now: now())
                throw error
            }
            // What stopped a journal is reported as its fault, not the round's.
            if conversation.faults != stopped { failure = nil }
        }
        return Outcome(faults: conversation.faults, failure: .stopped, rotation: rotation, nextAt: now() + SyncPace.regular)
    }

    /// One round; throws why it is incomplete. Only the round that first finds a journal no longer shared with this person throws
    /// that (`SyncError.closed`, `.removed`).
    ///
    /// - Returns: what was done for earlier rotations, including what had to be left.
    @discardableResult
    package func wholeRound() async throws -> RotationReport? {
        let outcome = try await round(.asked)
        if let failure = outcome.failure { throw failure }
        for (_, fault) in outcome.faults.sorted(by: { $0.key < $1.key }) where fault != .accessEnded {
            throw SyncError.stoppedFor(fault)
        }
        guard !outcome.closed.isEmpty else { return outcome.rotation }
        let day = vault.surroundings.wall.day
        var reasons: Set<JournalEnd.Reason?> = []
        for journal in outcome.closed { reasons.insert(try await vault.end(of: journal)?.reason) }
        throw reasons == [.removed] ? SyncError.removed(day) : SyncError.closed(day)
    }

    /// The parts of a round that cannot make it fail. Returns whether something was written that others wait for.
    private func finishRound() async throws -> Bool {
        try await vault.followRemovals()
        try await vault.pinHeads()
        var hasWritten = try await vault.answerMembership()
        do {
            // One that another device has begun, or that waited for the relay.
            if var report = try await vault.resumeRotation() {
                if let before = rotation { report.add(before) }
                rotation = report
            }
            try await sendResealed()
        } catch let error as SyncError {
            switch error {
            // The relay still has operations under the earlier key. It is retried; what follows does not wait for it.
            case .refused, .unreachable, .notARelay: failure = error
            default: throw error
            }
        }
        do {
            if try await vault.renewVaultCopy(through: client, now: now()) { hasWritten = true }
            try await exchangeFiles()
            try await completeSnapshots(of: try await vault.journalsAtRelay())
        } catch let error as SyncError {
            switch error {
            // The status counts waiting files and the vault's copy. Without a snapshot the log itself is read.
            case .refused, .unreachable, .notARelay: break
            default: throw error
            }
        }
        return hasWritten
    }

    /// Sends operations re-encrypted after a rotation to the relay's log as well.
    private func sendResealed() async throws {
        let limit = await client.batchLimit
        for journal in try await vault.journalsAtRelay() {
            while let batch = try await vault.resealedToSend(of: journal, bytes: limit) {
                do {
                    if !batch.operations.isEmpty { try await client.replace(batch.operations, in: journal) }
                } catch SyncError.refused(let refusal) where [.notFound, .role].contains(refusal) {
                    // The relay no longer shows the journal, which is reported for the journal; or the owner's devices send it.
                    break
                }
                try await vault.noteResealedSent(upTo: batch.last, of: journal)
            }
        }
    }

    private var refused: SyncError? { conversation.refusal.map(SyncError.stoppedFor) }

    /// Performs one action. The relay's response becomes an event; a failure of the vault is thrown.
    private func outcome(of action: SyncAction) async throws -> SyncEvent {
        do {
            let event = try await carryOut(action)
            failure = nil
            return event
        } catch let error as SyncError {
            switch error {
            case .refused(let refusal):
                failure = error
                // The end of a journal concerns only that journal: the round continues.
                if case .gone(_, checkpoint: 0) = refusal { failure = nil }
                if case .learnEnd(let journal) = action, refusal == .notFound {
                    failure = nil
                    try await vault.markEndKnown(of: journal)
                }
                return .refused(refusal)
            case .unreachable, .notARelay, .noLibrary:
                failure = error
                return .unreachable
            default: throw error
            }
        } catch let fault as SyncFault {
            guard let journal = action.journal else { throw fault }
            return .faulted(journal, fault)
        }
    }

    private func carryOut(_ action: SyncAction) async throws -> SyncEvent {
        switch action {
        case .openSession:
            try await openSession()
            return .sessionOpened
        case .list:
            let removed = try await vault.removedJournals()
            let listings = try await client.journals().filter { !removed.contains($0.journal) }
            figures = listings.reduce(into: [:]) { $0[$1.journal] = $1.files }
            return .listed(listings, try await vault.syncStandings())
        case .register(let journal):
            try await client.register(try await vault.genesis(of: journal))
            return .registered(journal)
        case .pull(let journal, let position):
            if position == 0, try await vault.isUnknown(journal) {
                try await vault.learnKeys(of: journal, from: try await client.controlOperations(of: journal))
            }
            let (operations, end) = try await client.pull(journal, after: position)
            let read = operations.last?.position ?? position
            progress.report(say("reading the journal"), Int(clamping: read), Int(clamping: end.position))
            return .pulled(journal, try await vault.receive(operations, of: journal), end: end)
        case .push(let journal, let goingOn): return try await push(journal, goingOn: goingOn)
        case .rebase(let journal): try await vault.rebase(journal)
        case .unblock(let journal): try await vault.unblock(journal)
        case .reread(let journal, let recovering): try await vault.rereadRelay(of: journal, recovering: recovering)
        case .confirm(let journal): try await vault.enterDevice(into: journal)
        case .join(let journal, let floor): return .settled(journal, try await join(journal, floor: floor))
        case .learnEnd(let journal): try await vault.takeEnd(try await client.controlOperations(of: journal), of: journal)
        case .checkpoint(let journal): try await makeCheckpoint(of: journal)
        case .wait: break
        }
        guard let journal = action.journal else { return .due }
        return .settled(journal, try await vault.syncStanding(of: journal))
    }

    /// Recreates the account at a relay that has lost it.
    private func openSession() async throws {
        do {
            try await client.openSession()
        } catch SyncError.refused(let refusal) where !hasEnteredAccount {
            guard [.noSession, .notFound, .role].contains(refusal) else { throw SyncError.refused(refusal) }
            hasEnteredAccount = true
            try await client.open(await vault.accountRequest())
            // Without it, the recovery code could not be used to request the copy of the vault.
            try await client.open(await vault.recoveryAccountRequest())
            try await client.openSession()
        }
    }

    private func push(_ journal: JournalID, goingOn: Bool) async throws -> SyncEvent {
        if !goingOn {
            sent[journal] = 0
            try await vault.renewView(of: journal)
        }
        let limit = await client.batchLimit
        guard let batch = try await vault.outbox(of: journal, after: sent[journal] ?? 0, bytes: limit)
        else { return .pushed(journal, more: false) }
        if batch.isOwn { try await vault.noteOffered(upTo: batch.last, of: journal) }
        do {
            _ = try await client.push(batch.operations, to: journal)
        } catch SyncError.refused(let refusal) where !batch.isOwn && refusal.isAboutOperations {
            // Only their author can rebuild them.
        }
        sent[journal] = batch.last
        let more = try await vault.outbox(of: journal, after: batch.last, bytes: 1) != nil
        return .pushed(journal, more: more)
    }
}

extension RelayRefusal {
    /// The operations are refused, not their sender.
    var isAboutOperations: Bool {
        switch self {
        case .staleEpoch, .controlConflict, .gap, .deviceFork, .role, .invalid: true
        default: false
        }
    }
}

extension SyncAction {
    var journal: JournalID? {
        switch self {
        case .register(let journal), .pull(let journal, _), .push(let journal, _), .rebase(let journal), .unblock(let journal),
            .reread(let journal, _),
            .confirm(let journal), .join(let journal, _), .learnEnd(let journal), .checkpoint(let journal):
            journal
        case .openSession, .list, .wait: nil
        }
    }
}
