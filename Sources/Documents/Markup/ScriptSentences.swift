import Base
import Ledger

/// What a table says for the sentences of the scripts, which find it in the page: spoken.js.
package enum ScriptSentences {
    /// The element that brings them; `nil` in English.
    package static let element: HTML? = SentenceTable.shown.map { table in
        var found: [String: JSON] = [:]
        for script in Assets.scripts {
            for (words, count) in sentences(of: script) {
                let values = (0..<count).map { SentenceValue.text("{\($0 + 1)}") }
                found[words] = table.translated(words, values).map(JSON.string)
            }
        }
        let json = JSON.object(found).pretty.replacing("<", with: "\\u003c")
        return "<script type=\"application/json\" id=\"spoken\">\(HTML.builtIn(json))</script>"
    }

    /// The sentences that a script writes as spoken`Saved ${time}`, as `Saved {1}`, with the number of their values.
    private static func sentences(of script: String) -> [(words: String, count: Int)] {
        script.split(separator: "spoken`").dropFirst().map { rest in
            let pieces = rest.prefix { $0 != "`" }.split(separator: "${", omittingEmptySubsequences: false)
            let words = pieces.enumerated().map { place, piece in
                place == 0 ? String(piece) : "{\(place)}" + piece.drop { $0 != "}" }.dropFirst()
            }
            return (words.joined(), pieces.count - 1)
        }
    }
}
