/// A month of the civil calendar: the sections of a journal.
package struct LocalMonth: Hashable, Comparable, Sendable {
    /// 1–9999.
    package let year: Int
    /// 1–12.
    package let month: Int

    /// `nil` outside years 1–9999 and months 1–12.
    package init?(year: Int, month: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    package init(containing day: LocalDay) {
        (year, month, _) = day.parts
    }

    /// Reads `2026-03` and nothing else.
    package init?(iso text: some StringProtocol) {
        guard let day = LocalDay(iso: text + "-01") else { return nil }
        self.init(containing: day)
    }

    package var days: ClosedRange<LocalDay> {
        let first = LocalDay(year: year, month: month, day: 1)
        let last = LocalDay(year: year, month: month, day: LocalDay.length(ofMonth: month, year: year))
        guard let first, let last else { preconditionFailure("a LocalMonth holds a valid year and month") }
        return first...last
    }

    /// `2026-03`.
    package var iso: String { padded(year, to: 4) + "-" + padded(month, to: 2) }

    /// `March 2026`.
    package var name: String { LocalMonth.names[month - 1] + " " + String(year) }

    package static func < (a: LocalMonth, b: LocalMonth) -> Bool { (a.year, a.month) < (b.year, b.month) }

    /// English month names, January first.
    package static let names = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]

    /// English weekday names, Monday first.
    package static let weekdayNames = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
}
