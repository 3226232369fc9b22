import Ledger

/// One device's conversation with its relay, about all its journals: what happens goes in, what is to be done next comes out.
///
/// It does nothing itself and knows no clock: whoever carries it (`SyncDriver`, a simulation) tells it the time. There is one
/// request at a time. An operation counts as sent only when it was seen in a pull with its own hash: an answer alone may come
/// from a relay that forgets.
package struct SyncConversation: Sendable {
    private var pace: SyncPace
    private var hasSession = false
    /// What the present round is about; the first one is being worked on.
    private var round: [Work] = []
    private var isBusy = false
    private var isDueAgain = false
    private var isBackingOff = false
    private var isStalled = false
    private var pausedUntil: Int64 = 0
    /// The last request, to be made again after a new session.
    private var pending: SyncAction?
    private var hasRetriedSession = false

    /// What stopped, and why.
    package private(set) var faults: [JournalID: SyncFault] = [:]
    /// What the relay said of its log when it was last found to be in doubt: unless that changes, there is nothing new to read.
    private var doubtedEnds: [JournalID: LogEnd] = [:]
    /// What the relay says that holds for all journals; `nil` while it speaks with this device.
    package private(set) var refusal: SyncFault?
    /// When a round went through to its end, in milliseconds since 1970; `nil` before the first.
    package private(set) var lastRound: Int64?
    /// Whether the last try came through.
    package private(set) var isReachable = true

    private struct Work {
        let journal: JournalID
        var standing: SyncStanding
        var end: LogEnd?
        /// The relay has refused what waits as it is.
        var isRefused = false
        var rereads = 0
        /// What the relay said of its log when it was last read from its beginning.
        var rereadEnd: LogEnd?
        /// Its log is in doubt: it is read, and nothing is sent, until somebody who may has vouched for it.
        var isSuspect = false
        var rebases = 0
        /// The end of what was read when what waits was put in order by role.
        var unblockedAt: LogHead?
        /// The same when the relay said last that the role forbids it.
        var forbiddenAt: LogHead?
        var hasVouched = false
        var hasJoined = false
        var hasMadeCheckpoint = false
        var hasAskedForEnd = false
        /// How many operations waited before they were sent.
        var waitingBefore: Int?

        /// A log that is another one than when it was read from its beginning is read so again: a relay may lose it twice in a round.
        var mayReread: Bool { rereads == 0 || (rereads < 4 && end != rereadEnd) }
    }

    /// A conversation that has not begun. `chance`: for the pauses.
    package init(chance: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
        pace = SyncPace(chance: chance)
    }

    /// Takes what happened at a moment (milliseconds since 1970), and says what is to be done next; `nil` while something is
    /// being done already.
    package mutating func handle(_ event: SyncEvent, now: Int64) -> SyncAction? {
        switch event {
        case .due, .wrote, .hint:
            guard !isBusy else {
                isDueAgain = true
                return nil
            }
            // What was written waits for the end of a pause after a failure; who asks for it now does not.
            guard event == .due || !isBackingOff || now >= pausedUntil else { return .wait(until: pausedUntil) }
            return begin()
        case .unreachable: return pause(pace.fail(), now: now, reachable: false)
        case .refused(let refusal): return take(refusal, now: now)
        default:
            guard isBusy else { return .wait(until: max(pausedUntil, now)) }
            isReachable = true
            return take(event) ?? next(now)
        }
    }

    /// `nil` where the work on the present journal decides what is next.
    private mutating func take(_ event: SyncEvent) -> SyncAction? {
        switch event {
        case .sessionOpened:
            (hasSession, refusal) = (true, nil)
            return ask(pending ?? .list)
        case .listed(let listings, let standings): plan(listings, standings)
        case .registered(let journal): update(journal) { $0.end = LogEnd(position: 1, value: []) }
        case .pulled(let journal, let standing, let end): pulled(journal, standing, end)
        case .pushed(let journal, more: true): return ask(.push(journal, goingOn: true))
        case .pushed(let journal, more: false):
            return ask(.pull(journal, after: round.first?.standing.head.position ?? 0))
        case .settled(let journal, let standing): update(journal) { $0.standing = standing }
        case .faulted(let journal, let fault):
            // A log that was put into the relay anew does not go on where the old one ended: it has to be read from its beginning.
            // What stands in the place of its beginning is the same whoever asks.
            if fault.accusesRelay, !isJoining, let work = round.first, work.journal == journal, work.mayReread,
                work.standing.head.position > 0
            {
                return reread(work, healing: false).map { ask($0) }
            }
            stop(journal, fault)
        case .due, .wrote, .hint, .unreachable, .refused: break
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
        // Of several of one journal, the first counts.
        let listed = listings.reversed().reduce(into: [:]) { $0[$1.journal] = $1 }
        journals.formUnion(listed.keys)
        round = journals.sorted().compactMap { journal -> Work? in
            let standing = standings[journal] ?? SyncStanding()
            let end = listed[journal].map { LogEnd(position: $0.headPosition, value: $0.head) }
            // One that the relay has forgotten because its owner has ended it needs nothing more.
            if standing.isDestroyed { (faults[journal], doubtedEnds[journal]) = (nil, nil) }
            if let fault = faults[journal] {
                // Who is let in again finds the journal in the relay's list again.
                let isBack = fault == .accessEnded && end != nil
                // So does one whose owner has decided to go on with what the relay shows.
                let isNews = doubtedEnds[journal] != end || standing.isHealing
                guard isBack || (fault.accusesRelay && isNews) else { return nil }
            }
            return Work(journal: journal, standing: standing, end: end, isSuspect: faults[journal] != nil)
        }
    }

    private mutating func update(_ journal: JournalID, _ edit: (inout Work) -> Void) {
        guard round.first?.journal == journal else { return }
        edit(&round[0])
    }

    private mutating func stop(_ journal: JournalID, _ fault: SyncFault) {
        faults[journal] = fault
        doubtedEnds[journal] = round.first { $0.journal == journal }?.end
        round.removeAll { $0.journal == journal }
    }

    /// The next step of the journal that is worked on, or of the next one.
    private mutating func next(_ now: Int64) -> SyncAction {
        while let work = round.first {
            if let action = step(work) { return ask(action) }
            if round.first?.journal == work.journal { round.removeFirst() }
        }
        (isBusy, pending, lastRound) = (false, nil, now)
        guard !isStalled else {
            isStalled = false
            return pause(pace.fail(), now: now, reachable: true)
        }
        pace.succeed()
        isBackingOff = false
        pausedUntil = now + SyncPace.regular
        return isDueAgain ? begin() : .wait(until: pausedUntil)
    }

    /// `nil` when nothing is left to be done for it.
    private mutating func step(_ work: Work) -> SyncAction? {
        let (journal, standing) = (work.journal, work.standing)
        let read = standing.head.position
        guard let end = work.end else {
            // Members see by the control operations that a journal was ended, and is not lost.
            if read > 0, !work.hasAskedForEnd, !standing.isDestroyed || standing.waiting > 0 { return learnEnd(journal) }
            if standing.isDestroyed { return nil }
            if standing.isGuest {
                stop(journal, .accessEnded)
                return nil
            }
            return read == 0 ? .register(journal) : reread(work, healing: true)
        }
        if end.position < read { return reread(work, healing: true) }
        if end.position > read { return .pull(journal, after: read) }
        // The relay says of the same position something else than was computed: it was set up anew, or lies.
        if !end.value.isEmpty, end.value != standing.head.value { return reread(work, healing: false) }
        guard standing.doubted == 0 || standing.isHealing else {
            stop(journal, .otherLog(position: standing.doubted))
            return nil
        }
        if work.isSuspect, standing.doubted == 0 {
            faults[journal] = nil
            doubtedEnds[journal] = nil
        }
        if work.isRefused {
            round[0].isRefused = false
            return .rebase(journal)
        }
        // What the role does not allow any more stays here, behind what may be sent.
        if standing.isBlocked, work.unblockedAt != standing.head {
            (round[0].unblockedAt, round[0].waitingBefore) = (standing.head, nil)
            return .unblock(journal)
        }
        let waiting = standing.waiting + standing.waitingOfOthers
        // A relay that takes what it does not show afterwards is not asked without end. What others have made anew stays here.
        let isStuck = work.waitingBefore.map { waiting >= $0 } ?? false
        if standing.doubted > 0, standing.waiting == 0, isStuck || standing.waitingOfOthers == 0, !work.hasVouched {
            (round[0].hasVouched, round[0].waitingBefore) = (true, nil)
            return .vouch(journal)
        }
        guard waiting > 0, !isStuck else {
            isStalled = isStalled || standing.waiting > 0
            guard standing.isCheckpointDue, !work.hasMadeCheckpoint, waiting == 0, standing.doubted == 0, !standing.isHealing
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

    private mutating func reread(_ work: Work, healing: Bool) -> SyncAction? {
        guard work.mayReread else {
            stop(work.journal, .otherLog(position: work.standing.head.position))
            return nil
        }
        round[0].rereads += 1
        (round[0].rereadEnd, round[0].waitingBefore) = (work.end, nil)
        return .reread(work.journal, healing: healing)
    }

    private mutating func pulled(_ journal: JournalID, _ standing: SyncStanding, _ end: LogEnd) {
        guard let work = round.first, work.journal == journal else { return }
        // A relay that says that there is more and does not show it is not asked without end.
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
        isReachable = true
        guard let work = round.first else {
            // Not about a journal: the session itself, or the listing.
            switch refusal {
            case .noSession where hasSession && !hasRetriedSession: return renewSession()
            case .role, .noSession, .notFound: self.refusal = .deviceDropped
            case .upgrade: self.refusal = .updateNeeded
            default: break
            }
            return pause(pace.fail(atLeast: refusal.retryAfter ?? 0), now: now, reachable: true)
        }
        switch refusal {
        case .noSession where !hasRetriedSession: return renewSession()
        case .staleEpoch, .controlConflict:
            guard work.rebases < 8 else { return pause(pace.fail(), now: now, reachable: true) }
            return makeAnew(work)
        // What was right when it was made may have become impossible by what came first: that shows when it is made anew.
        case .invalid where work.rebases == 0 && work.standing.waiting > 0: return makeAnew(work)
        // So may the role of who wrote it, as often as the log has something new to say of that.
        case .role where work.rebases < 8 && work.standing.waiting > 0 && work.forbiddenAt != work.standing.head:
            round[0].forbiddenAt = work.standing.head
            return makeAnew(work)
        // The relay does not know it, or does not let this person see it any more.
        case .notFound where isLearningEnd: break
        case .notFound where work.standing.isGuest && !work.hasAskedForEnd && work.standing.head.position > 0:
            return ask(learnEnd(work.journal))
        case .notFound where work.standing.isGuest: stop(work.journal, .accessEnded)
        case .gap, .notFound: return pause(pace.fail(), now: now, reachable: true)
        case .gone(let floor, let checkpoint):
            guard checkpoint > 0 else {
                if !work.hasAskedForEnd, work.standing.head.position > 0 { return ask(learnEnd(work.journal)) }
                if work.standing.isDestroyed { round.removeFirst() } else { stop(work.journal, .forgotten) }
                break
            }
            // A relay that forgets again what it has just let this device join is not asked without end.
            guard !work.hasJoined else { return pause(pace.fail(), now: now, reachable: true) }
            round[0].hasJoined = true
            return ask(.join(work.journal, floor: floor))
        case .deviceFork: stop(work.journal, .deviceForked)
        case .role: stop(work.journal, .deviceDropped)
        case .quota(let used, let limit): stop(work.journal, .full(used: used, limit: limit))
        case .tooLarge, .invalid(.shape): stop(work.journal, .refused(.shape))
        case .invalid(let fault): stop(work.journal, .refused(fault))
        case .upgrade:
            self.refusal = .updateNeeded
            return pause(SyncPace.longest, now: now, reachable: true)
        case .tooMany(let seconds), .unavailable(let seconds):
            return pause(pace.fail(atLeast: seconds), now: now, reachable: true)
        case .noSession, .staleVault: return pause(pace.fail(), now: now, reachable: true)
        }
        return next(now)
    }

    /// Reads what came first, and has what waits made anew behind it.
    private mutating func makeAnew(_ work: Work) -> SyncAction {
        (round[0].isRefused, round[0].waitingBefore) = (true, nil)
        round[0].rebases += 1
        return ask(.pull(work.journal, after: work.standing.head.position))
    }

    private mutating func renewSession() -> SyncAction {
        (hasSession, hasRetriedSession) = (false, true)
        return ask(.openSession)
    }

    /// Gives the round up; the next one begins from what the store says then.
    private mutating func pause(_ pause: Int64, now: Int64, reachable: Bool) -> SyncAction {
        (isBusy, round, pending, isReachable, isBackingOff) = (false, [], nil, reachable, true)
        pausedUntil = now + pause
        return .wait(until: pausedUntil)
    }
}
