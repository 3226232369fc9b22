import Base
import Journal
import Records

/// What a search was taken for, because as typed it finds nothing.
package struct SearchReading: Hashable, Sendable {
    /// The selection that finds something.
    package let selection: Selection
    package let reading: SearchQuery.Reading
    /// The words it was read for, as typed.
    private let words: String

    fileprivate init(_ selection: Selection, _ reading: SearchQuery.Reading, of typed: SearchQuery) {
        (self.selection, self.reading) = (selection, reading)
        words = reading == .beginning ? typed.terms.last?.text ?? "" : typed.tagSigns.map(\.name).joined(separator: " ")
    }

    package var sentence: String {
        switch reading {
        case .signsAsWords: say("Nothing was found with the tag #\(words). These entries have the word “\(words)”.")
        case .beginning: say("Nothing was found for the word “\(words)”. These entries have words that begin with it.")
        case .signsAsBeginning:
            say("Nothing was found with the tag #\(words). These entries have words that begin with “\(words)”.")
        }
    }
}

extension OpenVault {
    /// How a search is read that finds nothing as typed; `nil` if it finds something, or nothing in any reading.
    ///
    /// One rule for the command line and the app: a word is that word alone, and only where no entry has it the beginning of
    /// longer ones. What changes or deletes what it finds never asks this.
    package func reading(of selection: Selection) throws -> SearchReading? {
        let readings: [SearchQuery.Reading] = [.signsAsWords, .beginning, .signsAsBeginning]
        guard readings.contains(where: { selection.query.read(as: $0) != nil }) else { return nil }
        func finds(_ query: SearchQuery) throws -> Bool {
            var asked = selection
            (asked.query, asked.after) = (query, nil)
            return try count(asked, limit: 1) > 0
        }
        guard try !finds(selection.query) else { return nil }
        for reading in readings {
            guard let query = selection.query.read(as: reading), try finds(query) else { continue }
            var found = selection
            found.query = query
            return SearchReading(found, reading, of: selection.query)
        }
        return nil
    }
}
