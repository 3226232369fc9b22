/// A JSON value (RFC 8259) that keeps whole numbers exact: the payload of an operation and every document that is printed.
///
/// Each value has one text: names sorted by UTF-8, no white space, shortest escapes. Data of newer versions stays as it is.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case int(Int64)
    /// Any other number; always finite if read from text.
    case double(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The member of an object; `nil` for any other value and if there is none.
    package subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }

    package var int: Int64? { if case .int(let number) = self { number } else { nil } }

    package var bool: Bool? { if case .bool(let truth) = self { truth } else { nil } }

    package var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    package var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

    /// The bytes of a string in lower-case hexadecimal; `nil` for anything else, and for a length other than `count`, if given.
    package func hexBytes(count: Int? = nil) -> [UInt8]? {
        guard let bytes = string.flatMap(Ledger.bytes(fromHex:)), count == nil || bytes.count == count else { return nil }
        return bytes
    }

    /// Equal byte for byte: Swift's own comparison ignores whether a letter is composed, but changing that changes the text.
    package static func == (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    /// The string, or `null` for `nil`.
    package static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int64) { self = .int(number) }
    package init(booleanLiteral truth: Bool) { self = .bool(truth) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSON)...) {
        var object = [String: JSON](minimumCapacity: members.count)
        for (name, value) in members { object[name] = value }
        self = .object(object)
    }
    package init(nilLiteral: ()) { self = .null }
}
