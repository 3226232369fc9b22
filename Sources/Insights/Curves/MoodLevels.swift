/// The mood of each day of a span, and its mean by weekday, hour and tag: what was logged, without a test of any difference.
package struct MoodLevels: Hashable, Sendable {
    package let levels: DailyLevels
    package let week: WeekPattern
    /// The tags on at least `leastDays` days with a mood, those on the most days first.
    package let tags: [Tagged]

    package struct Tagged: Hashable, Sendable {
        package let name: String
        /// Of the days with an entry that has the tag, each once.
        package let mean: Double
        package let days: Int
    }

    /// A mean of fewer days is not shown.
    package static let leastDays = 3
    package static let mostTags = 12

    /// - Parameter tags: the number of the day and the tags of each entry.
    package init(_ mood: Outcome, days: ClosedRange<Int>, tags: [(day: Int, names: [String])]) {
        let levels = DailyLevels(of: mood, days: days)
        var tagged: [String: Set<Int>] = [:]
        for entry in tags where levels[entry.day] != nil {
            for name in entry.names { tagged[name, default: []].insert(entry.day) }
        }
        self.levels = levels
        week = WeekPattern(of: mood, window: days)
        // In the order of the days: summing the same numbers in another order changes the last digit.
        let all = tagged.filter { $0.value.count >= MoodLevels.leastDays }.map { name, days in
            Tagged(name: name, mean: days.sorted().compactMap { levels[$0] }.reduce(0, +) / Double(days.count), days: days.count)
        }
        self.tags = Array(all.sorted { ($1.days, $0.name) < ($0.days, $1.name) }.prefix(MoodLevels.mostTags))
    }
}
