import Journal

/// A time in an export: `2019-06-15 22:21:00 -0400`.
package struct HealthStamp: Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int64
    /// Minutes east of UTC, −1080 to 1080.
    package let offset: Int

    /// `nil` for any other text, and for a day or time that does not exist.
    init?(_ text: XMLText) {
        // `+0100`, `+01:00` and `Z` are all ISO 8601.
        guard text.count >= 20, text.count <= 26 else { return nil }
        func number(_ from: Int, _ count: Int) -> Int? {
            var value = 0
            for index in from..<from + count {
                guard index < text.count, isDigit(text[index]) else { return nil }
                value = value * 10 + Int(text[index] - 0x30)
            }
            return value
        }
        guard text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x20 || text[10] == 0x54, text[13] == 0x3A, text[16] == 0x3A,
            let year = number(0, 4), let month = number(5, 2), let dayOfMonth = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2), hour < 24, minute < 60, second < 60,
            let day = LocalDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        let at = text[19] == 0x20 ? 20 : 19
        var east = 0
        if at < text.count, text[at] == 0x5A {
            guard text.count == at + 1 else { return nil }
        } else {
            guard at < text.count, text[at] == 0x2B || text[at] == 0x2D, let hours = number(at + 1, 2) else { return nil }
            let colon = at + 3 < text.count && text[at + 3] == 0x3A ? 1 : 0
            guard let minutes = number(at + 3 + colon, 2), text.count == at + 5 + colon, hours <= 18, minutes < 60 else {
                return nil
            }
            east = (hours * 60 + minutes) * (text[at] == 0x2D ? -1 : 1)
        }
        offset = east
        seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(east) * 60
    }
}
