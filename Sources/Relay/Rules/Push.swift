import Ledger
import Sync

/// Operations sent for a journal, and the rules for accepting them into its log.
///
/// Whether one may come next is a pure function of the earlier ones. Every client applies the same rules: a
/// relay that ignored one would gain nothing.
package struct Push: Sendable {
    package var journal: JournalID
    /// The sending account: any member may send what any device has signed.
    package var account: [UInt8]
    /// The operations, in order.
    package var operations: [CheckedOperation]
    /// Why operations after these are refused in any case; `nil` if they are not.
    package var refusal: RelayRefusal?
    /// Whether it creates the journal if that is not here yet.
    package var mayFound = false
    /// The size limit of one operation in bytes.
    package var operationLimit: Int
    /// What the journal's account stores besides this journal: bytes.
    package var used: Int64
    /// The storage limit of the account: bytes.
    package var limit: Int64
    /// Recently known states of journals.
    var logs = KnownLogs()

    package init(
        journal: JournalID, account: [UInt8], operations: [CheckedOperation], refusal: RelayRefusal? = nil,
        operationLimit: Int, used: Int64 = 0, limit: Int64 = .max
    ) {
        (self.journal, self.account, self.operations, self.refusal) = (journal, account, operations, refusal)
        (self.operationLimit, self.used, self.limit) = (operationLimit, used, limit)
    }

    package struct Outcome: Sendable {
        /// The operations that are in the log now, in the order sent.
        package var receipt: PushReceipt
        /// Why the rest is not; `nil` if all are.
        package var refusal: RelayRefusal?
        package var added = 0
        /// Devices reported lost by their own people, and dropped.
        var lost: [LogEntry.LostDevice] = []
        package var owner: [UInt8] = []
        package var controlPosition: UInt64 = 0
        /// The account that pays for the journal.
        package var payer: [UInt8] = []
        /// The size of the journal: bytes.
        package var size: Int64 = 0
        package var isDestroyed = false
    }

    /// Whether the account belongs to new keys that replace a member's in this push; that operation is checked as usual.
    static func succeeds(
        _ operations: [CheckedOperation], in journal: JournalID, _ account: [UInt8], _ tables: RelayTables
    ) throws -> Bool {
        guard case .succeed(let succession)? = operations.first.flatMap({ try? ControlOperation(reading: $0.operation.body) }),
            succession.new.name == account
        else { return false }
        return try tables.role(of: succession.identity, in: journal) != nil
    }

    /// Adds the operations to the log, in order, up to the first that is refused. Throws `RelayRefusal.notFound` if the journal
    /// is not here or not the account's.
    ///
    /// `now`: milliseconds since 1970; a clock that went back counts as stopped.
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
        // A journal that could not be created leaves no row.
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
