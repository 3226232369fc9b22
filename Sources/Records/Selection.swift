import Journal
import Ledger

/// Which entries to select, newest first.
package struct Selection: Hashable, Sendable {
    /// The search conditions; a query without any selects everything.
    package var query: SearchQuery
    /// Only entries of these journals; of all if `nil`.
    package var journals: Set<JournalID>?
    /// Only entries of these days of the year, in any year.
    package var anniversaries: [LocalDay]
    /// At most this many, the newest.
    package var limit: Int?
    /// Only entries after this one in the list: so a page continues where another ended, whatever was added in the meantime.
    package var after: RecordID?
    /// Only entries with files.
    package var hasFiles: Bool

    package init(
        query: SearchQuery = SearchQuery(), journals: Set<JournalID>? = nil, anniversaries: [LocalDay] = [], limit: Int? = nil,
        after: RecordID? = nil, hasFiles: Bool = false
    ) {
        self.hasFiles = hasFiles
        self.after = after
        self.query = query
        self.journals = journals
        self.anniversaries = anniversaries
        self.limit = limit
    }
}
