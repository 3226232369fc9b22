import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

/// A handful of entries, each known by a short name.
private struct Library {
    static let entries: [(name: String, entry: Entry)] = [
        (
            "done",
            Given.entry(
                "Finished *all* of it. Col:umn \"quoted\" 100% NEAR the AND (mill)", day: Given.today, mood: "so-so",
                tags: ["Été"])
        ),
        ("cafe", Given.entry("Met Anna at the Café. Rain all day.", mood: "happy", tags: ["walk", "Dog"], starred: true)),
        ("long", Given.entry("A long walk in the rain, then tea.", day: Given.day("2026-03-13"), mood: "sad", tags: ["walk"])),
        (
            "work",
            Given.entry(
                "Walking to work. Don't be late; it's 12:30 at http://x.org/a_b", day: Given.day("2026-02-01"), tags: ["work"])
        ),
        ("emoji", Given.entry("Great 😀 day 👍 \u{2764}\u{FE0F}", day: Given.day("2025-03-14"), mood: "happy", starred: true)),
        ("umlaut", Given.entry("Übermut tut selten gut, naïve façade, Ångström, cafe\u{301}s", day: Given.day("2024-02-29"))),
        ("kanji", Given.entry("日記 を書く。 Дневник ημερολόγιο", day: Given.day("2020-12-31"))),
        ("marks", Given.entry("… — *** !!!", day: Given.day("2019-01-01"), tags: ["c++"])),
        ("first", Given.entry("In principio walk", day: Given.day("0001-01-01"))),
    ]

    let scratch: ScratchStore

    init(_ place: Place) throws {
        scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        for (number, (_, entry)) in Library.entries.enumerated() {
            var fields = entry.fields
            fields["instant"] = .int(Given.noon.milliseconds - Int64(number) * 1000)
            chronicle.set(Given.id(number), fields)
        }
        chronicle.set(Given.id(100), Given.entry("rain walk café deleted").fields)
        chronicle.set(Given.id(100), ["gone": true])
        chronicle.set(Given.id(101), ["text": "rain walk café"], kind: "note")
        try scratch.take(chronicle.written)
    }

    func names(_ list: [StoredEntry]) -> [String] {
        list.map { entry in Library.entries.indices.first { Given.id($0) == entry.id }.map { Library.entries[$0].name } ?? "?" }
    }

    func find(_ query: SearchQuery, limit: Int? = nil) throws -> [String] {
        names(try scratch.store.entries(Selection(query: query, limit: limit)).list)
    }

    func find(_ text: String, limit: Int? = nil) throws -> [String] {
        try find(SearchQuery.parse(text, today: Given.today), limit: limit)
    }
}

