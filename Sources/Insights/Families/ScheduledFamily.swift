import Journal

/// Scheduled medicine: has the outcome another level since it was begun, ended or changed?
///
/// People begin a medicine in a bad spell, and bad spells end by themselves. A step at the very day, with errors that hang
/// together (GLS), knows how long spells last and keeps its error; means of two weeks against two weeks do not, and to
/// leave the days around the beginning out makes it worse. All steps and outcomes that can be asked share the error
/// (Bonferroni).
package enum ScheduledFamily {
    /// Days on each side that a cue needs.
    package static let reach = 56
    /// Days of a confirmation that lie before those which the cue was seen on: at most, and observed at least.
    static let (earlierReach, leastEarlier) = (126, 28)
    /// Fresh days with a level that a confirmation needs at least.
    static let leastFresh = 14
    /// The least difference in points that may be a cue.
    package static let leastDifference = 1.5

    /// Compares 56 days before with 56 days after, around each step of a window.
    ///
    /// A difference below 1.5 points has an adjusted p of 1: it is never a cue. What can never be asked is not waited
    /// for: a step with fewer than 56 days before it, or with another one of the same medicine within 56 days.
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

    /// Whether it lasts: the level of the fresh days against that of the days before the 56 that were compared, 126 at most and back
    /// to the step before at most. The 56 days before the step and the days since have levels of their own.
    ///
    /// That the 56 days were high is what made somebody watch: fresh days differ from them by that alone, and a fifth of all
    /// false watches would be confirmed. From the days before those they do not, where there was no step. `nil` where fewer than 28
    /// of them have a level (who begins a journal together with a medicine is never told), where fewer than 14 fresh days have
    /// one, and where the medicine was changed again in the meantime. t has as many
    /// degrees of freedom as there are independent days that say as much, less the four levels.
    ///
    /// Simulated with 126 days before and 42 fresh ones (days of SD 2 in whole numbers 0–10, a fifth of them missing), one-sided at
    /// .025: of false watches 3.0, 4.0 and 6.7 % are confirmed at a correlation of .5, .7 and .85 between days; of watched steps of
    /// one SD that last 79, 60 and 35 %. With 70 days before 1.8, 3.5 and 6.2 %, and 65, 40 and 23 %.
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

    /// Of so many days so many must have a level.
    private static func leastObserved(of days: Int) -> Int { days / 2 }

    private static func steps(_ diary: Diary, _ days: ClosedRange<Int>) -> [(Medicine, Int, Outcome)] {
        diary.medicines.filter { !$0.asNeeded }.flatMap { medicine in
            Set(medicine.steps.map { $0.day }).filter(days.contains).sorted().flatMap { step in
                diary.outcomes.map { (medicine, step, $0) }
            }
        }
    }

    /// The days around a step that belong to it alone: at most 56 on each side, up to the neighbouring steps and the ends
    /// of the window.
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
