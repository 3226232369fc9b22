import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct SnippetTests {
    private func hits(_ text: String, for query: String, words: Int = 24) throws -> [Hit] {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry(text).fields)
        try scratch.take(chronicle.written)
        return try scratch.store.hits(Selection(query: try .parse(query, today: Given.today)), words: words).list
    }

    @Test(arguments: [
        ("Met Anna at the Café.", "cafe", ["Café"]), ("rain, rain and RAIN", "rain", ["rain", "rain", "RAIN"]),
        ("Walking to work", "walk*", ["Walking"]),
        ("a long walk, long", "\"long walk\"", ["long walk"]), ("rain and sun", "sun rain", ["rain", "sun"]),
        ("rain and sun", "rain -snow", ["rain"]),
        ("Don't go", "don't", ["Don't"]), ("日記 を", "日記", ["日記"]), ("cafe\u{301} now", "café", ["cafe\u{301}"]),
        ("great 😀 day", "day", ["day"]),
        ("[rain] <b>rain</b>", "rain", ["rain", "rain"]),
        ("rain\nrain", "rain", ["rain", "rain"]),
        ("am 3. in der Straße", "STRASSE", ["Straße"]), ("今日MRI検査を受けた", "MRI", ["MRI"]), ("今日MRI検査を受けた", "検査", ["検査"]),
        ("ผมไปหาหมอวันนี้", "หมอ", ["หมอ"]), ("łódka ŁÓDKA", "lodka", ["łódka", "ŁÓDKA"]), ("ok 👍🏽, ok 👍", "👍", ["👍🏽", "👍"]),
        ("Kranken\u{AD}haus", "krankenhaus", ["Kranken\u{AD}haus"]), ("rain, train", "rai*", ["rain"]),
        ("rain and\r\n\u{301}sun", "sun", ["sun"]),
    ])
    func `the words that were found are marked and no others`(text: String, query: String, marked: [String]) throws {
        let hit = try #require(try hits(text, for: query).first)
        #expect(hit.snippet.filter(\.isMatch).map(\.text) == marked)
        let whole = hit.snippet.map(\.text).joined()
        #expect(whole == text)
    }

    @Test(arguments: [
        ("## A **big** [river](http://example.org)\n- [x] and ![boats](boats.png)", "river", "A big river\nand boats"),
        ("> `code` river", "river", "code river"), ("river 2 * 3 - 1", "river", "river 2 * 3 - 1"),
        // Found in the address of a link alone, it is shown as it is.
        ("See [this](http://river.org)", "river", "See [this](http://river.org)"),
    ])
    func `a snippet has no marks of Markdown`(text: String, query: String, shown: String) throws {
        let snippet = try #require(try hits(text, for: query).first).snippet
        #expect(snippet.map(\.text).joined() == shown && snippet.filter(\.isMatch).map(\.text) == ["river"])
    }

    @Test func `a long text is cut around what was found`() throws {
        let filler = (0..<500).map { "word\($0)" }.joined(separator: " ")
        let hit = try #require(try hits(filler + " needle " + filler, for: "needle", words: 8).first)
        let whole = hit.snippet.map(\.text).joined()
        #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["needle"])
        #expect(whole.hasPrefix("…") && whole.hasSuffix("…") && whole.split(separator: " ").count <= 10)
        #expect(hit.entry.entry.text.utf8.count > 7000)
    }

    @Test(arguments: [-5, 0, 1, 64, 65, 1_000_000])
    func `any length is taken`(words: Int) throws {
        #expect(try hits("one rain two", for: "rain", words: words).first?.snippet.contains { $0.isMatch } == true)
    }

    @Test(arguments: ["is:starred -x", "-rain is:unstarred", "tag:t"])
    func `a search without words has no snippet`(query: String) throws {
        for hit in try hits("one 😀", for: query) { #expect(hit.snippet.isEmpty) }
        #expect(try hits("one two", for: "nothing").isEmpty)
    }
}
