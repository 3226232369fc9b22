/// A civil day of the proleptic Gregorian calendar, years 1 to 9999, as the writer's calendar showed it.
///
/// Days, weeks and months are counted on civil days, never on instants, so that no change of daylight-saving time or zone moves
/// an entry. Day-number arithmetic: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package struct LocalDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    package let number: Int

    /// The day with this number; `nil` outside years 1 to 9999.
    package init?(number: Int) {
        guard LocalDay.numbers.contains(number) else { return nil }
        self.number = number
    }

    /// The day of this year (1–9999), month (1–12) and day of the month; `nil` if it does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= LocalDay.length(ofMonth: month, year: year)
        else { return nil }
        self.number = LocalDay.number(year: year, month: month, day: day)
    }

    /// Reads `2026-03-14`; `nil` for any other text.
    package init?(iso text: some StringProtocol) { self.init(iso: String(text)) }

    /// The same for a `String`, faster: every entry has a day.
    package init?(iso text: String) {
        let digits = text.utf8.prefix(11).map { Int($0) - Int(UInt8(ascii: "0")) }
        func number(_ places: Range<Int>) -> Int? {
            digits[places].allSatisfy((0...9).contains) ? digits[places].reduce(0) { $0 * 10 + $1 } : nil
        }
        let dash = Int(UInt8(ascii: "-")) - Int(UInt8(ascii: "0"))
        guard digits.count == 10, digits[4] == dash, digits[7] == dash, let year = number(0..<4), let month = number(5..<7),
            let day = number(8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month (1–12) and day of the month.
    package var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The year, 1–9999.
    package var year: Int { parts.year }

    package var month: LocalMonth { LocalMonth(containing: self) }

    /// Day of the week, 1 = Monday … 7 = Sunday (ISO 8601).
    package var weekday: Int { (((number + 3) % 7) + 7) % 7 + 1 }

    /// The day `days` later (earlier when negative); `nil` outside years 1 to 9999.
    package func adding(days: Int) -> LocalDay? {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return overflow ? nil : LocalDay(number: sum)
    }

    /// Its ISO 8601 form, `2026-03-14`.
    package var iso: String {
        let (year, month, day) = parts
        return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2)
    }

    package static func < (a: LocalDay, b: LocalDay) -> Bool { a.number < b.number }

    /// Number of days in a month (1–12) of a year.
    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let numbers = number(year: 1, month: 1, day: 1)...number(year: 9999, month: 12, day: 31)

    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// A number (≥ 0) in decimal, padded with zeros to `width` digits.
package func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Whether the byte is one of `0`–`9`.
package func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

package func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
