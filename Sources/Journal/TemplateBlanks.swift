/// A template's text with its blanks, `{{What went well?}}`: each is a question, and its answer comes in its place.
package struct TemplateBlanks: Hashable, Sendable {
    private enum Piece: Hashable {
        case text(String)
        case question(String)
    }

    /// For each line of the text its pieces.
    private let lines: [[Piece]]

    package init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { TemplateBlanks.pieces(of: $0) }
    }

    /// In their order; a question may be asked twice.
    package var questions: [String] {
        lines.joined().compactMap { if case .question(let words) = $0 { words } else { nil } }
    }

    /// The text with the answers, of which there is one for each question. A line of which no question is answered is left out.
    package func filled(with answers: [String]) -> String {
        var rest = answers[...]
        var all: [String] = []
        for line in lines {
            var (words, isAnswered, asks) = ("", false, false)
            for piece in line {
                switch piece {
                case .text(let text): words += text
                case .question:
                    let answer = trimmed(rest.popFirst() ?? "")
                    (asks, isAnswered) = (true, isAnswered || !answer.isEmpty)
                    words += answer
                }
            }
            if isAnswered || !asks { all.append(words) }
        }
        return all.joined(separator: "\n")
    }

    /// The text with the questions in the place of their blanks, for an editor.
    package var asked: String {
        lines.map { line in
            line.map { piece in
                switch piece {
                case .text(let text), .question(let text): text
                }
            }.joined()
        }.joined(separator: "\n")
    }

    private static func pieces(of line: Substring) -> [Piece] {
        var (pieces, rest) = ([Piece](), line)
        while let open = rest.firstRange(of: "{{"), let end = rest[open.upperBound...].firstRange(of: "}}") {
            let question = trimmed(rest[open.upperBound..<end.lowerBound])
            pieces.append(.text(String(rest[..<open.lowerBound])))
            // Braces around nothing ask nothing.
            pieces.append(question.isEmpty ? .text(String(rest[open.lowerBound..<end.upperBound])) : .question(question))
            rest = rest[end.upperBound...]
        }
        return pieces + [.text(String(rest))]
    }
}