@Suite struct SearchTests {
    private static let queries: [(String, [String])] = [
        // words, in any case, with and without diacritics
        ("rain", ["cafe", "long"]), ("RAIN", ["cafe", "long"]), ("cafe", ["cafe"]), ("CAFÉ", ["cafe"]), ("cafe\u{301}", ["cafe"]),
        ("cafes", ["umlaut"]), ("ubermut", ["umlaut"]), ("naive", ["umlaut"]), ("facade", ["umlaut"]), ("angstrom", ["umlaut"]),
        ("rai", []),
        ("дневник", ["kanji"]), ("ΗΜΕΡΟΛΌΓΙΟ", ["kanji"]), ("日記", ["kanji"]), ("100", ["done"]), ("nothing", []),
        // all words must occur, wherever
        ("rain walk", ["long"]), ("walk rain", ["long"]), ("rain anna", ["cafe"]), ("rain work", []),
        // phrases
        ("\"long walk\"", ["long"]), ("\"walk long\"", []), ("“in the rain”", ["long"]), ("\"rain, then\"", ["long"]),
        ("\"all day\" rain", ["cafe"]),
        ("don't", ["work"]), ("\"dont\"", []), ("12:30", ["work"]), ("http://x.org", ["work"]), ("x.org/a", ["work"]),
        // beginnings
        ("walk*", ["long", "work", "first"]), ("walki*", ["work"]), ("caf*", ["cafe", "umlaut"]), ("ÜB*", ["umlaut"]),
        ("don't*", ["work"]), ("zz*", []),
        // exclusion
        ("rain -anna", ["long"]), ("rain -\"long walk\"", ["cafe"]), ("walk* -walking", ["long", "first"]), ("rain -rain", []),
        ("rain -caf*", ["long"]),
        ("-rain -walk*", ["done", "emoji", "umlaut", "kanji", "marks"]), ("rain -anna -long", []),
        // symbols, which no word index holds
        ("😀", ["emoji"]), ("👍 great", ["emoji"]), ("great -👍", []), ("great -🎉", ["emoji"]), ("🎉", []), ("day -😀", ["cafe"]),
        ("-😀 is:starred", ["cafe"]),
        // tags, moods, star, kind
        ("tag:walk", ["cafe", "long"]), ("#WALK", ["cafe", "long"]), ("tag:walk tag:dog", ["cafe"]),
        ("tag:walk -tag:dog", ["long"]), ("#été", ["done"]),
        ("#c++", ["marks"]), ("tag:none", []), ("walk tag:walk", ["long"]), ("mood:happy", ["cafe", "emoji"]),
        ("mood:happy mood:sad", ["cafe", "long", "emoji"]),
        ("mood:SO-SO", ["done"]), ("-mood:happy is:starred", []), ("is:starred", ["cafe", "emoji"]),
        ("is:unstarred tag:walk", ["long"]),
        ("-mood:happy -mood:so-so rain", ["long"]), ("starred:no mood:happy", []), ("kind:entry rain", ["cafe", "long"]),
        ("-kind:entry rain", []),
        ("kind:note rain", []), ("-kind:note rain", ["cafe", "long"]),
        // days
        ("on:2026-03-13", ["long"]), ("rain on:2026-03-13", ["long"]), ("in:2026", ["done", "cafe", "long", "work"]),
        ("March 2026 rain", ["cafe", "long"]),
        ("from:2026-03-14", ["done", "cafe"]), ("to:2020-12-31", ["kanji", "marks", "first"]),
        ("from:2020-01-01 to:2024-12-31", ["umlaut", "kanji"]),
        ("to:0001-01-01", ["first"]), ("from:9999-12-31", []), ("29 February 2024", ["umlaut"]),
        ("walk to:0001-12-31", ["first"]),
    ]

    @Test(arguments: Place.allCases)
    func `a query finds what it says, the newest first`(place: Place) throws {
        let library = try Library(place)
        for (text, expected) in Self.queries {
            #expect(try library.find(text) == expected, "\(text)")
            let selection = Selection(query: try .parse(text, today: Given.today), limit: 1)
            #expect(try library.find(text, limit: 1) == Array(expected.prefix(1)), "\(text), limited")
            #expect(try library.scratch.store.entryCount(selection) == expected.count, "\(text), counted")
            #expect(
                try library.names(library.scratch.store.hits(selection).list.map(\.entry)) == Array(expected.prefix(1)),
                "\(text), hits")
        }
        _ = try library.scratch.store.rebuild(open: Given.open)
        for (text, expected) in Self.queries { #expect(try library.find(text) == expected, "\(text), rebuilt") }
    }

    @Test(arguments: [(nil, 9), (0, 0), (1, 1), (8, 8), (9, 9), (1000, 9), (-1, 0), (Int.max, 9)] as [(Int?, Int)])
    func `a limit gives the newest of them`(limit: Int?, count: Int) throws {
        let library = try Library(.memory)
        #expect(try library.find(SearchQuery(), limit: limit) == Library.entries.prefix(count).map(\.name))
        #expect(try library.find("-🎉", limit: limit) == Library.entries.prefix(count).map(\.name))
        #expect(try library.scratch.store.entryCount(Selection(limit: limit)) == 9)
    }

    @Test(arguments: [
        "NEAR(", "NEAR(a b)", "AND", "OR", "NOT", "a AND", "AND AND AND", "NOT walk", "a OR b", "*", "**", "\"", "\"\"", "\"\"\"",
        "\"a", "a\"b\"c", "(", ")", "(a", "a)",
        "text:walk", "col:", ":", "::", "{text}:a", "- text : a", "^walk", "a^2", "a+b", "+", "-", "--", "-\"", "-*", "a*b", "*a",
        "a**", "\\", "\\\"", "'", "''", "a'b", ";", "--x",
        "/* */", "%", "_", "?", "?1", ":a", "$a", "@", "#", "[", "]", "\u{0}", "a\u{0}b", "\u{600}\"", "a\u{600}\"b",
        "\u{600}\" OR walk", "\"\u{301}", "\u{301}", "\u{200D}", "\u{FEFF}",
        "\u{E000}", "\u{F5D0}walk", "½", "٣", "Ⓐ", "a\u{20DD}", "rank", "rowid", "words", "NULL", "1e5", "0x1", "-1", "x'00'",
        "NEAR/2",
    ])
    func `no operator of the index can be typed by mistake`(text: String) throws {
        let library = try Library(.memory)
        // By the language of queries, and as a bare term of any form.
        if let query = try? SearchQuery.parse(text, today: Given.today) { _ = try library.find(query) }
        guard !text.unicodeScalars.contains("\0") else { return }
        for form in [SearchQuery.Term.Form.word, .phrase, .prefix] {
            for isExcluded in [false, true] {
                var query = SearchQuery()
                query.terms = [.init(text, form, isExcluded: isExcluded), .init("walk")]
                _ = try library.find(query)
                _ = try library.scratch.store.hits(Selection(query: query))
                query.terms.removeLast()
                _ = try library.find(query)
                _ = try library.scratch.store.entryCount(Selection(query: query))
            }
        }
    }

