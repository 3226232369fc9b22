import Ledger

/// Writes the simplest tar (POSIX ustar, regular files only), so that any `tar` unpacks a backup.
struct TarWriter {
    private let sink: ([UInt8]) throws -> Void
    private let seconds: Int64
    private var left: Int64 = 0
    private var padding = 0

    static let blockCount = 512

    /// `seconds` since 1970 is the time of all files.
    init(seconds: Int64, _ sink: @escaping ([UInt8]) throws -> Void) {
        self.seconds = seconds
        self.sink = sink
    }

    /// Begins a file of `size` bytes, which follow by `write`.
    mutating func begin(_ name: String, size: Int64) throws {
        precondition(left == 0, "a file in a tar is written whole")
        try sink(Self.header(name: name, size: size, seconds: seconds))
        left = size
        padding = Self.padding(after: size)
        try endIfWhole()
    }

    mutating func write(_ bytes: [UInt8]) throws {
        precondition(Int64(bytes.count) <= left, "a file in a tar has the size that was foretold")
        try sink(bytes)
        left -= Int64(bytes.count)
        try endIfWhole()
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) throws {
        try begin(name, size: Int64(bytes.count))
        if !bytes.isEmpty { try write(bytes) }
    }

    /// Two blocks of zeros end the archive.
    func finish() throws {
        precondition(left == 0, "a file in a tar is written whole")
        try sink([UInt8](repeating: 0, count: 2 * Self.blockCount))
    }

    /// Zeros that fill the last block of a file.
    static func padding(after size: Int64) -> Int {
        let last = Int(truncatingIfNeeded: size % Int64(blockCount))
        return (blockCount - last) % blockCount
    }

    private mutating func endIfWhole() throws {
        guard left == 0, padding > 0 else { return }
        try sink([UInt8](repeating: 0, count: padding))
        padding = 0
    }

    private static func header(name: String, size: Int64, seconds: Int64) -> [UInt8] {
        precondition(name.utf8.count <= 99, "names in a backup are short")
        var header = [UInt8](repeating: 0, count: blockCount)
        func put(_ bytes: some Collection<UInt8>, at place: Int) {
            header.replaceSubrange(place..<place + bytes.count, with: bytes)
        }
        func octal(_ number: Int64, digits: Int) -> [UInt8] {
            let text = String(number, radix: 8)
            return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8.suffix(digits))
        }
        put(Array(name.utf8), at: 0)
        put(octal(0o600, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        if size < 1 << 33 {
            put(octal(size, digits: 11), at: 124)
        } else {
            // Base 256, which every present tar reads.
            var number: [UInt8] = [0x80, 0, 0, 0]
            number.append(bigEndian: UInt64(size))
            put(number, at: 124)
        }
        put(octal(max(0, seconds), digits: 11), at: 136)
        put([UInt8](repeating: 0x20, count: 8), at: 148)
        header[156] = UInt8(ascii: "0")
        put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
        let sum = header.reduce(0) { $0 + Int64($1) }
        put(octal(sum, digits: 6) + [0, 0x20], at: 148)
        return header
    }
}

/// Reads what `TarWriter` writes, and nothing else: any other tar is refused.
struct TarReader {
    /// The archive is incomplete, or not written by `TarWriter`.
    struct Damage: Error {}

    private let source: () throws -> [UInt8]?
    private var piece: [UInt8] = []
    private var place = 0
    private var left: Int64 = 0
    private var padding = 0

    /// `source` gives the next bytes, and `nil` at the end.
    init(_ source: @escaping () throws -> [UInt8]?) { self.source = source }

    /// Advances to the next file, past the rest of the present one; `nil` after the last.
    mutating func next() throws -> (name: String, size: Int64)? {
        while try !read(1 << 16).isEmpty {}
        _ = try bytes(padding)
        let header = try bytes(TarWriter.blockCount)
        if header.allSatisfy({ $0 == 0 }) {
            guard try bytes(TarWriter.blockCount).allSatisfy({ $0 == 0 }), try !fill() else { throw Damage() }
            return nil
        }
        var blank = header
        blank.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
        guard let sum = Self.number(header[148..<154]), sum == blank.reduce(0, { $0 + Int64($1) }),
            header[156] == UInt8(ascii: "0"), header[257..<263].elementsEqual("ustar\0".utf8),
            let size = header[124] == 0x80
                ? Int64(exactly: header.bigEndian(at: 128, as: UInt64.self)) : Self.number(header[124..<135]),
            (0...1 << 50).contains(size),
            let name = String(validating: header[..<100].prefix { $0 != 0 }, as: UTF8.self), !name.isEmpty
        else { throw Damage() }
        left = size
        padding = TarWriter.padding(after: size)
        return (name, size)
    }

    /// The next bytes of the present file, at most `limit`; none at its end.
    mutating func read(_ limit: Int) throws -> [UInt8] {
        let count = Int(clamping: min(Int64(limit), left))
        guard count > 0 else { return [] }
        guard try fill() else { throw Damage() }
        let end = min(piece.count, place + count)
        defer { place = end }
        left -= Int64(end - place)
        return place == 0 && end == piece.count ? piece : Array(piece[place..<end])
    }

    /// The rest of the present file, which must not have more than `limit` bytes.
    mutating func readAll(atMost limit: Int) throws -> [UInt8] {
        guard left <= Int64(limit) else { throw Damage() }
        return try exactly(Int(clamping: left))
    }

    /// Exactly `count` bytes of the present file.
    mutating func exactly(_ count: Int) throws -> [UInt8] {
        guard Int64(count) <= left else { throw Damage() }
        left -= Int64(count)
        return try bytes(count)
    }

    var hasMore: Bool { left > 0 }

    private mutating func bytes(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        // The length that a file states is used only as far as bytes come.
        bytes.reserveCapacity(min(count, 1 << 20))
        while bytes.count < count {
            guard try fill() else { throw Damage() }
            let end = min(piece.count, place + count - bytes.count)
            bytes += piece[place..<end]
            place = end
        }
        return bytes
    }

    private mutating func fill() throws -> Bool {
        while place == piece.count {
            guard let next = try source() else { return false }
            (piece, place) = (next, 0)
        }
        return true
    }

    private static func number(_ digits: some Sequence<UInt8>) -> Int64? {
        digits.reduce(Int64?(0)) { sum, digit in
            guard let sum, (48...55).contains(digit), sum < 1 << 54 else { return nil }
            return sum * 8 + Int64(digit - 48)
        }
    }
}
