import Journal
import SQLite

package enum RecordFilter: Hashable, Sendable {
    case all
    case deleted
    /// Doses of one medicine.
    case medication(RecordID)

    /// The table with its index, and the condition.
    var sql: (from: String, condition: String) {
        switch self {
        case .all: ("record", "")
        case .deleted: ("record INDEXED BY record_gone", "AND " + Schema.isGone)
        case .medication: ("record INDEXED BY intake_medication", "AND \(Schema.medication) = ?")
        }
    }

    var values: [Value] {
        switch self {
        case .all, .deleted: []
        case .medication(let link): [.text(link.description)]
        }
    }
}
