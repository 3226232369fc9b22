import Journal
import Ledger

/// The record of kind `journal`, about the journal itself: at most one, named after it, so that all devices write the same.
extension JournalName {
    package static let kind = "journal"

    package var fields: [String: JSON] { ["name": .string(description)] }

    package static func record(of journal: JournalID) -> RecordID { RecordID(firstBytesOf: journal.bytes) }

    /// Reads the fields of a record; `nil` if they have no valid name.
    package init?(fields: [String: JSON]) {
        guard let name = fields["name"]?.string.flatMap({ try? JournalName($0) }) else { return nil }
        self = name
    }
}
