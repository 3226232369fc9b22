import Ledger
import SeededChance
import Sync
import Testing

@Suite struct ConversationTests {
    private let journal = JournalID(firstBytesOf: [UInt8](repeating: 7, count: 32))
    private let head = LogHead.empty.following(hash: [UInt8](repeating: 1, count: 32), received: 5) ?? .empty

    private func listing(_ head: LogHead) -> JournalListing {
        JournalListing(journal: journal, headPosition: head.position, head: head.value, floor: 0, epoch: 1, role: "owner")
    }

    private func end(_ head: LogHead) -> LogEnd { LogEnd(position: head.position, value: head.value) }

    /// A conversation that has a session and has just heard what the relay has.
    private func begun(_ standing: SyncStanding, relay: [JournalListing]) -> (SyncConversation, SyncAction?) {
        var conversation = SyncConversation(chance: SplitMix64(seed: 1))
        #expect(conversation.handle(.due, now: 0) == .openSession)
        #expect(conversation.handle(.sessionOpened, now: 0) == .list)
        let next = conversation.handle(.listed(relay, [journal: standing]), now: 0)
        return (conversation, next)
    }

    @Test func `pauses double up to five minutes, with a part left to chance, and never shorter than the relay asks for`() {
        var pace = SyncPace(chance: SplitMix64(seed: 3))
        var whole = SyncPace.shortest
        for _ in 0..<14 {
            let pause = pace.fail()
            #expect((whole / 2...whole).contains(pause))
            whole = min(whole * 2, SyncPace.longest)
        }
        #expect(pace.fail(atLeast: 900) == 900_000)
        pace.succeed()
        #expect(pace.fail() <= SyncPace.shortest)
    }

