import Journal

/// The course of an outcome over a window: does it drift (trend), or has its level changed since a day (change)?
///
/// Both questions share their family's part of the error (x 2), and so do all outcomes that can be asked about (Bonferroni).
package enum CourseFamily {
    /// The minimum number of days with a level.
    package static let leastDays = 56
    /// The number of series without a change that a change is compared with.
    package static let surrogates = 999
    /// The minimum number of days in the fresh span, and before it, for a confirmation.
    static let leastFresh = 14

    /// Looks at each outcome of the diary.
    /// - Parameter surrogates: the number of series that a change is compared with.
    /// - Parameter limit: if given, a change is not followed up once its adjusted p certainly exceeds it; its p is then a lower
    ///   bound, above the limit as the complete run would be.
    package static func look(
        _ diary: Diary, window: ClosedRange<Int>, surrogates: Int = surrogates, stopAbove limit: Double? = nil
    ) -> FamilyLook {
        let days = window.clamped(to: diary.days)
        var waiting: [FamilyLook.Waiting] = []
        var asked: [(place: Int, name: Outcome.Name, levels: DailyLevels, drifting: NullModel)] = []
        for (place, outcome) in diary.outcomes.enumerated() {
            let levels = DailyLevels(of: outcome, days: days)
            // A series without any noise (constant, or a line) allows no statement about chance.
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

    /// Whether the fresh days are on the side that was found: their level compared with that of the 182 days before them (GLS, no
    /// trend).
    ///
    /// All of the days before are the old level, not only their first part: the watch began because one part was low or high, so
    /// fresh days would differ from that part by chance alone; from the whole they do not.
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

    /// The slope by GLS with AR(1) errors, with its interval and p. Correlated errors are worth fewer days than were logged: t has
    /// n_eff − 2 degrees of freedom, where n_eff = 1ᵀC⁻¹1 is the number of independent days with the same information about the
    /// mean (for n days without a gap (n(1 − ρ) + 2ρ) / (1 + ρ)). One method for all three: the sign that is shown never
    /// contradicts the interval, as a median of slopes beside it could.
    private static func trend(_ name: Outcome.Name, _ levels: DailyLevels, _ drifting: NullModel) -> Finding? {
        let length = Double(levels.days.count - 1)
        guard let model = NullModel(levels: levels, window: levels.days, trend: false, rho: drifting.rho),
            let fit = model.fit(levels.values.indices.map { Double($0) / length })
        else { return nil }
        return Finding(
            .trend(name), estimate: fit.estimate, error: fit.standardError, degrees: max(model.effectiveDays - 2, 1),
            with: levels.observed, without: 0, levels: levels)
    }
}

extension NullModel {
    /// The number of independent days with the same information about the mean: 1ᵀC⁻¹1.
    var effectiveDays: Double { whitened(observed.map { _ in 1 }).reduce(0) { $0 + $1 * $1 } }
}

extension DailyLevels {
    /// The number of observed days that fulfil a condition.
    func observed(where counts: (Int) -> Bool) -> Int {
        values.indices.count { !values[$0].isNaN && counts(days.lowerBound + $0) }
    }
}
