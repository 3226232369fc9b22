import Journal

extension Finding {
    /// The finding from an estimate and its standard error (above 0) by Student's t; not adjusted yet. `nil` if it is not finite.
    /// - Parameter levels: the levels that were looked at.
    /// - Parameter window: the days it is about, if not all days of the levels: the fresh ones of a confirmation.
    init?(
        _ hypothesis: Hypothesis, estimate: Double, error: Double, degrees: Double, with: Int, without: Int, levels: DailyLevels,
        window: ClosedRange<Int>? = nil
    ) {
        let half = error * Distributions.studentQuantile(0.975, df: degrees)
        let p = Distributions.twoSided(estimate / error, df: degrees)
        guard estimate.isFinite, half.isFinite, !p.isNaN else { return nil }
        self.init(
            hypothesis, difference: estimate, interval: (estimate - half)...(estimate + half), with: with, without: without,
            window: window ?? levels.days, spread: levels.spread, p: p, adjusted: p)
    }

    /// The finding from one column of a null model; not adjusted yet.
    init?(
        _ hypothesis: Hypothesis, _ fit: NullModel.Fit, with: Int, without: Int, levels: DailyLevels,
        window: ClosedRange<Int>? = nil
    ) {
        self.init(
            hypothesis, estimate: fit.estimate, error: fit.standardError, degrees: Double(fit.df), with: with, without: without,
            levels: levels, window: window)
    }

    /// The same with another adjusted p, at most 1.
    func adjusted(to adjusted: Double) -> Finding {
        Finding(
            hypothesis, difference: difference, interval: interval, with: with, without: without, window: window,
            spread: spread, p: p, adjusted: min(max(adjusted, p), 1), together: together)
    }
}

extension [Finding] {
    /// The most certain first; equally certain ones in the order in which they were asked.
    var surestFirst: [Finding] {
        enumerated().sorted { a, b in
            (a.element.adjusted, a.element.p, a.offset) < (b.element.adjusted, b.element.p, b.offset)
        }.map { $0.element }
    }
}

extension DailyLevels {
    /// Standard deviation of the observed levels (n − 1); 0 if there are fewer than two.
    var spread: Double {
        let count = Double(observed)
        guard count > 1 else { return 0 }
        let mean = values.reduce(0) { $1.isNaN ? $0 : $0 + $1 } / count
        return (values.reduce(0) { $1.isNaN ? $0 : $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
    }
}
