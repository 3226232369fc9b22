extension LocalDay {
    /// The same day of the month `months` later (earlier when negative), or the month's last day where that month is
    /// shorter: one month before 31 March is 28 or 29 February. `nil` outside years 1 to 9999.
    package func adding(months: Int) -> LocalDay? {
        guard (-120_000...120_000).contains(months) else { return nil }
        let (year, month, day) = parts
        let index = year * 12 + month - 1 + months
        guard index >= 12, let target = LocalMonth(year: index / 12, month: index % 12 + 1) else { return nil }
        let length = LocalDay.length(ofMonth: target.month, year: target.year)
        return LocalDay(year: target.year, month: target.month, day: min(day, length))
    }

    /// Monday to Sunday of the ISO 8601 week it lies in, cut where the calendar of years 1 to 9999 ends.
    package var week: ClosedRange<LocalDay> {
        let monday = adding(days: 1 - weekday) ?? self
        return monday...(adding(days: 7 - weekday) ?? LocalMonth(containing: self).days.upperBound)
    }

    /// Whether this day is the anniversary of `other`, in a later year.
    ///
    /// An anniversary has the same month and day of the month. What happened on 29 February is remembered on
    /// 28 February in a year that has no 29th, so that no year passes it over.
    package func isAnniversary(of other: LocalDay) -> Bool {
        let (year, month, day) = parts
        let (otherYear, otherMonth, otherDay) = other.parts
        guard year > otherYear, month == otherMonth else { return false }
        return day == otherDay || (otherDay > day && day == LocalDay.length(ofMonth: month, year: year))
    }

    /// The days from `firstYear` on of which this day is the anniversary, newest first; on 28 February of a
    /// common year the 29ths of February are among them.
    package func anniversaries(since firstYear: Int) -> [LocalDay] {
        let (year, month, day) = parts
        let isLast = day == LocalDay.length(ofMonth: month, year: year)
        let years = max(1, firstYear)..<max(year, max(1, firstYear))
        return years.reversed().flatMap { earlier in
            let last = isLast ? max(day, LocalDay.length(ofMonth: month, year: earlier)) : day
            return (day...last).reversed().compactMap { LocalDay(year: earlier, month: month, day: $0) }
        }
    }

    /// As it heads a page: `Saturday, 14 March 2026`. `WhenPhrase` reads it back.
    package var longName: String { LocalMonth.weekdayNames[weekday - 1] + ", " + String(parts.day) + " " + month.name }
}
