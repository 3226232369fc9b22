/// The content of a TZif file (RFC 8536, versions 1 to 4). The bytes are not trusted.
struct ZoneFile {
    /// At least one, at most 256.
    private(set) var offsets: [ZoneTable.Offset] = []
    /// Ascending, without duplicates.
    private(set) var changes: [Int64] = []
    /// The index in `offsets` after each change.
    private(set) var brought: [UInt8] = []
    private(set) var rule: ZoneRule?

    /// `nil` if the bytes are no such file, or one with leap seconds.
    init?(_ bytes: [UInt8]) {
        guard var header = Header(bytes, at: 0) else { return nil }
        var start = Header.size
        var width = 4
        if header.version >= UInt8(ascii: "2") {
            // The same data follows with 64-bit times.
            start += header.count(width: 4)
            guard let second = Header(bytes, at: start) else { return nil }
            (header, start, width) = (second, start + Header.size, 8)
        }
        let end = start + header.count(width: width)
        guard end <= bytes.count, header.leapSeconds == 0, (1...256).contains(header.offsets) else { return nil }
        let (places, kinds) = (start + header.changes * width, start + header.changes * (width + 1))
        changes = (0..<header.changes).map { number(bytes, at: start + $0 * width, width: width) }
        brought = Array(bytes[places..<kinds])
        offsets = (0..<header.offsets).map {
            .init(seconds: Int(clamping: number(bytes, at: kinds + $0 * 6, width: 4)), isDaylight: bytes[kinds + $0 * 6 + 4] != 0)
        }
        guard zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }), brought.allSatisfy({ Int($0) < offsets.count }),
            offsets.allSatisfy({ (-89_999...93_599).contains($0.seconds) })
        else { return nil }
        guard width == 8 else { return }
        // A line with the rule, which may be empty.
        let line = bytes[end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\n"), line.endIndex < bytes.count else { return nil }
        guard !line.isEmpty else { return }
        rule = ZoneRule(line)
        if rule == nil { return nil }
    }

    /// The header of each of the two parts.
    private struct Header {
        static let size = 44
        let version: UInt8
        let leapSeconds: Int
        let changes: Int
        let offsets: Int
        private let counts: [Int]

        init?(_ bytes: [UInt8], at start: Int) {
            guard start + Header.size <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
            counts = (0..<6).map { place in
                let said = bytes[(start + 20 + place * 4)..<(start + 24 + place * 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return Int(clamping: said)
            }
            guard counts.allSatisfy({ $0 <= bytes.count }) else { return nil }
            (version, leapSeconds, changes, offsets) = (bytes[start + 4], counts[2], counts[3], counts[4])
        }

        /// Bytes in the part after this header.
        func count(width: Int) -> Int {
            counts[3] * (width + 1) + counts[4] * 6 + counts[5] + counts[2] * (width + 4) + counts[1] + counts[0]
        }
    }
}

/// A signed big-endian integer.
private func number(_ bytes: [UInt8], at start: Int, width: Int) -> Int64 {
    let sign: Int64 = bytes[start] & 0x80 == 0 ? 0 : -1
    return bytes[start..<start + width].reduce(sign) { $0 << 8 | Int64($1) }
}
