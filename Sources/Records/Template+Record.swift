import Journal
import Ledger

extension Template: RecordValue {
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
