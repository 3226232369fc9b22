import Journal
import Ledger
import Store

/// A journal of the vault as its owner knows it.
package struct JournalSummary: Hashable, Sendable {
    /// Names the journal.
    package let id: JournalID
    /// What it is called; two journals may be called the same where two devices named them at a time.
    package let name: String
    /// Entries that are not deleted.
    package let entries: Int
    /// The last day with an entry; `nil` where there is none.
    package let lastDay: LocalDay?
    /// New entries come into it where none is named.
    package let isDefault: Bool
    /// The vault began with it: settings, templates, medicines and the support plan stand in it.
    package let isFirst: Bool
    /// It shows a part of somebody's log for a time: the last day on which it is open; `nil` for a journal like others.
    package let excerptUntil: LocalDay?
}

/// Why a journal is not made, named or found.
package enum JournalError: Error, Hashable, Sendable {
    /// It cannot be called so.
    case name(JournalNameFault)
    /// Another journal is called so.
    case nameTaken(String)
    /// Several journals are called so, or begin so.
    case ambiguous(String, names: [String])
    /// There are as many as a vault can have.
    case tooMany(limit: Int)
}
