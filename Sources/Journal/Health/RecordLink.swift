/// The name of another record, as a value of the journal carries it: opaque here, 26 characters as the ledger writes them.
package struct RecordLink: Hashable, Comparable, Sendable {
    /// The text of the record's name.
    package let name: String

    package init(_ name: String) { self.name = name }

    package static func < (a: RecordLink, b: RecordLink) -> Bool { a.name < b.name }
}
