import Journal
import SeededChance
import Testing

@Suite struct TextDifferenceTests {
    /// `[-removed-]`, `{+added+}`, and what is the same as it is.
    private func shown(_ old: String, _ new: String) -> String {
        TextDifference.pieces(from: old, to: new).map { piece in
            switch piece.kind {
            case .same: piece.text
            case .removed: "[-\(piece.text)-]"
            case .added: "{+\(piece.text)+}"
            }
        }.joined()
    }

    @Test(arguments: [
        ("", "", ""), ("a\nb\n", "a\nb\n", "a\nb\n"), ("", "new", "{+new+}"), ("old", "", "[-old-]"),
        ("a\nb\nc\n", "a\nc\n", "a\n[-b\n-]c\n"), ("a\nc\n", "a\nb\nc\n", "a\n{+b\n+}c\n"),
        ("We walked by the river.", "We walked by the lake.", "We walked by the [-river-]{+lake+}."),
        ("One\nTwo walked home.\nThree\n", "One\nTwo ran home.\nThree\n", "One\nTwo [-walked-]{+ran+} home.\nThree\n"),
        ("Good morning, world", "Good evening, my world", "Good [-morning-]{+evening+},{+ my+} world"),
        ("It was a very long day", "It was a truly short day", "It was a [-very long-]{+truly short+} day"),
        ("completely other words here", "nothing alike at all", "[-completely other words here-]{+nothing alike at all+}"),
        ("a\r\nb\r\n", "a\nb\r\n", "a[-\r\n-]{+\n+}b\r\n"), ("no end", "no end\n", "no end{+\n+}"),
        ("今日は雨です。", "今日は晴です。", "今日は[-雨-]{+晴+}です。"), ("cafe\u{301} au lait", "café au lait", "[-cafe\u{301}-]{+café+} au lait"),
        // Of changes of the same size the same one, with whatever standard library.
        ("*text* with a link, end", "*other* text, end", "*[-text-]{+other+}* [-with a link-]{+text+}, end"),
        ("👩‍👩‍👧 came to tea", "👩‍👩‍👦 came to tea", "[-👩‍👩‍👧-]{+👩‍👩‍👦+} came to tea"),
    ])
    func `what is gone stands before what has come in its place`(old: String, new: String, expected: String) {
        let found = shown(old, new)
        #expect(Array(found.utf8) == Array(expected.utf8), "\(found)")
    }

    private func checkLaws(_ old: String, _ new: String, _ comment: @autoclosure () -> String) {
        let pieces = TextDifference.pieces(from: old, to: new)
        func joined(without kind: TextDifference.Kind) -> [UInt8] {
            pieces.filter { $0.kind != kind }.flatMap { Array($0.text.utf8) }
        }
        #expect(joined(without: .added) == Array(old.utf8), "\(comment())")
        #expect(joined(without: .removed) == Array(new.utf8), "\(comment())")
        #expect(pieces.allSatisfy { !$0.text.isEmpty }, "\(comment())")
        for (a, b) in zip(pieces, pieces.dropFirst()) {
            #expect(a.kind != b.kind && !(a.kind == .added && b.kind == .removed), "\(comment())")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `the pieces make up both texts, byte for byte`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<300 {
            let old = random.awkwardText(upTo: 60)
            checkLaws(old, random.awkwardText(upTo: 60), "seed \(seed), round \(round)")
            checkLaws(old, random.edited(old), "seed \(seed), round \(round), edited")
        }
    }

    @Test func `a small change in a long text stays small`() {
        let lines = (0..<20_000).map { "line \($0) of a long text" }
        var changed = lines
        changed[10_000] = "line 10000 of another text"
        let pieces = TextDifference.pieces(from: lines.joined(separator: "\n"), to: changed.joined(separator: "\n"))
        #expect(pieces.filter { $0.kind != .same }.map(\.text) == ["a long", "another"])
    }

    @Test(arguments: ["a\n", "word ", "x", "1\u{301}"])
    func `texts that have nothing in common are told in bounded time`(unit: String) {
        let (old, new) = (String(repeating: unit, count: 200_000), String(repeating: "other " + unit, count: 60_000))
        checkLaws(old, new, unit)
        var random = SplitMix64(seed: 5)
        let shuffled = (0..<40_000).map { _ in "\(Int.random(in: 0..<100_000, using: &random)) \(unit)" }
        checkLaws(shuffled.joined(separator: "\n"), shuffled.reversed().joined(separator: "\n"), unit)
    }
}

extension SplitMix64 {
    /// The text with a few pieces taken out, put in and moved.
    mutating func edited(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...5, using: &self) {
            let start = Int.random(in: 0...scalars.count, using: &self)
            let end = min(scalars.count, start + Int.random(in: 0...8, using: &self))
            let piece = Array(scalars[start..<end])
            switch Int.random(in: 0..<3, using: &self) {
            case 0: scalars.removeSubrange(start..<end)
            case 1: scalars.insert(contentsOf: awkwardText(upTo: 4).unicodeScalars, at: start)
            default: scalars.insert(contentsOf: piece, at: Int.random(in: 0...scalars.count, using: &self))
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
