extension LocalDay {
    /// The same day of the month `months` later (earlier if negative), or the last day of a shorter month: one month before 31
    /// March is 28 or 29 February. `nil` outside years 1 to 9999.
    package func adding(months: Int) -> LocalDay? {
        guard (-120_000...120_000).contains(months) else { return nil }
        let (year, month, day) = parts
        let index = year * 12 + month - 1 + months
        guard index >= 12, let target = LocalMonth(year: index / 12, month: index % 12 + 1) else { return nil }
        let length = LocalDay.length(ofMonth: target.month, year: target.year)
        return LocalDay(year: target.year, month: target.month, day: min(day, length))
    }

    /// Monday to Sunday of its ISO 8601 week, cut at the ends of years 1 to 9999.
    package var week: ClosedRange<LocalDay> {
        let monday = adding(days: 1 - weekday) ?? self
        return monday...(adding(days: 7 - weekday) ?? LocalMonth(containing: self).days.upperBound)
    }

    /// Whether this day is the anniversary of `other`, in a later year.
    ///
    /// An anniversary has the same month and day. The anniversary of 29 February in a year without one is 28 February.
    package func isAnniversary(of other: LocalDay) -> Bool {
        let (year, month, day) = parts
        let (otherYear, otherMonth, otherDay) = other.parts
        guard year > otherYear, month == otherMonth else { return false }
        return day == otherDay || (otherDay > day && day == LocalDay.length(ofMonth: month, year: year))
    }

    /// The days from `firstYear` on of which this day is the anniversary, newest first; on 28 February of a common year they
    /// include 29 February.
    package func anniversaries(since firstYear: Int) -> [LocalDay] {
        let (year, month, day) = parts
        let isLast = day == LocalDay.length(ofMonth: month, year: year)
        let years = max(1, firstYear)..<max(year, max(1, firstYear))
        return years.reversed().flatMap { earlier in
            let last = isLast ? max(day, LocalDay.length(ofMonth: month, year: earlier)) : day
            return (day...last).reversed().compactMap { LocalDay(year: earlier, month: month, day: $0) }
        }
    }

    /// As a page heading: `Saturday, 14 March 2026`. `WhenPhrase` reads it back.
    package var longName: String { LocalMonth.weekdayNames[weekday - 1] + ", " + String(parts.day) + " " + month.name }
}
