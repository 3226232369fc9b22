import Journal

/// A date in words, in one of the languages of exported diaries: `15 January 2024`, `15. Januar 2024 um 09:30`, `le 3 août 2023`,
/// `2024年1月15日`.
struct LocalisedDate {
    /// `nil` for a day that does not exist.
    let day: LocalDay?
    let time: TimeOfDay?
    /// Seconds east of UTC, if the date includes them.
    let offset: Int?
    let zone: String?
    /// It ends in `Z`.
    let isInstant: Bool

    /// `nil` for a text without a date.
    init?(_ text: String) {
        guard text.utf8.count <= 120 else { return nil }
        let (plain, named) = LocalisedDate.cut(text)
        if let stamp = CivilStamp(Array(plain.utf8)[...]) {
            day = stamp.day(DateOrderChoice([stamp]).order)
            (time, offset, zone, isInstant) = (stamp.time, named ?? stamp.offset, stamp.zone, named == nil && stamp.isInstant)
            return
        }
        let clock = plain.firstIndex(of: ":").flatMap { colon in plain[..<colon].lastIndex { !$0.isNumber } } ?? plain.endIndex
        let (date, rest) = (plain[..<clock], plain[clock...])
        guard date.contains(where: \.isNumber) else { return nil }
        day = DateWords.day(date)
        (time, offset, zone, isInstant) = (DateWords.time(rest), named, nil, false)
    }

    /// The text without `GMT+1` or `UTC+05:30` at its end, and that offset in seconds.
    static func cut(_ text: String) -> (String, offset: Int?) {
        for mark in ["GMT", "UTC"] {
            let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let sign = parts[1].first, sign == "+" || sign == "-" || sign == "−" else { continue }
            let numbers = parts[1].dropFirst().split(separator: ":").map { Int($0) }
            guard let hours = numbers.first ?? nil, (0...14).contains(hours), numbers.count <= 2 else { continue }
            let minutes = numbers.count == 2 ? numbers[1] ?? 0 : 0
            return (trimmed(parts[0]), (sign == "+" ? 1 : -1) * (hours * 3600 + min(max(minutes, 0), 59) * 60))
        }
        return (text, nil)
    }
}
