import Journal
import SQLite

/// Which records of a kind are read.
package enum RecordFilter: Hashable, Sendable {
    /// Every one.
    case all
    /// Deleted ones.
    case deleted
    /// Doses of one medicine.
    case medication(RecordLink)

    /// The table with its index, and the condition.
    var sql: (from: String, condition: String) {
        switch self {
        case .all: ("record", "")
        case .deleted: ("record INDEXED BY record_gone", "AND " + Schema.isGone)
        case .medication: ("record INDEXED BY intake_medication", "AND \(Schema.medication) = ?")
        }
    }

    /// The values of the condition.
    var values: [Value] {
        switch self {
        case .all, .deleted: []
        case .medication(let link): [.text(link.name)]
        }
    }
}
