/// Who a text speaks of carries no weight: words of identity, kinship and profession, with an article before them, are all the
/// same someone, and pronouns of all genders are one.
///
/// The words are those of Tools/mood/lines/people.txt; the model's file holds their checksums. Tools/mood/people.py does the
/// same.
struct People: Sendable {
    /// The most words of a phrase.
    private static let longest = 4
    private static let articles: Set<[UInt8]> = [Array("a".utf8), Array("an".utf8), Array("the".utf8)]
    /// Folded pronouns, and what they become.
    private static let pronouns: [[UInt8]: [UInt8]] = {
        var found: [[UInt8]: [UInt8]] = [:]
        let rows = """
            he she they
            his him her hers them their theirs
            himself herself themself themselves
            he's she's
            he'd she'd
            he'll she'll
            """
        for row in rows.split(separator: "\n") {
            let words = row.split(separator: " ").map { Array($0.utf8) }
            for word in words { found[word] = words[0] }
        }
        return found
    }()

    private let checksum: Checksum
    /// Of the words and phrases, ascending.
    private let known: [UInt32]
    /// Whether one of them ends in these 16 bits: most words need no search.
    private var ends = [Bool](repeating: false, count: 1 << 16)

    init(_ known: [UInt32], checksum: Checksum) {
        self.known = known
        for number in known { ends[Int(number & 0xFFFF)] = true }
        self.checksum = checksum
    }

    /// Puts someone in their place: one for each row of such words.
    func hide(in text: inout Tokens) {
        var kept: [Tokens.Token] = []
        kept.reserveCapacity(text.tokens.count)
        var place = 0
        while place < text.tokens.count {
            let size = phrase(at: place, in: text)
            var token = text.tokens[place]
            place += max(size, 1)
            if size > 0 {
                if !token.begins, let last = kept.last, Self.articles.contains(Array(text.folded[last.inner])) {
                    token.begins = last.begins
                    kept.removeLast()
                }
                if !token.begins, let last = kept.last, last.isHidden { continue }
                (token.isPerson, token.isHidden, token.hasLetter) = (true, true, false)
                text.rewrite(&token, as: [UInt8(ascii: "@")])
            } else if let pronoun = Self.pronoun(text.folded[token.inner]) {
                token.isPerson = true
                text.rewrite(&token, as: pronoun)
            }
            kept.append(token)
        }
        text.replace(kept)
    }

    /// What a folded pronoun of a person becomes; `nil` for any other word.
    private static func pronoun(_ word: ArraySlice<UInt8>) -> [UInt8]? {
        // All of them begin with one of these bytes: most words need no look-up.
        switch word.first {
        case UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "t"): word.count <= 10 ? pronouns[Array(word)] : nil
        default: nil
        }
    }

    /// How many tokens from a place on are the longest word or phrase of the list; 0 if none. No phrase crosses a sentence.
    private func phrase(at place: Int, in text: Tokens) -> Int {
        var longest = 0
        var state = Checksum.start
        for size in 1...min(Self.longest, text.tokens.count - place) {
            let token = text.tokens[place + size - 1]
            if size > 1 {
                if token.begins { break }
                state = checksum.next(state, UInt8(ascii: " "))
            }
            state = checksum.next(state, text.folded[token.inner])
            if holds(Checksum.end(state)) { longest = size }
        }
        return longest
    }

    private func holds(_ number: UInt32) -> Bool {
        guard ends[Int(number & 0xFFFF)] else { return false }
        var low = 0
        var high = known.count
        while low < high {
            let middle = (low + high) / 2
            if known[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < known.count && known[low] == number
    }
}
