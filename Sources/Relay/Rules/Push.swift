import Ledger
import Sync

/// Operations that somebody sends for a journal, and the rules by which they come into its log.
///
/// Whether one may come next is a pure function of those before it; the same rules hold in every client, so that a relay
/// which let something slip through would gain nothing by it.
package struct Push: Sendable {
    /// The journal.
    package var journal: JournalID
    /// The account that sends: any member may send what any device has signed.
    package var account: [UInt8]
    /// In the order in which they are to come.
    package var operations: [CheckedOperation]
    /// Why what comes behind them is refused whatever they are; `nil` when nothing does.
    package var refusal: RelayRefusal?
    /// It founds the journal where that is not here yet.
    package var mayFound = false
    /// The most bytes of one operation.
    package var operationLimit: Int
    /// What the journal's account keeps besides this journal, and may keep: bytes.
    package var used: Int64
    /// The most that the account may keep.
    package var limit: Int64
    /// What is known of journals from a moment ago.
    var logs = KnownLogs()

    package init(
        journal: JournalID, account: [UInt8], operations: [CheckedOperation], refusal: RelayRefusal? = nil,
        operationLimit: Int, used: Int64 = 0, limit: Int64 = .max
    ) {
        (self.journal, self.account, self.operations, self.refusal) = (journal, account, operations, refusal)
        (self.operationLimit, self.used, self.limit) = (operationLimit, used, limit)
    }

    /// What came of it.
    package struct Outcome: Sendable {
        /// The operations that are in the log now, in the order in which they were sent.
        package var receipt: PushReceipt
        /// Why the rest is not; `nil` when all are.
        package var refusal: RelayRefusal?
        /// How many came in by this.
        package var added = 0
        /// Devices that were lost, and dropped for it by their own people.
        var lost: [LogEntry.LostDevice] = []
        /// The journal's owner.
        package var owner: [UInt8] = []
        /// Where the latest control operation stands now.
        package var controlPosition: UInt64 = 0
        /// The account that the journal fills.
        package var payer: [UInt8] = []
        /// What the journal takes up now: bytes.
        package var size: Int64 = 0
        /// The journal has ended with this.
        package var isDestroyed = false
    }

    /// Whether the account is the one of new keys that come into the journal in the place of a member's. What says so is looked at like
    /// any operation.
    static func succeeds(
        _ operations: [CheckedOperation], in journal: JournalID, _ account: [UInt8], _ tables: RelayTables
    ) throws -> Bool {
        guard case .succeed(let succession)? = operations.first.flatMap({ try? ControlOperation(reading: $0.operation.body) }),
            succession.new.name == account
        else { return false }
        return try tables.role(of: succession.identity, in: journal) != nil
    }

    /// Brings the operations into the log, in order, up to the first that is refused. Throws `RelayRefusal.notFound` where the
    /// journal is not here or not the account's.
    ///
    /// `now`: milliseconds since 1970; a clock that went back counts as standing still.
    package func carryOut(in tables: RelayTables, now: Int64) throws -> Outcome {
        if mayFound, let first = operations.first?.operation, let genesis = try? Genesis(reading: first.body) {
            try tables.addJournal(journal, owner: genesis.owner.name, uploader: account)
        }
        guard let row = try tables.journal(journal, isLocked: true) else { throw RelayRefusal.notFound }
        var entry = LogEntry(
            journal: journal, row: row, tables: tables, now: now, limit: limit,
            room: limit.subtractingReportingOverflow(used).partialValue, logs: logs)
        guard try entry.mayEnter(account) || Push.succeeds(operations, in: journal, account, tables) else {
            throw RelayRefusal.notFound
        }
        var outcome = Outcome(receipt: PushReceipt(accepted: [], headPosition: 0, head: []))
        do {
            for operation in operations {
                guard operation.bytes.count <= operationLimit else { throw RelayRefusal.tooLarge(limit: UInt64(operationLimit)) }
                outcome.receipt.accepted.append(try entry.take(operation))
            }
            outcome.refusal = refusal
        } catch let refusal as RelayRefusal {
            outcome.refusal = refusal
        }
        // A journal that could not be founded leaves nothing behind.
        guard entry.row.head.position > 0 else { throw outcome.refusal ?? RelayRefusal.invalid(.shape) }
        try entry.finish()
        (outcome.receipt.headPosition, outcome.receipt.head) = (entry.row.head.position, entry.row.head.value)
        (outcome.added, outcome.lost, outcome.owner) = (entry.added.count, entry.lost, entry.row.owner)
        outcome.controlPosition = entry.row.controlPosition
        (outcome.payer, outcome.size) = (entry.row.uploader, entry.row.bytes)
        outcome.isDestroyed = entry.row.isDestroyed
        return outcome
    }
}
