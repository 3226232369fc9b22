/// Bytes from a source, read by count or by line, buffering at most one piece.
struct AgeInput {
    private let source: (Int) throws(AgeError) -> [UInt8]
    private var piece: [UInt8] = []
    private var place = 0
    private var isAtEnd = false
    private static let pieceCount = 1 << 16

    /// `source` returns at most the number of bytes asked for, at least one, and none at the end.
    init(_ source: @escaping (Int) throws(AgeError) -> [UInt8]) { self.source = source }

    /// The next `count` bytes, or fewer at the end.
    mutating func read(_ count: Int) throws(AgeError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count, try fill() {
            let end = min(piece.count, place + count - bytes.count)
            bytes += piece[place..<end]
            place = end
        }
        return bytes
    }

    /// The next bytes, at most `count`, without consuming them; fewer only at the end.
    mutating func peek(_ count: Int) throws(AgeError) -> [UInt8] {
        let bytes = try read(count)
        piece = bytes + piece[place...]
        place = 0
        return bytes
    }

    /// The bytes up to the next line feed, at most `limit` of them.
    mutating func line(atMost limit: Int) throws(AgeError) -> Line {
        var line: [UInt8] = []
        while line.count <= limit {
            guard try fill() else { return .unfinished(line) }
            let end = min(piece.count, place + limit + 1 - line.count)
            if let feed = piece[place..<end].firstIndex(of: 0x0a) {
                line += piece[place..<feed]
                place = feed + 1
                return .whole(line)
            }
            line += piece[place..<end]
            place = end
        }
        return .tooLong
    }

    enum Line {
        /// The line without its line feed.
        case whole([UInt8])
        /// The source ended before a line feed; may be empty.
        case unfinished([UInt8])
        /// No line feed within the limit.
        case tooLong
    }

    private mutating func fill() throws(AgeError) -> Bool {
        if place < piece.count { return true }
        guard !isAtEnd else { return false }
        piece = try source(Self.pieceCount)
        place = 0
        isAtEnd = piece.isEmpty
        return !isAtEnd
    }
}
