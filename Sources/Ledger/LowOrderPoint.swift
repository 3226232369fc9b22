/// The points of Ed25519 whose order divides 8. No secret key belongs to them: as a public key, such a point lets anyone
/// make signatures that verify. RFC 8032 leaves it to the protocol to refuse them.
enum LowOrderPoint {
    /// Whether a public key (32 bytes) stands for one of these points, in whichever of its encodings.
    static func isOne(_ key: [UInt8]) -> Bool {
        guard let last = key.last else { return false }
        // The topmost bit is the sign of x, the rest is y.
        return encodings.contains(key.dropLast() + [last & 0x7F])
    }

    /// y = 0, 1, −1, the two of order 8, and 0 and 1 written as p and p + 1, least significant byte first.
    private static let encodings: Set<[UInt8]> = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0, 0xD5, 0xDF, 0xAC,
            0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F, 0x2A, 0x20, 0x53,
            0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]
}
