extension SplitMix64 {
    /// A text of up to `length` pieces that are likely to upset a parser: quotes, marks, control characters, emoji, words
    /// of the search language and dates, and any other scalar of Unicode.
    package mutating func awkwardText(upTo length: Int) -> String {
        let pieces = [
            "\"", "“", "”", ":", "-", "*", "#", "@", "/", ".", ",", " ", "\n", "\0", "\u{1B}[31m", "\u{301}",
            "\u{200D}",
            "😀", "👩‍👩‍👧", "é", "ß", "İ", "tag:", "mood:", "from:", "to:", "on:", "in:", "is:", "starred:", "kind:",
            "14",
            "march", "2026", "3/14/26", "0", "99999999999999999999", "T", "Z", "+01:00", "am", "pm", "at", "ago",
            "last",
            "friday", "an", "hour", "days", "21:00", "٣", "½", "(", ")", "'", "NOT", "a", "walk",
        ]
        let count = Int.random(in: 0...length, using: &self)
        return (0..<count).reduce(into: "") { text, _ in
            if Bool.random(using: &self) {
                text += pick(pieces)
            } else if once(in: 4) {
                text += " "
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &self)) {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
