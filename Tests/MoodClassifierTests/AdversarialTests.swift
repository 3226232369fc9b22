import MoodClassifier
import SeededChance
import Testing

/// Texts that nobody writes are answered like any other, and no slower for being long.
struct AdversarialTests {
    static let megabyte = 1 << 20
    static let long: [String: String] = [
        "one letter": String(repeating: "a", count: megabyte), "blanks": String(repeating: " ", count: megabyte),
        "emoji": String(repeating: "😭", count: megabyte / 4), "NUL": String(repeating: "\0", count: megabyte),
        "right to left": String(repeating: "שלום \u{202E}", count: megabyte / 13),
        "apostrophes": String(repeating: "'", count: megabyte), "quoted letters": String(repeating: "a'", count: megabyte / 2),
        "marks": String(repeating: "!?", count: megabyte / 2),
        "combining marks": "a" + String(repeating: "\u{301}", count: megabyte / 2),
        "one family": String(repeating: "👨‍👩‍👧‍👦", count: megabyte / 25), "negators": String(repeating: "not ", count: megabyte / 4),
        "line ends": String(repeating: "\r\n", count: megabyte / 2), "ligatures": String(repeating: "ﬁİẞ", count: megabyte / 8),
    ]

    @Test(arguments: long.keys.sorted()) func `a megabyte is answered by its beginning`(name: String) throws {
        let text = try #require(Self.long[name])
        let model = try Given.model()
        let reading = model.moods(in: text)
        // What stands behind the first 16,384 scalars is not read: the answer is that of the beginning.
        let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(16_384)))
        let isTheSame = reading == model.moods(in: beginning)
        #expect(isTheSame, "\(name)")
        #expect(model.bucketCounts(in: text).count <= 2 * 400 * 52)
        #expect(reading.suggestions.isEmpty, "\(name)")
    }

    @Test func `words behind the four-hundredth change nothing`() throws {
        let model = try Given.model()
        let start = (0..<100).map { _ in "I walked home slowly" }.joined(separator: " ")
        #expect(
            model.moods(in: start).probabilities == model.moods(in: start + " and I am furious, furious, furious").probabilities)
        let short = (0..<99).map { _ in "I walked home slowly" }.joined(separator: " ")
        #expect(model.moods(in: short).probabilities != model.moods(in: short + " furious, furious, furious").probabilities)
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `any text has an answer whose words stand in it`(seed: UInt64) throws {
        let model = try Given.model()
        var generator = SplitMix64(seed: seed)
        for _ in 0..<150 {
            let text = generator.awkwardText(upTo: 60) + " I was happy and sad " + generator.awkwardText(upTo: 20)
            let reading = model.moods(in: text)
            #expect(abs(reading.probabilities.reduce(0, +) - 1) < 1e-9, "seed \(seed)")
            for reason in reading.because {
                #expect(text.utf8.firstRange(of: Array(reason.utf8)) != nil, "seed \(seed): \(reason.debugDescription)")
            }
        }
    }
}

extension Collection where Element: Equatable {
    /// Where `part` stands for the first time, element by element.
    func firstRange(of part: [Element]) -> Range<Index>? {
        indices.lazy.compactMap { start in
            let rest = self[start...].prefix(part.count)
            return rest.count == part.count && rest.elementsEqual(part) ? start..<rest.endIndex : nil
        }.first
    }
}
