/// A search: words and conditions, all of which must match.
///
/// The language (blanks separate the conditions; case and accents do not matter, nor do they for tags and moods):
/// - `walk` this word alone, `walk*` all that begin with it, `"long walk"` a phrase; a leading `-` excludes entries: `-rain`,
///   `-tag:work`. An unclosed quotation mark reaches to the end; typographic ones (“ ” „) work as well. There are no operators:
///   `or` is a word.
/// - `tag:walk`, `#walk`, `@walk`; `mood:happy`; `kind:entry`; `is:starred`, `is:unstarred`, `starred:`, `starred:no`.
/// - `from:`, `to:`, `on:` and `in:` with whatever `WhenPhrase.parseDays` reads, quoted if it has blanks: `to:"last friday"`.
/// - Plain dates (`WrittenDate`): a run of bare words that is a whole date narrows the days (`dinner March 2026`, `3/14/26`, `14
///   March`), together with an `in` or `on` before it. The longest run counts. Words with other meanings stay words: a lone
///   month, weekday, year or number, `yesterday`, `3/14`, and dates that do not exist.
///
/// A word with a colon that is no field from this list (`http://x`, `12:30`) is a word. Anything without a letter, digit or
/// pictograph (`-`, `…`, `+`) is skipped, because it cannot be searched for.
package struct SearchQuery: Hashable, Sendable {
    /// A text to search for; it has no control character and, if it comes from `parse`, at least one letter, digit or pictograph.
    package struct Term: Hashable, Sendable {
        package enum Form: Hashable, Sendable {
            case word
            /// Adjacent words.
            case phrase
            /// The beginning of a word.
            case prefix
        }

        /// As typed, without quotation marks and star.
        package let text: String
        package let form: Form
        package let isExcluded: Bool

        /// A term made in code; the text is taken as it is.
        package init(_ text: String, _ form: Form = .word, isExcluded: Bool = false) {
            self.text = text
            self.form = form
            self.isExcluded = isExcluded
        }
    }

    /// A query without any condition: matches everything.
    package init() {}

    /// Words, phrases and prefixes in the order typed: all must occur, except excluded ones, which must not.
    package var terms: [Term] = []
    /// An entry must have all of these tags.
    package var tags: [Tag] = []
    /// Those of `tags` that were typed with a sign, `#walk`: where no entry has one, it may be a word.
    package var tagSigns: [Tag] = []
    /// An entry must have none of these tags.
    package var excludedTags: [Tag] = []
    /// An entry must have one of these moods, unless empty.
    package var moods: [Mood] = []
    /// An entry must have none of these moods.
    package var excludedMoods: [Mood] = []
    /// A record must be of one of these kinds, unless empty; lower case, not checked against existing kinds.
    package var kinds: [String] = []
    /// A record must be of none of these kinds.
    package var excludedKinds: [String] = []
    /// The first day; `nil` for no limit.
    package var firstDay: LocalDay?
    /// The last day; `nil` for no limit.
    package var lastDay: LocalDay?
    /// Only starred entries, or only those without a star.
    package var isStarred: Bool?
    /// Numeric dates read month first that could also be day first: the reading used and the other one.
    package var ambiguousDates: [AmbiguousDate] = []

    /// A date that could be read in two ways.
    package struct AmbiguousDate: Hashable, Sendable {
        package let taken: LocalDay
        package let other: LocalDay
    }

    /// What a query that finds nothing may mean instead, in the order in which it is tried.
    package enum Reading: Hashable, Sendable {
        /// `#walk` as a word of the text.
        case signsAsWords
        /// The last word as the beginning of longer ones.
        case beginning
        /// Both.
        case signsAsBeginning
    }

    /// The query in another reading; `nil` if it has none: nothing was typed with a sign, the last word is no plain one.
    package func read(as reading: Reading) -> SearchQuery? {
        var query = self
        if reading != .beginning {
            guard !tagSigns.isEmpty else { return nil }
            for sign in tagSigns {
                // `tag:walk` beside it stays.
                if let place = query.tags.firstIndex(of: sign) { query.tags.remove(at: place) }
            }
            query.terms += tagSigns.map { Term($0.name) }
            query.tagSigns = []
        }
        if reading != .signsAsWords {
            guard let last = query.terms.last, last.form == .word, !last.isExcluded, hasLetters(last.text) else { return nil }
            query.terms[query.terms.count - 1] = Term(last.text, .prefix)
        }
        return query
    }

    package static let longest = 1000
    /// The most conditions of a query, not counting dates.
    package static let mostConditions = 64

    /// The number of words and conditions, not counting dates.
    package var conditionCount: Int {
        terms.count + tags.count + excludedTags.count + moods.count + excludedMoods.count + kinds.count
            + excludedKinds.count + (isStarred == nil ? 0 : 1)
    }

    /// Reads a query; `today` is needed for `last friday` and dates without a year.
    ///
    /// Throws if nothing is left to search for, a limit is exceeded, a field has no valid value, or the days exclude each other,
    /// since nothing could match.
    package static func parse(_ text: some StringProtocol, today: LocalDay) throws(SearchError) -> SearchQuery {
        let length = text.unicodeScalars.count
        guard length <= longest else { throw .tooLong(characters: length, limit: longest) }
        var reader = QueryReader(items: QueryItem.items(of: text)[...], today: today)
        try reader.readAll()
        let query = reader.query
        guard query.conditionCount > 0 || query.firstDay != nil || query.lastDay != nil else { throw .empty }
        guard query.conditionCount <= mostConditions else {
            throw .tooManyConditions(count: query.conditionCount, limit: mostConditions)
        }
        return query
    }

    /// Restricts the days further; throws `SearchError.noDayLeft` if none is left.
    package mutating func narrow(from first: LocalDay?, to last: LocalDay?) throws(SearchError) {
        if let first { firstDay = max(first, firstDay ?? first) }
        if let last { lastDay = min(last, lastDay ?? last) }
        if let firstDay, let lastDay, firstDay > lastDay {
            throw .noDayLeft(first: firstDay, last: lastDay)
        }
    }
}

/// Why a text is no valid query. Only a field's value is repeated in the message.
package enum SearchError: Error, Hashable, Sendable {
    case empty
    case tooLong(characters: Int, limit: Int)
    /// More words and conditions than `SearchQuery.mostConditions`.
    case tooManyConditions(count: Int, limit: Int)
    case noValue(field: String)
    /// An invalid value of a field, as typed, at most 100 characters.
    case badValue(field: String, value: String)
    /// An unusable date after `from`, `to`, `on` or `in`.
    case badDate(field: String, WhenError)
    /// The dates exclude each other: the range would begin on `first` and end on `last`, which is earlier.
    case noDayLeft(first: LocalDay, last: LocalDay)
}
