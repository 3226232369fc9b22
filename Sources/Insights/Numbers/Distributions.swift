/// The distributions that insights need. Outside its domain a function gives NaN, never a trap; inside, it agrees with SciPy to a
/// relative 1e-8 (`Tools/insights_reference.py`).
package enum Distributions {
    /// The logarithm of the gamma function for `x` above 0: Stirling's series, after the recurrence has carried `x` to 15 or
    /// more.
    package static func logGamma(_ x: Double) -> Double {
        guard x > 0, x.isFinite else { return x == .infinity ? .infinity : .nan }
        var (product, z) = (1.0, x)
        while z < 15 { (product, z) = (product * z, z + 1) }
        let inverse = 1 / (z * z)
        let series = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse * (1.0 / 1680 - inverse / 1188)))) / z
        return (z - 0.5) * logarithm(z) - z + 0.918_938_533_204_672_741_78 + series - logarithm(product)
    }

    /// The regularised incomplete beta function I_x(a, b) for a, b above 0 and x in 0...1.
    package static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        incompleteBeta(x, complement: 1 - x, a, b)
    }

    /// The same with 1 - x passed in, for cases where subtracting would lose precision.
    static func incompleteBeta(_ x: Double, complement y: Double, _ a: Double, _ b: Double) -> Double {
        guard a > 0, b > 0, a.isFinite, b.isFinite, x >= 0, y >= 0, x <= 1, y <= 1 else { return .nan }
        if x == 0 || y == 0 { return x == 0 ? 0 : 1 }
        let scale = logGamma(a + b) - logGamma(a) - logGamma(b)
        // The smaller one by its logarithm, the greater one from it: both are exact near 0 and near 1.
        let logX = x < 0.5 ? logarithm(x) : logarithm(onePlus: -y)
        let logY = y < 0.5 ? logarithm(y) : logarithm(onePlus: -x)
        let front = exponential(scale + a * logX + b * logY)
        return x < (a + 1) / (a + b + 2) ? front * betaFraction(x, a, b) / a : 1 - front * betaFraction(y, b, a) / b
    }

    /// Its continued fraction by Lentz's method (Abramowitz and Stegun 26.5.8).
    private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        func kept(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var c = 1.0
        var d = 1 / kept(1 - (a + b) * x / (a + 1))
        var h = d
        for step in 1...20_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            (d, c) = (1 / kept(1 + even * d), kept(1 + even / c))
            h *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            (d, c) = (1 / kept(1 + odd * d), kept(1 + odd / c))
            h *= d * c
            if abs(d * c - 1) < 1e-16 { break }
        }
        return h
    }

    /// The probability of the normal distribution at or below `z`.
    package static func normal(_ z: Double) -> Double { complementaryError(-z / 2.0.squareRoot()) / 2 }

    /// The quantile of the normal distribution; infinite at 0 and 1.
    package static func normalQuantile(_ p: Double) -> Double {
        guard p > 0, p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
        if p == 0.5 { return 0 }
        let tail = min(p, 1 - p)
        // Abramowitz and Stegun 26.2.23 is accurate to 5e-4; each of Halley's steps triples the digits.
        let s = (-2 * logarithm(tail)).squareRoot()
        var z = s - (2.515517 + s * (0.802853 + s * 0.010328)) / (1 + s * (1.432788 + s * (0.189269 + s * 0.001308)))
        for _ in 0..<3 {
            let density = exponential(-z * z / 2) * 0.398_942_280_401_432_677_94
            guard density > 0 else { break }
            let off = (normal(-z) - tail) / density
            z += off / (1 - z * off / 2)
        }
        return p < 0.5 ? -z : z
    }

    /// The probability of Student's t distribution at or below `t`.
    package static func student(_ t: Double, df: Double) -> Double {
        let half = twoSided(t, df: df) / 2
        return t > 0 ? 1 - half : half
    }

    /// The two-sided probability of a t at least as far from 0.
    package static func twoSided(_ t: Double, df: Double) -> Double {
        guard df > 0, df.isFinite, !t.isNaN else { return .nan }
        let square = t * t
        guard square.isFinite else { return 0 }
        return incompleteBeta(df / (df + square), complement: square / (df + square), df / 2, 0.5)
    }

    /// The quantile of Student's t distribution; infinite at 0 and 1.
    package static func studentQuantile(_ p: Double, df: Double) -> Double {
        guard df > 0, df.isFinite, p > 0, p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
        if p == 0.5 { return 0 }
        let tail = 2 * min(p, 1 - p)
        var (low, high) = (0.0, 1.0)
        while twoSided(high, df: df) > tail, high < 1e200 { (low, high) = (high, high * 2) }
        let logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - logarithm(df * .pi) / 2
        var t = (low + high) / 2
        for _ in 0..<200 {
            let excess = twoSided(t, df: df) - tail
            if excess > 0 { low = t } else { high = t }
            let density = 2 * exponential(logScale - (df + 1) / 2 * logarithm(onePlus: t * t / df))
            var next = t + excess / density
            // Newton's step if it stays inside the known bounds, otherwise the middle.
            if !(next > low && next < high) { next = (low + high) / 2 }
            if abs(next - t) <= 1e-15 * abs(next) { break }
            t = next
        }
        return p < 0.5 ? -t : t
    }

    /// The probability of at least `k` of `n` if each has the probability `mean` and the correlation of two of them is
    /// `overdispersion` (0: binomial; 1: all or none). In the usual notation a + b = 1 / overdispersion - 1, a = mean (a + b).
    package static func betaBinomialTail(atLeast k: Int, of n: Int, mean: Double, overdispersion: Double) -> Double {
        guard n >= 0, mean >= 0, mean <= 1, overdispersion >= 0, overdispersion <= 1 else { return .nan }
        if k <= 0 { return 1 }
        if k > n { return 0 }
        if mean == 0 || mean == 1 || overdispersion == 1 { return mean }
        let theta = overdispersion / (1 - overdispersion)
        var (weight, total, tail) = (1.0, 1.0, 0.0)
        for j in 0..<n {
            let success = (mean + Double(j) * theta) / Double(j + 1)
            let failure = (1 - mean + Double(n - j - 1) * theta) / Double(n - j)
            weight *= success / failure
            if weight > 1e200 { (weight, total, tail) = (1, total / weight, tail / weight) }
            total += weight
            if j + 1 >= k { tail += weight }
        }
        return tail / total
    }

    /// Wilson's interval of a share, `successes` of `n`; from 0 to 1 if `n` is 0.
    package static func wilson(_ successes: Int, of n: Int, level: Double = 0.95) -> ClosedRange<Double> {
        guard n > 0, level > 0, level < 1 else { return 0...1 }
        let (n, share) = (Double(n), min(max(Double(successes) / Double(n), 0), 1))
        let square = { $0 * $0 }(normalQuantile((1 + level) / 2))
        let middle = (share + square / (2 * n)) / (1 + square / n)
        let half = (square * (share * (1 - share) / n + square / (4 * n * n))).squareRoot() / (1 + square / n)
        return max(0, middle - half)...min(1, middle + half)
    }
}
