/// The words that negate what follows them.
enum Negators {
    private static let words: Set<[UInt8]> = Set(
        """
        not no never nothing nobody none neither nor without hardly barely scarcely nowhere cannot cant dont didnt isnt \
        wasnt arent werent wont wouldnt couldnt shouldnt doesnt hasnt havent hadnt aint
        """.split(separator: " ").map { Array($0.utf8) })

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
