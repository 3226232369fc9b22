/// A small seeded generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014),
/// so that a random test can be repeated from the seed it prints.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of up to `length` pieces that are likely to upset a parser.
    mutating func awkwardText(upTo length: Int) -> String {
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
                text += pieces[Int.random(in: 0..<pieces.count, using: &self)]
            } else if Int.random(in: 0..<4, using: &self) == 0 {
                text += " "
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &self)) {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
