// Logarithm and exponential from the four basic operations: the same bits on every platform, without a C library.

/// The natural logarithm of a positive finite number, accurate to about 15 digits.
func naturalLogarithm(_ x: Double) -> Double {
    // x = m · 2^e with m in 1 ..< 2, then ln m = 2 · artanh((m - 1) / (m + 1)).
    let ratio = (x.significand - 1) / (x.significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    for odd in stride(from: 31.0, through: 1, by: -2) { sum = sum * square + 1 / odd }
    return 2 * ratio * sum + Double(x.exponent) * 0.693_147_180_559_945_3
}

/// e to the power of a number; 0 below -700, and limited to the value at 700 above it.
func exponential(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    let bounded = min(x, 700)
    let power = (bounded / 0.693_147_180_559_945_3).rounded()
    let rest = bounded - power * 0.693_147_180_559_945_3
    var sum = 1.0
    for place in stride(from: 16.0, through: 1, by: -1) { sum = 1 + sum * rest / place }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
}
