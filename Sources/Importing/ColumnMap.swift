/// The meaning of the columns in another program's table; names in any case.
package struct ColumnMap: Hashable, Sendable {
    package enum Role: String, CaseIterable, Sendable {
        case text
        /// The date: with or without a time, seconds or milliseconds since 1970, or Apple's seconds since 2001. Required.
        case date
        /// The time of day, if the date has none.
        case time
        /// The zone of the date: its IANA name, or an offset such as `+01:00`.
        case zone
        /// A mood: a word, or a number.
        case mood
        /// Tags, separated by commas.
        case tags
        /// Marked: 1, true, yes.
        case starred
        case id
        /// A heading above the text.
        case title
    }

    /// The table of a database; `nil` for the only one that fits.
    package var table: String?
    /// The columns that were named; the others are found by their usual names.
    package var names: [Role: String] = [:]

    package init(table: String? = nil, names: [Role: String] = [:]) { (self.table, self.names) = (table, names) }
}
