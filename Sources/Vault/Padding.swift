/// Rounds up the lengths of encrypted data, so that a length tells little about the content.
package enum Padding {
    /// The smallest padded length.
    package static let least = 256

    /// The padded length of `count` bytes (≥ 0): at least 256, beyond that at most 12 % more.
    ///
    /// Padmé, Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs" (2019),
    /// section 4: with E = ⌊log₂ n⌋ and S = ⌊log₂ E⌋ + 1 the lowest E − S bits are rounded up to zeros.
    package static func paddedCount<Number: FixedWidthInteger & SignedInteger>(of count: Number) -> Number {
        precondition(count >= 0 && count <= Number.max / 2, "a length is not negative, and has room for its padding")
        guard count > least else { return Number(least) }
        let exponent = floorOfBinaryLogarithm(count)
        let kept = floorOfBinaryLogarithm(exponent) + 1
        let mask = (Number(1) << (exponent - kept)) - 1
        return (count + mask) & ~mask
    }

    private static func floorOfBinaryLogarithm<Number: FixedWidthInteger>(_ number: Number) -> Int {
        Number.bitWidth - 1 - number.leadingZeroBitCount
    }
}
