import Journal
import SQLite

/// Which records of a kind are looked at.
package enum RecordSieve: Hashable, Sendable {
    /// Every one.
    case all
    /// Those that were deleted.
    case deleted
    /// Doses of one medicine.
    case medication(RecordLink)

    /// The table with its index, and the condition. Where the indexes are missing, rows are looked through.
    func sql(isIndexed: Bool) -> (from: String, condition: String) {
        switch self {
        case .all: ("record", "")
        case .deleted: ("record" + (isIndexed ? " INDEXED BY record_gone" : ""), "AND " + Schema.isGone)
        case .medication:
            ("record" + (isIndexed ? " INDEXED BY intake_medication" : ""), "AND \(Schema.medication) = ?")
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
