import Foundation
import Journal

/// A date in words, in one of the languages that diaries are exported in: `15 January 2024`, `15. Januar 2024 um 09:30`,
/// `le 3 août 2023`, `2024年1月15日`.
struct LocalisedDate {
    /// `nil` for a day that the calendar does not have.
    let day: LocalDay?
    let time: TimeOfDay?
    /// Seconds east of UTC, where the date says so.
    let offset: Int?
    let zone: String?

    /// `nil` for a text that names no date.
    init?(_ text: String) {
        guard text.utf8.count <= 120 else { return nil }
        let plain = text.replacing("GMT+", with: "+").replacing("GMT-", with: "-")
        if let stamp = CivilStamp(Array(plain.utf8)[...]) {
            day = stamp.day(stamp.provenOrder ?? stamp.usualOrder ?? .dayFirst)
            (time, offset, zone) = (stamp.time, stamp.offset, stamp.zone)
            return
        }
        guard let found = LocalisedDate.parts(of: plain) else { return nil }
        day = LocalDay(year: found.year, month: found.month, day: found.day)
        (time, offset, zone) = (LocalisedDate.time(in: plain), nil, nil)
    }

    /// The first number of four figures, the first of one or two, and the month between or beside them.
    private static func parts(of text: String) -> (year: Int, month: Int, day: Int)? {
        let clock = text.firstIndex(of: ":").map { text[..<$0] } ?? text[...]
        var (year, small): (Int?, [Int]) = (nil, [])
        for run in clock.split(whereSeparator: { !$0.isASCII || !$0.isNumber }) {
            guard let number = Int(run), run.count <= 4 else { return nil }
            if run.count == 4 { year = year ?? number } else if run.count <= 2 { small.append(number) }
        }
        guard let year else { return nil }
        let words = clock.lowercased().split { !$0.isLetter }.map { $0.precomposedStringWithCanonicalMapping }
        if let month = words.lazy.compactMap({ months[$0] }).first, let day = small.first { return (year, month, day) }
        // In Chinese, Japanese and Korean months are numbers.
        guard clock.contains(where: { "年년".contains($0) }), small.count >= 2 else { return nil }
        return (year, small[0], small[1])
    }

    private static func time(in text: String) -> TimeOfDay? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let hour = text[..<colon].suffix(2).drop { !$0.isNumber }
        var cursor = StampCursor(Array((hour + text[colon...]).utf8)[...])
        return cursor.clock(capitalsOnly: false)?.time
    }

    /// The month of every name it has in these languages, whole or shortened.
    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for language in ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "nb", "da", "fi", "pl", "cs", "ru", "uk", "tr", "hu", "ro"] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: language)
            let lists = [
                formatter.monthSymbols, formatter.standaloneMonthSymbols, formatter.shortMonthSymbols,
                formatter.shortStandaloneMonthSymbols,
            ]
            for list in lists {
                for (index, name) in list.enumerated() where index < 12 {
                    let key = name.lowercased().filter(\.isLetter).precomposedStringWithCanonicalMapping
                    if !key.isEmpty, months[key] == nil { months[key] = index + 1 }
                }
            }
        }
        return months
    }()
}
