import Journal
import Ledger
import MoodClassifier
import Records
import Store

package struct SimilarEntry: Hashable, Sendable {
    package let entry: StoredEntry
    /// The similarity of the two texts, from `SimilarEntry.least` to 1 for the same words.
    package let likeness: Double
    /// Up to three words that both have, the rarest in the vault first, as written in the text that was asked about.
    package let shared: [String]

    /// The lowest similarity that is shown: texts that share only common words are below it.
    package static let least = 0.15
}

extension OpenVault {
    /// Entries that resemble this one by their words, the most similar first; empty if none does. The given entry may be deleted;
    /// the results never are.
    ///
    /// The word index finds entries that share rare words with it; these are compared by the features of the mood model (words,
    /// pairs, runs of four letters), rarer ones weighing more. It compares words, not meanings: `swam` and `went swimming` match
    /// only if something else connects them. Nothing is stored and nothing is sent.
    package func similarEntries(to id: RecordID, limit: Int = 5) throws -> [SimilarEntry] {
        let asked = try entry(id)
        let words = SimilarEntries.words(of: asked.entry.text)
        guard limit > 0, !words.isEmpty else { return [] }
        let model = MoodModel.builtIn
        let wanted = model.vector(of: asked.entry.text)
        let rarity = try featureRarity()
        var found: [SimilarEntry] = []
        for match in try store.entriesSharing(words, limit: SimilarEntries.compared) where match.id != id {
            // One on a damaged page is skipped; lists and `repair` count it.
            guard let other = try? store.entry(match.id) else { continue }
            let likeness = rarity.likeness(wanted, model.vector(of: other.entry.text))
            guard likeness >= SimilarEntry.least else { continue }
            let shared = match.words.map { words[$0] }.filter { MoodModel.isTelling($0) }.prefix(3)
            found.append(SimilarEntry(entry: other, likeness: likeness, shared: Array(shared)))
        }
        return Array(found.sorted(by: SimilarEntries.isBefore).prefix(limit))
    }

    /// How rare each feature is in this vault; counted once until something is written.
    private func featureRarity() throws -> FeatureRarity {
        try cached(Cached.featureRarity) {
            FeatureRarity(of: try store.sampleTexts(SimilarEntries.sampled).lazy.map(MoodModel.builtIn.vector))
        }
    }
}

private enum SimilarEntries {
    /// How many entries are compared in full.
    static let compared = 200
    /// How many texts are sampled to tell rare features from common ones.
    static let sampled = 300
    /// How many scalars of the text are read, as many as the mood model reads.
    static let scalars = 16_384

    /// The distinct words of a text in their order, only letters and digits, as the word index splits them.
    static func words(of text: String) -> [String] {
        var seen: Set<String> = []
        return text.unicodeScalars.prefix(scalars).split { !isInWord($0) }.compactMap { scalars in
            let word = String(String.UnicodeScalarView(scalars))
            return scalars.count > 1 && seen.insert(word.lowercased()).inserted ? word : nil
        }
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return true
        default: return false
        }
    }

    /// The most similar first; of equals the newest.
    static func isBefore(_ a: SimilarEntry, _ b: SimilarEntry) -> Bool {
        a.likeness == b.likeness ? a.entry.entry.instant > b.entry.entry.instant : a.likeness > b.likeness
    }
}
