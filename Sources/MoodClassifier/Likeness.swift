/// A text's features as the model counts them: words, pairs of words and runs of four letters, by bucket.
///
/// It reveals no mood, but it reveals something about the text: keep it in memory only, while the vault is open.
package struct TextVector: Sendable {
    /// A bucket and ln(1 + count), scaled so that the vector's length is 1.
    struct Part: Sendable {
        let bucket: Int
        let value: Double
    }

    /// By rising bucket.
    let parts: [Part]

    /// Whether it has no features: a text without words and marks.
    package let isEmpty: Bool
}

extension MoodModel {
    /// The vector of a text; only its first 400 words and 16,384 characters are read. The model's weights are not used, and the
    /// text may be in any language. A negated word counts as a different word.
    package func vector(of text: String) -> TextVector {
        let tokens = Tokens(text)
        let features = Features(tokens, maker: maker)
        return TextVector(
            parts: features.buckets.map { TextVector.Part(bucket: $0.index, value: $0.value) }, isEmpty: tokens.tokens.isEmpty)
    }
}

extension MoodModel {
    /// Whether a word says what a text is about; English words with only grammatical meaning do not.
    package static func isTelling(_ word: some StringProtocol) -> Bool { !Reasons.silent.contains(word.lowercased()) }
}

/// How distinctive each feature is: the fewer texts of a sample have it, the more it counts.
package struct FeatureRarity: Sendable {
    /// By bucket, the texts that have it.
    private let frequency: [Int: Int]
    private let size: Int
    /// The number of texts that are added, as if they had none of the features: without them nothing would be rare among three
    /// texts.
    private static let besides = 10

    /// Counts a sample of the texts to be compared; a few hundred are enough to tell common from rare.
    package init(of sample: some Sequence<TextVector>) {
        var frequency: [Int: Int] = [:]
        var size = 0
        for vector in sample {
            size += 1
            for part in vector.parts { frequency[part.bucket, default: 0] += 1 }
        }
        self.frequency = frequency
        self.size = size
    }

    /// The similarity of two texts: the cosine of their weighted vectors, from 0 (nothing in common) to 1 (the same words).
    ///
    /// A feature weighs ln((n + 1) / (k + ½)), where k of n texts have it (inverse document frequency, Spärck Jones 1972); n is
    /// the sample plus `besides`. 0 if one of the two texts is empty.
    package func likeness(_ a: TextVector, _ b: TextVector) -> Double {
        guard !a.isEmpty, !b.isEmpty else { return 0 }
        let (own, other) = (weighted(a), weighted(b))
        var (i, j, product) = (0, 0, 0.0)
        while i < own.count, j < other.count {
            if own[i].bucket == other[j].bucket {
                product += own[i].value * other[j].value
                i += 1
                j += 1
            } else if own[i].bucket < other[j].bucket {
                i += 1
            } else {
                j += 1
            }
        }
        let lengths = (square(own) * square(other)).squareRoot()
        return lengths > 0 ? min(1, max(0, product / lengths)) : 0
    }

    private func weighted(_ vector: TextVector) -> [TextVector.Part] {
        vector.parts.map { TextVector.Part(bucket: $0.bucket, value: $0.value * weight(of: $0.bucket)) }
    }

    private func weight(of bucket: Int) -> Double {
        max(0, naturalLogarithm(Double(size + FeatureRarity.besides + 1) / (Double(frequency[bucket] ?? 0) + 0.5)))
    }

    private func square(_ parts: [TextVector.Part]) -> Double { parts.reduce(0) { $0 + $1.value * $1.value } }
}
