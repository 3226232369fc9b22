import Journal

/// Factors × lags 0–3 × outcomes: do days after a factor differ from other days?
///
/// The statistic of each question is the t of the factor's column in the null model of the outcome. Chance is counted, not
/// assumed: the weeks of all factors are put into another order, together, 1999 times, and the adjusted p is the share of orders
/// in which the greatest t of the whole family reaches the one found (Westfall and Young's max-T). Weekly rhythm, correlation
/// within a week, and factors that occur together are preserved; unknown days move with their week.
package enum FactorFamily {
    /// The lags in days.
    package static let lags = 0...3
    /// The longest window, in days; whole weeks.
    package static let mostDays = 182
    /// The minimum number of days with a level.
    package static let leastDays = 42
    /// The minimum of these with the factor, and without it.
    package static let leastEach = 8
    /// The minimum number of fresh calendar days for a test.
    package static let leastFresh = 28
    /// The minimum of these with a level.
    package static let leastFreshObserved = 17
    /// The minimum of these with the factor, and without it.
    package static let leastFreshEach = 6
    /// Questions at or below this p, which is not adjusted, are looked at together with what is logged beside their factor.
    static let judged = 0.05

    /// The part of a window that is looked at: its newest days, at most `mostDays`, in whole weeks counted back from the newest
    /// day; `nil` if the diary has no whole week there.
    package static func cut(_ window: ClosedRange<Int>, to diary: Diary) -> ClosedRange<Int>? {
        guard window.overlaps(diary.days) else { return nil }
        let window = window.clamped(to: diary.days)
        let length = min(window.count, mostDays) / 7 * 7
        return length == 0 ? nil : (window.upperBound - length + 1)...window.upperBound
    }

    /// All questions that the data of a window can answer, the most certain first.
    ///
    /// - Parameter permutations: the number of orders tried, at least 1.
    /// - Parameter stopAbove: stops once the smallest adjusted p certainly exceeds this. Every comparison with `stopAbove` (or
    ///   less) gives the same result as the complete run; the adjusted p of the findings are then lower bounds.
    package static func look(
        _ diary: Diary, window: ClosedRange<Int>, permutations: Int = 1999, stopAbove: Double? = nil
    ) -> FamilyLook {
        guard permutations > 0, let window = cut(window, to: diary) else {
            return FamilyLook(.factors, asked: 0, findings: [], waiting: [])
        }
        let states = FactorStates.all(of: diary, window: window, judges: window)
        var questions: [Question] = []
        var waiting: [FamilyLook.Waiting] = []
        var scans: [FactorScan] = []
        for outcome in diary.outcomes {
            let levels = DailyLevels(of: outcome, days: window)
            let observed = levels.values.indices.filter { !levels.values[$0].isNaN }
            let model = NullModel(levels: levels, window: window)
            for (index, factor) in diary.factors.enumerated() {
                let lags = lags.filter { !factor.name.isCircular(with: outcome.name, lag: $0) }
                guard !lags.isEmpty else { continue }
                let counts = FactorFamily.lags.map { states[index].counts(at: observed, lag: $0) }
                guard lags.contains(where: { counts[$0].isEnough }) else {
                    waiting.append(.init(.factor(factor.name, outcome.name, lag: 0), counts[0].need))
                    continue
                }
                guard let model else { continue }
                for lag in lags where counts[lag].isEnough {
                    guard let fit = model.fit(states[index].column(lag: lag)) else { continue }
                    let hypothesis = Hypothesis.factor(factor.name, outcome.name, lag: lag)
                    let place = FactorScan.Place(outcome: scans.count, factor: index, lag: lag)
                    questions.append(
                        Question(hypothesis: hypothesis, place: place, fit: fit, counts: counts[lag], model: model))
                }
            }
            if let model, questions.contains(where: { $0.place.outcome == scans.count }) { scans.append(FactorScan(model)) }
        }
        var random = Seeded(diary.seed, window.upperBound, 1)
        let tried = FactorPermutation(scans: scans, states: states, places: questions.map { $0.place })
            .adjusted(permutations, stopAbove: stopAbove, using: &random)
        var (findings, held): ([Finding], [FamilyLook.Waiting]) = ([], [])
        for (question, adjusted) in tried {
            let asked = questions[question]
            var finding = asked.finding(window: window, adjusted: adjusted)
            guard asked.fit.p <= judged else {
                findings.append(finding)
                continue
            }
            let company = FactorCompany(
                factors: diary.factors, states: states, outcome: asked.hypothesis.outcome, model: asked.model)
            switch company.verdict(on: asked.place.factor, lag: asked.place.lag, isHigher: finding.difference > 0) {
            case .stands(let together):
                finding.together = together
                findings.append(finding)
            case .uneven: held.append(.init(asked.hypothesis.subject, .evenness))
            case .carried(let other): held.append(.init(asked.hypothesis.subject, .apart(from: other)))
            }
        }
        // The lags of a factor are one line.
        waiting += held.enumerated().filter { place, one in !held[..<place].contains { $0.hypothesis == one.hypothesis } }
            .map { $0.element }
        return FamilyLook(.factors, asked: questions.count, findings: findings, waiting: waiting)
    }

    /// What all days of a window say of a finding of fresh ones. `nil` if it has to be held back (`FactorCompany`), or if they have
    /// no answer.
    package static func company(of finding: Finding, in diary: Diary, window: ClosedRange<Int>) -> Families.Company? {
        guard case .factor(let name, let about, let lag) = finding.hypothesis, let window = cut(window, to: diary),
            let outcome = diary.outcomes.first(where: { $0.name == about }),
            let index = diary.factors.firstIndex(where: { $0.name == name }),
            let model = NullModel(levels: DailyLevels(of: outcome, days: window), window: window)
        else { return nil }
        let states = FactorStates.all(of: diary, window: window, judges: window)
        let (company, isHigher) = (
            FactorCompany(factors: diary.factors, states: states, outcome: about, model: model), finding.difference > 0
        )
        guard let fit = model.fit(states[index].column(lag: lag)),
            case .stands(let together) = company.verdict(on: index, lag: lag, isHigher: isHigher)
        else { return nil }
        return Families.Company(together: together, p: (fit.estimate > 0) == isHigher ? fit.p : 1)
    }

    /// Tests one question on days that were not used to find it: the same regression without the drift, which six weeks cannot
    /// tell from an effect.
    ///
    /// The levels are those of `fresh` only; a lagged factor may reach back to the days just before.
    ///
    /// - Returns: the answer, with a two-sided p that is not adjusted for other questions; `nil` if it is no question about a
    ///   factor of this diary, or there are too few fresh days yet.
    package static func confirm(_ hypothesis: Hypothesis, in diary: Diary, fresh: ClosedRange<Int>) -> Finding? {
        guard case .factor(let name, let about, let lag) = hypothesis, lags.contains(lag), fresh.overlaps(diary.days),
            let outcome = diary.outcomes.first(where: { $0.name == about }),
            let index = diary.factors.firstIndex(where: { $0.name == name }), !name.isCircular(with: about, lag: lag)
        else { return nil }
        let fresh = fresh.clamped(to: diary.days)
        guard fresh.count >= leastFresh else { return nil }
        let levels = DailyLevels(of: outcome, days: fresh)
        let judges = cut(diary.days.lowerBound...fresh.upperBound, to: diary) ?? fresh
        let states = FactorStates.all(of: diary, window: fresh, judges: judges)[index]
        let counts = states.counts(at: levels.values.indices.filter { !levels.values[$0].isNaN }, lag: lag)
        guard counts.observed >= leastFreshObserved, min(counts.with, counts.without) >= leastFreshEach,
            let model = NullModel(levels: levels, window: fresh, trend: false),
            let fit = model.fit(states.column(lag: lag))
        else { return nil }
        let place = FactorScan.Place(outcome: 0, factor: 0, lag: lag)
        return Question(hypothesis: hypothesis, place: place, fit: fit, counts: counts, model: model)
            .finding(window: fresh, adjusted: fit.p)
    }

    /// A question that the data can answer, and the result of the regression.
    private struct Question {
        let hypothesis: Hypothesis
        let place: FactorScan.Place
        let fit: NullModel.Fit
        let counts: FactorStates.Counts
        let model: NullModel

        func finding(window: ClosedRange<Int>, adjusted: Double) -> Finding {
            Finding(
                hypothesis, difference: fit.estimate, interval: fit.interval(), with: counts.with, without: counts.without,
                window: window, spread: model.spread, p: fit.p, adjusted: adjusted)
        }
    }
}
