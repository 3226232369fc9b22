/// Public keys that are points of small order: valid by their form, worthless as keys, and refused wherever a key
/// is taken in.
///
/// Both lists hold every encoding that some decoder accepts: coordinates below 2²⁵⁵−19 and above. The highest bit is
/// not looked at: it is the sign of an Ed25519 key, and ignored by X25519.
package enum SmallOrder {
    /// Whether the 32 bytes are such a key of Ed25519, with which one signature fits many messages.
    ///
    /// Verifiers disagree about them, so that two devices might judge one operation differently.
    package static func containsEd25519(_ publicKey: [UInt8]) -> Bool {
        contains(publicKey, in: ed25519)
    }

    /// Whether the 32 bytes are such a key of X25519, with which everybody agrees on a secret of zeros.
    ///
    /// RFC 7748 leaves the check to the caller and RFC 9180 demands it; swift-crypto makes it nowhere.
    package static func containsX25519(_ publicKey: [UInt8]) -> Bool {
        contains(publicKey, in: x25519)
    }

    private static func contains(_ publicKey: [UInt8], in list: [[UInt8]]) -> Bool {
        guard publicKey.count == 32 else { return false }
        var coordinate = publicKey
        coordinate[31] &= 0x7f
        return list.contains(coordinate)
    }

    /// −1, 0 and 1 modulo 2²⁵⁵−19, little-endian, the last two also unreduced.
    private static let aroundZero: [[UInt8]] =
        [[0] + [UInt8](repeating: 0, count: 31), [1] + [UInt8](repeating: 0, count: 31)]
        + [0xec, 0xed, 0xee].map { [$0] + [UInt8](repeating: 0xff, count: 30) + [0x7f] }

    /// The y coordinates of the points of order 1, 2, 4 and 8.
    private static let ed25519: [[UInt8]] =
        aroundZero + [
            [
                0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
                0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
            ],
            [
                0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
                0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
            ],
        ]

    /// The u coordinates of the points of order 1, 2, 4 and 8, on the curve and on its twist.
    private static let x25519: [[UInt8]] =
        aroundZero + [
            [
                0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
                0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
            ],
            [
                0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
                0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
            ],
        ]
}
