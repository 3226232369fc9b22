import Journal
import Ledger
import MoodClassifier

/// Chooses sentences that represent a month, by counting words.
///
/// Each sentence is a list of words, weighted by how often they occur in it and by the square of how rare they are among all
/// sentences (tf-idf; squared, so that grammatical words, which are in every third sentence, weigh almost nothing in any
/// language; English ones weigh nothing). A sentence's score is its similarity to all others together: what the month came back
/// to (degree centrality: Erkan and Radev 2004). Sentences are chosen one after the other by score, less their similarity to
/// those already chosen (maximal marginal relevance: Carbonell and Goldstein 1998), one from each entry as long as there are
/// others. Nothing is random: the same month gives the same sentences.
struct SentenceChoice {
    /// A sentence of an entry.
    struct Candidate: Hashable, Sendable {
        /// The entry.
        let entry: RecordID
        /// Its day.
        let day: LocalDay
        /// Its exact text.
        let text: String
    }

    /// The length of a sentence in characters: shorter ones say little alone, longer ones are hardly sentences.
    static let lengths = 24...260
    /// The fewest different words, or characters of a script without blanks.
    static let leastWords = 5
    /// The most candidates that are compared; of more, a regular sample.
    static let mostCandidates = 4000
    /// The most from one entry; fewer if there are thousands of entries.
    static func mostOfEntry(among entries: Int) -> Int { min(40, max(2, 40_000 / max(entries, 1))) }
    /// The weight of the score against similarity.
    private static let closeness = 0.7

    private let candidates: [Candidate]
    /// The word weights of each candidate, of length 1 at most, ascending by word.
    private let vectors: [[(word: Int, weight: Double)]]

    init(_ all: [Candidate]) {
        let step = max(1, (all.count + SentenceChoice.mostCandidates - 1) / SentenceChoice.mostCandidates)
        let candidates = stride(from: 0, to: all.count, by: step).map { all[$0] }
        var numbers: [String: Int] = [:]
        var frequency: [Int] = []
        let counts: [[Int: Int]] = candidates.map { candidate in
            var counts: [Int: Int] = [:]
            for word in SentenceChoice.words(of: candidate.text) {
                let number = numbers[word] ?? numbers.count
                if number == numbers.count {
                    numbers[word] = number
                    frequency.append(0)
                }
                if counts[number] == nil { frequency[number] += 1 }
                counts[number, default: 0] += 1
            }
            return counts
        }
        let total = Double(candidates.count)
        let rarity = numbers.reduce(into: [Double](repeating: 0, count: numbers.count)) { rarity, word in
            let share = SentenceChoice.logarithm(total / Double(frequency[word.value]))
            rarity[word.value] = MoodModel.isTelling(word.key) ? share * share : 0
        }
        let raw = counts.map { counts in
            // Ascending, so that sums are made in the same order on every machine.
            counts.sorted { $0.key < $1.key }.map { (word: $0.key, weight: Double($0.value).squareRoot() * rarity[$0.key]) }
        }
        let lengths = raw.map { $0.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot() }
        // A sentence that says less than most is not scaled up to their length.
        let usual = lengths.reduce(0, +) / max(total, 1)
        vectors = zip(raw, lengths).map { vector, length in
            let length = max(length, usual)
            return length > 0 ? vector.map { ($0.word, $0.weight / length) } : []
        }
        self.candidates = candidates
    }

    /// Up to `count` sentences, in the order of the candidates.
    func chosen(_ count: Int) -> [Candidate] {
        let sum = self.sum
        let common = vectors.map { $0.reduce(0) { $0 + $1.weight * (sum[$1.word] - $1.weight) } }
        let most = max(common.max() ?? 0, 1e-300)
        let scores = common.map { $0 / most }
        var likeness = [Double](repeating: 0, count: candidates.count)
        var taken: [Int] = []
        while taken.count < min(count, candidates.count) {
            let entries = Set(taken.map { candidates[$0].entry })
            let free = candidates.indices.filter { index in
                !taken.contains(index) && !taken.contains { candidates[$0].text == candidates[index].text }
            }
            let fresh = free.filter { !entries.contains(candidates[$0].entry) }
            let pool = fresh.isEmpty ? free : fresh
            func value(_ index: Int) -> Double {
                SentenceChoice.closeness * scores[index] - (1 - SentenceChoice.closeness) * likeness[index]
            }
            // The first of equals.
            guard let best = pool.max(by: { (value($0), -$0) < (value($1), -$1) }) else { break }
            taken.append(best)
            let known = Dictionary(vectors[best].map { ($0.word, $0.weight) }) { first, _ in first }
            for index in candidates.indices {
                let like = vectors[index].reduce(0) { $0 + $1.weight * (known[$1.word] ?? 0) }
                likeness[index] = max(likeness[index], like)
            }
        }
        return taken.sorted().map { candidates[$0] }
    }

    /// The sum of all sentences, by word.
    private var sum: [Double] {
        var sum = [Double](repeating: 0, count: (vectors.lazy.compactMap { $0.last?.word }.max() ?? -1) + 1)
        for vector in vectors { for (word, weight) in vector { sum[word] += weight } }
        return sum
    }

    /// The natural logarithm of a number of at least 1, by its series, 2 artanh((x - 1) / (x + 1)), after halving: the same
    /// digits on every machine.
    private static func logarithm(_ number: Double) -> Double {
        var (x, halvings) = (max(number, 1), 0.0)
        while x > 2 { (x, halvings) = (x / 2, halvings + 1) }
        let z = (x - 1) / (x + 1)
        let square = z * z
        return halvings * 0.693_147_180_559_945 + 2 * z
            * (1 + square * (1.0 / 3 + square * (0.2 + square * (1.0 / 7 + square / 9))))
    }

    /// The sentences of an entry that can be shown alone.
    static func candidates(of text: String, most: Int) -> [String] {
        var list: [String] = []
        for sentence in Sentences.of(text) where list.count < most {
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
