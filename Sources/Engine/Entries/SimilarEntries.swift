import Journal
import Ledger
import MoodClassifier
import Records
import Store

/// An entry that is like another one.
package struct SimilarEntry: Hashable, Sendable {
    /// The entry.
    package let entry: StoredEntry
    /// How much alike the two texts are, from `SimilarEntry.least` to 1 for the same words.
    package let likeness: Double
    /// Up to three words that both have, those that fewest entries have first, as they stand in the text that was asked about.
    package let shared: [String]

    /// What is less alike than this is not shown: texts that have nothing but common words in common are below it.
    package static let least = 0.15
}

extension OpenVault {
    /// Entries that resemble this one by their words, the likest first; empty where none does. A deleted entry may be asked about,
    /// and none is among the answers.
    ///
    /// The word index finds entries that share rare words with it, and these are compared by the features of the mood model (words,
    /// pairs, runs of four letters), the rarer the weightier. It sees words, not meanings: `swam` and `went swimming` are strangers
    /// to it unless something else connects them. Nothing is stored and nothing is sent.
    package func similarEntries(to id: RecordID, limit: Int = 5) throws -> [SimilarEntry] {
        let asked = try entry(id)
        let words = SimilarEntries.words(of: asked.entry.text)
        guard limit > 0, !words.isEmpty else { return [] }
        let model = MoodModel.builtIn
        let wanted = model.vector(of: asked.entry.text)
        let rarity = try featureRarity()
        var found: [SimilarEntry] = []
        for match in try store.entriesSharing(words, limit: SimilarEntries.compared) where match.id != id {
            // One on a damaged page is like none; lists and `repair` count it.
            guard let other = try? store.entry(match.id) else { continue }
            let likeness = rarity.likeness(wanted, model.vector(of: other.entry.text))
            guard likeness >= SimilarEntry.least else { continue }
            let shared = match.words.map { words[$0] }.filter { MoodModel.isTelling($0) }.prefix(3)
            found.append(SimilarEntry(entry: other, likeness: likeness, shared: Array(shared)))
        }
        return Array(found.sorted(by: SimilarEntries.isBefore).prefix(limit))
    }

    /// How telling the features are in this vault, counted once until something is written.
    private func featureRarity() throws -> FeatureRarity {
        try counts.at(store.logPosition(), "feature rarity") {
            FeatureRarity(of: try store.sampleTexts(SimilarEntries.sampled).lazy.map(MoodModel.builtIn.vector))
        }
    }
}

/// The rules of the search for entries that are alike.
private enum SimilarEntries {
    /// Entries that are compared in full.
    static let compared = 200
    /// Texts by which rare features are told from common ones.
    static let sampled = 300
    /// Scalars of the text that are looked at, as many as the mood model reads.
    static let scalars = 16_384

    /// The different words of a text in the order in which they come, letters and figures only, as the word index cuts them.
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

    /// The likest first, among equals the newest.
    static func isBefore(_ a: SimilarEntry, _ b: SimilarEntry) -> Bool {
        a.likeness == b.likeness ? a.entry.entry.instant > b.entry.entry.instant : a.likeness > b.likeness
    }
}
