import Findings
import SeededChance
import Testing

@Suite struct SentencesTests {
    /// Texts and their sentences.
    private static let texts: [(String, [String])] = [
        ("", []), ("   \n\n ", []), ("One.", ["One."]), ("No stop", ["No stop"]),
        ("I slept well. Then I walked.", ["I slept well.", "Then I walked."]),
        ("What now? Nothing! Good.", ["What now?", "Nothing!", "Good."]),
        ("Wait... Then it went.", ["Wait...", "Then it went."]),
        ("Really?! Yes.", ["Really?!", "Yes."]), ("He said \"Stop.\" Then he left.", ["He said \"Stop.\"", "Then he left."]),
        ("“Why?” she asked.", ["“Why?” she asked."]), ("I saw Dr. Meyer today. Fine.", ["I saw Dr. Meyer today.", "Fine."]),
        ("At 3.5 points. Less.", ["At 3.5 points.", "Less."]), ("With J. Smith. Good.", ["With J. Smith.", "Good."]),
        ("So am I. You know.", ["So am I.", "You know."]), ("See e.g. Berlin. Nice.", ["See e.g. Berlin.", "Nice."]),
        ("Wir sahen z.B. Wien. Schön.", ["Wir sahen z.B. Wien.", "Schön."]),
        ("Am 14. März war es gut. Danach nicht.", ["Am 14. März war es gut.", "Danach nicht."]),
        ("I counted to 14. Then I slept.", ["I counted to 14. Then I slept."]),
        ("I counted to 140. Then I slept.", ["I counted to 140.", "Then I slept."]),
        ("all small. no capitals at all. fine", ["all small.", "no capitals at all.", "fine"]),
        ("It was ca. five. Or so.", ["It was ca. five.", "Or so."]), ("- milk for tea\n- bread", ["milk for tea", "bread"]),
        ("1. Sleep more.\n2. Walk.", ["Sleep more.", "Walk."]), ("* [ ] call Anna\n* [x] rest", ["call Anna", "rest"]),
        ("# A heading\nText below.", ["Text below."]), ("> quoted words\n\nMine.", ["Mine."]),
        ("```\ncode. More.\n```\nAfter.", ["After."]),
        ("~~~\nnever closed", []), ("    code line\n\nText.", ["Text."]), ("| a | b |\n|---|---|\nText.", ["Text."]),
        ("---\nText.", ["Text."]),
        ("A short line\nAnother one", ["A short line", "Another one"]),
        (
            "This line is long enough to have been broken by a program that\nwraps text. Second.",
            ["This line is long enough to have been broken by a program that\nwraps text.", "Second."]
        ),
        ("今日は良い日だった。散歩した！楽しい？", ["今日は良い日だった。", "散歩した！", "楽しい？"]),
        ("آپ کیسے ہیں۔ میں ٹھیک ہوں۔", ["آپ کیسے ہیں۔", "میں ٹھیک ہوں۔"]),
        ("मैं ठीक हूँ। आप?", ["मैं ठीक हूँ।", "आप?"]), ("¿Qué tal? Bien.", ["¿Qué tal?", "Bien."]),
        ("**Bold words.** Then plain.", ["**Bold words.**", "Then plain."]), ("one\r\n\r\ntwo", ["one", "two"]),
    ]

    @Test(arguments: texts) func `a text falls into its sentences`(text: String, expected: [String]) {
        #expect(Sentences.of(text).map(String.init) == expected)
    }

    @Test func `sentences stand in the text byte for byte, in order, whatever the text`() {
        let seed: UInt64 = 61_221
        var random = SplitMix64(seed: seed)
        let pieces = [
            "a", "B", "é", "e\u{301}", ".", "!", "?", "…", "。", " ", "  ", "\n", "\r\n", "\n\n", "- ", "1. ", "# ", "> ", "`",
            "```", "**", "“", "”", ")",
            "Dr", "z.B", "14", "März", "🙂", "👩‍👩‍👧", "\u{202E}", "\u{200B}", "\0", "|", "<b>", "日", "।", "\u{2028}",
        ]
        for run in 0..<600 {
            let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            var place = text.utf8.startIndex
            for sentence in Sentences.of(text) {
                #expect(!sentence.isEmpty && sentence.startIndex >= place, "seed \(seed), run \(run)")
                #expect(
                    text.utf8[sentence.startIndex..<sentence.endIndex].elementsEqual(sentence.utf8), "seed \(seed), run \(run)")
                place = sentence.endIndex
            }
        }
    }

    @Test(arguments: [".", ". ", "A. ", "1. ", "? ", "`", "\n", "- ", "a", "#", "(", "A b. c ", "。", "| "])
    func `a text that repeats one thing a hundred thousand times is read at once`(piece: String) {
        #expect(Sentences.of(String(repeating: piece, count: 100_000)).count <= 100_000)
    }
}
