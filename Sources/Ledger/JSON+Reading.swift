import Basics

package enum JSONError: Error, Hashable {
    /// The byte offset of a violation of RFC 8259's grammar.
    case syntax(at: Int)
    /// Arrays and objects nested more than 64 deep.
    case tooDeep
    /// A string that is not UTF-8, or half of a surrogate pair.
    case notUnicode(at: Int)
    case nameTwice(at: Int)
    case numberOutOfRange(at: Int)
}

extension JSON {
    /// Reads one value, with only white space after it. `deepest`: the nesting limit of arrays and objects.
    package init(reading bytes: [UInt8], deepest: Int = 64) throws(JSONError) {
        var reader = JSONReader(bytes: bytes, deepest: deepest)
        self = try reader.document()
    }
}

/// A recursive-descent parser; every index is checked, since the bytes may come from anyone. It also walks through a text that is
/// too long to be held as values.
package struct JSONReader {
    private let bytes: [UInt8]
    private let deepest: Int
    private let isLoose: Bool
    /// The place of the byte that is read next.
    package private(set) var index: Int

    /// - Parameter isLoose: `skip` does not check words, numbers and the bytes of texts.
    package init(bytes: [UInt8], from index: Int = 0, deepest: Int = 64, isLoose: Bool = false) {
        (self.bytes, self.index, self.deepest, self.isLoose) = (bytes, index, deepest, isLoose)
    }

    /// The next byte; `nil` at the end.
    package var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    fileprivate mutating func document() throws(JSONError) -> JSON {
        let value = try value(depth: 0)
        skipBlanks()
        guard next == nil else { throw .syntax(at: index) }
        return value
    }

    package mutating func skipBlanks() {
        while let byte = next, byte.isJSONBlank { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    /// Moves past a value and keeps nothing of it. Escapes in its texts are not checked.
    package mutating func skip(depth: Int) throws(JSONError) {
        skipBlanks()
        switch next {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = try enter(depth: depth)
            var isFirst = true
            while try hasNext(isObject ? "}" : "]", isFirst: isFirst) {
                if isObject {
                    try beginName()
                    try skipString()
                    try endName()
                }
                try skip(depth: depth + 1)
                isFirst = false
            }
        case let byte? where isLoose && byte.isJSONWord: while next?.isJSONWord == true { index += 1 }
        default: _ = try value(depth: depth)
        }
    }

    private mutating func skipString() throws(JSONError) {
        index += 1
        while let byte = next, isLoose || byte >= 0x20 {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw .syntax(at: min(index, bytes.count))
    }

    /// Moves into the object or array that begins here; returns whether it is an object.
    package mutating func enter(depth: Int) throws(JSONError) -> Bool {
        guard depth < deepest else { throw .tooDeep }
        index += 1
        return bytes[index - 1] == UInt8(ascii: "{")
    }

    /// Whether an object or array has one more value: moves past the comma before it, or past the end.
    package mutating func hasNext(_ end: Unicode.Scalar, isFirst: Bool) throws(JSONError) -> Bool {
        skipBlanks()
        if take(end) { return false }
        guard isFirst || take(",") else { throw .syntax(at: index) }
        return true
    }

    /// The name of a member; moves past its colon.
    package mutating func name() throws(JSONError) -> String {
        try beginName()
        let name = try string()
        try endName()
        return name
    }

    private mutating func beginName() throws(JSONError) {
        skipBlanks()
        guard next == UInt8(ascii: "\"") else { throw .syntax(at: index) }
    }

    private mutating func endName() throws(JSONError) {
        skipBlanks()
        guard take(":") else { throw .syntax(at: index) }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        for byte in word.utf8 {
            guard next == byte else { throw .syntax(at: index) }
            index += 1
        }
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSON {
        _ = try enter(depth: depth)
        var elements: [JSON] = []
        while try hasNext("]", isFirst: elements.isEmpty) { elements.append(try value(depth: depth + 1)) }
        return .array(elements)
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSON {
        _ = try enter(depth: depth)
        var members: [String: JSON] = [:]
        while try hasNext("}", isFirst: members.isEmpty) {
            skipBlanks()
            let start = index
            let name = try name()
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else { throw .nameTwice(at: start) }
        }
        return .object(members)
    }

    package mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        // Most strings have no escape: they are read in one piece.
        if next == UInt8(ascii: "\"") {
            defer { index += 1 }
            return try unicode(bytes[start..<index], at: start)
        }
        var content = Array(bytes[start..<index])
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return try unicode(content[...], at: start)
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0..<0x20: throw .syntax(at: index - 1)
            default:
                // The text between two escapes is read in one piece.
                let begin = index - 1
                while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
                content += bytes[begin..<index]
            }
        }
        throw .syntax(at: index)
    }

    private func unicode(_ content: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else { throw .notUnicode(at: start) }
        return MarkOrder.ordered(content).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw .syntax(at: index) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += String(try scalar()).utf8
        default: throw .syntax(at: index - 1)
        }
    }

    private mutating func scalar() throws(JSONError) -> Character {
        let start = index
        var code = try fourDigits()
        if (0xD800..<0xDC00).contains(code) {
            guard take("\\"), take("u") else { throw .notUnicode(at: start) }
            let low = try fourDigits()
            guard (0xDC00..<0xE000).contains(low) else { throw .notUnicode(at: start) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw .notUnicode(at: start) }
        return Character(scalar)
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        guard bytes.count - index >= 4 else { throw .syntax(at: index) }
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit(bytes[index]) else { throw .syntax(at: index) }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = index
        var isWhole = true
        _ = take("-")
        guard digits() > 0 else { throw .syntax(at: index) }
        if leadsWithZero(from: start) { throw .syntax(at: start) }
        if take(".") {
            isWhole = false
            guard digits() > 0 else { throw .syntax(at: index) }
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw .syntax(at: index) }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .int(whole) }
        guard let number = Double(text), number.isFinite else { throw .numberOutOfRange(at: start) }
        return .double(number)
    }

    /// `01` and `-01` are not numbers.
    private func leadsWithZero(from start: Int) -> Bool {
        let first = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        return bytes[first] == UInt8(ascii: "0") && index - first > 1
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }
}
