/// The last three words of a share: a Reed–Solomon code over 1,024 numbers, which always detects up to three wrong words.
enum ShareChecksum {
    /// Its length in words.
    static let count = 3

    /// The checksum of all words before it.
    static func words(for numbers: [UInt16], isExtendable: Bool) -> [UInt16] {
        let sum = remainder(of: numbers, isExtendable, zeros: count) ^ 1
        return [20, 10, 0].map { UInt16(sum >> $0 & 1023) }
    }

    /// Whether the last three match the ones before.
    static func isRight(_ numbers: [UInt16], isExtendable: Bool) -> Bool { remainder(of: numbers, isExtendable, zeros: 0) == 1 }

    private static let generator: [UInt32] = [
        0x0E0_E040, 0x1C1_C080, 0x383_8100, 0x707_0200, 0xE0E_0009, 0x1C0C_2412, 0x3808_6C24, 0x3090_FC48, 0x21B1_F890,
        0x03F3_F120,
    ]

    private static func remainder(of numbers: [UInt16], _ isExtendable: Bool, zeros: Int) -> UInt32 {
        var sum: UInt32 = 1
        func take(_ number: UInt16) {
            let top = sum >> 20
            sum = (sum & 0xF_FFFF) << 10 ^ UInt32(number)
            for (bit, term) in generator.enumerated() { sum ^= term & (0 &- (top >> UInt32(bit) & 1)) }
        }
        for character in (isExtendable ? "shamir_extendable" : "shamir").utf8 { take(UInt16(character)) }
        for number in numbers { take(number) }
        for _ in 0..<zeros { take(0) }
        return sum
    }
}