    /// What a query must find, by looking through every entry.
    private func expected(_ query: SearchQuery) -> [String] {
        Library.entries.filter { _, entry in
            let kinds = (query.kinds.isEmpty || query.kinds.contains("entry")) && !query.excludedKinds.contains("entry")
            let moods =
                (query.moods.isEmpty || entry.mood.map(query.moods.contains) == true)
                && entry.mood.map(query.excludedMoods.contains) != true
            return kinds && moods && PlainSearch(terms: query.terms).matches(entry.text)
                && Set(query.tags).isSubset(of: entry.tags)
                && Set(query.excludedTags).isDisjoint(with: entry.tags) && query.firstDay.map { $0 <= entry.day } != false
                && query.lastDay.map { entry.day <= $0 } != false && query.isStarred.map { $0 == entry.starred } != false
        }.map(\.name)
    }

    @Test func `two thousand random queries find what is there and never fail`() throws {
        let library = try Library(.memory)
        let pieces = [
            "rain", "walk", "walk*", "Café", "cafe", "caf*", "\"long walk\"", "\"the rain\"", "don't", "12:30", "day", "all",
            "gut*", "日記", "😀", "👍", "tag:walk", "#dog",
            "mood:happy", "is:starred", "kind:entry", "from:2025-01-01", "to:2026-03-13", "in:2026", "the", "NEAR(", "AND", "OR",
            "NOT", "*", "\"", "(", ")", "^", "col:umn",
            "mill", "é", "naïve", "Ångström", "x.org", "a_b", "100%",
        ]
        var (parsed, compared, found, narrow) = (0, 0, 0, 0)
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var text = ""
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                if Int.random(in: 0..<3, using: &random) == 0 { text += "-" }
                text +=
                    Int.random(in: 0..<4, using: &random) == 0
                    ? random.awkwardText(upTo: 5) : pieces.randomElement(using: &random) ?? ""
                if Int.random(in: 0..<6, using: &random) != 0 { text += " " }
            }
            guard let query = try? SearchQuery.parse(text, today: Given.today) else { continue }
            parsed += 1
            let names = try library.find(query)
            // The index and Swift know different versions of Unicode: what is a letter differs for rare characters.
            let isCommon = text.unicodeScalars.allSatisfy { $0.value < 0x250 || pieces.joined().unicodeScalars.contains($0) }
            if isCommon {
                compared += 1
                #expect(names == expected(query), "seed \(seed): \(text.debugDescription)")
            }
            #expect(try library.scratch.store.entryCount(Selection(query: query)) == names.count, "seed \(seed)")
            let hits = try library.scratch.store.hits(Selection(query: query)).list
            #expect(library.names(hits.map(\.entry)) == names, "seed \(seed)")
            found += names.isEmpty ? 0 : 1
            narrow += names.count == Library.entries.count ? 0 : 1
        }
        #expect(parsed > 1000 && compared > 800 && found > 400 && narrow > 1000, "\(parsed), \(compared), \(found), \(narrow)")
    }

    @Test func `many conditions at once are one statement`() throws {
        let library = try Library(.memory)
        let words = (0..<SearchQuery.mostConditions).map { $0 % 2 == 0 ? "-w\($0)" : "-tag:t\($0)" }.joined(separator: " ")
        #expect(try library.find(words).count == Library.entries.count)
        let walks = [String](repeating: "walk", count: SearchQuery.mostConditions).joined(separator: " ")
        #expect(try library.find(walks) == ["long", "first"])
        let anniversaries = Given.today.anniversaries(since: 1)
        #expect(try library.scratch.store.entries(Selection(anniversaries: anniversaries)).list.count == 3)
    }
}
