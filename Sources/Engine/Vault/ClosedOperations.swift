import Ledger

/// Counts the operations of a log that cannot be decrypted, by their epoch.
package struct ClosedOperations {
    private var counts: [JournalID: [UInt32: Int]] = [:]

    package init() {}

    /// Counts an operation whose key is not here.
    package mutating func note(_ operation: Operation) {
        counts[operation.header.journal, default: [:]][operation.sealedEpoch, default: 0] += 1
    }

    var journals: [JournalID] { counts.keys.sorted() }

    /// How many are withheld from a person on purpose.
    package func withheld(by check: LogCheck, from person: [UInt8]) -> Int {
        counts.reduce(0) { sum, journal in
            journal.value.reduce(sum) { sum, epoch in
                check.isWithheld(epoch: epoch.key, of: journal.key, from: person) ? sum + epoch.value : sum
            }
        }
    }
}
