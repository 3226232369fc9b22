/// Names and values of a form or a query, in order, from `application/x-www-form-urlencoded` (WHATWG URL, 5).
package struct FormFields: Sendable, ExpressibleByDictionaryLiteral {
    /// Names and values, decoded.
    package var pairs: [(name: String, value: String)]

    package init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

    package init(dictionaryLiteral elements: (String, String)...) { pairs = elements.map { (name: $0.0, value: $0.1) } }

    package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    package func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}
