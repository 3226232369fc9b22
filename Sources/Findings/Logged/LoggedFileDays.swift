import Importing
import Insights
import Journal

/// A table's numbers and events by day, so that the cost of each look depends only on its own days.
struct LoggedFileDays {
    /// In the order of the table.
    private let names: [Outcome.Name]
    /// Ascending by day; `series` is an index in `names`.
    private let readings: [(day: Int, series: Int, reading: Reading)]
    /// Ascending by day.
    private let events: ArraySlice<(day: LocalDay, tags: [String])>
    /// The days with data, ascending.
    private let used: [Int]

    init(_ file: LoggedFile) {
        names = file.series.map(\.name)
        readings = file.series.enumerated().flatMap { place, series in
            series.readings.map { (day: $0.day, series: place, reading: $0) }
        }
        .sorted { $0.day < $1.day }
        events = file.logged.entries
        used = Set(readings.map(\.day)).union(events.map(\.day.number)).sorted()
    }

    /// Whether there is too little for any answer: no family has one for less than a week.
    func isSilent(before day: Int) -> Bool { used.within((day - Looks.memory)...(day - 1)) { $0 }.count < 7 }

    /// The diary for a look on a day. Watched outcomes come first, then those logged on the most days before it.
    func diary(from first: Int, before day: Int, for state: WatchState) -> Diary? {
        let days = (day - Looks.memory)...(day - 1)
        var (values, recent) = ([Int: [Reading]](), [Int: Set<Int>]())
        for (day, series, reading) in readings.within(days, day: \.day) {
            values[series, default: []].append(reading)
            if day > days.upperBound - Diary.longestWindow { recent[series, default: []].insert(day) }
        }
        let watched = Set(state.watching.map(\.hypothesis.outcome))
        func rank(_ series: Int) -> (Int, Int, Int) {
            (watched.contains(names[series]) ? 0 : 1, -(recent[series]?.count ?? 0), series)
        }
        let chosen = values.keys.map(rank).sorted(by: <).prefix(Diary.mostOutcomes).map(\.2)
        guard first < day, !chosen.isEmpty else { return nil }
        let kept = state.watching.compactMap { watch in
            if case .factor(.tag(let tag), _, _) = watch.hypothesis { tag } else { nil }
        }
        return Diary(
            days: first...(day - 1), outcomes: chosen.map { Outcome(names[$0], values[$0] ?? []) },
            factors: LoggedFileDays.factors(
                events.within(days) { $0.day.number }, through: days.upperBound, keeping: Set(kept)))
    }

    /// Events as factors: a day without a line in the table is unknown.
    /// - Parameter last: the last of the 182 days on which they are counted.
    /// - Parameter kept: tags that precede the most frequent ones.
    static func factors(
        _ events: ArraySlice<(day: LocalDay, tags: [String])>, through last: Int, keeping kept: Set<String> = []
    ) -> [Factor] {
        var (known, byTag) = (Set<Int>(), [String: Set<Int>]())
        for (day, tags) in events {
            known.insert(day.number)
            for tag in tags { byTag[tag, default: []].insert(day.number) }
        }
        let counted = byTag.map { tag, days in
            (kept.contains(tag) ? Int.min : -days.count { $0 > last - Diary.longestWindow }, tag)
        }
        return counted.filter { $0.0 < 0 }.sorted(by: <).prefix(Diary.mostFactors).map(\.1).sorted().map { tag in
            Factor(.tag(tag), Dictionary(uniqueKeysWithValues: known.map { ($0, byTag[tag]?.contains($0) ?? false) }))
        }
    }
}
