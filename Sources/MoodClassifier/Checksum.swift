/// CRC-32 (IEEE 802.3, as in zip and zlib), by table.
struct Checksum: Sendable {
    /// Eight tables of 256 in a row: the first for single bytes, all of them for eight bytes at once.
    private let table: [UInt32]

    init() {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            table[byte] = value
        }
        for place in 256..<8 * 256 {
            let value = table[place - 256]
            table[place] = value >> 8 ^ table[Int(value & 0xFF)]
        }
        self.table = table
    }

    /// The state before the first byte.
    static let start: UInt32 = 0xFFFF_FFFF

    /// The state after one more byte.
    @inline(__always)
    func next(_ state: UInt32, _ byte: UInt8) -> UInt32 {
        state >> 8 ^ table[Int((state ^ UInt32(byte)) & 0xFF)]
    }

    /// The state after more bytes.
    @inline(__always)
    func next(_ state: UInt32, _ bytes: some Sequence<UInt8>) -> UInt32 {
        var state = state
        for byte in bytes { state = next(state, byte) }
        return state
    }

    @inline(__always)
    static func end(_ state: UInt32) -> UInt32 { ~state }

    func of(_ bytes: [UInt8], first count: Int) -> UInt32 {
        var state = Self.start
        var at = 0
        while count - at >= 8 {
            let low = UInt32(littleEndian: bytes, at: at) ^ state
            let high = UInt32(littleEndian: bytes, at: at + 4)
            state = table[1792 + Int(low & 0xFF)] ^ table[1536 + Int(low >> 8 & 0xFF)]
            state ^= table[1280 + Int(low >> 16 & 0xFF)] ^ table[1024 + Int(low >> 24)]
            state ^= table[768 + Int(high & 0xFF)] ^ table[512 + Int(high >> 8 & 0xFF)]
            state ^= table[256 + Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
            at += 8
        }
        while at < count {
            state = next(state, bytes[at])
            at += 1
        }
        return Self.end(state)
    }
}

extension UInt32 {
    /// Four bytes of an array as a little-endian number.
    init(littleEndian bytes: [UInt8], at place: Int) {
        self = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
        self |= UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 3]) << 24
    }
}
