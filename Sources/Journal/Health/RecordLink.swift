/// The id of another record as a journal value: 26 opaque characters, as in the ledger.
package struct RecordLink: Hashable, Comparable, Sendable {
    package let name: String

    package init(_ name: String) { self.name = name }

    package static func < (a: RecordLink, b: RecordLink) -> Bool { a.name < b.name }
}
