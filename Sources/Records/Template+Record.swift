import Journal
import Ledger

/// The fields of a record of kind `template`.
extension Template: RecordValue {
    /// The name of its kind of record.
    package static let kind = "template"

    package var fields: [String: JSON] {
        ["name": .string(name), "text": .string(text), "rank": rank.map { .int(Int64($0)) } ?? .null]
    }

    /// Reads the fields of a record; `nil` if a required one is missing or malformed.
    package init?(fields: [String: JSON]) {
        guard let name = fields["name"]?.string, let text = fields["text"]?.string else { return nil }
        self.init(name: name, text: text, rank: fields["rank"]?.int.flatMap { Int(exactly: $0) })
        if fault != nil { return nil }
    }
}

/// A stored template of a journal.
package struct StoredTemplate: Hashable, Sendable {
    /// The template's name among records.
    package let id: RecordID
    /// The template's content.
    package let template: Template
    /// When it was deleted, in milliseconds since 1970; `nil` if it is not.
    package let deleted: Int64?

    /// `nil` if the record is not a complete template.
    package init?(id: RecordID, state: RecordState) {
        guard let template = Template(fields: state.values) else { return nil }
        self.id = id
        self.template = template
        deleted = state.goneSince.map { Int64($0.milliseconds) }
    }
}
