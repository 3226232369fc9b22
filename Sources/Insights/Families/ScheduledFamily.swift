import Journal

/// Scheduled medicine: has the outcome another level since it was begun, ended or changed?
///
/// People begin a medicine in a bad spell, and bad spells end by themselves. A step at the very day, with errors that hang
/// together (GLS), knows how long spells last and keeps its error; means of two weeks against two weeks do not, and to
/// leave the days around the beginning out makes it worse. All steps and outcomes that can be asked share the error
/// (Bonferroni).
package enum ScheduledFamily {
    /// Days on each side that a cue needs, and that a comparison needs to be shown.
    package static let (reach, shownReach) = (56, 28)
    /// The least difference in points that may be a cue.
    package static let leastDifference = 1.5

    /// Compares 56 days before with 56 days after, around each step of a window.
    ///
    /// A difference below 1.5 points has an adjusted p of 1: it is shown and never a cue. What can never be asked is not waited
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
                found += [compare(outcome, step, span, least: leastObserved(of: reach), hypothesis)].compactMap(\.self)
            } else if span.upperBound == days.upperBound {
                waiting.append(FamilyLook.Waiting(hypothesis, .with(reach - after)))
            }
        }
        let findings = found.map { finding in
            finding.adjusted(to: abs(finding.difference) < leastDifference ? 1 : finding.p * Double(found.count))
        }
        return FamilyLook(.scheduled, asked: findings.count, findings: findings.surestFirst, waiting: waiting)
    }

    /// What is shown beside the curve of before and after, from 28 days on each side on (at most 56); never a cue, not
    /// adjusted.
    package static func shown(_ diary: Diary, window: ClosedRange<Int>) -> [Finding] {
        let days = window.clamped(to: diary.days)
        return steps(diary, days).compactMap { medicine, step, outcome in
            let span = span(of: step, in: medicine, days: days)
            guard step - span.lowerBound >= shownReach, span.upperBound + 1 - step >= shownReach else { return nil }
            return compare(outcome, step, span, least: leastObserved(of: shownReach), .step(medicine.id, outcome.name, day: step))
        }
    }

    /// Whether it held: the level of the fresh days against that of the 56 days before the step, days between on a level of
    /// their own. `nil` as well where the medicine was changed again in the meantime.
    package static func confirm(_ hypothesis: Hypothesis, in diary: Diary, fresh: ClosedRange<Int>) -> Finding? {
        guard case .step(let id, let name, let day) = hypothesis, day <= fresh.lowerBound, fresh.overlaps(diary.days),
            let medicine = diary.medicines.first(where: { $0.id == id }),
            let outcome = diary.outcomes.first(where: { $0.name == name }),
            !medicine.steps.contains(where: { $0.day > day && $0.day <= fresh.upperBound })
        else { return nil }
        let window = max(day - reach, diary.days.lowerBound)...min(fresh.upperBound, diary.days.upperBound)
        let levels = DailyLevels(of: outcome, days: window)
        let since = window.map { fresh.contains($0) ? 1.0 : 0 }
        let between = window.map { $0 >= day && !fresh.contains($0) ? 1.0 : 0 }
        let with = levels.observed { fresh.contains($0) }
        let without = levels.observed { $0 < day }
        guard min(with, without) >= leastObserved(of: shownReach),
            let model = NullModel(levels: levels, window: window, trend: false),
            let fit = model.fit(since, beside: [between])
        else { return nil }
        return Finding(hypothesis, fit, with: with, without: without, levels: levels)
    }

    /// Of so many days so many must have a level.
    private static func leastObserved(of days: Int) -> Int { days / 2 }

    private static func steps(_ diary: Diary, _ days: ClosedRange<Int>) -> [(Medicine, Int, Outcome)] {
        diary.medicines.filter { !$0.asNeeded }.flatMap { medicine in
            Set(medicine.steps.map(\.day)).filter(days.contains).sorted().flatMap { step in
                diary.outcomes.map { (medicine, step, $0) }
            }
        }
    }

    /// The days around a step that belong to it alone: at most 56 on each side, up to the neighbouring steps and the ends
    /// of the window.
    private static func span(of step: Int, in medicine: Medicine, days: ClosedRange<Int>) -> ClosedRange<Int> {
        let before = medicine.steps.map(\.day).filter { $0 < step }.max() ?? days.lowerBound
        let after = medicine.steps.map(\.day).filter { $0 > step }.min().map { $0 - 1 } ?? days.upperBound
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
