extension [UInt8] {
    /// Cut at random places into pieces, of which some are empty.
    package func cut(_ random: inout SplitMix64) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < count {
            let end = Swift.min(
                count, start + Int.random(in: 0...([1, 3, 40, 5_000].randomElement(using: &random) ?? 1), using: &random))
            pieces.append(Array(self[start..<end]))
            start = end
        }
        return pieces
    }
}
