/// What a person looks for: words and conditions, all of which must hold.
///
/// The language (blanks separate the conditions, case does not matter):
/// - `walk` a word, `walk*` a beginning, `"long walk"` a phrase; `-` in front leaves entries out: `-rain`,
///   `-tag:work`. A quotation mark without its partner reaches to the end; typographic ones (“ ” „) count as
///   well. There are no operators: `or` is a word.
/// - `tag:walk`, `#walk`, `@walk`; `mood:happy`; `kind:entry`; `is:starred`, `is:unstarred`, `starred:`,
///   `starred:no`.
/// - `from:`, `to:`, `on:` and `in:` with whatever `WhenPhrase.parseDays` reads, quoted when it has blanks:
///   `to:"last friday"`.
/// - Dates as people type them, without any mark (`WrittenDate`): a run of bare words that is a whole date
///   narrows the days (`dinner March 2026`, `3/14/26`, `14 March`), together with an `in` or `on` before it.
///   The longest run counts. Words that also mean something else stay words: a lone month, weekday, year or
///   number, `yesterday`, `3/14`, and dates that no calendar has.
///
/// A word with a colon that is no field from this list (`http://x`, `12:30`) is a word. What has no letter,
/// digit or pictograph (`-`, `…`, `+`) is skipped, because no text can be searched for it.
package struct SearchQuery: Hashable, Sendable {
    /// A text to look for; it holds no control character and, when it comes from `parse`, at least one letter, digit
    /// or pictograph.
    package struct Term: Hashable, Sendable {
        /// How a term is compared.
        package enum Form: Hashable, Sendable {
            /// A whole word.
            case word
            /// Words beside each other.
            case phrase
            /// The beginning of a word.
            case prefix
        }

        /// As it was typed, without quotation marks and star.
        package let text: String
        /// Word, phrase or prefix.
        package let form: Form
        /// Entries with this term are left out.
        package let isExcluded: Bool

        /// A term made by hand; the text is taken as it is.
        package init(_ text: String, _ form: Form = .word, isExcluded: Bool = false) {
            self.text = text
            self.form = form
            self.isExcluded = isExcluded
        }
    }

    /// A query without any condition: everything is found.
    package init() {}

    /// Words, phrases and prefixes in the order typed: every one that is not excluded must occur, no excluded
    /// one may.
    package var terms: [Term] = []
    /// An entry must have all of these tags.
    package var tags: [Tag] = []
    /// An entry may have none of these tags.
    package var excludedTags: [Tag] = []
    /// An entry must have one of these moods, if there are any.
    package var moods: [Mood] = []
    /// An entry may have none of these moods.
    package var excludedMoods: [Mood] = []
    /// A record must be of one of these kinds, if there are any; lower case, not checked against the kinds
    /// that exist.
    package var kinds: [String] = []
    /// A record may be of none of these kinds.
    package var excludedKinds: [String] = []
    /// The first day that counts; `nil` when open.
    package var firstDay: LocalDay?
    /// The last day that counts; `nil` when open.
    package var lastDay: LocalDay?
    /// Only starred entries, or only those without a star.
    package var isStarred: Bool?
    /// Dates in numbers that were read month first although the day could stand first: the reading taken and
    /// the other.
    package var ambiguousDates: [AmbiguousDate] = []

    /// A date that could be read in two ways.
    package struct AmbiguousDate: Hashable, Sendable {
        /// The day taken.
        package let taken: LocalDay
        /// The day that was not.
        package let other: LocalDay
    }

    /// The most characters (Unicode scalars) of a query.
    package static let longest = 1000
    /// The most conditions of a query, the dates aside.
    package static let mostConditions = 64

    /// How many words and conditions it has, the dates aside.
    package var conditionCount: Int {
        terms.count + tags.count + excludedTags.count + moods.count + excludedMoods.count + kinds.count
            + excludedKinds.count + (isStarred == nil ? 0 : 1)
    }

    /// Reads a query; `today` gives `last friday` and dates without a year their meaning.
    ///
    /// Throws when nothing is left to look for, when a limit is passed, when a field has no or no usable
    /// value, and when the days exclude each other, since no record could ever be found.
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

    /// Lets only these days count, beside what was said before; throws `SearchError.noDayLeft` when that leaves none.
    package mutating func narrow(from first: LocalDay?, to last: LocalDay?) throws(SearchError) {
        if let first { firstDay = max(first, firstDay ?? first) }
        if let last { lastDay = min(last, lastDay ?? last) }
        if let firstDay, let lastDay, firstDay > lastDay {
            throw .noDayLeft(first: firstDay, last: lastDay)
        }
    }
}

/// Why a text is no query. What a field holds is shown back to the person who typed it; nothing else of the query is.
package enum SearchError: Error, Hashable, Sendable {
    /// Nothing to look for.
    case empty
    /// More characters than `SearchQuery.longest`.
    case tooLong(characters: Int, limit: Int)
    /// More words and conditions than `SearchQuery.mostConditions`.
    case tooManyConditions(count: Int, limit: Int)
    /// A field without a value: `tag:`.
    case noValue(field: String)
    /// A value that the field cannot have, as typed, at most 100 characters.
    case badValue(field: String, value: String)
    /// A date that cannot be used, after `from`, `to`, `on` or `in`.
    case badDate(field: String, WhenError)
    /// The dates exclude each other: what remains would begin on `first` and end on `last`, which is earlier.
    case noDayLeft(first: LocalDay, last: LocalDay)
}
