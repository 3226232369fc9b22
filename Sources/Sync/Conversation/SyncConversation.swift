import Ledger

/// One device's conversation with its relay, about all its journals: events go in, the next action comes out.
///
/// It does no I/O and has no clock: its caller (`SyncDriver`, a simulation) passes the time. One request at a time. An operation
/// counts as sent only once a pull shows it with its own hash: a receipt alone may come from a relay that loses it.
package struct SyncConversation: Sendable {
    private var pace: SyncPace
    private var hasSession = false
    /// The work left in the present round; the first item is in progress.
    private var round: [Work] = []
    private var isBusy = false
    private var isDueAgain = false
    private var isAsked = false
    private var isBackingOff = false
    private var isStalled = false
    private var pausedUntil: Int64 = 0
    /// The last request, to be repeated after a new session.
    private var pending: SyncAction?
    private var hasRetriedSession = false

    package private(set) var faults: [JournalID: SyncFault] = [:]
    /// The log end that the relay reported when a conflict in history was last found: unless it changes, there is nothing new to
    /// read.
    private var conflictingEnds: [JournalID: LogEnd] = [:]
    /// A refusal that affects all journals; `nil` if the relay accepts this device.
    package private(set) var refusal: SyncFault?
    /// When a round last completed, in milliseconds since 1970; `nil` before the first.
    package private(set) var lastRound: Int64?

    private struct Work {
        let journal: JournalID
        var standing: SyncStanding
        var end: LogEnd?
        /// The relay refused the waiting operations in their present form.
        var isRefused = false
        var rereads = 0
        /// The log end reported when it was last read from its beginning.
        var rereadEnd: LogEnd?
        /// Its history is in conflict: it is read, but nothing is sent until an authorised member confirms it.
        var isSuspect = false
        var rebases = 0
        /// The end of the log read when the waiting operations were last reordered by role.
        var unblockedAt: LogHead?
        /// The end of the log read when the relay last refused them because of the role.
        var forbiddenAt: LogHead?
        var hasConfirmed = false
        var hasJoined = false
        var hasMadeCheckpoint = false
        var hasAskedForEnd = false
        /// How many operations waited before the last push.
        var waitingBefore: Int?

        /// Whether the log may be read from its beginning again: a relay may lose it more than once in a round.
        var mayReread: Bool { rereads == 0 || (rereads < 4 && end != rereadEnd) }
    }

    /// A new conversation. `chance`: for the pauses.
    package init(chance: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        pace = SyncPace(chance: chance)
    }

    /// Handles an event at `now` (milliseconds since 1970) and returns the next action; `nil` while one is in progress.
    package mutating func handle(_ event: SyncEvent, now: Int64) -> SyncAction? {
        switch event {
        case .due, .asked, .wrote:
            isAsked = isAsked || event == .asked
            guard !isBusy else {
                isDueAgain = true
                return nil
            }
            // A new write waits for the pause after a failure to end; an explicit request does not.
            guard [.due, .asked].contains(event) || !isBackingOff || now >= pausedUntil else { return .wait(until: pausedUntil) }
            return begin()
        case .unreachable: return pause(pace.fail(), now: now)
        case .refused(let refusal): return take(refusal, now: now)
        default:
            guard isBusy else { return .wait(until: max(pausedUntil, now)) }
            return take(event) ?? next(now)
        }
    }

    /// `nil` if the work on the present journal decides the next action.
    private mutating func take(_ event: SyncEvent) -> SyncAction? {
        switch event {
        case .sessionOpened:
            (hasSession, refusal) = (true, nil)
            return ask(pending ?? .list)
        case .listed(let listings, let standings): plan(listings, standings)
        case .registered(let journal): update(journal) { $0.end = LogEnd(position: 1, value: []) }
        case .pulled(let journal, let standing, let end): pulled(journal, standing, end)
        case .pushed(let journal, more: true): return ask(.push(journal, goingOn: true))
        case .pushed(let journal, more: false): return ask(.pull(journal, after: round.first?.standing.head.position ?? 0))
        case .settled(let journal, let standing): update(journal) { $0.standing = standing }
        case .faulted(let journal, let fault):
            // A log recovered at the relay does not continue where the old one ended: read it from its beginning.
            // A snapshot that replaces that beginning is the same for every reader.
            if fault.accusesRelay, !isJoining, let work = round.first, work.journal == journal, work.mayReread,
                work.standing.head.position > 0
            {
                return reread(work, recovering: false).map { ask($0) }
            }
            stop(journal, fault)
        case .due, .asked, .wrote, .unreachable, .refused: break
        }
        hasRetriedSession = false
        return nil
    }

    private var isJoining: Bool { if case .join? = pending { true } else { false } }
    private var isLearningEnd: Bool { if case .learnEnd? = pending { true } else { false } }

    // MARK: - Rounds

    private mutating func begin() -> SyncAction {
        (isBusy, isDueAgain, round, pending) = (true, false, [], nil)
        return ask(hasSession ? .list : .openSession)
    }

    private mutating func ask(_ action: SyncAction) -> SyncAction {
        if action != .openSession { pending = action }
        return action
    }

    private mutating func plan(_ listings: [JournalListing], _ standings: [JournalID: SyncStanding]) {
        var journals = Set(standings.keys)
        // Of several for one journal, the first counts.
        let listed = listings.reversed().reduce(into: [:]) { $0[$1.journal] = $1 }
        journals.formUnion(listed.keys)
        round = journals.sorted().compactMap { journal -> Work? in
            let standing = standings[journal] ?? SyncStanding()
            let end = listed[journal].map { LogEnd(position: $0.headPosition, value: $0.head) }
            // A journal that its owner deleted, and the relay with it, needs nothing more.
            if standing.isDestroyed { (faults[journal], conflictingEnds[journal]) = (nil, nil) }
            // One wrong answer may have been the reason. Whether access has ended, the list says.
            if isAsked, faults[journal]?.accusesRelay == false, faults[journal] != .accessEnded { faults[journal] = nil }
            if let fault = faults[journal] {
                // If access is restored, the journal is in the relay's list again.
                let isBack = fault == .accessEnded && end != nil
                // Or the owner has decided to continue with what the relay shows.
                let isNews = isAsked || conflictingEnds[journal] != end || standing.isRecovering
                guard isBack || (fault.accusesRelay && isNews) else { return nil }
            }
            return Work(journal: journal, standing: standing, end: end, isSuspect: faults[journal] != nil)
        }
        isAsked = false
    }

    private mutating func update(_ journal: JournalID, _ edit: (inout Work) -> Void) {
        guard round.first?.journal == journal else { return }
        edit(&round[0])
    }

    private mutating func stop(_ journal: JournalID, _ fault: SyncFault) {
        faults[journal] = fault
        conflictingEnds[journal] = round.first { $0.journal == journal }?.end
        round.removeAll { $0.journal == journal }
    }

    /// The next step for the present journal, or for the next one.
    private mutating func next(_ now: Int64) -> SyncAction {
        while let work = round.first {
            if let action = step(work) { return ask(action) }
            if round.first?.journal == work.journal { round.removeFirst() }
        }
        (isBusy, pending, lastRound) = (false, nil, now)
        guard !isStalled else {
            isStalled = false
            return pause(pace.fail(), now: now)
        }
        pace.succeed()
        isBackingOff = false
        pausedUntil = now + SyncPace.regular
        return isDueAgain ? begin() : .wait(until: pausedUntil)
    }

    /// `nil` if nothing is left to do for it.
    private mutating func step(_ work: Work) -> SyncAction? {
        let (journal, standing) = (work.journal, work.standing)
        let read = standing.head.position
        guard let end = work.end else {
            // The control operations tell members that a journal was deleted, not lost.
            if read > 0, !work.hasAskedForEnd, !standing.isDestroyed || standing.waiting > 0 { return learnEnd(journal) }
            if standing.isDestroyed { return nil }
            if standing.isGuest {
                stop(journal, .accessEnded)
                return nil
            }
            return read == 0 ? .register(journal) : reread(work, recovering: true)
        }
        if end.position < read { return reread(work, recovering: true) }
        if end.position > read { return .pull(journal, after: read) }
        // The relay's chain value at this position differs from the computed one: it was set up again, or lies.
        if !end.value.isEmpty, end.value != standing.head.value { return reread(work, recovering: false) }
        guard standing.conflictPosition == 0 || standing.isRecovering else {
            stop(journal, .otherLog(position: standing.conflictPosition))
            return nil
        }
        if work.isSuspect, standing.conflictPosition == 0 {
            faults[journal] = nil
            conflictingEnds[journal] = nil
        }
        if work.isRefused {
            round[0].isRefused = false
            return .rebase(journal)
        }
        // What the role no longer allows stays here, after what may be sent.
        if standing.isBlocked, work.unblockedAt != standing.head {
            (round[0].unblockedAt, round[0].waitingBefore) = (standing.head, nil)
            return .unblock(journal)
        }
        let waiting = standing.waiting + standing.waitingOfOthers
        // Do not ask forever a relay that accepts operations but does not show them. Rewritten operations of others stay here.
        let isStuck = work.waitingBefore.map { waiting >= $0 } ?? false
        if standing.conflictPosition > 0, standing.waiting == 0, isStuck || standing.waitingOfOthers == 0, !work.hasConfirmed {
            (round[0].hasConfirmed, round[0].waitingBefore) = (true, nil)
            return .confirm(journal)
        }
        guard waiting > 0, !isStuck else {
            isStalled = isStalled || standing.waiting > 0
            guard standing.isCheckpointDue, !work.hasMadeCheckpoint, waiting == 0, standing.conflictPosition == 0,
                !standing.isRecovering
            else { return nil }
            (round[0].hasMadeCheckpoint, round[0].waitingBefore) = (true, nil)
            return .checkpoint(journal)
        }
        round[0].waitingBefore = waiting
        return .push(journal, goingOn: false)
    }

    private mutating func learnEnd(_ journal: JournalID) -> SyncAction {
        (round[0].hasAskedForEnd, round[0].end) = (true, nil)
        return .learnEnd(journal)
    }

    private mutating func reread(_ work: Work, recovering: Bool) -> SyncAction? {
        guard work.mayReread else {
            stop(work.journal, .otherLog(position: work.standing.head.position))
            return nil
        }
        round[0].rereads += 1
        (round[0].rereadEnd, round[0].waitingBefore) = (work.end, nil)
        return .reread(work.journal, recovering: recovering)
    }

    private mutating func pulled(_ journal: JournalID, _ standing: SyncStanding, _ end: LogEnd) {
        guard let work = round.first, work.journal == journal else { return }
        // Do not ask forever a relay that announces more but does not show it.
        if standing.head == work.standing.head, end.position > standing.head.position {
            isStalled = true
            round.removeFirst()
        } else {
            update(journal) { ($0.standing, $0.end) = (standing, end) }
        }
    }

    // MARK: - Refusals

    private mutating func take(_ refusal: RelayRefusal, now: Int64) -> SyncAction {
        guard isBusy else { return .wait(until: max(pausedUntil, now)) }
        guard let work = round.first else {
            // Not about a journal, but about the session or the listing.
            switch refusal {
            case .noSession where hasSession && !hasRetriedSession: return renewSession()
            case .role, .noSession, .notFound: self.refusal = .deviceDropped
            case .upgrade: self.refusal = .updateNeeded
            default: break
            }
            return pause(pace.fail(atLeast: refusal.retryAfter ?? 0), now: now)
        }
        switch refusal {
        case .noSession where !hasRetriedSession: return renewSession()
        case .staleEpoch, .controlConflict:
            guard work.rebases < 8 else { return pause(pace.fail(), now: now) }
            return makeAnew(work)
        // An earlier operation may have made a valid one impossible: rebasing shows that.
        case .invalid where work.rebases == 0 && work.standing.waiting > 0: return makeAnew(work)
        // So may a change of the author's role, as often as the log has news about it.
        case .role where work.rebases < 8 && work.standing.waiting > 0 && work.forbiddenAt != work.standing.head:
            round[0].forbiddenAt = work.standing.head
            return makeAnew(work)
        // The relay does not know the journal, or this person no longer has access.
        case .notFound where isLearningEnd: break
        case .notFound where work.standing.isGuest && !work.hasAskedForEnd && work.standing.head.position > 0:
            return ask(learnEnd(work.journal))
        case .notFound where work.standing.isGuest: stop(work.journal, .accessEnded)
        case .gap, .notFound: return pause(pace.fail(), now: now)
        case .gone(let floor, let checkpoint):
            guard checkpoint > 0 else {
                if !work.hasAskedForEnd, work.standing.head.position > 0 { return ask(learnEnd(work.journal)) }
                if work.standing.isDestroyed { round.removeFirst() } else { stop(work.journal, .forgotten) }
                break
            }
            // Do not ask forever a relay that deletes what it just let this device join.
            guard !work.hasJoined else { return pause(pace.fail(), now: now) }
            round[0].hasJoined = true
            return ask(.join(work.journal, floor: floor))
        case .deviceFork: stop(work.journal, .deviceForked)
        case .role: stop(work.journal, .deviceDropped)
        case .quota(let used, let limit): stop(work.journal, .full(used: used, limit: limit))
        case .tooLarge, .invalid(.shape): stop(work.journal, .refused(.shape))
        case .invalid(let fault): stop(work.journal, .refused(fault))
        case .upgrade:
            self.refusal = .updateNeeded
            return pause(SyncPace.longest, now: now)
        case .tooMany(let seconds), .unavailable(let seconds): return pause(pace.fail(atLeast: seconds), now: now)
        case .noSession, .staleVault: return pause(pace.fail(), now: now)
        }
        return next(now)
    }

    /// Reads the operations that came first, then rebases the waiting ones.
    private mutating func makeAnew(_ work: Work) -> SyncAction {
        (round[0].isRefused, round[0].waitingBefore) = (true, nil)
        round[0].rebases += 1
        return ask(.pull(work.journal, after: work.standing.head.position))
    }

    private mutating func renewSession() -> SyncAction {
        (hasSession, hasRetriedSession) = (false, true)
        return ask(.openSession)
    }

    /// Ends the round; the next one starts from the store's state then.
    private mutating func pause(_ pause: Int64, now: Int64) -> SyncAction {
        (isBusy, round, pending, isBackingOff) = (false, [], nil, true)
        pausedUntil = now + pause
        return .wait(until: pausedUntil)
    }
}
