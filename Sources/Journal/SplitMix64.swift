extension UInt64 {
    /// The increment of SplitMix64's state.
    @inlinable package static var splitMixStep: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// SplitMix64's output for this state (Steele, Lea, Flood 2014): the same on every machine and in every version.
    @inlinable package var splitMix: UInt64 {
        var mixed = (self ^ (self >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
