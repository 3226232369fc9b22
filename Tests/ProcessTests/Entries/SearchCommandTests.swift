import Foundation
import SeededChance
import Testing

@Suite struct SearchCommandTests {
    private static let filled = Given.vault { sandbox in
        let entries: [(String, [String])] = [
            (
                "a: A long walk by the river before breakfast",
                ["--at", "2026-03-14 08:00", "--tag", "walk", "--mood", "happy"]
            ),
            ("b: Walked long after dinner", ["--at", "2026-03-14 20:00", "--tag", "walk", "--star"]),
            (
                "c: Kopfschmerzen, schon wieder. Grüße an die Straße",
                ["--at", "2026-03-20", "--tag", "Migräne", "--mood", "sad"]
            ),
            ("d: Headache at the café with Zoë", ["--at", "2026-04-01", "--mood", "sad"]),
            ("e: Rain on the garden; the gardener came", ["--at", "2025-03-14", "--tag", "garden/roses"]),
            ("f: Nothing to say", ["--at", "2024-12-31 23:59"]),
            ("g: 猫が好き。日本語の日記", ["--at", "2026-05-01"]),
            ("h: C++ and node.js, 100% e-mail to bob@example.org", ["--at", "2026-05-02", "--mood", "so so"]),
        ]
        for (text, words) in entries {
            let outcome = try sandbox.start(["add", text] + words).wait()
            try #require(outcome.isDone, outcome.summary)
        }
    }.folder

