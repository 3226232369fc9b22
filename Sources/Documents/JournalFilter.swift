import Engine
import Journal
import Ledger
import Records

package struct JournalFilter: Hashable, Sendable {
    /// In the search language, as typed.
    package var words = ""
    package var from: LocalDay?
    package var to: LocalDay?
    package var mood = ""
    package var tag = ""
    package var isStarred = false
    package var journal: JournalID?

    package init() {}

    package var isEmpty: Bool { self == JournalFilter() }

    /// Whether there are search words, so that matches in the text can be shown.
    package var hasWords: Bool { !words.allSatisfy(\.isWhitespace) }

    package func selection(_ query: SearchQuery, after: RecordID? = nil) -> Selection {
        Selection(query: query, journals: journal.map { [$0] }, after: after)
    }

    /// Whether it is one bare word, for which longer forms may exist.
    package func isOneWord(_ query: SearchQuery) -> Bool {
        query.terms.count == 1 && query.terms.allSatisfy { $0.form == .word && !$0.isExcluded && $0.text == trimmed(words) }
    }

    /// The query for the store. Throws `EngineError.search` for invalid words, and for filters that leave no day.
    package func query(today: LocalDay) throws(EngineError) -> SearchQuery {
        do throws(SearchError) {
            var query = hasWords ? try SearchQuery.parse(words, today: today) : SearchQuery()
            try query.narrow(from: from, to: to)
            if let mood = Mood(mood) { query.require(mood) }
            if let tag = Tag(tag) { query.tags.append(tag) }
            if isStarred {
                guard query.isStarred != false else { throw .badValue(field: "is", value: "unstarred") }
                query.isStarred = true
            }
            return query
        } catch {
            throw .search(error)
        }
    }
}

extension SearchQuery {
    /// Requires this mood in addition. No entry has two moods: if the words name another one, nothing matches.
    fileprivate mutating func require(_ mood: Mood) {
        if !moods.isEmpty, !moods.contains(mood) { excludedMoods.append(mood) }
        moods = [mood]
    }
}
