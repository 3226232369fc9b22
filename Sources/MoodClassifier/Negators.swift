enum Negators {
    private static let words: Set<[UInt8]> = Set(
        """
        not no never nothing nobody none neither nor without hardly barely scarcely nowhere cannot cant dont didnt isnt \
        wasnt arent werent wont wouldnt couldnt shouldnt doesnt hasnt havent hadnt aint
        """.split(separator: " ").map { Array($0.utf8) })

    /// Two words after which the rest of a sentence is past, wished for, over, or about others ("he" is any of them).
    private static let turns: [[UInt8]] =
        """
        used to,can't remember,cant remember,cannot remember,don't remember,can't recall,last time,no longer,if only,i wish,\
        wish i,supposed to,should be,should feel,should have,would be,would have,could be,could have,can all,all be,he can,\
        back when,pretended to,pretend to,pretending to,miss feeling,miss being
        """.split(separator: ",").map { Array($0.utf8) }
    private static let ends: [[UInt8]] = ["until", "till"].map { Array($0.utf8) }
    private static let last: [[UInt8]] = ["once", "not"].map { Array($0.utf8) }
    private static let times: Set<[UInt8]> = Set(
        "0 00 noon midnight morning evening night late dark dawn lunch dinner breakfast".split(separator: " ")
            .map { Array($0.utf8) })

    /// Whether two folded words in a row negate the rest of their sentence.
    static func turn(_ word: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>) -> Bool {
        guard !next.isEmpty else { return false }
        // Most have another length: no word is copied.
        return turns.contains { turn in
            turn.count == word.count + 1 + next.count && turn[word.count] == UInt8(ascii: " ") && turn.starts(with: word)
                && turn.suffix(next.count).elementsEqual(next)
        }
    }

    /// Whether the folded word negates its sentence up to itself: "until" unless a time follows, "once" at the sentence's end.
    static func end(_ word: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>) -> Bool {
        guard (3...5).contains(word.count) else { return false }
        if next.isEmpty { return (last + ends).contains { $0.elementsEqual(word) } }
        return ends.contains { $0.elementsEqual(word) } && !times.contains(Array(next))
    }

    /// Whether the folded word negates: one of the list, or any that ends in n't.
    static func hold(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= 2, word.count <= 48, let first = word.first else { return false }
        if word.count > 3, word.suffix(3).elementsEqual("n't".utf8) { return true }
        // All words of the list begin with one of these bytes: most words need no look-up.
        switch first {
        case UInt8(ascii: "n"), UInt8(ascii: "w"), UInt8(ascii: "h"), UInt8(ascii: "b"), UInt8(ascii: "s"),
            UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "a"):
            return word.count <= 8 && words.contains(Array(word))
        default: return false
        }
    }
}
