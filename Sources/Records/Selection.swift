import Journal
import Ledger

/// Which entries are wanted, newest first.
package struct Selection: Hashable, Sendable {
    /// What must hold; a query without any condition lets everything through.
    package var query: SearchQuery
    /// Only entries of these journals; of all where none are named.
    package var journals: Set<JournalID>?
    /// Only entries of these days of the year, whatever the year.
    package var anniversaries: [LocalDay]
    /// At most so many, the newest.
    package var limit: Int?
    /// Only what stands behind this entry in the list: so a page goes on where another ended, whatever came meanwhile.
    package var after: RecordID?

    package init(
        query: SearchQuery = SearchQuery(), journals: Set<JournalID>? = nil, anniversaries: [LocalDay] = [], limit: Int? = nil,
        after: RecordID? = nil
    ) {
        self.after = after
        self.query = query
        self.journals = journals
        self.anniversaries = anniversaries
        self.limit = limit
    }
}
