/// The words of a text that contributed to a mood, according to the weights of their features.
///
/// A feature's contribution to the mood's logit, minus the mean of the others', goes to its word or pair.
struct Reasons {
    /// Words with only grammatical meaning, which are never a reason.
    static let silent: Set<String> = Set(
        """
        i me my we us our you your he him his she her it its they them their a an the and or but so to of in on at by for \
        with from as if is am are was were be been being do does did have has had will would can could may might that \
        this these those there here when what which who then than too very just i'm it's i've i'd i'll he's she's he'd \
        he'll himself that's
        """.split(separator: " ").map(String.init))

    /// One or more consecutive words of the text, and how much they contribute.
    private struct Span {
        let tokens: ClosedRange<Int>
        let strength: Double
    }

    private let tokens: Tokens
    private let features: Features
    private let model: MoodModel

    init(_ tokens: Tokens, _ features: Features, model: MoodModel) {
        self.tokens = tokens
        self.features = features
        self.model = model
    }

    /// Up to three reasons, the strongest first, none less than a quarter as strong as it.
    func words(for mood: MoodLabel, in text: String) -> [String] {
        let spans = spans(for: mood)
        var chosen: [Span] = []
        for span in spans where chosen.count < 3 && span.strength > 0 {
            guard span.strength * 4 >= spans[0].strength else { break }
            let isFree = chosen.allSatisfy { !$0.tokens.overlaps(span.tokens) }
            if isFree { chosen.append(span) }
        }
        var said: Set<String> = []
        return chosen.compactMap { quote($0.tokens, from: text) }.filter { said.insert($0.lowercased()).inserted }
    }

    private func spans(for mood: MoodLabel) -> [Span] {
        let (single, pair) = strengths(for: mood)
        // Anything weaker cannot be a reason: most words need no second look.
        let least = max(0, zip(tokens.tokens, single).reduce(0) { $1.0.isWord ? max($0, $1.1) : $0 } / 8)
        var spans: [Span] = []
        for number in tokens.tokens.indices {
            let word = tokens.tokens[number]
            if single[number] > least, speaks(word) {
                let first = word.negator.map { 1...2 ~= number - $0 && namesNoOne($0...number) ? $0 : number } ?? number
                spans.append(Span(tokens: first...number, strength: single[number]))
            }
            guard number > 0, pair[number] > max(single[number - 1], single[number], least) else { continue }
            guard word.isWord, tokens.tokens[number - 1].isWord, namesNoOne(number - 1...number),
                speaks(word) || speaks(tokens.tokens[number - 1])
            else { continue }
            let strength = pair[number] + max(single[number - 1], 0) + max(single[number], 0)
            spans.append(Span(tokens: number - 1...number, strength: strength))
        }
        return spans.sorted {
            $0.strength == $1.strength ? $0.tokens.lowerBound < $1.tokens.lowerBound : $0.strength > $1.strength
        }
    }

    /// The contribution of each token by itself, and together with the token before.
    private func strengths(for mood: MoodLabel) -> (single: [Double], pair: [Double]) {
        var single = [Double](repeating: 0, count: tokens.tokens.count)
        var pair = single
        // The mood's own scale, minus a share of the others': one sum for each bucket.
        let factors = model.header.scale.enumerated().map { label, scale in
            label == mood.index ? scale : -scale / Double(MoodModel.Header.classes - 1)
        }
        for bucket in features.buckets {
            var push = 0.0
            for label in 0..<MoodModel.Header.classes { push += factors[label] * model.weight(bucket.index, label) }
            push *= bucket.value / Double(bucket.run.count)
            for occurrence in features.occurrences[bucket.run] where occurrence.token < single.count {
                if occurrence.isPair { pair[occurrence.token] += push } else { single[occurrence.token] += push }
            }
        }
        return (single, pair)
    }

    /// Whether the text from the first token to the last names no person: a reason never does.
    private func namesNoOne(_ range: ClosedRange<Int>) -> Bool { !range.contains { tokens.tokens[$0].isPerson } }

    private func speaks(_ token: Tokens.Token) -> Bool {
        if !token.isWord { return true }
        return token.hasLetter && token.scalars > 1
            && !Self.silent.contains(String(decoding: tokens.folded[token.inner], as: UTF8.self))
    }

    /// The text from the first token to the last, as it was written.
    private func quote(_ range: ClosedRange<Int>, from text: String) -> String? {
        let bytes = text.utf8
        let start = tokens.tokens[range.lowerBound].source.lowerBound
        let end = tokens.tokens[range.upperBound].source.upperBound
        guard let first = bytes.index(bytes.startIndex, offsetBy: start, limitedBy: bytes.endIndex),
            let last = bytes.index(first, offsetBy: end - start, limitedBy: bytes.endIndex)
        else { return nil }
        return String(text.unicodeScalars[first..<last])
    }
}
