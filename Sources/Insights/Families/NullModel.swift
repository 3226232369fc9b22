/// The days of an outcome if only the day of the week, a straight drift and the day before explain them: regression on [1, six
/// weekdays, t/n] with errors whose correlation is rho to the power of the days between (GLS with AR(1) errors).
///
/// Each weekday has its own level: what comes on Thursdays would otherwise be blamed for Thursdays, or praised because Mondays
/// are bad. Days that were never written on a weekday leave its column out.
///
/// rho comes from the residuals of ordinary least squares: r₁ over the M pairs of neighbouring observed days, corrected for its
/// bias, (M·r₁ + 2) / (M - 5), and limited to 0...0.92. If a person writes every other day, there are too few such pairs; then
/// pairs 2 (3 … 7) days apart give the second (third … seventh) power of rho. Because the errors are a Markov chain, whitening
/// the observed days takes one step a day, (v - rho^gap · v before) / √(1 - rho^(2 gap)); no matrix is ever built.
package struct NullModel: Sendable {
    /// The numbers of its days.
    package let window: ClosedRange<Int>
    /// The days with a level, numbered from the first day of the window.
    package let observed: [Int]
    /// The correlation of two neighbouring days, 0...0.92.
    package let rho: Double
    /// Standard deviation of the levels (n - 1).
    package let spread: Double
    /// For each observed day: the share taken over from the observed day before, rho^gap; 0 for the first.
    let carried: [Double]
    /// For each observed day: the factor of its whitened value, 1 / √(1 - rho^(2 gap)); 1 for the first.
    let scales: [Double]
    /// The whitened columns of the null model, orthonormal; dependent ones are left out.
    let basis: [[Double]]
    /// The whitened levels minus the null model's fit.
    let residual: [Double]
    /// The sum of its squares, above 0.
    let squares: Double
    /// The levels of the observed days minus their mean.
    private let levels: [Double]
    /// The columns of the null model before whitening.
    private let columns: [[Double]]

    /// The minimum number of pairs for rho.
    static let leastPairs = 9
    /// The greatest rho that is used.
    static let mostRho = 0.92

    /// The model of the observed days of `window`, with the drift unless `trend` is false.
    ///
    /// - Parameter known: rho, if it is not to be estimated.
    /// - Returns: `nil` if there is nothing to model: too few days or pairs of days, or levels that are all equal, on a line, or
    ///   not finite.
    package init?(levels: DailyLevels, window: ClosedRange<Int>, trend: Bool = true, rho known: Double? = nil) {
        let offsets = (0..<window.count).filter { levels[window.lowerBound + $0] != nil }
        var centred = offsets.compactMap { levels[window.lowerBound + $0] }
        guard offsets.count >= 8, centred.allSatisfy({ abs($0) < 1e100 }) else { return nil }
        let size = centred.reduce(0) { max($0, abs($1)) }
        let mean = centred.reduce(0, +) / Double(centred.count)
        for place in centred.indices { centred[place] -= mean }
        let total = dot(centred, centred)
        guard total > 1e-20 * size * size * Double(centred.count) else { return nil }
        let columns = NullModel.columns(offsets, window: window, trend: trend)
        let plain = NullModel.orthonormal(columns)
        var residuals = centred
        NullModel.remove(plain, from: &residuals)
        guard dot(residuals, residuals) > 1e-18 * total else { return nil }
        guard let rho = known ?? NullModel.rho(of: residuals, at: offsets), rho >= 0, rho < 1 else { return nil }

        self.init(window: window, observed: offsets, rho: rho, levels: centred, columns: columns)
    }

    /// The same model with only some of its observed days.
    private init?(_ whole: NullModel, keeping places: [Int]) {
        func kept(_ column: [Double]) -> [Double] { places.map { column[$0] } }
        self.init(
            window: whole.window, observed: places.map { whole.observed[$0] }, rho: whole.rho, levels: kept(whole.levels),
            columns: whole.columns.map(kept))
    }

    private init?(window: ClosedRange<Int>, observed: [Int], rho: Double, levels: [Double], columns: [[Double]]) {
        guard observed.count > 1 else { return nil }
        let mean = levels.reduce(0, +) / Double(levels.count)
        let total = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        (self.window, self.observed, self.rho, self.levels, self.columns) = (window, observed, rho, levels, columns)
        spread = (total / Double(levels.count - 1)).squareRoot()
        let carried = observed.indices.map { $0 == 0 ? 0 : power(rho, Double(observed[$0] - observed[$0 - 1])) }
        let scales = carried.map { 1 / (1 - $0 * $0).squareRoot() }
        (self.carried, self.scales) = (carried, scales)
        func whitened(_ column: [Double]) -> [Double] { NullModel.whitened(column, carried: carried, scales: scales) }
        basis = NullModel.orthonormal(columns.map(whitened))
        var residual = whitened(levels)
        for _ in 0..<2 { NullModel.remove(basis, from: &residual) }
        self.residual = residual
        squares = dot(residual, residual)
        guard squares > 1e-18 * total, squares.isFinite, observed.count > basis.count + 2 else { return nil }
    }

    /// The coefficient of a column that is added to the model, with its standard error.
    ///
    /// - Parameters:
    ///   - column: one number for each day of the window; only those of observed days are used. NaN means that the day is
    ///     unknown: such days are left out of this regression, and the days around them are then that much further apart; rho
    ///     stays that of all observed days.
    ///   - others: further columns, which are not asked about; their unknown days are left out too.
    /// - Returns: `nil` if the column adds nothing to the model (constant, always the same weekdays, a line).
    package func fit(_ column: [Double], beside others: [[Double]] = []) -> Fit? {
        let all = others + [column]
        guard all.allSatisfy({ $0.count == window.count }) else { return nil }
        let known = observed.indices.filter { place in all.allSatisfy { !$0[observed[place]].isNaN } }
        guard known.count == observed.count else {
            return NullModel(self, keeping: known)?.fit(column, beside: others)
        }
        func white(_ column: [Double]) -> [Double] { whitened(observed.map { column[$0] }) }
        var basis = basis
        for other in others { NullModel.direction(of: white(other), beside: basis).map { basis.append($0) } }
        var (left, own) = (residual, white(column))
        let whole = dot(own, own)
        NullModel.remove(basis, from: &left)
        for _ in 0..<2 { NullModel.remove(basis, from: &own) }
        let size = dot(own, own)
        let df = observed.count - basis.count - 2
        guard df > 0, size.isFinite, size > 1e-10 * whole else { return nil }
        let estimate = dot(own, left) / size
        // A perfect fit keeps a tiny error, so that nothing is divided by zero.
        let rest = max(dot(left, left) - estimate * estimate * size, 1e-14 * squares)
        return Fit(estimate: estimate, standardError: (rest / Double(df) / size).squareRoot(), df: df)
    }

    /// Removes from each observed day what the day before explains, and gives all the same variance.
    package func whitened(_ values: [Double]) -> [Double] {
        precondition(values.count == observed.count, "one value for each observed day")
        return NullModel.whitened(values, carried: carried, scales: scales)
    }

    package struct Fit: Hashable, Sendable {
        /// The coefficient: for a column of zeros and ones, the difference between its days.
        package let estimate: Double
        /// Its standard error, above 0.
        package let standardError: Double
        /// Degrees of freedom: the observed days minus the columns, minus one for rho.
        package let df: Int

        package var t: Double { estimate / standardError }

        /// The two-sided p: the probability of a coefficient at least as far from 0 by chance.
        package var p: Double { Distributions.twoSided(t, df: Double(df)) }

        package func interval(_ level: Double = 0.95) -> ClosedRange<Double> {
            let half = standardError * Distributions.studentQuantile((1 + level) / 2, df: Double(df))
            return half.isFinite
                ? (estimate - half)...(estimate + half) : -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        }
    }
}

