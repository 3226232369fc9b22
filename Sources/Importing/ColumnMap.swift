/// Which column of a foreign table is what; columns by their names, in any case.
package struct ColumnMap: Hashable, Sendable {
    /// What a column can be.
    package enum Role: String, CaseIterable, Sendable {
        /// The words of an entry. Needed.
        case text
        /// When it was: a date, a date with a time, seconds or milliseconds since 1970, or Apple's seconds since 2001. Needed.
        case date
        /// A mood: a word, or a number.
        case mood
        /// Tags, separated by commas.
        case tags
        /// Marked: 1, true, yes.
        case starred
        /// What tells the rows apart.
        case id
        /// A heading above the words.
        case title
    }

    /// The table of a database; `nil` for the only one that fits.
    package var table: String?
    /// The columns that were named; the others are found by their usual names.
    package var names: [Role: String] = [:]

    package init(table: String? = nil, names: [Role: String] = [:]) { (self.table, self.names) = (table, names) }
}
