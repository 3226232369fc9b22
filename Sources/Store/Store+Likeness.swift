import Journal
import Ledger
import Records
import SQLite

package struct WordMatch: Hashable, Sendable {
    package let id: RecordID
    /// The shared words, as indexes into the query, those with the fewest entries first.
    package let words: [Int]
}

/// Limits for `entriesSharing`, so that the answer takes as long in a large journal as in a small one.
private enum LikenessLimits {
    /// How many words of the text are counted.
    static let words = 400
    /// How many entries of one word are read, newest first; a word in more entries tells little.
    static let entriesOfWord = 2_000
    /// How many entries of all words are read.
    static let entriesInAll = 20_000
}

extension Store {
    /// Entries that share some of these words, those with the most and the rarest first, without deleted ones.
    ///
    /// Queries the word index, rarest words first, and stops at the limits. Case and accents do not matter.
    package func entriesSharing(_ words: [String], limit: Int) throws -> [WordMatch] {
        try waiting?.enter()
        let all = try entryCount()
        let known = try counted(words, most: min(LikenessLimits.entriesOfWord, max(20, all / 5)))
        var found: [Int64: (weight: Double, words: [Int])] = [:]
        var left = LikenessLimits.entriesInAll
        for (place, count) in known where left > 0 {
            let weight = rarity(count, of: all)
            for position in try positions(of: words[place], limit: min(count, left)) {
                found[position, default: (0, [])].weight += weight
                found[position]?.words.append(place)
                left -= 1
            }
        }
        // Among equals the newest.
        let best = found.sorted { ($0.value.weight, $0.key) > ($1.value.weight, $1.key) }.prefix(max(0, limit))
        return try best.compactMap { position, match in
            try id(at: position).map { WordMatch(id: $0, words: match.words) }
        }
    }

    /// Texts of entries, sampled evenly from oldest to newest: at most `count`. Unreadable ones are skipped.
    package func sampleTexts(_ count: Int) throws -> [String] {
        let step = max(1, (try entryCount() + count - 1) / max(1, count))
        let positions = try database.all(
            "SELECT position FROM (SELECT position, row_number() OVER (ORDER BY position) AS place FROM entry) WHERE place % ? = 0",
            [.int(step)]
        ) { $0.int64(0) }
        return positions.compactMap { position in
            guard let id = try? id(at: position) else { return nil }
            return (try? entry(id))??.entry.text
        }
    }

    /// The words that other entries may have, with the number of entries of each (`most` for more), rarest first.
    private func counted(_ words: [String], most: Int) throws -> [(place: Int, count: Int)] {
        try words.prefix(LikenessLimits.words).enumerated().compactMap { place, word in
            let count = try database.first(
                "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)", .text(SearchQuery.Term(word).match),
                .int(most)
            ) { $0.int(0) }
            return count.flatMap { $0 > 1 ? (place, $0) : nil }
        }.sorted { ($0.count, $0.place) < ($1.count, $1.place) }
    }

    private func positions(of word: String, limit: Int) throws(SQLiteError) -> [Int64] {
        try database.all(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?",
            [.text(SearchQuery.Term(word).match), .int(limit)]
        ) { $0.int64(0) }
    }

    private func id(at position: Int64) throws(SQLiteError) -> RecordID? {
        let bytes = try database.first("SELECT id FROM record WHERE position = ?", .int(position)) { $0.blob(0) }
        return bytes.flatMap { RecordID($0) }
    }

    /// The square of a rough logarithm, since both texts have the word.
    private func rarity(_ count: Int, of all: Int) -> Double {
        let ratio = Double(all + 1) / Double(count)
        let logarithm = Double(ratio.exponent) + ratio.significand - 1
        return logarithm * logarithm
    }
}
