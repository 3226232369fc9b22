/// CRC-32 (ISO 3309), as in zip and PNG.
package struct CRC32 {
    private var state: UInt32 = 0xFFFF_FFFF

    package init() {}

    package var value: UInt32 { ~state }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        var state = state
        for byte in bytes { state = CRC32.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
        self.state = state
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
