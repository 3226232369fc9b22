/// What a journal is called: one line of 1 to `length` characters, without blanks at its ends.
package struct JournalName: Hashable, Sendable, CustomStringConvertible {
    /// The name as its owner sees it.
    package let description: String

    /// Characters of a name.
    package static let length = 60

    /// What the first journal is called until it gets a name.
    package static let usual = JournalName(known: "Journal")

    /// Reads what was typed.
    package init(_ typed: some StringProtocol) throws(JournalNameFault) {
        let name = trimmed(typed)
        if name.isEmpty { throw .empty }
        if name.count > JournalName.length || name.utf8.count > JournalName.length * 16 { throw .tooLong(name.count) }
        if name.unicodeScalars.contains(where: { $0.isControl }) { throw .holdsControl }
        description = name
    }

    private init(known: String) { description = known }

    /// Capitals make no other name.
    package var key: String { description.lowercased() }
}

/// Why a journal cannot be called so.
package enum JournalNameFault: Error, Hashable, Sendable {
    /// There is no name.
    case empty
    /// More than `JournalName.length` characters.
    case tooLong(Int)
    /// It holds a control character, such as a line's end.
    case holdsControl
}
