/// The hours of each day in which no reminder is shown, by the owner's local time; they may go over midnight.
package struct QuietHours: Hashable, Sendable {
    package let from: TimeOfDay
    package let until: TimeOfDay

    /// `22:00-07:00`; `nil` for anything else, and if both times are the same.
    package init?(text: some StringProtocol) {
        let times = text.split(whereSeparator: { $0 == "-" || $0 == "–" }).compactMap { TimeOfDay(clock: trimmed($0)) }
        guard times.count == 2, times[0] != times[1], text.count(where: { $0 == "-" || $0 == "–" }) == 1 else { return nil }
        (from, until) = (times[0], times[1])
    }

    /// The form that `init(text:)` reads.
    package var text: String { from.clock + "-" + until.clock }

    /// The quiet stretches that begin on the days with these numbers.
    package func stretches(on days: ClosedRange<Int>, rules: some ZoneRules) -> [Range<Instant>] {
        days.compactMap { number in
            guard let day = LocalDay(number: number), let last = from < until ? day : day.adding(days: 1),
                let start = rules.instant(day: day, time: from), let end = rules.instant(day: last, time: until), start < end
            else { return nil }
            return start..<end
        }
    }
}
