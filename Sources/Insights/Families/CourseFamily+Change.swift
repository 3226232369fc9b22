import Journal

extension CourseFamily {
    /// The best day to divide a series into two levels, by the greatest t of all days (CUSUM, standardised).
    struct Split {
        /// The first day of the second level.
        let day: Int
        /// t of the two means as if days were independent; never negative.
        let t: Double

        /// The observed days needed on each side.
        static let leastSide = 14

        /// `nil` if there are too few days, or all are equal. `weekdays`: as `NullModel.weekdays` gives them for these days.
        init?(_ levels: DailyLevels, without weekdays: [[Double]]) {
            let known = levels.values.indices.filter { !levels.values[$0].isNaN }
            var values = known.map { levels.values[$0] }
            NullModel.remove(weekdays, from: &values)
            guard let best = Split.best(values) else { return nil }
            (day, t) = (levels.days.lowerBound + known[best.place], best.t)
        }

        /// The index of the first value of the second level, and its t; indexes less than 14 values from an end are excluded.
        static func best(_ values: [Double]) -> (place: Int, t: Double)? {
            let count = values.count
            guard count >= 2 * leastSide else { return nil }
            let mean = values.reduce(0, +) / Double(count)
            var (total, size) = (0.0, 0.0)
            for value in values { (total, size) = (total + (value - mean) * (value - mean), max(size, abs(value))) }
            guard total > 1e-20 * size * size * Double(count) else { return nil }
            var (sum, most, place) = (0.0, -1.0, 0)
            for index in 0..<(count - leastSide) {
                sum += values[index] - mean
                let before = index + 1
                guard before >= leastSide else { continue }
                let share = sum * sum * Double(count) / (Double(before) * Double(count - before) * total)
                if share > most { (most, place) = (share, before) }
            }
            // Two levels without noise: as certain as numbers can be.
            let left = max(1 - most, 1e-12)
            return (place, (most / left * Double(count - 2)).squareRoot())
        }
    }

    /// A change of level, compared with series that have none: Gaussian AR(1) series on the same observed days. What weekdays
    /// explain beyond a level and a line is removed from all of them.
    ///
    /// rho is the greater of that around a straight line and that around the two levels: the first alone takes a change for
    /// correlation, the second alone takes correlation for a change. It is only an estimate from this many days: each series has
    /// its own rho, chosen at random around it with the standard error √((1 − ρ²)/n).
    struct Change {
        let split: Split
        /// How much higher the second level is (GLS), with its interval.
        let fit: NullModel.Fit
        /// (1 + the series that reach its t) / (1 + all); a lower bound if the search was stopped.
        let p: Double

        /// The greatest rho of any series.
        static let mostRho = 0.97

        /// `nil` if nothing varies, or there are fewer than 28 days.
        init?(_ levels: DailyLevels, drifting: NullModel, surrogates: Int, seeded: Seeded, stopAbove limit: Double?) {
            let weekdays = NullModel.weekdays(of: levels)
            guard let split = Split(levels, without: weekdays) else { return nil }
            let step = levels.days.map { $0 >= split.day ? 1.0 : 0 }
            guard let rho = CourseFamily.correlation(of: levels, around: split.day).map({ max($0, drifting.rho) }),
                let model = NullModel(levels: levels, window: levels.days, trend: false, rho: rho), let fit = model.fit(step)
            else { return nil }
            (self.split, self.fit) = (split, fit)
            var random = seeded
            var reached = 0
            let enough = limit.map { $0 * Double(surrogates + 1) } ?? .infinity
            var series = [Double](repeating: 0, count: model.observed.count)
            let doubt = ((1 - rho * rho) / Double(model.observed.count)).squareRoot()
            for _ in 0..<surrogates {
                let own = min(max(rho + doubt * random.nextNormal(), 0), Change.mostRho)
                for index in series.indices {
                    let gap = index == 0 ? 0 : model.observed[index] - model.observed[index - 1]
                    let carried = index == 0 ? 0 : gap == 1 ? own : power(own, Double(gap))
                    let before = index > 0 ? carried * series[index - 1] : 0
                    series[index] = before + random.nextNormal() * (1 - carried * carried).squareRoot()
                }
                var rest = series
                NullModel.remove(weekdays, from: &rest)
                if let best = Split.best(rest), best.t >= split.t { reached += 1 }
                if Double(reached + 1) > enough { break }
            }
            p = Double(reached + 1) / Double(surrogates + 1)
        }

        func finding(_ hypothesis: Hypothesis, _ levels: DailyLevels) -> Finding? {
            let interval = fit.interval()
            guard fit.estimate.isFinite, interval.lowerBound.isFinite, interval.upperBound.isFinite else { return nil }
            let with = levels.observed { $0 >= split.day }
            return Finding(
                hypothesis, difference: fit.estimate, interval: interval, with: with, without: levels.observed - with,
                window: levels.days, spread: levels.spread, p: p, adjusted: p)
        }
    }

    /// rho of neighbouring days if each side of a day has its own level; `nil` if nothing varies then.
    static func correlation(of levels: DailyLevels, around day: Int) -> Double? {
        func mean(_ days: (Int) -> Bool) -> Double {
            var (sum, count) = (0.0, 0.0)
            for (day, value) in zip(levels.days, levels.values) where days(day) && !value.isNaN {
                (sum, count) = (sum + value, count + 1)
            }
            return count == 0 ? 0 : sum / count
        }
        let (before, after) = (mean { $0 < day }, mean { $0 >= day })
        let left = zip(levels.days, levels.values).map { $0 < day ? $1 - before : $1 - after }
        return NullModel(levels: DailyLevels(days: levels.days, values: left), window: levels.days, trend: false)?.rho
    }
}
