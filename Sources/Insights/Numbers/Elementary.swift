import CMath

/// e to the power of `x`.
package func exponential(_ x: Double) -> Double { exp(x) }

/// The natural logarithm; minus infinity at 0, NaN below.
package func logarithm(_ x: Double) -> Double { log(x) }

/// The natural logarithm of 1 + `x`, exact for small `x`.
package func logarithm(onePlus x: Double) -> Double { log1p(x) }

/// `base` (at least 0) to the power of `exponent`.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// 1 minus the error function: 2/√π times the integral of exp(-s²) from `x` to infinity, exact in the tail.
package func complementaryError(_ x: Double) -> Double { erfc(x) }
