import Ledger

/// A piece of a JSON text that is parsed only as deep as needed: a long export costs its bytes and one record.
///
/// Parsing is shallow: the content of a piece is checked when it becomes a value. If a name occurs twice, the first counts.
struct JSONPiece {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let isCut: Bool

    /// The whole of a text; `nil` if it is not one complete object or array, or nested more than `depth` deep.
    init?(_ bytes: [UInt8]) {
        let start = JSONPiece.skip(bytes, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        guard start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "["),
            // Of what leaves the grammar, `members` and `elements` would lose the rest without notice.
            let end = JSONPiece.plainEnd(of: bytes, from: start), JSONPiece.skip(bytes, end) == bytes.count
        else { return nil }
        (self.bytes, range, isCut) = (bytes, start..<end, false)
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>, isCut: Bool = false) {
        (self.bytes, self.range, self.isCut) = (bytes, range, isCut)
    }

    /// The whole of a text. If it is incomplete: as far as it goes and with a note of where it ends, if its owner has asked for
    /// that; otherwise throws an `ImportError` with the position.
    static func whole(_ bytes: [UInt8], file: String? = nil, _ options: ImportOptions) throws(ImportError) -> JSONPiece {
        if let piece = JSONPiece(bytes) { return piece }
        let fault = ImportError.fault(ofJSON: bytes)
        guard let salvage = options.salvage, looksLike(bytes), case .brokenJSON(let line) = fault else { throw fault }
        salvage.note(SourcePosition(file: file, line: line, ordinal: 1))
        let start = skip(bytes, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        return JSONPiece(bytes, start..<bytes.count, isCut: true)
    }

    /// The most nested arrays and objects.
    static let depth = 64

    /// Whether it is an object, or an array.
    var isObject: Bool { bytes[range.lowerBound] == UInt8(ascii: "{") }
    var isArray: Bool { bytes[range.lowerBound] == UInt8(ascii: "[") }
    var count: Int { range.count }

    /// The line on which it begins, from 1. Counts from the beginning of the text: for messages.
    var line: Int { bytes[..<range.lowerBound].count { $0 == 0x0A } + 1 }

    /// The piece as a value; `nil` if it is no valid JSON.
    var value: JSON? { try? JSON(reading: Array(bytes[range])) }

    /// Whether the text begins like an object or array.
    static func looksLike(_ head: [UInt8]) -> Bool {
        let start = skip(head, head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        return start < head.count && (head[start] == UInt8(ascii: "{") || head[start] == UInt8(ascii: "["))
    }

    /// Whether a text begins with two lines that are each a JSON object.
    static func looksLikeLines(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: 0x0A, maxSplits: 2)
        guard lines.count >= 2, let first = JSONPiece(Array(lines[0])), first.isObject else { return false }
        return looksLike(Array(lines[1])) && first.value != nil
    }

    /// The members of an object by name; empty for anything else.
    var members: [String: JSONPiece] {
        var members: [String: JSONPiece] = [:]
        guard isObject else { return members }
        var index = range.lowerBound + 1
        while true {
            index = JSONPiece.skip(bytes, index)
            if index < range.upperBound, bytes[index] == UInt8(ascii: ",") { index = JSONPiece.skip(bytes, index + 1) }
            guard index < range.upperBound, bytes[index] == UInt8(ascii: "\""),
                let nameEnd = JSONPiece.end(of: bytes, from: index)
            else { return members }
            let name = (try? JSON(reading: Array(bytes[index..<nameEnd])))?.string
            index = JSONPiece.skip(bytes, nameEnd)
            guard index < range.upperBound, bytes[index] == UInt8(ascii: ":") else { return members }
            index = JSONPiece.skip(bytes, index + 1)
            guard let end = JSONPiece.end(of: bytes, from: index), end <= range.upperBound else {
                // The incomplete member has everything up to the end of the text.
                let isOpen = index < bytes.count && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[index])
                if let name, isCut, isOpen, members[name] == nil {
                    members[name] = JSONPiece(bytes, index..<range.upperBound, isCut: true)
                }
                return members
            }
            if let name, members[name] == nil { members[name] = JSONPiece(bytes, index..<end) }
            index = end
        }
    }

    /// The elements of an array in order; none for anything else.
    var elements: some Sequence<JSONPiece> {
        var index = range.lowerBound + 1
        let (isArray, isCut) = (isArray, isCut)
        return sequence(state: ()) { _ -> JSONPiece? in
            guard isArray else { return nil }
            index = JSONPiece.skip(bytes, index)
            if index < range.upperBound, bytes[index] == UInt8(ascii: ",") { index = JSONPiece.skip(bytes, index + 1) }
            guard index < range.upperBound - (isCut ? 0 : 1), let end = JSONPiece.end(of: bytes, from: index),
                end <= range.upperBound
            else { return nil }
            defer { index = end }
            return JSONPiece(bytes, index..<end)
        }
    }

    private static func skip(_ bytes: [UInt8], _ from: Int) -> Int {
        var index = from
        while index < bytes.count, bytes[index].isJSONBlank { index += 1 }
        return index
    }

    /// The index after the value that begins here; `nil` if it has no end.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        var ends: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard let end = endOfString(bytes, index) else { return nil }
                index = end
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard ends.count < depth else { return nil }
                // `]` and `}` are two positions after `[` and `{` in ASCII.
                ends.append(bytes[index] + 2)
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard ends.popLast() == bytes[index] else { return nil }
                index += 1
            case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"):
                guard !ends.isEmpty else { return nil }
                index += 1
            default:
                let word = index
                while index < bytes.count, bytes[index].isJSONWord { index += 1 }
                guard index > word else { return nil }
            }
            if ends.isEmpty { return index }
        }
        return nil
    }

    /// The same for a value of which all commas, colons and names are where they belong.
    private static func plainEnd(of bytes: [UInt8], from start: Int) -> Int? {
        var reader = JSONReader(bytes: bytes, from: start, deepest: depth, isLoose: true)
        // `ImportError.fault(ofJSON:)` says where it is wrong.
        return (try? reader.skip(depth: 0)).map { reader.index }
    }

    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}
