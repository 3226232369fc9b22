import Basics
import Journal
import SQLite

extension Store {
    /// The words of the index that differ from a typed one by one slip: a letter too many, too few, another one, or two in the
    /// wrong order. At most eight; those with the same first letter first, then those in the most entries.
    ///
    /// Each candidate is looked up in the index, letter by letter as far as some word begins like the typed one: what it costs
    /// depends on the length of the word, not on the number of entries.
    /// - Returns: empty for a word that the index has, and for what is not one word of 3 to 32 letters.
    package func wordsNear(_ typed: String) throws -> [String] {
        guard let word = SearchText.word(typed), (3...32).contains(word.unicodeScalars.count) else { return [] }
        try waiting?.enter()
        try database.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'words', 'instance')")
        guard try entries(with: word) == 0 else { return [] }
        let ranked = try candidates(for: Array(word.unicodeScalars)).map { (word: $0, count: try entries(with: $0)) }
        func rank(_ found: String) -> Int { found.unicodeScalars.first == word.unicodeScalars.first ? 0 : 1 }
        return ranked.filter { $0.count > 0 }
            .sorted { (rank($0.word), $1.count, $0.word) < (rank($1.word), $0.count, $1.word) }.prefix(8).map(\.word)
    }

    private func candidates(for letters: [Unicode.Scalar]) throws -> Set<String> {
        var found: Set<String> = []
        func take(_ parts: ArraySlice<Unicode.Scalar>...) throws {
            let candidate = Store.text(parts.joined())
            if try term(from: candidate) == candidate { found.insert(candidate) }
        }
        for place in 0...letters.count {
            let (before, rest) = (letters[..<place], letters[place...])
            if rest.count > 0 { try take(before, rest.dropFirst()) }
            if rest.count > 1 { try take(before, [rest[place + 1], rest[place]], rest.dropFirst(2)) }
            for letter in try lettersAfter(before) {
                try take(before, [letter], rest)
                if rest.count > 0 { try take(before, [letter], rest.dropFirst()) }
            }
            guard place < letters.count, try isBeginning(letters[...place]) else { break }
        }
        return found
    }

    /// The letters with which words go on that begin so: at most 64, since some scripts have thousands.
    private func lettersAfter(_ beginning: ArraySlice<Unicode.Scalar>) throws -> [Unicode.Scalar] {
        var letters: [Unicode.Scalar] = []
        var next: Unicode.Scalar = "0"
        while letters.count < 64, let term = try term(from: Store.text(beginning + [next])),
            term.unicodeScalars.starts(with: beginning), let letter = term.unicodeScalars.dropFirst(beginning.count).first
        {
            letters.append(letter)
            // Between the two are the surrogates, which are no letters.
            guard let following = Unicode.Scalar(letter.value + 1) ?? Unicode.Scalar(0xE000) else { break }
            next = following
        }
        return letters
    }

    private func isBeginning(_ letters: ArraySlice<Unicode.Scalar>) throws -> Bool {
        try term(from: Store.text(letters))?.unicodeScalars.starts(with: letters) ?? false
    }

    /// The first word of the index from this one on, in the order of their bytes.
    private func term(from start: String) throws -> String? {
        try database.first("SELECT term FROM temp.vocabulary WHERE term >= ? LIMIT 1", .text(start)) { $0.text(0) }
    }

    /// How many entries have a word; counting stops at fifty.
    private func entries(with word: String) throws -> Int {
        try database.first(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT 50)", .text(SearchQuery.Term(word).match)
        ) { $0.int(0) } ?? 0
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