    /// What is typed, and the first letters of the entries that are found, newest first.
    private static let queries: [(String, String)] = [
        ("walk", "a"), ("walked", "b"), ("walk*", "ba"), ("long walk", "a"), (#""long walk""#, "a"), (#""walk long""#, ""),
        ("LONG", "ba"),
        ("cafe", "d"), ("CAFÉ", "d"), ("zoe", "d"), ("grüße", "c"), ("GRUßE", "c"), ("kopf*", "c"), ("garden", "e"),
        ("garden*", "e"),
        ("long -dinner", "a"), ("-walk*", "hgdcef"), ("tag:walk", "ba"), ("tag:WALK mood:happy", "a"), ("mood:sad", "dc"),
        ("tag:migräne", "c"),
        ("is:starred", "b"), ("is:starred tag:walk long", "b"), ("from:2026-04-01", "hgd"), ("to:2024-12-31", "f"),
        ("from:2026-03-14 to:2026-03-14", "ba"), (#"in:"March 2026""#, "cba"), ("in:2026-03", "cba"), ("in:March 2026", "cba"),
        ("in:2025", "e"),
        ("March 2026", "cba"),
        ("3/14/26", "ba"), ("14 March 2026", "ba"), ("14.3.2026", "ba"), ("2026-03-14", "ba"), ("river March 2026", "a"),
        ("river 3/14/26", "a"),
        ("猫*", "g"), ("日本", "g"), ("-日本", "hdcbaef"), ("strasse", "c"), ("gard", "e"), ("tag:MIGRANE", "c"), ("#breakfast", "a"),
        ("node.js", "h"), ("e-mail", "h"), ("bob@example.org", "h"), (#"mood:"so so""#, "h"),
        ("kind:entry walk", "a"), ("nosuchword", ""), (#"""#, ""), ("NOT", "f"), ("a AND b OR c NEAR(d)", ""), ("*", ""),
        ("text:walk", ""), ("(((", ""),
    ]

    @Test(arguments: queries)
    func `a search finds these and no others, the newest first`(typed: String, letters: String) throws {
        let sandbox = try Sandbox(copying: Self.filled)
        let outcome = try sandbox.run("search", "--json", "--", typed)
        // A search of nothing but marks may be refused; it must not find anything, or fail in another way.
        if letters.isEmpty, outcome.code == 64 {
            outcome.expectRefusal(64, "bad_search", asJSON: true)
        } else {
            #expect(outcome.isDone, outcome.summary)
            let found = outcome.list.compactMap { ($0["text"] as? String)?.prefix(1) }.joined()
            #expect(found == letters, "'\(typed)' found \(found)")
        }
    }

    @Test func `the places that match are marked, and the pieces are the text`() throws {
        let sandbox = try Sandbox(copying: Self.filled)
        let hit = try #require(
            try sandbox.done("search", "--json", "LONG", "cafe*", "--limit", "0").list.first
                ?? sandbox.done("search", "--json", "cafe").list.first)
        let pieces = try #require(hit["snippet"] as? [[String: Any]])
        #expect(pieces.allSatisfy { Set($0.keys) == ["text", "match"] })
        #expect(pieces.filter { $0["match"] as? Bool == true }.map { $0["text"] as? String } == ["café"])
        #expect(pieces.compactMap { $0["text"] as? String }.joined() == hit["text"] as? String)
        let plain = try sandbox.done("search", "walk").text
        #expect(plain.hasPrefix("March 2026\n  ") && plain.contains("A long walk by the river"))
        #expect(try sandbox.done("search", "nosuchword").text == "Nothing was found.\n")
    }

    @Test func `a search that is read in another way says so, and what changes entries never is`() throws {
        let sandbox = try Sandbox(copying: Self.filled)
        let outcome = try sandbox.run("search", "garde")
        #expect(outcome.isDone && outcome.text.contains("Rain on the garden"))
        #expect(outcome.errors.contains("Nothing was found for the word “garde”. These entries have words that begin with it."))
        #expect(try sandbox.run("search", "garden").errors.isEmpty)
        let tag = try sandbox.run("search", "#breakfast", "--json")
        #expect(tag.list.count == 1 && tag.errors.contains("Nothing was found with the tag #breakfast."))
        for typed in ["garde", "#breakfast"] {
            let outcome = try sandbox.run("delete", "--where", typed, "--yes")
            #expect(!outcome.text.contains("garden") && !outcome.text.contains("breakfast"))
            #expect(try sandbox.done("list", "--deleted", "--json").list.isEmpty)
        }
    }

    @Test func `what is deleted or was overwritten is not found`() throws {
        let sandbox = try Sandbox(copying: Self.filled)
        try sandbox.done(
            "edit", try #require(try sandbox.done("search", "river", "--json").list.first?["id"] as? String), "--text",
            "a: nothing of that")
        #expect(try sandbox.done("search", "river", "--json").list.isEmpty)
        let id = try #require(try sandbox.done("search", "dinner", "--json").list.first?["id"] as? String)
        try sandbox.done("delete", id)
        #expect(try sandbox.done("search", "dinner", "--json").list.isEmpty)
        try sandbox.done("restore", id)
        #expect(try sandbox.done("search", "dinner", "--json").list.count == 1)
    }

    @Test func `a search that looks like one for another database is only a search`() throws {
        var generator = Seed.generator("awkward searches")
        let sandbox = try Sandbox(copying: Self.filled)
        let pieces = [
            "\"", "'", "*", "-", "(", ")", ":", "^", "+", "NEAR", "AND", "OR", "NOT", "tag:", "mood:", "in:", "from:", "\\", "%",
            "_", ";", "--", "\u{1B}",
            "é", "👩‍👩‍👧", "walk", "2026", "3/14", " ", "{", "}", "text", "\u{301}", "۳", "\n",
        ]
        for _ in 0..<Lane.amount(quick: 20, ci: 60, all: 60) {
            let typed = (0..<Int.random(in: 1...8, using: &generator)).map { _ in generator.pick(pieces) }.joined()
            let outcome = try sandbox.run("search", "--json", "--", typed)
            if outcome.isDone { #expect(outcome.json != nil) } else { outcome.expectRefusal(64, asJSON: true) }
            #expect([0, 64].contains(outcome.code), "'\(typed)': \(outcome.summary)")
        }
    }
}
