import Journal

/// The days before and after a medicine was begun or changed: the level by day, counted from the first day of the new dose, and
/// the level of each side, for a chart. `ScheduledFamily` tests whether a difference is more than chance.
package struct MedicationWindow: Hashable, Sendable {
    /// Day by day, −`reach` ..< `reach`; day 0 is the first of the new dose.
    package let points: [Point]
    /// Before it, and from it on.
    package let before, after: Side
    /// How many beginnings are within the known days.
    package let beginnings: Int

    package struct Point: Hashable, Sendable {
        /// Counted from the first day of the new dose.
        package let offset: Int
        /// The mean over all beginnings; `nil` if there are no readings.
        package let mean: Double?
        /// Its 95 % confidence interval (Student, over beginnings); `nil` for fewer than three.
        package let interval: ClosedRange<Double>?
        /// The number of beginnings it is based on.
        package let count: Int
    }

    /// The days before, or those after.
    package struct Side: Hashable, Sendable {
        /// The mean of its days; `nil` if there are no readings.
        package let mean: Double?
        /// Its 95 % confidence interval: for one beginning by the number of independent days (`CourseFamily`: n_eff, errors
        /// AR(1)), for three or more over beginnings. `nil` if there is too little data.
        package let interval: ClosedRange<Double>?
        package let days: Int
    }

    /// The curve around the days on which something began.
    /// - Parameter beginnings: the numbers of the first days; those outside the levels are ignored.
    /// - Parameter reach: days on each side, at least 1.
    package init(around beginnings: [Int], in levels: DailyLevels, reach: Int = 28) {
        let reach = max(reach, 1)
        let used = Set(beginnings).filter(levels.days.contains).sorted()
        points = (-reach..<reach).map { offset in
            let values = used.compactMap { levels[$0 + offset] }
            let mean = MedicationWindow.mean(values)
            return Point(offset: offset, mean: mean, interval: MedicationWindow.interval(values), count: values.count)
        }
        before = MedicationWindow.side(used.map { ($0 - reach)...($0 - 1) }, levels)
        after = MedicationWindow.side(used.map { $0...($0 + reach - 1) }, levels)
        self.beginnings = used.count
    }

    private static func side(_ spans: [ClosedRange<Int>], _ levels: DailyLevels) -> Side {
        let values = spans.map { span in span.compactMap { levels[$0] } }
        let all = values.flatMap { $0 }
        let interval = spans.count == 1 ? spans.first.flatMap { alone($0, all, levels) } : interval(values.compactMap(mean))
        return Side(mean: mean(all), interval: interval, days: all.count)
    }

    /// The side of a single beginning, whose days are correlated.
    private static func alone(_ span: ClosedRange<Int>, _ values: [Double], _ levels: DailyLevels) -> ClosedRange<Double>? {
        guard let mean = mean(values), let model = NullModel(levels: levels, window: span, trend: false) else { return nil }
        let independent = model.effectiveDays
        let half = model.spread / independent.squareRoot() * Distributions.studentQuantile(0.975, df: max(independent - 1, 1))
        return half.isFinite ? (mean - half)...(mean + half) : nil
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    private static func interval(_ values: [Double]) -> ClosedRange<Double>? {
        guard values.count >= 3, let mean = mean(values) else { return nil }
        let count = Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let half = (squares / (count - 1) / count).squareRoot() * Distributions.studentQuantile(0.975, df: count - 1)
        return half.isFinite ? (mean - half)...(mean + half) : nil
    }
}
