import Journal
import Ledger
import MoodClassifier

/// Chooses sentences that show what a month was about: those with the words that most entries have in common. Each is from another
/// entry as long as there are others, and a word counts for the first sentence that has it, so that the sentences differ. The same
/// month gives the same sentences.
enum SentenceChoice {
    struct Candidate: Hashable, Sendable {
        let entry: RecordID
        let day: LocalDay
        let text: String
    }

    /// The length of a sentence in characters: shorter ones say little alone, longer ones are hardly sentences.
    static let lengths = 24...260
    /// The fewest different words, or characters of a script without blanks.
    static let leastWords = 5
    /// The most candidates that are compared; of more, a regular sample.
    static let mostCandidates = 4000
    /// The most from one entry, its first ones.
    static let mostOfEntry = 10

    /// Up to `count` of the candidates, in their order.
    static func chosen(_ count: Int, of all: [Candidate]) -> [Candidate] {
        let step = max(1, (all.count + mostCandidates - 1) / mostCandidates)
        let candidates = stride(from: 0, to: all.count, by: step).map { all[$0] }
        let words = candidates.map { candidate in Set(Self.words(of: candidate.text)).filter { MoodModel.isTelling($0) } }
        var entries: [String: Set<RecordID>] = [:]
        for (candidate, words) in zip(candidates, words) {
            for word in words { entries[word, default: []].insert(candidate.entry) }
        }
        // A word of one entry alone says nothing about the month.
        var weights = entries.mapValues(\.count).filter { $0.value > 1 }
        var taken: [Int] = []
        while taken.count < count {
            let (used, texts) = (Set(taken.map { candidates[$0].entry }), Set(taken.map { candidates[$0].text }))
            let free = candidates.indices.filter { !texts.contains(candidates[$0].text) }
            let fresh = free.filter { !used.contains(candidates[$0].entry) }
            let scored = (fresh.isEmpty ? free : fresh).map { index in
                (index: index, score: words[index].reduce(0) { $0 + (weights[$1] ?? 0) })
            }
            // The first of equals.
            guard let best = scored.max(by: { ($0.score, -$0.index) < ($1.score, -$1.index) }) else { break }
            taken.append(best.index)
            for word in words[best.index] { weights[word] = nil }
        }
        return taken.sorted().map { candidates[$0] }
    }

    /// The sentences of an entry that can be shown alone.
    static func candidates(of text: String) -> [String] {
        var list: [String] = []
        for sentence in Sentences.of(text) where list.count < mostOfEntry {
            let length = sentence.count
            guard length <= lengths.upperBound, !hasLink(sentence) else { continue }
            let words = words(of: String(sentence))
            // Characters of a script without blanks say as much as several letters.
            let isWhole =
                length >= lengths.lowerBound
                || words.count(where: { $0.unicodeScalars.count == 1 && !$0.utf8.allSatisfy { $0 < 0x80 } }) >= 8
            if isWhole, Set(words).count >= leastWords { list.append(String(sentence)) }
        }
        return list
    }

    private static func hasLink(_ sentence: Substring) -> Bool {
        sentence.contains("](") || sentence.contains("://") || sentence.contains("`") || sentence.contains("|")
            || sentence.contains("<")
    }

    /// Words in lower case; in Chinese, Japanese and the like each character is one.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .otherLetter where !(0x0590...0x0DFF).contains(scalar.value):
                if !word.isEmpty { words.append(word) }
                word = ""
                words.append(String(scalar))
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .nonspacingMark, .spacingMark:
                word.unicodeScalars.append(scalar)
            default:
                if !word.isEmpty { words.append(word) }
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
