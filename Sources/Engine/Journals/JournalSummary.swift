import Journal
import Ledger

package struct JournalSummary: Hashable, Sendable {
    package let id: JournalID
    /// Its name; two journals may have the same one if two devices named them at the same time.
    package let name: String
    /// Entries that are not deleted.
    package let entries: Int
    /// The last day with an entry; `nil` where there is none.
    package let lastDay: LocalDay?
    /// The default journal: new entries go here if none is named.
    package let isDefault: Bool
    /// The vault's first journal: settings, templates, medicines and the support plan are in it.
    package let isFirst: Bool
    /// How it ended for this person; `nil` if it has not.
    package let end: JournalEnd?
}

/// Why a journal is not created, renamed, found, ended or removed.
package enum JournalError: Error, Hashable, Sendable {
    case name(JournalNameFault)
    case nameTaken(String)
    /// Several journals have this name, or a name that begins so.
    case ambiguous(String, names: [String])
    case tooMany(limit: Int)
    /// It is the first one, which holds the person's own data: it is only deleted with the vault.
    case firstStays
    case ended
    /// It is one's own and on the relay: it must be ended before it is removed.
    case notEnded
    /// It is only in this vault: there is no one else to end it for.
    case onlyHere
    /// It is shared with this person, who has not left it.
    case stillShared
    /// The relay has not been told yet that it was ended or left.
    case endUnsent
    /// An entry that cannot be moved because its form has changes that are not saved.
    case unsavedChanges(RecordID)
    /// An entry that cannot be moved because this member of its journal wrote it; the name may be empty.
    case othersEntry(RecordID, author: String)
}
