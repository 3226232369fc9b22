import Ledger
import SeededChance
import Sync
import Testing

/// When the conversation makes a snapshot, and when it joins one.
@Suite struct CheckpointConversationTests {
    private let journal = JournalID(firstBytesOf: [UInt8](repeating: 7, count: 32))
    private let head = LogHead.empty.following(hash: [UInt8](repeating: 1, count: 32), received: 5) ?? .empty

    private func begun(_ standing: SyncStanding, relayAt head: LogHead) -> (SyncConversation, SyncAction?) {
        var conversation = SyncConversation(chance: SplitMix64(seed: 1))
        _ = conversation.handle(.due, now: 0)
        _ = conversation.handle(.sessionOpened, now: 0)
        let listing = JournalListing(
            journal: journal, headPosition: head.position, head: head.value, floor: 0, epoch: 1, role: "owner")
        let next = conversation.handle(.listed([listing], [journal: standing]), now: 0)
        return (conversation, next)
    }

    @Test func `who pulls below the floor joins a snapshot and goes on behind it, once in a round`() {
        var (conversation, next) = begun(SyncStanding(), relayAt: head)
        #expect(next == .pull(journal, after: 0))
        next = conversation.handle(.refused(.gone(floor: 1, checkpoint: 1)), now: 1)
        #expect(next == .join(journal, floor: 1))
        next = conversation.handle(.settled(journal, SyncStanding()), now: 1)
        #expect(next == .pull(journal, after: 0))
        next = conversation.handle(.refused(.gone(floor: 1, checkpoint: 1)), now: 1)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
        #expect(conversation.faults.isEmpty)
    }

