import Journal
import SeededChance
import Testing

@Suite struct TextMergeTests {
    @Test(arguments: [
        // Other sentences, other words, other lines.
        ("Slept badly. Walked home.", "Slept well. Walked home.", "Slept badly. Ran home.", "Slept well. Ran home."),
        ("one two three four five", "ONE two three four five", "one two three four FIVE", "ONE two three four FIVE"),
        ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"), ("a\nb", "A\nb", "a\nB", "A\nB"),
        ("Slept badly.", "Slept well.", "Slept badly.\n\nLater: better.", "Slept well.\n\nLater: better."),
        ("Slept badly", "Slept well", "Slept badly\n\nLater: better.", "Slept well\n\nLater: better."),
        // A long text is added to a short one.
        (
            "Slept badly.", "Slept well.", "Slept badly. In the evening we all went to the harbour and looked at the ships.",
            "Slept well. In the evening we all went to the harbour and looked at the ships."
        ),
        ("Walked home.", "First:\n\nWalked home.", "Ran home.", "First:\n\nRan home."),
        ("one\ntwo\nthree", "one\n\ntwo\nthree", "one\ntwo\nTHREE", "one\n\ntwo\nTHREE"),
        ("今日は雨です。明日は晴です。", "昨日は雨です。明日は晴です。", "今日は雨です。明日は雪です。", "昨日は雨です。明日は雪です。"),
        (
            "👩‍👩‍👧 came to tea in the evening", "👩‍👩‍👦 came to tea in the evening", "👩‍👩‍👧 came to tea in the morning",
            "👩‍👩‍👦 came to tea in the morning"
        ),
        // Both did the same, and one of them more.
        ("a b c d", "A b c d", "A b c D", "A b c D"),
        ("gone and here, both", "and here, both", "and here, both", "and here, both"),
    ])
    func `changes in different places are both in the text`(base: String, mine: String, theirs: String, both: String) {
        for (one, other) in [(mine, theirs), (theirs, mine)] {
            let merged = TextMerge.merged(base: base, mine: one, theirs: other)
            #expect(merged.map { Array($0.utf8) } == Array(both.utf8), "\(merged ?? "nil")")
        }
    }

    @Test(arguments: [
        ("one two three", "one 2 three", "one zwei three"), ("Walked home.", "Walked home. Slept.", "Walked home. Ate."),
        ("one two three", "ONE two three", "one TWO three"), ("a\nb\nc", "a\nc", "a\nB\nc"), ("word", "words", "sword"),
        ("x", "", "y"),
        // A sentence that was written again has some of the old words by chance.
        (
            "We walked along the river in the morning.", "In the end the whole family stayed at home and read.",
            "We walked along the canal in the morning."
        ),
    ])
    func `changes in one place are not combined`(base: String, mine: String, theirs: String) {
        #expect(TextMerge.merged(base: base, mine: mine, theirs: theirs) == nil)
        #expect(TextMerge.merged(base: base, mine: theirs, theirs: mine) == nil)
    }

    @Test func `line ends that a browser has changed are no change`() {
        #expect(
            TextMerge.merged(base: "one\r\ntwo\r\nthree", mine: "ONE\ntwo\nthree", theirs: "one\r\ntwo\r\nTHREE")
                == "ONE\ntwo\nTHREE")
        #expect(TextMerge.merged(base: "a\rb", mine: "a\nb", theirs: "a\rB") == "a\nB")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `whatever is changed, no side is preferred, and one change alone is that change`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<300 {
            let base = random.awkwardText(upTo: 60)
            let (one, other) = (random.edited(base), random.edited(base))
            let comment = Comment(rawValue: "seed \(seed), round \(round)")
            func bytes(_ base: String, _ mine: String, _ theirs: String) -> [UInt8]? {
                TextMerge.merged(base: base, mine: mine, theirs: theirs).map { Array($0.utf8) }
            }
            if !(base + one + other).utf8.contains(0x0D) { #expect(bytes(base, one, other) == bytes(base, other, one), comment) }
            #expect(bytes(base, one, one) == Array(one.utf8), comment)
            #expect(bytes(base, one, base) == Array(one.utf8), comment)
            if !base.utf8.contains(0x0D) { #expect(bytes(base, base, one) == Array(TextMerge.plainLines(one).utf8), comment) }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `words that two people write in different paragraphs are all there`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<200 {
            let paragraphs = (0..<Int.random(in: 2...12, using: &random)).map { "Paragraph \($0) of the day." }
            let places = Array(paragraphs.indices).shuffled(using: &random)
            var (mine, theirs, both) = (paragraphs, paragraphs, paragraphs)
            mine[places[0]] += " Mine \(round)."
            theirs[places[1]] = "Theirs \(round). " + theirs[places[1]]
            (both[places[0]], both[places[1]]) = (mine[places[0]], theirs[places[1]])
            func text(_ list: [String]) -> String { list.joined(separator: "\n\n") }
            #expect(
                TextMerge.merged(base: text(paragraphs), mine: text(mine), theirs: text(theirs)) == text(both),
                "seed \(seed), round \(round)")
        }
    }
}
