extension MoodModel {
    /// The first 96 bytes of a model's file, and the offsets of its parts.
    ///
    /// Little-endian: "MOODLIN3", bits, classes (UInt32), scale and bias (6 Float32 each), thresholds (8 Float32); then one Int8
    /// for each bucket and class, the set of known words, the set of shared words (one bit for each bucket), the number of words
    /// of people and the CRC-32 of each, ascending (UInt32), and CRC-32 of everything.
    struct Header: Sendable {
        static let size = 96
        static let classes = 6
        private static let magic = Array("MOODLIN3".utf8)

        /// How many bits of a checksum number a bucket.
        let bits: Int
        let scale: [Double]
        let bias: [Double]
        let thresholds: Thresholds

        var knownWords: Int { Self.size + Self.classes << bits }
        /// The offset of the set of words that English shares with other languages.
        var sharedWords: Int { knownWords + 1 << (bits - 3) }
        /// The offset of the checksums of words of people.
        var people: Int { sharedWords + 1 << (bits - 3) + 4 }
        private(set) var peopleCount = 0

        init(_ bytes: [UInt8]) throws(MoodModelError) {
            guard bytes.count >= 8, bytes[0..<8].elementsEqual(Self.magic) else { throw .unknownFormat }
            guard bytes.count >= Self.size else { throw .wrongSize }
            let bits = UInt32(littleEndian: bytes, at: 8)
            guard 10...20 ~= bits, UInt32(littleEndian: bytes, at: 12) == UInt32(Self.classes) else { throw .badHeader }
            self.bits = Int(bits)
            let numbers = (0..<20).map {
                Double(Float(bitPattern: UInt32(littleEndian: bytes, at: 16 + 4 * $0)))
            }
            guard numbers.allSatisfy({ $0.isFinite && abs($0) <= 1000 }) else { throw .badHeader }
            scale = Array(numbers[0..<6])
            bias = Array(numbers[6..<12])
            guard let thresholds = Thresholds(Array(numbers[12..<20])) else { throw .badHeader }
            self.thresholds = thresholds
            guard bytes.count >= people else { throw .wrongSize }
            peopleCount = Int(clamping: UInt32(littleEndian: bytes, at: people - 4))
            guard peopleCount <= 1 << 16, bytes.count == people + 4 * peopleCount + 4 else { throw .wrongSize }
        }
    }
}
