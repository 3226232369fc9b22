package struct MonthSection<Element> {
    package let month: LocalMonth
    /// Its elements in their original order; never empty.
    package let elements: [Element]

    /// Groups a list by the month of each element's civil day, the newest month first. Within a month the order stays, so that a
    /// list sorted newest first stays so.
    package static func sections(
        of list: some Sequence<Element>, day: (Element) -> LocalDay
    ) -> [MonthSection<Element>] {
        let months = Dictionary(grouping: list) { LocalMonth(containing: day($0)) }
        return months.map { MonthSection(month: $0.key, elements: $0.value) }.sorted { $0.month > $1.month }
    }
}

extension MonthSection: Sendable where Element: Sendable {}
extension MonthSection: Equatable where Element: Equatable {}
