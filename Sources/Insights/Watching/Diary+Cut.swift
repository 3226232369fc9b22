import Journal

extension Diary {
    /// The data known when `day` began: only days before it, and none before `first`. A look sees nothing else.
    ///
    /// Doses have no civil day; they are cut at the beginning of `day` by the clock of the last reading before it. `nil` if no
    /// day is left.
    package func cut(to day: Int, from first: Int? = nil) -> Diary? {
        let lower = max(days.lowerBound, first ?? days.lowerBound)
        guard lower < day, lower <= days.upperBound else { return nil }
        let span = lower...min(day - 1, days.upperBound)
        let begun = beginning(of: day)
        return Diary(
            days: span,
            outcomes: outcomes.map { Outcome($0.name, $0.readings.filter { span.contains($0.day) }) },
            factors: factors.map { Factor($0.name, only(span, of: $0.days)) },
            medicines: medicines.map { medicine in
                Medicine(
                    id: medicine.id, asNeeded: medicine.asNeeded, taken: medicine.taken.filter { $0.milliseconds < begun },
                    steps: medicine.steps.filter { $0.day < day }, due: only(span, of: medicine.due))
            },
            untagged: untagged, seed: seed)
    }

    /// The days for a look on `day`: at most the last 182 before it, in whole weeks that end the day before. `nil` before six
    /// weeks are over.
    package func window(before day: Int) -> ClosedRange<Int>? {
        let weeks = min(day - days.lowerBound, Diary.longestWindow) / 7
        return weeks >= 6 ? (day - weeks * 7)...(day - 1) : nil
    }

    /// The longest window of a look, in days.
    package static let longestWindow = 182

    private func beginning(of day: Int) -> Int64 {
        let midnight = Int64(day) * 86_400_000
        let before = outcomes.compactMap { $0.readings.last { $0.day < day } }
        guard let last = before.max(by: { $0.instant < $1.instant }) else { return midnight }
        let wall = Int64(last.day) * 86_400_000 + Int64(last.minute) * 60_000
        let ahead = wall - last.instant.milliseconds / 60_000 * 60_000
        // Floating times and wrong clocks can be days off; no zone is more than 14 hours away.
        return abs(ahead) <= 14 * 3_600_000 ? midnight - ahead : midnight
    }
}

private func only<Value>(_ span: ClosedRange<Int>, of days: [Int: Value]) -> [Int: Value] {
    guard span.count < days.count else { return days.filter { span.contains($0.key) } }
    var kept = [Int: Value](minimumCapacity: span.count)
    for day in span { kept[day] = days[day] }
    return kept
}
