/// What a public key of Ed25519 says about itself before any signature.
package enum Ed25519Points {
    /// Whether the 32 bytes stand for a point of small order: a key with which one signature fits many messages.
    ///
    /// Verifiers disagree about such keys, so that two devices might disagree about one operation: no such key is ever
    /// taken into a journal. These are all eight points of order 1, 2, 4 and 8, in every encoding that some decoder
    /// accepts: y below 2²⁵⁵−19 and above, and either sign bit.
    package static func isLowOrder(_ publicKey: [UInt8]) -> Bool {
        guard publicKey.count == 32 else { return false }
        var y = publicKey
        y[31] &= 0x7f
        return smallOrder.contains(y)
    }

    /// The y coordinates, little-endian, sign bit cleared.
    private static let smallOrder: [[UInt8]] = {
        let ones = [UInt8](repeating: 0xff, count: 30)
        let zeros = [UInt8](repeating: 0, count: 31)
        let eighth: [UInt8] = [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ]
        let otherEighth: [UInt8] = [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ]
        return [
            [0] + zeros, [1] + zeros,  // 0: order 4; 1: order 1
            [0xec] + ones + [0x7f],  // −1: order 2
            [0xed] + ones + [0x7f], [0xee] + ones + [0x7f],  // 0 and 1 again, as p and p + 1
            eighth, otherEighth,
        ]
    }()
}
