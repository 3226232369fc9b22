/// The features of a text, counted by bucket: words, pairs of words, pairs with a word between them, and runs of four scalars
/// inside words.
///
/// A feature's bucket is the CRC-32 of its name, cut to the model's size. Each bucket has the weight ln(1 + count), and the
/// vector of all weights has length 1. `features` in Tools/mood/features.py does the same.
struct Features {
    /// The token that a feature comes from; the lowest bit tells a pair (with the token before) from the token itself.
    struct Occurrence {
        /// The bucket in the upper 32 bits, `token * 2 + isPair` in the lower: sorted, they are grouped by bucket.
        let packed: UInt64
        var bucket: Int { Int(truncatingIfNeeded: packed >> 32) }
        var token: Int { Int(truncatingIfNeeded: packed >> 1 & 0x7FFF_FFFF) }
        var isPair: Bool { packed & 1 == 1 }
    }

    /// A bucket, its value, and its run of `occurrences`.
    struct Bucket {
        let index: Int
        let value: Double
        let run: Range<Int>
    }

    private(set) var occurrences: [Occurrence] = []
    private(set) var buckets: [Bucket] = []

    init(_ text: Tokens, maker: FeatureMaker) {
        var packed: [UInt64] = []
        packed.reserveCapacity(text.tokens.count * 8)
        maker.collect(text, into: &packed)
        packed.sort()
        occurrences = packed.map(Occurrence.init(packed:))
        count()
    }

    /// Sums each run in the order of the buckets, so that a text gives the same bits everywhere.
    private mutating func count() {
        buckets.reserveCapacity(occurrences.count)
        var squares = 0.0
        var start = 0
        while start < occurrences.count {
            var end = start + 1
            while end < occurrences.count, occurrences[end].bucket == occurrences[start].bucket { end += 1 }
            let value = end - start == 1 ? 0.693_147_180_559_945_3 : naturalLogarithm(Double(1 + end - start))
            squares += value * value
            buckets.append(Bucket(index: occurrences[start].bucket, value: value, run: start..<end))
            start = end
        }
        let length = squares.squareRoot()
        guard length > 0 else { return }
        for place in buckets.indices {
            let bucket = buckets[place]
            buckets[place] = Bucket(index: bucket.index, value: bucket.value / length, run: bucket.run)
        }
    }
}

/// Names features and finds their buckets; the states after the names' prefixes are computed once.
struct FeatureMaker: Sendable {
    private let checksum: Checksum
    private let mask: UInt32
    private let word, negatedWord, gram, negatedGram, pair, apart: UInt32

    /// `bits`: how many bits of the checksum number a bucket, 1 to 24.
    init(bits: Int, checksum: Checksum) {
        self.checksum = checksum
        mask = 1 << UInt32(bits) - 1
        word = checksum.next(Checksum.start, "w:".utf8)
        negatedWord = checksum.next(Checksum.start, "nw:".utf8)
        gram = checksum.next(Checksum.start, "c:".utf8)
        negatedGram = checksum.next(Checksum.start, "nc:".utf8)
        pair = checksum.next(Checksum.start, "b:".utf8)
        apart = checksum.next(Checksum.start, "s:".utf8)
    }

    /// The bucket of a word without negation, which is used to recognise the language.
    func bucket(ofWord token: Tokens.Token, in text: Tokens) -> Int {
        bucket(checksum.next(word, text.folded[token.inner]))
    }

    private func bucket(_ state: UInt32) -> Int { Int(Checksum.end(state) & mask) }

    fileprivate func collect(_ text: Tokens, into packed: inout [UInt64]) {
        for (number, token) in text.tokens.enumerated() {
            let owner = UInt64(number) * 2
            let single = checksum.next(token.negator == nil ? word : negatedWord, text.folded[token.inner])
            if !token.isHidden { packed.append(UInt64(bucket(single)) << 32 | owner) }
            if token.scalars >= 2 { grams(of: token, in: text, owner: owner, into: &packed) }
            packed.append(UInt64(bucket(pairState(pair, number - 1, number, in: text))) << 32 | owner + (number > 0 ? 1 : 0))
            guard number > 0 else { continue }
            packed.append(UInt64(bucket(pairState(apart, number - 2, number, in: text))) << 32 | owner)
        }
        // The last word and the end of the text are a pair as well; like the first word's, it belongs to its word.
        let last = text.tokens.count
        packed.append(UInt64(bucket(pairState(pair, last - 1, last, in: text))) << 32 | UInt64(max(last, 1) - 1) * 2)
        guard last > 0 else { return }
        packed.append(UInt64(bucket(pairState(apart, last - 2, last, in: text))) << 32 | UInt64(max(last, 2) - 2) * 2)
    }

    /// The pair of two tokens; ^ is before the first and $ after the last.
    private func pairState(_ start: UInt32, _ first: Int, _ second: Int, in text: Tokens) -> UInt32 {
        var state = first < 0 ? checksum.next(start, UInt8(ascii: "^")) : named(text.tokens[first], in: text, start)
        state = checksum.next(state, UInt8(ascii: " "))
        guard second < text.tokens.count else { return checksum.next(state, UInt8(ascii: "$")) }
        return named(text.tokens[second], in: text, state)
    }

    private func named(_ token: Tokens.Token, in text: Tokens, _ state: UInt32) -> UInt32 {
        let start = token.negator == nil ? state : checksum.next(state, UInt8(ascii: "~"))
        return checksum.next(start, text.folded[token.inner])
    }

    /// Every run of four scalars of `<token>`.
    private func grams(of token: Tokens.Token, in text: Tokens, owner: UInt64, into packed: inout [UInt64]) {
        let start = token.negator == nil ? gram : negatedGram
        var first = token.padded.lowerBound
        var end = first
        for _ in 0..<4 { end = text.scalarEnd(end) }
        while true {
            packed.append(UInt64(bucket(checksum.next(start, text.folded[first..<end]))) << 32 | owner)
            guard end < token.padded.upperBound else { return }
            first = text.scalarEnd(first)
            end = text.scalarEnd(end)
        }
    }
}

extension Tokens {
    /// The position after the scalar that starts here.
    fileprivate func scalarEnd(_ place: Int) -> Int {
        var end = place + 1
        while end < folded.count, folded[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
