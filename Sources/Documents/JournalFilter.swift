import Engine
import Journal
import Ledger
import Records

/// What a person has typed into the search and chosen in the filters of the Journal page.
package struct JournalFilter: Hashable, Sendable {
    /// In the search language, as typed.
    package var words = ""
    /// Whether the last word is still being typed, and means all that begin with it.
    package var isUnfinished = false
    /// First day that counts.
    package var from: LocalDay?
    /// Last day that counts.
    package var to: LocalDay?
    /// A mood by name.
    package var mood = ""
    /// A tag by name.
    package var tag = ""
    /// Only starred entries.
    package var isStarred = false
    /// Only this journal.
    package var journal: JournalID?

    package init() {}

    /// Nothing is asked for.
    package var isEmpty: Bool { self == JournalFilter() }

    /// Whether words are looked for, so that places in the text can be shown.
    package var hasWords: Bool { !words.allSatisfy(\.isWhitespace) }

    /// What is asked for of the store.
    package func selection(_ query: SearchQuery, after: RecordID? = nil) -> Selection {
        Selection(query: query, journals: journal.map { [$0] }, after: after)
    }

    /// Whether it is one bare word, of which others may be longer forms.
    package func isOneWord(_ query: SearchQuery) -> Bool {
        query.terms.count == 1 && query.terms.allSatisfy { $0.form == .word && !$0.isExcluded && $0.text == trimmed(words) }
    }

    /// What the store is asked. Throws `EngineError.search` for words that cannot be searched for, and for filters that
    /// leave no day.
    package func query(today: LocalDay) throws(EngineError) -> SearchQuery {
        do throws(SearchError) {
            var query = hasWords ? try SearchQuery.parse(words, today: today) : SearchQuery()
            if isUnfinished { query.widenLastWord(of: words) }
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
    /// Lets only this mood count, beside what was said before. No entry has two moods: where the words name another one,
    /// nothing is left.
    fileprivate mutating func require(_ mood: Mood) {
        if !moods.isEmpty, !moods.contains(mood) { excludedMoods.append(mood) }
        moods = [mood]
    }

    /// Takes the word at the end of what is typed for the beginning of one. What is in quotation marks or behind a field's
    /// name, and what leaves entries out, is meant as it is.
    fileprivate mutating func widenLastWord(of words: String) {
        guard let last = terms.last, last.form == .word, !last.isExcluded,
            words.split(whereSeparator: \.isWhitespace).last.map({ $0 == last.text }) == true
        else { return }
        terms[terms.count - 1] = Term(last.text, .prefix)
    }
}
