/// What is logged together with a factor, and what that leaves of a finding about it.
///
/// Two things make a factor without any effect stand out beyond chance, however many days there are. A person may write names
/// down more readily on bad days: then all of them go along with bad days. And a factor may come together with another one that
/// has the effect. Both show in the days themselves, if the other factors are fitted beside the one asked about.
struct FactorCompany {
    let factors: [Factor]
    let states: [FactorStates]
    let outcome: Outcome.Name
    /// The outcome's days, without any factor.
    let model: NullModel

    enum Verdict: Hashable {
        /// The finding is its own; these days cannot tell it from the factors `together`.
        case stands(together: [Factor.Name])
        /// Names are written down more on such days.
        case uneven
        /// The other factor explains the days better.
        case carried(by: Factor.Name)
    }

    /// Names are written down unevenly if their number goes along with the level at this p, one-sided.
    static let unevenLevel = 0.05
    /// A finding is the factor's own if, fitted beside another factor, it still has this p, one-sided.
    static let ownLevel = 0.01
    /// Factors with this correlation or more, with either sign, are fitted together.
    static let leastCorrelation = 0.3

    /// - Parameter index: the index of the factor.
    /// - Parameter isHigher: the direction of the finding.
    func verdict(on index: Int, lag: Int, isHigher: Bool) -> Verdict {
        if isUneven(index, isHigher: isHigher) { return .uneven }
        let own = states[index].column(lag: lag)
        var together: [Factor.Name] = []
        for other in factors.indices where other != index {
            for otherLag in FactorFamily.lags where !factors[other].name.isCircular(with: outcome, lag: otherLag) {
                let its = states[other].column(lag: otherLag)
                let correlation = correlation(own, its)
                guard abs(correlation) >= FactorCompany.leastCorrelation else { continue }
                guard let mine = model.fit(own, beside: [its]), let theirs = model.fit(its, beside: [own]) else {
                    // The two are the same on all known days.
                    if correlation > 0, otherLag == lag { together.append(factors[other].name) }
                    continue
                }
                if mine.oneSided(isHigher: isHigher) <= FactorCompany.ownLevel { continue }
                if abs(theirs.t) > abs(mine.t) { return .carried(by: factors[other].name) }
                if correlation > 0, otherLag == lag { together.append(factors[other].name) }
            }
        }
        return .stands(together: together)
    }

    /// Whether on days without the factor the number of the other names of its kind goes along with the level of the same day, in
    /// the direction of the finding.
    ///
    /// Whatever the lag of the question, it is the same day that decides what is written down: neighbouring days then follow. Days
    /// with the factor say nothing here: on them something was written down. (Days without any name are judged before, in
    /// `FactorStates`.) Of four and more other names, the one that goes along
    /// with the level most is left out: it may have an effect of its own.
    private func isUneven(_ index: Int, isHigher: Bool) -> Bool {
        guard let kind = factors[index].name.kind else { return false }
        let own = states[index].column(lag: 0)
        func without(_ column: [Double]) -> [Double] { zip(column, own).map { $1 == 0 ? $0 : .nan } }
        let others = factors.indices.filter { $0 != index && factors[$0].name.kind == kind }
        var columns = others.map { without(states[$0].column(lag: 0)) }
        if columns.count >= 4 {
            let sizes = columns.map { abs(model.fit($0)?.t ?? 0) }
            if let most = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) { columns.remove(at: most) }
        }
        guard let first = columns.first else { return false }
        let number = columns.dropFirst().reduce(first) { sums, column in zip(sums, column).map { $0 + $1 } }
        return (model.fit(number)?.oneSided(isHigher: isHigher) ?? 1) <= FactorCompany.unevenLevel
    }

    /// Of the days with a level on which both are known; 0 if one of them does not vary.
    private func correlation(_ a: [Double], _ b: [Double]) -> Double {
        var (count, sumA, sumB, both) = (0.0, 0.0, 0.0, 0.0)
        for day in model.observed where !a[day].isNaN && !b[day].isNaN {
            (count, sumA, sumB, both) = (count + 1, sumA + a[day], sumB + b[day], both + a[day] * b[day])
        }
        let spread = sumA * (count - sumA) * sumB * (count - sumB)
        return spread > 0 ? (count * both - sumA * sumB) / spread.squareRoot() : 0
    }
}

extension NullModel.Fit {
    /// The probability by chance of a coefficient this far in one direction.
    func oneSided(isHigher: Bool) -> Double { (estimate > 0) == isHigher ? p / 2 : 1 - p / 2 }
}
