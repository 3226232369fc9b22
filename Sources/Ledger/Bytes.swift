extension [UInt8] {
    /// Appends a number, most significant byte first.
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        var shift = number.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// The big-endian number at `offset`; the caller has checked that all its bytes are there.
    package func bigEndian<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type = Number.self) -> Number {
        self[offset..<offset + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// L(name) = "auralyst/v1/" ‖ name ‖ 0x00: separates the hashes and keys of different purposes.
    package static func label(_ name: StaticString) -> [UInt8] { Array("auralyst/v1/\(name)".utf8) + [0] }
}

extension String {
    /// Whether its UTF-8 bytes sort before another text's: the order of names in JSON, independent of any locale.
    package func precedes(_ other: String) -> Bool {
        // For ASCII Swift's own order is the same, and fast.
        if utf8.count < 16, other.utf8.count < 16, utf8.allSatisfy({ $0 < 0x80 }), other.utf8.allSatisfy({ $0 < 0x80 }) {
            return self < other
        }
        return utf8.lexicographicallyPrecedes(other.utf8)
    }
}
