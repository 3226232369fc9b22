import Journal

/// The course of an outcome over a window: does it drift (trend), has it another level since a day (change)?
///
/// Both questions share the part of the error of their family (x 2), and so do all outcomes that can be asked (Bonferroni).
package enum CourseFamily {
    /// Days with a level that it takes before anything is said.
    package static let leastDays = 56
    /// Series without a change that a change is held against.
    package static let surrogates = 999
    /// Days of the fresh span, and of what was before, that a confirmation needs at least.
    static let leastFresh = 14

    /// Looks at each outcome of the diary.
    /// - Parameter surrogates: how many series a change is held against.
    /// - Parameter limit: where given, a change is not followed up once its adjusted p surely exceeds it; it then carries a lower bound
    ///   of its p, above the limit as the whole run would be.
    package static func look(
        _ diary: Diary, window: ClosedRange<Int>, surrogates: Int = surrogates, stopAbove limit: Double? = nil
    ) -> FamilyLook {
        let days = window.clamped(to: diary.days)
        var waiting: [FamilyLook.Waiting] = []
        var asked: [(place: Int, name: Outcome.Name, levels: DailyLevels, drifting: NullModel)] = []
        for (place, outcome) in diary.outcomes.enumerated() {
            let levels = DailyLevels(of: outcome, days: days)
            // A series without any noise (constant, a line) says nothing about chance.
            let missing = max(leastDays - levels.observed, 1)
            if levels.observed >= leastDays, let drifting = NullModel(levels: levels, window: days) {
                asked.append((place, outcome.name, levels, drifting))
            } else {
                waiting += [.trend(outcome.name), .change(outcome.name)].map { FamilyLook.Waiting($0, .days(missing)) }
            }
        }
        let share = 2 * Double(asked.count)
        let findings = asked.flatMap { place, name, levels, drifting in
            let series = Seeded(diary.seed, days.upperBound, 2, place)
            let change = Change(
                levels, drifting: drifting, surrogates: surrogates, seeded: series, stopAbove: limit.map { $0 / share })
            return [trend(name, levels, drifting), change.flatMap { $0.finding(.change(name), levels) }]
        }.compactMap { $0 }.map { $0.adjusted(to: $0.p * share) }
        return FamilyLook(.course, asked: asked.count * 2, findings: findings.surestFirst, waiting: waiting)
    }

    /// Whether the fresh days lie on the side to which it went: their level against that of the 182 days before them (GLS,
    /// no trend).
    ///
    /// The whole of the days before is the old level, not its first part: which part was low or high is what made somebody
    /// watch, so that fresh days would differ from it by chance alone; from the whole they do not.
    package static func confirm(_ hypothesis: Hypothesis, in diary: Diary, fresh: ClosedRange<Int>) -> Finding? {
        switch hypothesis {
        case .trend, .change: break
        default: return nil
        }
        guard let outcome = diary.outcomes.first(where: { $0.name == hypothesis.outcome }), fresh.overlaps(diary.days) else {
            return nil
        }
        let window = (fresh.lowerBound - Diary.longestWindow)...fresh.upperBound
        let levels = DailyLevels(of: outcome, days: window.clamped(to: diary.days))
        let step = levels.days.map { fresh.contains($0) ? 1.0 : 0 }
        let with = levels.observed(where: { fresh.contains($0) })
        let without = levels.observed - with
        guard with >= leastFresh, without >= leastFresh,
            let model = NullModel(levels: levels, window: levels.days, trend: false), let fit = model.fit(step)
        else { return nil }
        return Finding(
            hypothesis, fit, with: with, without: without, levels: levels, window: fresh.clamped(to: diary.days))
    }

    /// The slope by GLS with AR(1) errors. Errors that hang together leave fewer days than were logged: t has n_eff − 2
    /// degrees of freedom, n_eff = 1ᵀC⁻¹1, as many independent days as say as much about the mean (of n days without a gap
    /// (n(1 − ρ) + 2ρ) / (1 + ρ)). What is shown is the median of the slopes of all pairs of days (Theil 1950, Sen 1968),
    /// which no single week bends, with the width of the interval by GLS. Where that has another sign than the slope which was
    /// tested (half of all pairs may well be alike), the tested one is shown: a p never stands beside the other direction.
    private static func trend(_ name: Outcome.Name, _ levels: DailyLevels, _ drifting: NullModel) -> Finding? {
        let length = Double(levels.days.count - 1)
        guard let model = NullModel(levels: levels, window: levels.days, trend: false, rho: drifting.rho),
            let fit = model.fit(
                levels.values.indices.map { Double($0) / length })
        else { return nil }
        let degrees = max(model.effectiveDays - 2, 1)
        let half = fit.standardError * Distributions.studentQuantile(0.975, df: degrees)
        let median = theilSen(levels) * length
        let shown = median * fit.estimate > 0 ? median : fit.estimate
        let p = Distributions.twoSided(fit.t, df: degrees)
        guard shown.isFinite, half.isFinite, !p.isNaN else { return nil }
        return Finding(
            .trend(name), difference: shown, interval: (shown - half)...(shown + half), with: levels.observed, without: 0,
            window: levels.days, spread: levels.spread, p: p, adjusted: p)
    }

    /// The median slope, in points a day; not a number for fewer than two days.
    static func theilSen(_ levels: DailyLevels) -> Double {
        let known = levels.values.indices.filter { !levels.values[$0].isNaN }
        var slopes: [Double] = []
        slopes.reserveCapacity(known.count * known.count / 2)
        for place in known.indices {
            for later in place + 1..<known.count {
                let (first, second) = (known[place], known[later])
                slopes.append((levels.values[second] - levels.values[first]) / Double(second - first))
            }
        }
        guard !slopes.isEmpty else { return .nan }
        let middle = slopes.count / 2
        let upper = smallest(middle, of: &slopes)
        return slopes.count % 2 == 1 ? upper : (slopes[..<middle].reduce(-.infinity, max) + upper) / 2
    }

    /// The number that would be at a place if numbers were sorted (Hoare 1961); lower ones are before that place afterwards.
    private static func smallest(_ place: Int, of numbers: inout [Double]) -> Double {
        var (low, high) = (0, numbers.count - 1)
        while low < high {
            let pivot = numbers[low + (high - low) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while numbers[left] < pivot { left += 1 }
                while pivot < numbers[right] { right -= 1 }
                guard left <= right else { break }
                (numbers[left], numbers[right]) = (numbers[right], numbers[left])
                (left, right) = (left + 1, right - 1)
            }
            if place <= right { high = right } else if place >= left { low = left } else { break }
        }
        return numbers[place]
    }
}

extension NullModel {
    /// As many independent days as say as much about the mean: 1ᵀC⁻¹1.
    var effectiveDays: Double { whitened(observed.map { _ in 1 }).reduce(0) { $0 + $1 * $1 } }
}

extension DailyLevels {
    /// On how many days that fulfil a condition something was written down.
    func observed(where counts: (Int) -> Bool) -> Int {
        values.indices.count { !values[$0].isNaN && counts(days.lowerBound + $0) }
    }
}
