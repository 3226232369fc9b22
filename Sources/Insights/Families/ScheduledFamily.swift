import Journal

/// Scheduled medicine: has the outcome's level changed since it was begun, ended or changed?
///
/// People begin a medicine in a bad spell, and bad spells end by themselves. A step at the exact day, with correlated errors
/// (GLS), accounts for the length of spells and keeps its error rate; means of two weeks against two weeks do not, and leaving
/// out the days around the beginning makes it worse. All steps and outcomes that can be asked about share the error (Bonferroni).
package enum ScheduledFamily {
    /// The days needed on each side for a cue.
    package static let reach = 56
    /// For a confirmation, the days before those in which the cue was found: the maximum, and the minimum of observed ones.
    static let (earlierReach, leastEarlier) = (126, 28)
    /// The minimum number of fresh days with a level for a confirmation.
    static let leastFresh = 14
    /// The minimum difference in points for a cue.
    package static let leastDifference = 1.5

    /// Compares 56 days before with 56 days after, around each step of a window.
    ///
    /// A difference below 1.5 points has an adjusted p of 1: it is never a cue. A step that can never be asked about does not
    /// wait: one with fewer than 56 days before it, or with another one of the same medicine within 56 days.
    package static func look(_ diary: Diary, window: ClosedRange<Int>) -> FamilyLook {
        let days = window.clamped(to: diary.days)
        var found: [Finding] = []
        var waiting: [FamilyLook.Waiting] = []
        for (medicine, step, outcome) in steps(diary, days) {
            let span = span(of: step, in: medicine, days: days)
            let hypothesis = Hypothesis.step(medicine.id, outcome.name, day: step)
            guard step - span.lowerBound >= reach else { continue }
            let after = span.upperBound + 1 - step
            if after >= reach {
                found += [compare(outcome, step, span, least: leastObserved(of: reach), hypothesis)].compactMap { $0 }
            } else if span.upperBound == days.upperBound {
                waiting.append(FamilyLook.Waiting(hypothesis, .with(reach - after)))
            }
        }
        let findings = found.map { finding in
            finding.adjusted(to: abs(finding.difference) < leastDifference ? 1 : finding.p * Double(found.count))
        }
        return FamilyLook(.scheduled, asked: findings.count, findings: findings.surestFirst, waiting: waiting)
    }

    /// Whether the change lasts: the level of the fresh days compared with that of the days before the 56 that were compared, at
    /// most 126 of them and at most back to the step before. The 56 days before the step and the days since have levels of their
    /// own.
    ///
    /// The watch began because the 56 days were high: fresh days differ from them for that reason alone, and a fifth of all false
    /// watches would be confirmed. From the days before those they do not differ if there was no step. `nil` if fewer than 28 of
    /// them have a level (so a person who starts a journal together with a medicine never gets a result), if fewer than 14 fresh
    /// days have one, and if the medicine was changed again meanwhile. The degrees of freedom of t are the number of independent
    /// days with the same information, minus the four levels.
    ///
    /// Simulated with 126 days before and 42 fresh ones (days of SD 2 in whole numbers 0–10, a fifth of them missing), one-sided
    /// at .025: 3.0, 4.0 and 6.7 % of false watches are confirmed at a correlation of .5, .7 and .85 between days, and 79, 60 and
    /// 35 % of watched lasting steps of one SD. With 70 days before: 1.8, 3.5 and 6.2 %, and 65, 40 and 23 %.
    package static func confirm(_ hypothesis: Hypothesis, in diary: Diary, fresh: ClosedRange<Int>) -> Finding? {
        guard case .step(let id, let name, let day) = hypothesis, day <= fresh.lowerBound, fresh.overlaps(diary.days),
            let medicine = diary.medicines.first(where: { $0.id == id }),
            let outcome = diary.outcomes.first(where: { $0.name == name }),
            !medicine.steps.contains(where: { $0.day > day && $0.day <= fresh.upperBound })
        else { return nil }
        let compared = day - reach
        let stepBefore = medicine.steps.map { $0.day }.filter { $0 < day }.max() ?? diary.days.lowerBound
        let window =
            max(compared - earlierReach, stepBefore, diary.days.lowerBound)...min(fresh.upperBound, diary.days.upperBound)
        let levels = DailyLevels(of: outcome, days: window)
        let with = levels.observed { fresh.contains($0) }
        let without = levels.observed { $0 < compared }
        guard with >= leastFresh, without >= leastEarlier,
            let model = NullModel(levels: levels, window: window, trend: false)
        else { return nil }
        let between = [
            window.map { (compared..<day).contains($0) ? 1.0 : 0 },
            window.map { (day..<fresh.lowerBound).contains($0) ? 1.0 : 0 },
        ]
        guard let fit = model.fit(window.map { fresh.contains($0) ? 1 : 0 }, beside: between) else { return nil }
        return Finding(
            hypothesis, estimate: fit.estimate, error: fit.standardError, degrees: max(model.effectiveDays - 4, 1), with: with,
            without: without, levels: levels, window: fresh.clamped(to: diary.days))
    }

    /// How many of this many days must have a level.
    private static func leastObserved(of days: Int) -> Int { days / 2 }

    private static func steps(_ diary: Diary, _ days: ClosedRange<Int>) -> [(Medicine, Int, Outcome)] {
        diary.medicines.filter { !$0.asNeeded }.flatMap { medicine in
            Set(medicine.steps.map { $0.day }).filter(days.contains).sorted().flatMap { step in
                diary.outcomes.map { (medicine, step, $0) }
            }
        }
    }

    /// The days around a step that belong to it alone: at most 56 on each side, up to the neighbouring steps and the ends of the
    /// window.
    private static func span(of step: Int, in medicine: Medicine, days: ClosedRange<Int>) -> ClosedRange<Int> {
        let before = medicine.steps.map { $0.day }.filter { $0 < step }.max() ?? days.lowerBound
        let after = medicine.steps.map { $0.day }.filter { $0 > step }.min().map { $0 - 1 } ?? days.upperBound
        let lower = max(step - reach, before, days.lowerBound)
        return lower...max(min(step + reach - 1, after, days.upperBound), lower)
    }

    private static func compare(
        _ outcome: Outcome, _ step: Int, _ span: ClosedRange<Int>, least: Int, _ hypothesis: Hypothesis
    ) -> Finding? {
        let levels = DailyLevels(of: outcome, days: span)
        let (with, without) = (levels.observed { $0 >= step }, levels.observed { $0 < step })
        guard min(with, without) >= least, let model = NullModel(levels: levels, window: span, trend: false),
            let fit = model.fit(span.map { $0 >= step ? 1 : 0 })
        else { return nil }
        return Finding(hypothesis, fit, with: with, without: without, levels: levels)
    }
}