extension NullModel {
    /// [1, Tuesday to Sunday, t/n] of these days.
    private static func columns(_ offsets: [Int], window: ClosedRange<Int>, trend: Bool) -> [[Double]] {
        var columns = [offsets.map { _ in 1.0 }]
        for day in 1...6 { columns.append(offsets.map { isoWeekday(window.lowerBound + $0) == day ? 1 : 0 }) }
        if trend { columns.append(offsets.map { Double($0) / Double(window.count) - 0.5 }) }
        return columns
    }

    /// What weekdays can explain of the observed days beyond a level and a line: orthonormal columns.
    static func weekdays(of levels: DailyLevels) -> [[Double]] {
        let offsets = levels.values.indices.filter { !levels.values[$0].isNaN }
        guard offsets.count > 1 else { return [] }
        let all = columns(offsets, window: levels.days, trend: true)
        return Array(orthonormal([all[0], all[7]] + all[1...6]).dropFirst(2))
    }

    /// rho from residuals of days at these offsets, by the shortest distance with enough pairs.
    private static func rho(of residuals: [Double], at offsets: [Int]) -> Double? {
        guard let last = offsets.last else { return nil }
        var places = [Int](repeating: -1, count: last + 1)
        for (place, offset) in offsets.enumerated() { places[offset] = place }
        let variance = dot(residuals, residuals) / Double(residuals.count)
        for distance in 1...7 {
            var (sum, pairs) = (0.0, 0)
            for (place, offset) in offsets.enumerated() where offset >= distance && places[offset - distance] >= 0 {
                sum += residuals[place] * residuals[places[offset - distance]]
                pairs += 1
            }
            guard pairs >= leastPairs else { continue }
            let corrected = (sum / variance + 2) / Double(pairs - 5)
            return min(power(max(corrected, 0), 1 / Double(distance)), mostRho)
        }
        return nil
    }

    fileprivate static func whitened(_ values: [Double], carried: [Double], scales: [Double]) -> [Double] {
        values.indices.map { $0 == 0 ? values[0] : (values[$0] - carried[$0] * values[$0 - 1]) * scales[$0] }
    }

    /// Gram–Schmidt, twice; columns that depend on those before them are left out.
    fileprivate static func orthonormal(_ columns: [[Double]]) -> [[Double]] {
        columns.reduce(into: []) { basis, column in
            if let direction = direction(of: column, beside: basis) { basis.append(direction) }
        }
    }

    /// The part of a column that is orthogonal to a basis, with length 1; `nil` if there is none.
    fileprivate static func direction(of column: [Double], beside basis: [[Double]]) -> [Double]? {
        var own = column
        for _ in 0..<2 { remove(basis, from: &own) }
        let (size, whole) = (dot(own, own), dot(column, column))
        guard size > 1e-10 * whole, size.isFinite else { return nil }
        for index in own.indices { own[index] /= size.squareRoot() }
        return own
    }

    /// Removes from a column its components along a basis.
    static func remove(_ basis: [[Double]], from column: inout [Double]) {
        for direction in basis {
            let share = dot(direction, column)
            for index in column.indices { column[index] -= share * direction[index] }
        }
    }
}
