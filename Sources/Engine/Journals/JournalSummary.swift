import Journal
import Ledger

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
    /// How it has come to its end for this person; `nil` for one that goes on.
    package let end: JournalEnd?
}

/// Why a journal is not made, named, found, ended or removed.
package enum JournalError: Error, Hashable, Sendable {
    /// It cannot be called so.
    case name(JournalNameFault)
    /// Another journal is called so.
    case nameTaken(String)
    /// Several journals are called so, or begin so.
    case ambiguous(String, names: [String])
    /// There are as many as a vault can have.
    case tooMany(limit: Int)
    /// It is the first one, in which stands what belongs to the person: it goes only with the vault.
    case firstStays
    /// It has ended, so that nothing comes into it any more.
    case ended
    /// It is one's own and at the relay: it has to be ended before it is removed.
    case notEnded
    /// It is in this vault only: there is nothing to end for others.
    case onlyHere
    /// Somebody shares it, and has not been left.
    case stillShared
    /// The relay has not heard yet that it was ended or left.
    case endUnsent
}
