/// Header fields of a message, in order; names are compared case-insensitively.
package struct Headers: Sendable, ExpressibleByDictionaryLiteral {
    /// Name and value as sent.
    package private(set) var fields: [(name: String, value: String)] = []

    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of a name; setting it replaces all of them, `nil` removes them.
    package subscript(name: String) -> String? {
        get { fields.first { Headers.areEqual($0.name, name) }?.value }
        set {
            fields.removeAll { Headers.areEqual($0.name, name) }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// Every value of a name, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { Headers.areEqual($0.name, name) }.map(\.value)
    }

    /// Adds a field, keeping others of the same name.
    package mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    private static func areEqual(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte + 0x20 : byte }
}
