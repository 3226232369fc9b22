/// The name of a journal: one line of 1 to `length` characters, trimmed.
package struct JournalName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// The most characters of a name.
    package static let length = 60

    package static let usual = JournalName(known: "Journal")

    /// Reads typed text.
    package init(_ typed: some StringProtocol) throws(JournalNameFault) {
        let name = trimmed(typed)
        if name.isEmpty { throw .empty }
        if name.count > JournalName.length || name.utf8.count > JournalName.length * 16 { throw .tooLong(name.count) }
        if name.unicodeScalars.contains(where: { $0.isControl }) { throw .holdsControl }
        description = name
    }

    private init(known: String) { description = known }

    /// For comparing names regardless of case.
    package var key: String { description.lowercased() }
}

package enum JournalNameFault: Error, Hashable, Sendable {
    case empty
    /// More than `JournalName.length` characters.
    case tooLong(Int)
    /// It has a control character, such as a line end.
    case holdsControl
}
