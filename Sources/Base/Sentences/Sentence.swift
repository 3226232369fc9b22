/// A sentence that a person is shown. It is written in English where it is used; in another language it reads as that language's
/// table says (docs/translating.md).
///
///     throw Refusal("no_template", "no template is called '\(name)'")          // a parameter of this type
///     print(say("Deleted \(counted(files, "file")).")) // wherever text is wanted
///
/// In a table the sentence is found by its English words, with `{1}` for the first value and `{1:# file|# files}` for a counted word.
package struct Sentence: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    package let shown: String

    package var description: String { shown }

    package init(stringLiteral english: String) { shown = SentenceTable.shown?.sentence(english, []) ?? english }

    package init(stringInterpolation pieces: Pieces) { shown = pieces.shown }

    /// Words that were put together from sentences. They are not looked up again.
    package init(of words: String) { shown = words }

    /// A sentence that a list holds, such as a prompt.
    package init(listed english: String) { self.init(stringLiteral: english) }

    package struct Pieces: StringInterpolationProtocol {
        /// The parts in English; where there is a table, the words by which the sentence is found.
        private var words = ""
        private var values: [SentenceValue] = []
        private let table = SentenceTable.shown

        package init(literalCapacity: Int, interpolationCount: Int) {
            words.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) { words += literal }

        /// Text that is shown as it is.
        package mutating func appendInterpolation(_ text: String) { append(.text(text)) }

        /// A value that is shown as it is.
        package mutating func appendInterpolation(_ value: some Any) { append(.text("\(value)")) }

        /// A word in the form that goes with a number.
        package mutating func appendInterpolation(_ counted: Counted) { append(.counted(counted)) }

        private mutating func append(_ value: SentenceValue) {
            guard table != nil else {
                words += value.english
                return
            }
            values.append(value)
            words += value.name(values.count)
        }

        fileprivate var shown: String { table?.sentence(words, values) ?? words }
    }
}

/// A sentence as text, in the language that is spoken: `Sentence`.
package func say(_ sentence: Sentence) -> String { sentence.shown }

extension Sentence {
    /// Two sentences, or parts of one, one after the other.
    package static func + (a: Sentence, b: Sentence) -> Sentence { Sentence(of: a.shown + b.shown) }

    /// A sentence with words after it that were put together before.
    package static func + (a: Sentence, b: String) -> Sentence { Sentence(of: a.shown + b) }

    /// A sentence after such words.
    package static func + (a: String, b: Sentence) -> Sentence { Sentence(of: a + b.shown) }
}