    @Test func `what was taken is asked back before it counts as sent`() {
        var (conversation, next) = begun(SyncStanding(head: head, waiting: 3), relay: [listing(head)])
        #expect(next == .push(journal, goingOn: false))
        next = conversation.handle(.pushed(journal, more: true), now: 1)
        #expect(next == .push(journal, goingOn: true))
        next = conversation.handle(.pushed(journal, more: false), now: 2)
        #expect(next == .pull(journal, after: 1))
        // A relay that has taken it and does not show it is not asked without end.
        next = conversation.handle(.pulled(journal, SyncStanding(head: head, waiting: 3), end: end(head)), now: 3)
        guard case .wait(let until) = next else { return #expect(Bool(false), "\(String(describing: next))") }
        #expect(until > 3 && until < 1_004)
    }

    @Test func `what waits is made anew as often as the log says something new of the role: else the device was dropped`() {
        var (conversation, next) = begun(SyncStanding(head: head, waiting: 2), relay: [listing(head)])
        var (here, earlier) = (head, head)
        // Another role, then a third one, in the same round.
        for turn in 1...2 {
            next = conversation.handle(.refused(.role), now: 1)
            #expect(next == .pull(journal, after: here.position))
            (earlier, here) = (here, here.following(hash: [UInt8](repeating: UInt8(turn), count: 32), received: 9) ?? .empty)
            next = conversation.handle(
                .pulled(journal, SyncStanding(head: here, waiting: 1, isBlocked: true), end: end(here)), now: 2)
            #expect(next == .rebase(journal))
            next = conversation.handle(.settled(journal, SyncStanding(head: here, waiting: 1)), now: 2)
            #expect(next == .push(journal, goingOn: false))
        }
        #expect(earlier.position == 2)
        // And now the log has nothing new.
        #expect(conversation.handle(.refused(.role), now: 3) == .pull(journal, after: here.position))
        #expect(
            conversation.handle(.pulled(journal, SyncStanding(head: here, waiting: 1), end: end(here)), now: 3)
                == .rebase(journal))
        #expect(
            conversation.handle(.settled(journal, SyncStanding(head: here, waiting: 1)), now: 3) == .push(journal, goingOn: false)
        )
        #expect(conversation.faults == [:])
        _ = conversation.handle(.refused(.role), now: 4)
        #expect(conversation.faults == [journal: .deviceDropped])
        // One that the relay does not even let read is asked about no role.
        (conversation, next) = begun(SyncStanding(head: head, waiting: 2), relay: [listing(head)])
        #expect(conversation.handle(.refused(.role), now: 1) == .pull(journal, after: head.position))
        _ = conversation.handle(.refused(.role), now: 2)
        #expect(conversation.faults == [journal: .deviceDropped])
    }

    @Test func `what may be sent is put in front of what may not before it is sent`() {
        var (conversation, next) = begun(SyncStanding(head: head, waiting: 1, isBlocked: true), relay: [listing(head)])
        #expect(next == .unblock(journal))
        next = conversation.handle(.settled(journal, SyncStanding(head: head, waiting: 1)), now: 1)
        #expect(next == .push(journal, goingOn: false))
        // Where that does not help, it is not tried without end.
        (conversation, next) = begun(SyncStanding(head: head, waiting: 1, isBlocked: true), relay: [listing(head)])
        next = conversation.handle(.settled(journal, SyncStanding(head: head, waiting: 1, isBlocked: true)), now: 1)
        #expect(next == .push(journal, goingOn: false))
        // What stays is no reason to send anything, nor to try again soon.
        (conversation, next) = begun(SyncStanding(head: head), relay: [listing(head)])
        #expect(next == .wait(until: SyncPace.regular))
    }

    @Test func `a session that has ended is opened anew once, and the request made again`() {
        var (conversation, next) = begun(SyncStanding(head: head, waiting: 1), relay: [listing(head)])
        next = conversation.handle(.refused(.noSession), now: 1)
        #expect(next == .openSession)
        next = conversation.handle(.sessionOpened, now: 1)
        #expect(next == .push(journal, goingOn: false))
        next = conversation.handle(.refused(.noSession), now: 2)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
    }

    @Test func `a log that is shorter, or another one, is read from its beginning, once`() {
        for relay in [[], [listing(.empty)]] {
            var (conversation, next) = begun(SyncStanding(head: head), relay: relay)
            // One that is not listed may have been ended by its owner: that is looked at first.
            if relay.isEmpty {
                #expect(next == .learnEnd(journal))
                next = conversation.handle(.refused(.notFound), now: 1)
            }
            #expect(next == .reread(journal, recovering: true))
        }
        let other = LogHead.empty.following(hash: [UInt8](repeating: 2, count: 32), received: 6) ?? .empty
        var (conversation, next) = begun(SyncStanding(head: head), relay: [listing(other)])
        #expect(next == .reread(journal, recovering: false))
        next = conversation.handle(.settled(journal, SyncStanding()), now: 1)
        #expect(next == .pull(journal, after: 0))
        next = conversation.handle(.pulled(journal, SyncStanding(head: head), end: end(other)), now: 2)
        #expect(conversation.faults[journal] == .otherLog(position: 1))
    }

    @Test func `a log in doubt is read and not written to, until somebody has vouched for it`() {
        var (conversation, _) = begun(SyncStanding(head: head, conflictPosition: 1, waiting: 1), relay: [listing(head)])
        #expect(conversation.faults[journal] == .otherLog(position: 1))
        // Nothing new there: it is not even read.
        #expect(conversation.handle(.due, now: 100_000) == .list)
        var next = conversation.handle(
            .listed([listing(head)], [journal: SyncStanding(head: head, conflictPosition: 1)]), now: 100_000)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
        let further = head.following(hash: [UInt8](repeating: 3, count: 32), received: 7) ?? .empty
        #expect(conversation.handle(.due, now: 200_000) == .list)
        next = conversation.handle(
            .listed([listing(further)], [journal: SyncStanding(head: head, conflictPosition: 1, waiting: 1)]), now: 200_000)
        #expect(next == .pull(journal, after: 1))
        next = conversation.handle(.pulled(journal, SyncStanding(head: further, waiting: 1), end: end(further)), now: 200_001)
        #expect(next == .push(journal, goingOn: false) && conversation.faults.isEmpty)
    }

    @Test func `what was written waits for the end of a pause, and who asks for it now does not`() {
        var conversation = SyncConversation(chance: SplitMix64(seed: 2))
        #expect(conversation.handle(.due, now: 0) == .openSession)
        guard case .wait(let until) = conversation.handle(.unreachable, now: 0) else { return #expect(Bool(false)) }
        #expect(conversation.handle(.wrote, now: until - 1) == .wait(until: until))
        #expect(conversation.handle(.due, now: until - 1) == .openSession)
        // While something is done nothing else is begun.
        #expect(conversation.handle(.wrote, now: until) == nil)
    }

    @Test func `what one wrong answer has stopped is tried again when the owner asks, and not before`() {
        let standing = SyncStanding(head: head, waiting: 1)
        for (refusal, fault) in [
            (RelayRefusal.deviceFork(place: 1), SyncFault.deviceForked), (.quota(used: 1, limit: 1), .full(used: 1, limit: 1)),
            (.invalid(.signature), .refused(.signature)),
        ] {
            var (conversation, next) = begun(standing, relay: [listing(head)])
            next = conversation.handle(.refused(refusal), now: 1)
            // An operation that the relay finds invalid is first made again.
            if next == .pull(journal, after: 1) {
                _ = conversation.handle(.pulled(journal, standing, end: end(head)), now: 1)
                #expect(conversation.handle(.settled(journal, standing), now: 1) == .push(journal, goingOn: false))
                _ = conversation.handle(.refused(refusal), now: 1)
            }
            #expect(conversation.faults == [journal: fault])
            _ = conversation.handle(.due, now: 100_000)
            guard case .wait = conversation.handle(.listed([listing(head)], [journal: standing]), now: 100_000) else {
                return #expect(Bool(false), "\(fault) is tried unasked")
            }
            #expect(conversation.handle(.asked, now: 100_001) == .list)
            next = conversation.handle(.listed([listing(head)], [journal: standing]), now: 100_001)
            #expect(next == .push(journal, goingOn: false) && conversation.faults.isEmpty, "\(fault)")
        }
        // A log in doubt is read again, and not written to.
        let doubtful = SyncStanding(head: head, conflictPosition: 1, waiting: 1)
        var (conversation, _) = begun(doubtful, relay: [listing(head)])
        #expect(conversation.handle(.asked, now: 100_000) == .list)
        _ = conversation.handle(.listed([listing(head)], [journal: doubtful]), now: 100_000)
        #expect(conversation.faults == [journal: .otherLog(position: 1)])
    }

    @Test func `a relay that is a newer one, or lets this device in no more, is said`() {
        for (refusal, fault) in [(RelayRefusal.upgrade, SyncFault.updateNeeded), (.role, .deviceDropped)] {
            var conversation = SyncConversation(chance: SplitMix64(seed: 2))
            _ = conversation.handle(.due, now: 0)
            _ = conversation.handle(.refused(refusal), now: 0)
            #expect(conversation.refusal == fault)
        }
    }
}
