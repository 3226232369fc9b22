import Foundation

/// A text file beside a test, with one sample in each line. A line that begins with # is a comment.
package enum SampleFile {
    /// The samples of the file with this name beside the test.
    package static func lines(_ name: String, beside test: String) throws -> [String] {
        let file = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent(name)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    /// The words of a line, which have blanks between them. A word with blanks is in quotation marks, or in braces, which stay.
    package static func words(of line: some StringProtocol) -> [String] {
        var words: [String] = []
        var rest = Substring(line)
        while let first = rest.first {
            let end: Character = first == "\"" ? "\"" : first == "{" ? "}" : " "
            let body = end == " " ? rest : rest.dropFirst()
            let word = body.prefix { $0 != end }
            words.append(end == "}" ? "{\(word)}" : String(word))
            rest = body.dropFirst(word.count + (end == " " ? 0 : 1)).drop { $0 == " " }
        }
        return words
    }
}
