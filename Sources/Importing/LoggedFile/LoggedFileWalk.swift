import Ledger

/// Walks through a JSON text from record to record, wherever they are: alone, in arrays, one on each line, or in arrays and
/// objects inside other objects. Only one record at a time becomes values, so that a long file costs no more than its bytes.
struct LoggedFileWalk {
    private let bytes: [UInt8]
    private let kinds: Set<String>
    private var index = 0
    /// The closing brackets of the open arrays and objects.
    private var open: [UInt8] = []
    /// The line for error messages: counted once, from the beginning.
    private var line = 1
    private var counted = 0
    /// The lines of records that were skipped as too large.
    private(set) var tooLarge: [Int] = []

    /// The most nested arrays and objects, as in `JSON`.
    static let depth = 64
    /// A text of 1 MiB with every byte escaped, and some room.
    private static let largest = 8 << 20

    /// - Parameter kinds: the values of `kind` in a record; anything else is searched for records.
    init(bytes: [UInt8], kinds: Set<String>) { (self.bytes, self.kinds) = (bytes, kinds) }

    /// The next record and the line on which it begins; `nil` at the end.
    mutating func next() throws(LoggedFileError) -> (record: JSON, line: Int)? {
        while try position() {
            let start = index
            switch bytes[index] {
            case UInt8(ascii: "["): try enter(UInt8(ascii: "]"))
            case UInt8(ascii: "{"):
                guard try isRecord() else {
                    index = start
                    try enter(UInt8(ascii: "}"))
                    continue
                }
                // `isRecord` has moved to its end.
                let line = line(of: start)
                guard index - start <= LoggedFileWalk.largest else {
                    tooLarge.append(line)
                    continue
                }
                return (try value(start..<index), line)
            default: try skipValue()
            }
        }
        return nil
    }

    /// Moves to the beginning of the next value, out of what ends here; `false` at the end of everything.
    private mutating func position() throws(LoggedFileError) -> Bool {
        while true {
            skipBlanks()
            guard index < bytes.count else {
                if open.isEmpty { return false }
                throw .cutOff
            }
            if let end = open.last {
                if bytes[index] == end {
                    index += 1
                    open.removeLast()
                    continue
                }
                // There is one comma between values; whether it is in the right place is checked only in records.
                if bytes[index] == UInt8(ascii: ",") {
                    index += 1
                    skipBlanks()
                    guard index < bytes.count else { throw .cutOff }
                    guard bytes[index] != UInt8(ascii: ","), bytes[index] != end else { throw fault(at: index) }
                }
                if end == UInt8(ascii: "}") { try skipName() }
            }
            return true
        }
    }

    private mutating func enter(_ end: UInt8) throws(LoggedFileError) {
        guard open.count < LoggedFileWalk.depth else { throw .tooDeep(line: line(of: index), limit: LoggedFileWalk.depth) }
        open.append(end)
        index += 1
        skipBlanks()
        if index < bytes.count, bytes[index] == UInt8(ascii: ",") { throw fault(at: index) }
    }

    /// Moves to the end of an object and returns whether its `kind` is one of a record.
    private mutating func isRecord() throws(LoggedFileError) -> Bool {
        index += 1
        var isKnown = false
        while true {
            skipBlanks()
            guard index < bytes.count else { throw .cutOff }
            if bytes[index] == UInt8(ascii: "}") {
                index += 1
                return isKnown
            }
            if bytes[index] == UInt8(ascii: ",") {
                index += 1
                skipBlanks()
            }
            let isKind = try skipName()
            let start = index
            try skipValue()
            if isKind, index - start < 64, case .string(let kind)? = try? JSON(reading: Array(bytes[start..<index])) {
                isKnown = kinds.contains(kind)
            }
        }
    }

    /// Skips a name and its colon; returns whether the name is `kind`.
    @discardableResult
    private mutating func skipName() throws(LoggedFileError) -> Bool {
        guard index < bytes.count else { throw .cutOff }
        guard bytes[index] == UInt8(ascii: "\"") else { throw fault(at: index) }
        let start = index
        try skipString()
        let isKind = bytes[start..<index].elementsEqual("\"kind\"".utf8)
        skipBlanks()
        guard index < bytes.count else { throw .cutOff }
        guard bytes[index] == UInt8(ascii: ":") else { throw fault(at: index) }
        index += 1
        skipBlanks()
        return isKind
    }

    /// Skips one value of any kind. Its content is parsed only as far as needed to find its end.
    private mutating func skipValue() throws(LoggedFileError) {
        let start = index
        var ends: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard ends.count < LoggedFileWalk.depth else {
                    throw .tooDeep(line: line(of: index), limit: LoggedFileWalk.depth)
                }
                ends.append(bytes[index] + 2)
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard ends.popLast() == bytes[index] else { throw fault(at: index) }
                index += 1
            case let byte where !ends.isEmpty && (byte.isJSONBlank || byte == 0x2C || byte == 0x3A): index += 1
            default: try skipWord()
            }
            if ends.isEmpty { return }
        }
        throw start == bytes.count || !ends.isEmpty ? .cutOff : fault(at: start)
    }

    /// Skips `true`, `null` or a number.
    private mutating func skipWord() throws(LoggedFileError) {
        let start = index
        while index < bytes.count, bytes[index].isJSONWord { index += 1 }
        guard index > start else { throw fault(at: index) }
        _ = try value(start..<index)
    }

    private mutating func skipString() throws(LoggedFileError) {
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"): index += 2
            case 0..<0x20: throw fault(at: index)
            default: index += 1
            }
        }
        throw .cutOff
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isJSONBlank { index += 1 }
    }

    private mutating func value(_ range: Range<Int>) throws(LoggedFileError) -> JSON {
        do throws(JSONError) {
            return try JSON(reading: Array(bytes[range]))
        } catch {
            switch error {
            case .syntax(let place), .notUnicode(let place), .nameTwice(let place), .numberOutOfRange(let place):
                throw fault(at: range.lowerBound + place)
            case .tooDeep: throw .tooDeep(line: line(of: range.lowerBound), limit: LoggedFileWalk.depth)
            }
        }
    }

    private mutating func fault(at place: Int) -> LoggedFileError {
        let place = min(place, bytes.count)
        let before = bytes[..<place].lastIndex(of: 0x0A).map { place - $0 } ?? place + 1
        return .notJSON(line: line(of: place), column: before)
    }

    /// The line of a position; positions are requested in nearly ascending order.
    private mutating func line(of place: Int) -> Int {
        if place < counted { (line, counted) = (1, 0) }
        line += bytes[counted..<place].count { $0 == 0x0A }
        counted = place
        return line
    }
}
