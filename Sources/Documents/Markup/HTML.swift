import Base

/// A piece of a page. Text enters it only by interpolation, and is escaped; literals in the source are markup.
///
///     let line: HTML = "<p class=\"name\">\(name)</p>"     // whatever `name` holds, it is shown as text
///
/// Attribute values are always in double quotes, so that the same escaping is right for them. The address of a link that a person
/// wrote goes through `LinkTarget`, never in here directly.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    package private(set) var markup: String

    package init(stringLiteral literal: StaticString) {
        markup = SentenceTable.shown.map { SpokenMarkup.spoken(literal.description, [], by: $0) } ?? literal.description
    }

    package init(stringInterpolation pieces: Pieces) {
        markup = SentenceTable.shown.map { SpokenMarkup.spoken(pieces.markup, pieces.values, by: $0) } ?? pieces.markup
    }

    private init(markup: String) { self.markup = markup }

    package static let empty: HTML = ""

    /// The program's own style or script, for embedding in a page. Never a person's text.
    static func builtIn(_ text: String) -> HTML {
        precondition(!text.contains("</"), "a built-in file would end the element that it stands in")
        return HTML(markup: text)
    }

    package static func text(_ text: String) -> HTML { "\(text)" }

    package static func + (a: HTML, b: HTML) -> HTML { HTML(markup: a.markup + b.markup) }

    package static func += (a: inout HTML, b: HTML) { a.markup += b.markup }

    package struct Pieces: StringInterpolationProtocol {
        /// Literal parts come only from the source.
        package typealias StringLiteralType = StaticString
        fileprivate var markup: String
        /// Where sentences are looked up: the values, each of which has a mark in the markup.
        fileprivate var values: [SentenceValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            markup = ""
            markup.reserveCapacity(literalCapacity + interpolationCount * 24)
        }

        /// Markup from the source.
        package mutating func appendLiteral(_ literal: StaticString) { markup += literal.description }

        /// Text, escaped.
        package mutating func appendInterpolation(_ text: String) {
            guard SentenceTable.shown != nil else { return Pieces.escape(text, into: &markup) }
            var escaped = ""
            Pieces.escape(text, into: &escaped)
            append(.text(escaped))
        }

        package mutating func appendInterpolation(_ number: Int) { append(.text(String(number))) }

        /// Milliseconds and bytes, which have 64 bits everywhere.
        package mutating func appendInterpolation(_ number: Int64) { append(.text(String(number))) }

        /// A word in the form that goes with a number.
        package mutating func appendInterpolation(_ counted: Counted) { append(.counted(counted)) }

        package mutating func appendInterpolation(_ html: HTML) { append(.text(html.markup)) }

        package mutating func appendInterpolation(_ html: HTML?) { append(.text(html?.markup ?? "")) }

        package mutating func appendInterpolation(_ list: [HTML]) {
            guard SentenceTable.shown == nil else { return append(.text(list.map(\.markup).joined())) }
            for html in list { markup += html.markup }
        }

        /// A piece under a condition, such as the attribute `checked`.
        package mutating func appendInterpolation(_ html: HTML, if condition: Bool) {
            append(.text(condition ? html.markup : ""))
        }

        private mutating func append(_ value: SentenceValue) {
            guard SentenceTable.shown != nil else {
                markup += value.english
                return
            }
            markup.unicodeScalars.append(SpokenMarkup.mark(values.count))
            values.append(value)
        }

        /// Escapes the five special characters of markup.
        private static func escape(_ text: String, into markup: inout String) {
            let needsWork = text.utf8.contains { $0 == 0x26 || $0 == 0x3c || $0 == 0x3e || $0 == 0x22 || $0 == 0x27 || $0 == 0 }
            guard needsWork else {
                markup += text
                return
            }
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": markup += "&amp;"
                case "<": markup += "&lt;"
                case ">": markup += "&gt;"
                case "\"": markup += "&quot;"
                case "'": markup += "&#39;"
                case "\0": markup += "\u{FFFD}"
                default: markup.unicodeScalars.append(scalar)
                }
            }
        }
    }
}

extension Sequence {
    package func html(_ piece: (Element) throws -> HTML) rethrows -> HTML {
        var all = HTML.empty
        for element in self { all += try piece(element) }
        return all
    }
}
