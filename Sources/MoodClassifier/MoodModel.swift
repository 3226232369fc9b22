/// A trained model that recognises moods in English text, on the device, from its own bytes alone.
///
/// The bytes are `Sources/Shims/CMoodModel/mood.bin`; MODEL.md beside them describes them. A value of this type may be used by several
/// threads at once, and a text gets the same answer on every machine.
package struct MoodModel: Sendable {
    let bytes: [UInt8]
    let header: Header
    let maker: FeatureMaker
    private let people: People

    /// Uses a model's bytes as they are, at most 8 MB.
    ///
    /// The checksum inside detects damage; to make sure that it is the model of this release, compare the SHA-256 of the bytes
    /// with `expectedDigest`. Throws `MoodModelError`; no bytes make it trap.
    package init(bytes: [UInt8]) throws(MoodModelError) {
        let checksum = Checksum()
        header = try Header(bytes)
        let body = bytes.count - 4
        guard checksum.of(bytes, first: body) == UInt32(littleEndian: bytes, at: body) else { throw .damaged }
        self.bytes = bytes
        let (start, count) = (header.people, header.peopleCount)
        people = People((0..<count).map { UInt32(littleEndian: bytes, at: start + 4 * $0) }, checksum: checksum)
        maker = FeatureMaker(bits: header.bits, checksum: checksum)
    }

    /// The writer's mood according to a text; only its first 400 words and 16,384 characters are read.
    ///
    /// `bias` is what was learnt from the owner; without it the model is the same for everyone.
    package func moods(in text: String, with bias: OwnerBias = OwnerBias()) -> MoodReading {
        let tokens = Tokens(text, hiding: people)
        let features = Features(tokens, maker: maker)
        let plain = logits(of: features)
        let probabilities = softmax(bias.applied(to: plain))
        let silence = Crisis.isNamed(in: text) ? .crisis : silence(on: tokens)
        guard silence == nil else {
            return MoodReading(logits: plain, probabilities: probabilities, silence: silence)
        }
        let order = MoodLabel.moods.sorted { probabilities[$0.index] > probabilities[$1.index] }
        let reasons = Reasons(tokens, features, model: self)
        return MoodReading(
            logits: plain, probabilities: probabilities, mood: order[0],
            suggestions: header.thresholds.chips(order, probabilities),
            because: reasons.words(for: order[0], in: text))
    }

    /// The features of a text as the trainer counts them: bucket and count alternating, by rising bucket.
    package func bucketCounts(in text: String) -> [Int] {
        Features(Tokens(text, hiding: people), maker: maker).buckets.flatMap { [$0.index, $0.run.count] }
    }

    /// The weight of a bucket for a label, before the label's scale.
    @inline(__always)
    func weight(_ bucket: Int, _ label: Int) -> Double {
        Double(Int8(bitPattern: bytes[Header.size + bucket * Header.classes + label]))
    }

    /// One number for each label; their softmax is the probabilities.
    private func logits(of features: Features) -> [Double] {
        var sums = [Double](repeating: 0, count: Header.classes)
        for bucket in features.buckets {
            for label in 0..<Header.classes { sums[label] += bucket.value * weight(bucket.index, label) }
        }
        return sums.indices.map { header.bias[$0] + header.scale[$0] * sums[$0] }
    }

    private func silence(on tokens: Tokens) -> MoodReading.Silence? {
        if tokens.speaking < 3 { return .tooShort }
        return isEnglish(tokens) ? nil : .notEnglish
    }

    /// Whether enough of the words are English; words that other languages share do not count.
    private func isEnglish(_ text: Tokens) -> Bool {
        var known = 0
        var strange = 0
        for token in text.tokens where token.hasLetter {
            let bucket = maker.bucket(ofWord: token, in: text)
            if bit(bucket, of: header.sharedWords) { continue }
            if bit(bucket, of: header.knownWords) { known += 1 } else { strange += 1 }
        }
        return known > 0 && Double(known) >= header.thresholds.english * Double(known + strange)
    }

    /// A bit of one of the two word sets after the weights.
    private func bit(_ number: Int, of start: Int) -> Bool { bytes[start + number >> 3] >> UInt8(number & 7) & 1 == 1 }
}

/// Probabilities from logits, each in 0 ... 1, with the sum 1.
func softmax(_ logits: [Double]) -> [Double] {
    let top = logits.max() ?? 0
    let powers = logits.map { exponential($0 - top) }
    let sum = powers.reduce(0, +)
    return powers.map { $0 / sum }
}