    @Test func `a snapshot that does not open stops the journal, and is asked for again when the relay shows something else`() {
        var (conversation, next) = begun(SyncStanding(), relayAt: head)
        _ = conversation.handle(.refused(.gone(floor: 1, checkpoint: 1)), now: 1)
        _ = conversation.handle(.faulted(journal, .snapshot(position: 1)), now: 1)
        #expect(conversation.faults[journal] == .snapshot(position: 1))
        let further = head.following(hash: [UInt8](repeating: 3, count: 32), received: 7) ?? .empty
        for (head, expected) in [(head, nil), (further, SyncAction.pull(journal, after: 0))] {
            #expect(conversation.handle(.due, now: 100_000) == .list)
            let listing = JournalListing(
                journal: journal, headPosition: head.position, head: head.value, floor: 1, epoch: 1, role: "owner")
            next = conversation.handle(.listed([listing], [journal: SyncStanding()]), now: 100_000)
            if let expected { #expect(next == expected) } else { #expect(next != .pull(journal, after: 0)) }
        }
    }

    @Test func `a journal that was destroyed is synced no more`() {
        var (conversation, _) = begun(SyncStanding(), relayAt: head)
        _ = conversation.handle(.refused(.gone(floor: 1, checkpoint: 0)), now: 1)
        #expect(conversation.faults[journal] == .forgotten)
    }

    @Test func `a journal that its owner has ended is sent to its end, and that the relay forgets it is no fault`() {
        var (conversation, next) = begun(SyncStanding(head: head, waiting: 2, isDestroyed: true), relayAt: head)
        #expect(next == .push(journal, goingOn: false))
        #expect(conversation.handle(.pushed(journal, more: false), now: 1) == .pull(journal, after: head.position))
        // What its control operations say is looked at once: by them everybody sees that it was meant.
        #expect(conversation.handle(.refused(.gone(floor: 3, checkpoint: 0)), now: 1) == .learnEnd(journal))
        next = conversation.handle(.settled(journal, SyncStanding(head: head, isDestroyed: true)), now: 1)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
        #expect(conversation.faults.isEmpty)
        // The relay does not list it any more, and nothing waits.
        #expect(conversation.handle(.due, now: 100_000) == .list)
        next = conversation.handle(.listed([], [journal: SyncStanding(head: head, isDestroyed: true)]), now: 100_000)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
        // One whose end no relay has ever had is asked about once a round, and is no fault.
        #expect(conversation.handle(.due, now: 200_000) == .list)
        let unseen = SyncStanding(head: head, waiting: 2, isDestroyed: true)
        #expect(conversation.handle(.listed([], [journal: unseen]), now: 200_000) == .learnEnd(journal))
        next = conversation.handle(.refused(.notFound), now: 200_000)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
        #expect(conversation.faults.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a journal that the relay does not list was ended by its owner, or is looked for as before`(isGuest: Bool) {
        let standing = SyncStanding(head: head, isGuest: isGuest)
        for isEnded in [true, false] {
            var conversation = SyncConversation(chance: SplitMix64(seed: 1))
            #expect(conversation.handle(.due, now: 0) == .openSession)
            #expect(conversation.handle(.sessionOpened, now: 0) == .list)
            #expect(conversation.handle(.listed([], [journal: standing]), now: 0) == .learnEnd(journal))
            if isEnded {
                var ended = standing
                ended.isDestroyed = true
                guard case .wait = conversation.handle(.settled(journal, ended), now: 0) else {
                    return #expect(Bool(false), "nothing is left to be done")
                }
                #expect(conversation.faults.isEmpty)
            } else {
                let next = conversation.handle(.refused(.notFound), now: 0)
                #expect(isGuest == (conversation.faults[journal] == .accessEnded))
                #expect(isGuest || next == .reread(journal, recovering: true), "its owner brings it back")
            }
        }
    }

    @Test func `the checkpoint goes out in the round in which it was made, also after something else was sent`() {
        var (conversation, next) = begun(SyncStanding(head: head, waiting: 1, isCheckpointDue: true), relayAt: head)
        #expect(next == .push(journal, goingOn: false))
        _ = conversation.handle(.pushed(journal, more: false), now: 1)
        let further = head.following(hash: [UInt8](repeating: 3, count: 32), received: 7) ?? .empty
        let end = LogEnd(position: further.position, value: further.value)
        next = conversation.handle(.pulled(journal, SyncStanding(head: further, isCheckpointDue: true), end: end), now: 1)
        #expect(next == .checkpoint(journal))
        next = conversation.handle(.settled(journal, SyncStanding(head: further, waiting: 1, isCheckpointDue: true)), now: 1)
        #expect(next == .push(journal, goingOn: false))
        // One that could not be made is not tried again in this round.
        (conversation, next) = begun(SyncStanding(head: head, isCheckpointDue: true), relayAt: head)
        #expect(next == .checkpoint(journal))
        next = conversation.handle(.settled(journal, SyncStanding(head: head, isCheckpointDue: true)), now: 1)
        guard case .wait = next else { return #expect(Bool(false), "\(String(describing: next))") }
    }

    @Test func `one is due after so many operations, or so many bytes, or a rotation`() {
        let rule = CheckpointRule()
        func isDue(_ end: UInt64, _ last: UInt64?, rotated: Bool = false, size: Int64? = nil, bytes: Int64 = 0) -> Bool {
            let last = last.map { CheckpointRule.Last(position: $0, isOfEarlierEpoch: rotated, size: size) }
            return rule.isDue(end: end, last: last) { bytes }
        }
        #expect(!isDue(4_999, nil) && isDue(5_000, nil))
        #expect(!isDue(5_999, 1_000) && isDue(6_000, 1_000))
        #expect(!isDue(1_000, 1_000, rotated: true) && isDue(1_001, 1_000, rotated: true))
        #expect(!isDue(1_499, 1_000, size: 100, bytes: 10_000) && isDue(1_500, 1_000, size: 100, bytes: 10_000))
        #expect(!isDue(1_500, 1_000, size: 100, bytes: 800) && !isDue(1_500, 1_000, size: nil, bytes: 10_000))
    }
}
