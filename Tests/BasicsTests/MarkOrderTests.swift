import Basics
import SeededChance
import Testing

@Suite struct MarkOrderTests {
    @Test(arguments: [
        "\u{301}\u{316}", "\u{316}\u{301}", "\u{0F71}\u{0F72}", "\u{344}\u{316}", "\u{301}\u{316}\u{1D165}",
        "\u{302A}\u{3099}",
    ])
    func `a long run of marks is sorted, and stays the same text`(piece: String) {
        let long = "e" + String(repeating: piece, count: 200) + "x" + piece
        let ordered = long.withOrderedMarks
        #expect(ordered == long)
        #expect(ordered.composed == long.composed)
        #expect(ordered.hasSuffix("x" + piece))
        #expect(ordered.withOrderedMarks.utf8.elementsEqual(ordered.utf8))
        let classes = ordered.unicodeScalars.dropFirst().prefix { $0 != "x" }.map(\.properties.canonicalCombiningClass.rawValue)
        #expect(classes == classes.sorted() && !classes.contains(0))
    }

    @Test func `what people write keeps its bytes`() {
        for text in [
            "", "Rain.", "e\u{301}\u{316}", "a" + String(repeating: "\u{301}\u{316}", count: 32),
            String(repeating: "日本語", count: 200),
            String(repeating: "한국어 ", count: 100), String(repeating: "e\u{301}\u{316}", count: 500), "👩‍👩‍👧‍👦",
        ] {
            #expect(text.withOrderedMarks.utf8.elementsEqual(text.utf8))
            #expect(MarkOrder.ordered(Array(text.utf8)[...]) == nil)
        }
    }

    @Test func `bytes that are no UTF-8 stay where they are`() throws {
        let marks = Array(String(repeating: "\u{301}\u{316}", count: 100).utf8)
        for broken: [UInt8] in [[0xFF], [0xCC], [0xE0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80]] {
            let ordered = try #require(MarkOrder.ordered((marks + broken)[...]))
            #expect(ordered.count == marks.count + broken.count && Array(ordered.suffix(broken.count)) == broken)
            let after = try #require(MarkOrder.ordered((broken + [0x20] + marks)[...]))
            #expect(Array(after.prefix(broken.count)) == broken)
        }
    }

    @Test func `random texts with many marks are the same text afterwards`() {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let scalars: [Unicode.Scalar] = [
            "\u{301}", "\u{316}", "\u{0F71}", "\u{0F72}", "\u{344}", "\u{345}", "\u{327}", "\u{5B0}", "\u{3099}",
        ]
        for _ in 0..<40 {
            var text = String.UnicodeScalarView()
            for _ in 0..<400 {
                text.append(
                    Int.random(in: 0..<90, using: &generator) == 0 ? "é" : scalars.randomElement(using: &generator) ?? "a")
            }
            let before = String(text)
            #expect(before.withOrderedMarks == before)
        }
    }

    @Test(arguments: [("\u{0F73}", "\u{0F72}"), ("\u{0F75}", "\u{0F74}"), ("\u{0F81}", "\u{0F80}")])
    func `signs that are two marks each are composed in one go`(sign: String, second: String) {
        let count = 20_000
        let sorted = "x" + String(repeating: "\u{0F71}", count: count) + String(repeating: second, count: count) + "y"
        #expect(("x" + String(repeating: sign, count: count) + "y").composed.utf8.elementsEqual(sorted.utf8))
    }
}
