import Journal
import Ledger

/// The record of kind `journal`: what a journal says of itself. Each journal has at most one, named as the journal is, so that all
/// devices write the same.
extension JournalName {
    /// The kind's name inside the seal.
    package static let kind = "journal"

    /// Its fields as an operation carries them.
    package var fields: [String: JSON] { ["name": .string(description)] }

    /// The record of a journal.
    package static func record(of journal: JournalID) -> RecordID { RecordID(firstBytesOf: journal.bytes) }

    /// Reads the fields of a record; `nil` where there is no name in them, or one that cannot be.
    package init?(fields: [String: JSON]) {
        guard let name = fields["name"]?.string.flatMap({ try? JournalName($0) }) else { return nil }
        self = name
    }
}
