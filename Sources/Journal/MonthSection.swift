/// The part of a list that falls in one month: how a journal is read.
package struct MonthSection<Element> {
    /// The month that heads the section.
    package let month: LocalMonth
    /// Its elements in the order in which they came; never empty.
    package let elements: [Element]

    /// Groups a list by the month of each element's civil day, the newest month first. Within a month the
    /// order of the list stays, so that a list sorted newest first stays so.
    package static func sections(
        of list: some Sequence<Element>, day: (Element) -> LocalDay
    ) -> [MonthSection<Element>] {
        let months = Dictionary(grouping: list) { LocalMonth(containing: day($0)) }
        return months.map { MonthSection(month: $0.key, elements: $0.value) }.sorted { $0.month > $1.month }
    }
}

extension MonthSection: Sendable where Element: Sendable {}
extension MonthSection: Equatable where Element: Equatable {}
