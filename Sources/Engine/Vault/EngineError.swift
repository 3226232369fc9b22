import Journal
import Ledger

/// Why a use case was not carried out. What comes from below (vault, store, ledger) is passed on as it is:
/// `Explanation` has the words for all of them.
package enum EngineError: Error, Hashable {
    case noVault(folder: String)
    /// The vault in this folder was being destroyed, which was broken off.
    case wipeBegun(folder: String)
    /// The vault is locked and nothing was given to unlock it with.
    case locked
    /// The set-up of this vault was broken off before its database was made.
    case unfinished
    /// Another program has the database open, or repairs it.
    case inUse
    case databaseMissing
    case entry(EntryFault)
    /// A mood that is no short word.
    case badMood(String)
    /// A tag that is no single word.
    case badTag(String)
    case noSuchEntry(String)
    case ambiguousEntry(String, count: Int)
    case badEntryID(String)
    case entryDeleted(RecordID)
    /// The entry is not deleted, so there is nothing to restore.
    case entryNotDeleted(RecordID)
    /// Deleted longer ago than `Limits.deletedDays`.
    case deletedTooLongAgo(RecordID)
    case noSuchJournal(String)
    case when(WhenError)
    case search(SearchError)
    /// A file that was named cannot be read or written; the system's `errno`.
    case file(path: String, code: Int32)
    /// Not a regular file.
    case notAFile(path: String)
    /// The file that says what was saved last was taken away: nothing is written before `repair`.
    case headsMissing
    /// The key of `vault.auralyst` opens nothing else in the folder.
    case otherVaultFile
    /// The key of a new passphrase came out otherwise when it was derived again.
    case unsteadyKey
    /// A link or a file where a folder of the vault has to be.
    case notAFolder(path: String)
    case tooManyAttachments(count: Int)
    /// A file that came in pieces is longer than was allowed: bytes.
    case attachmentTooLarge(limit: Int)
    case noSuchAttachment(RecordID)
    case attachmentMissing(name: String)
    /// The sealed file of an attachment did not come yet: the device that has it, by name; empty where that is not known.
    case attachmentNotHere(name: String, device: String)
    case attachmentDamaged(name: String)
    /// Something by this name is there already and is not overwritten.
    case exists(path: String)
    /// An operation of the log does not open or does not hold together.
    case damagedOperation(position: UInt64)
}
