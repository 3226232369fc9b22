import Ledger

/// Walks through a JSON text from record to record, wherever they are: alone, in arrays, one on each line, or in arrays and
/// objects inside other objects. Only one record at a time becomes values, so that a long file costs no more than its bytes.
struct LoggedFileWalk {
    private let bytes: [UInt8]
    private let kinds: Set<String>
    private var reader: JSONReader

    /// A text of 1 MiB with every byte escaped, and some room.
    private static let largest = 8 << 20

    /// - Parameter kinds: the values of `kind` in a record; anything else is searched for records.
    init(_ bytes: [UInt8], kinds: Set<String>) {
        (self.bytes, self.kinds, reader) = (bytes, kinds, JSONReader(bytes: bytes, deepest: JSONPiece.depth))
    }

    /// Hands out each record and where it begins; `nil` for one that is too large.
    mutating func run(_ take: (JSON?, Int) throws -> Void) throws {
        do {
            reader.skipBlanks()
            while reader.next != nil {
                try walk(depth: 0, take)
                reader.skipBlanks()
            }
        } catch let error as JSONError {
            throw fault(error, from: 0)
        }
    }

    private mutating func walk(depth: Int, _ take: (JSON?, Int) throws -> Void) throws {
        reader.skipBlanks()
        let isObject = reader.next == UInt8(ascii: "{")
        guard isObject || reader.next == UInt8(ascii: "[") else { return try reader.skip(depth: depth) }
        let start = reader
        if isObject, try isRecord(depth: depth) { return try take(record(start.index..<reader.index), start.index) }
        reader = start
        _ = try reader.enter(depth: depth)
        var isFirst = true
        while try reader.hasNext(isObject ? "}" : "]", isFirst: isFirst) {
            if isObject { _ = try reader.name() }
            try walk(depth: depth + 1, take)
            isFirst = false
        }
    }

    /// Moves to the end of an object and returns whether its `kind` is one of a record.
    private mutating func isRecord(depth: Int) throws -> Bool {
        _ = try reader.enter(depth: depth)
        var (isFirst, kind) = (true, "")
        while try reader.hasNext("}", isFirst: isFirst) {
            let isKind = try reader.name() == "kind"
            reader.skipBlanks()
            if isKind, reader.next == UInt8(ascii: "\"") { kind = try reader.string() } else { try reader.skip(depth: depth + 1) }
            isFirst = false
        }
        return kinds.contains(kind)
    }

    private func record(_ range: Range<Int>) throws -> JSON? {
        guard range.count <= LoggedFileWalk.largest else { return nil }
        do { return try JSON(reading: Array(bytes[range])) } catch { throw fault(error, from: range.lowerBound) }
    }

    private func fault(_ error: JSONError, from start: Int) -> LoggedFileError {
        switch error {
        case .syntax(let place) where start + place >= bytes.count: return .cutOff
        case .syntax(let place), .notUnicode(let place), .nameTwice(let place), .numberOutOfRange(let place):
            let before = bytes[..<(start + place)]
            return .notJSON(
                line: before.count { $0 == 0x0A } + 1, column: before.count - (before.lastIndex(of: 0x0A) ?? -1))
        case .tooDeep: return .tooDeep(line: bytes[..<reader.index].count { $0 == 0x0A } + 1, limit: JSONPiece.depth)
        }
    }
}
