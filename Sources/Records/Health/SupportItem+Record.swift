import Journal
import Ledger

/// The fields of records of the kinds `trigger`, `coping_step`, `buddy` and `sos_contact`.
extension SupportItem {
    package var fields: [String: JSON] {
        ["name": .string(name), "phone": .string(phone), "note": .string(note), "rank": .number(rank)]
    }

    /// Reads the fields of a record of one part; `nil` without a name.
    package init?(_ part: Part, fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let name = read.text("name") else { return nil }
        self.init(part, name: name, phone: read.text("phone") ?? "", note: read.text("note") ?? "", rank: read.number("rank"))
    }
}

package struct StoredSupportItem: Hashable, Sendable {
    package let id: RecordID
    package let item: SupportItem
    /// When it was deleted, in milliseconds since 1970; `nil` if it is not.
    package let deleted: Int64?

    /// `nil` if the record is incomplete.
    package init?(id: RecordID, part: SupportItem.Part, state: RecordState) {
        guard let item = SupportItem(part, fields: state.values) else { return nil }
        self.id = id
        self.item = item
        deleted = state.goneSince.map { Int64($0.milliseconds) }
    }
}
