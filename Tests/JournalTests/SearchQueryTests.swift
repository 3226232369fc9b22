import Journal
import SeededChance
import Testing

/// Saturday, 14 March 2026.
@Suite struct SearchQueryTests {
    private func parse(_ text: String) throws -> SearchQuery {
        try SearchQuery.parse(text, today: day("2026-03-14"))
    }

    /// The query in one line: words, `"phrases"`, prefixes*, `#tags`, `~moods`, `=kinds`, `+starred`, days in
    /// brackets.
    private func summary(_ query: SearchQuery) -> String {
        var parts = query.terms.map { term in
            let text =
                switch term.form {
                case .word: term.text
                case .phrase: "\"" + term.text + "\""
                case .prefix: term.text + "*"
                }
            return (term.isExcluded ? "-" : "") + text
        }
        parts += query.tags.map { "#" + $0.name } + query.excludedTags.map { "-#" + $0.name }
        parts += query.moods.map { "~" + $0.name } + query.excludedMoods.map { "-~" + $0.name }
        parts += query.kinds.map { "=" + $0 } + query.excludedKinds.map { "-=" + $0 }
        if let isStarred = query.isStarred { parts.append(isStarred ? "+starred" : "-starred") }
        if query.firstDay != nil || query.lastDay != nil {
            parts.append("[" + (query.firstDay?.iso ?? "") + "..." + (query.lastDay?.iso ?? "") + "]")
        }
        return parts.joined(separator: " ")
    }

    @Test(arguments: [
        ("walk", "walk"), ("long walk", "long walk"), ("  long \n\t walk ", "long walk"), ("Walk", "Walk"),
        ("\"long walk\"", "\"long walk\""), ("“long walk”", "\"long walk\""), ("„long walk“", "\"long walk\""),
        ("\"long   \n walk\"", "\"long walk\""), ("\"long walk", "\"long walk\""), ("a\"b c\"d", "a \"b c\" d"),
        ("walk*", "walk*"), ("walk***", "walk*"), ("wa*lk", "wa*lk"), ("\"walk*\"", "\"walk*\""),
        ("\"walk\"*", "\"walk\""),
        ("-rain", "-rain"), ("walk -rain", "walk -rain"), ("--rain", "-rain"), ("-\"long walk\"", "-\"long walk\""),
        ("-walk*", "-walk*"), ("well-being", "well-being"), ("don't", "don't"), ("5'10\" tall", "5'10 \"tall\""),
        ("AND or NOT", "AND or NOT"), ("NEAR(a b)", "NEAR(a b)"), ("text:walk", "text:walk"),
        ("http://x.org", "http://x.org"),
        ("12:30", "12:30"), ("a :-) b", "a b"), ("walk - … * rain", "walk rain"), ("walk \"\" rain", "walk rain"),
        ("😀", "😀"), ("-😀", "-😀"), ("日記", "日記"), ("a\0b", "a b"), ("C++", "C++"), ("a + b = c", "a b c"), ("5 € *", "5"),
    ])
    func `words, phrases, prefixes and exclusions are told apart`(text: String, result: String) throws {
        #expect(try summary(parse(text)) == result)
    }

    @Test(arguments: [
        ("tag:walk", "#walk"), ("TAG:Walk", "#Walk"), ("tag:#walk", "#walk"), ("tag:\"walk\"", "#walk"),
        ("#walk", "#walk"),
        ("@walk", "#walk"), ("-#walk", "-#walk"), ("-tag:walk", "-#walk"), ("tag:a tag:b", "#a #b"),
        ("a@b.org", "a@b.org"),
        ("# walk", "walk"), ("\"#walk\"", "\"#walk\""), ("mood:happy", "~happy"), ("mood:Happy", "~happy"),
        ("mood:\"a bit sad\"", "~a bit sad"), ("-mood:sad", "-~sad"), ("mood:sad mood:angry", "~sad ~angry"),
        ("kind:entry", "=entry"), ("kind:Check-In", "=check-in"), ("-kind:intake", "-=intake"),
        ("is:starred", "+starred"),
        ("is:unstarred", "-starred"), ("-is:starred", "-starred"), ("starred:", "+starred"),
        ("starred:yes", "+starred"),
        ("starred:no", "-starred"), ("-starred:", "-starred"), ("is:starred starred:", "+starred"),
        ("tag:walk mood:happy \"new shoes\" -rain", "\"new shoes\" -rain #walk ~happy"),
        ("\"tag:walk\"", "\"tag:walk\""),
        ("hashtag:walk", "hashtag:walk"), ("tags:walk", "tags:walk"),
    ])
    func `fields and their short forms narrow the search`(text: String, result: String) throws {
        #expect(try summary(parse(text)) == result)
    }

    @Test(arguments: [
        ("from:2026-01-01", "[2026-01-01...]"), ("to:2026-01-31", "[...2026-01-31]"),
        ("from:2025 to:2026", "[2025-01-01...2026-12-31]"),
        ("from:2026-03 to:2026-03", "[2026-03-01...2026-03-31]"), ("to:\"last friday\"", "[...2026-03-13]"),
        ("on:yesterday", "[2026-03-13...2026-03-13]"), ("on:friday", "[2026-03-13...2026-03-13]"),
        ("in:\"March 2026\"", "[2026-03-01...2026-03-31]"), ("in:2026", "[2026-01-01...2026-12-31]"),
        ("in:march", "[2026-03-01...2026-03-31]"), ("in:\"last week\"", "[2026-03-02...2026-03-08]"),
        ("FROM:3/14/26", "[2026-03-14...]"), ("in:2026 from:2026-06-01", "[2026-06-01...2026-12-31]"),
        ("from:2026-06-01 to:2026-12-31 to:2026-06-01", "[2026-06-01...2026-06-01]"),
        ("on:\"3 days ago\" walk", "walk [2026-03-11...2026-03-11]"),
    ])
    func `fields of dates narrow the days`(text: String, result: String) throws {
        #expect(try summary(parse(text)) == result)
    }

    @Test(arguments: [
        ("3/14/26", "[2026-03-14...2026-03-14]"), ("14 March 2026", "[2026-03-14...2026-03-14]"),
        ("March 2026", "[2026-03-01...2026-03-31]"), ("2026-03-14", "[2026-03-14...2026-03-14]"),
        ("2026-03", "[2026-03-01...2026-03-31]"), ("14.3.2026", "[2026-03-14...2026-03-14]"),
        ("March 14, 2026", "[2026-03-14...2026-03-14]"), ("Mar 14", "[2026-03-14...2026-03-14]"),
        ("the 14th of March", "[2026-03-14...2026-03-14]"), ("saturday, 14 march 2026", "[2026-03-14...2026-03-14]"),
        ("3/2026", "[2026-03-01...2026-03-31]"), ("dinner March 2026", "dinner [2026-03-01...2026-03-31]"),
        ("March 2026 dinner", "dinner [2026-03-01...2026-03-31]"),
        ("dinner in March 2026", "dinner [2026-03-01...2026-03-31]"),
        ("dinner on 14 March with Anna", "dinner with Anna [2026-03-14...2026-03-14]"),
        ("march 15", "[2025-03-15...2025-03-15]"), ("friday 14 march 2026", "friday [2026-03-14...2026-03-14]"),
        ("dinner 14 March 2026 #walk", "dinner #walk [2026-03-14...2026-03-14]"),
        ("march march 2026", "march [2026-03-01...2026-03-31]"),
        ("March 2026 14 March 2026", "[2026-03-14...2026-03-14]"),
    ])
    func `a date in bare words narrows the days`(text: String, result: String) throws {
        #expect(try summary(parse(text)) == result)
    }

    @Test(arguments: [
        "march", "may", "we may walk", "2026", "14", "friday", "yesterday", "today", "last week", "3 days ago",
        "in march",
        "on friday", "in 2026", "3/14", "1/2", "12:30", "9pm", "21.00", "noon", "2026-02-31", "31 february", "13/13/26",
        "1.2.3", "192.168.1.1", "0000-01-01", "99999-01-01", "march 99999", "in", "on", "the of march",
        "2026-03-14T21:00", "mayday 2026", "version 3.14.15.9",
    ])
    func `what may mean something else stays words`(text: String) throws {
        let query = try parse(text)
        #expect(query.firstDay == nil && query.lastDay == nil)
        #expect(query.terms.map(\.text) == text.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "\"March 2026\"", "-March 2026", "March -2026", "March \"2026\"", "tag:March 2026", "March tag:a 2026",
    ])
    func `quoted, excluded and separated words make no date`(text: String) throws {
        let query = try parse(text)
        #expect(query.firstDay == nil && query.lastDay == nil)
    }

    @Test func `a date that can be read in two ways is reported`() throws {
        #expect(try parse("3/14/26").ambiguousDates.isEmpty)
        #expect(try parse("4 march 2026").ambiguousDates.isEmpty)
        for text in ["3/4/26", "on:3/4/26", "from:3/4/26", "dinner 3/4/26"] {
            let found = try parse(text).ambiguousDates
            #expect(found.count == 1)
            #expect(try found.first?.taken == day("2026-03-04"))
            #expect(try found.first?.other == day("2026-04-03"))
        }
    }

    @Test(arguments: [
        ("", SearchError.empty), ("   ", .empty), ("\"", .empty), ("\"\"", .empty), ("\"  \"", .empty), ("-", .empty),
        ("*", .empty), ("...", .empty), ("#", .empty), ("@", .empty), ("-\"\"", .empty), ("\0", .empty),
        (":", .empty), ("€", .empty), ("+ =", .empty),
        ("\u{301}", .empty),
        ("tag:", .noValue(field: "tag")), ("tag:\"\"", .noValue(field: "tag")),
        ("mood: happy", .noValue(field: "mood")),
        ("from:", .noValue(field: "from")), ("-kind:", .noValue(field: "kind")), ("is:", .noValue(field: "is")),
        ("in: march", .noValue(field: "in")),
        ("tag:\"long walk\"", .badValue(field: "tag", value: "long walk")),
        ("tag:#", .badValue(field: "tag", value: "#")),
        ("is:blue", .badValue(field: "is", value: "blue")),
        ("starred:maybe", .badValue(field: "starred", value: "maybe")),
        ("-from:2026", .badValue(field: "from", value: "2026")), ("-in:march", .badValue(field: "in", value: "march")),
        ("is:starred is:unstarred", .badValue(field: "is", value: "unstarred")),
        ("starred: -starred:", .badValue(field: "starred", value: "")),
        ("from:soon", .badDate(field: "from", .notUnderstood("soon"))),
        ("from:2026-02-31", .badDate(field: "from", .noSuchDay(year: 2026, month: 2, day: 31))),
        ("to:0000-01-01", .badDate(field: "to", .yearOutOfRange("0000"))),
        ("to:99999", .badDate(field: "to", .yearOutOfRange("99999"))),
        ("on:2026-13-01", .badDate(field: "on", .noSuchMonth(13))),
        ("on:\"yesterday 9pm\"", .badDate(field: "on", .timeNotWanted("yesterday 9pm"))),
        ("on:\"2 hours ago\"", .badDate(field: "on", .timeNotWanted("2 hours ago"))),
        ("from:2026-03-14T21:00Z", .badDate(field: "from", .timeNotWanted("2026-03-14T21:00Z"))),
        ("in:25:00", .badDate(field: "in", .noSuchTime("25:00"))), ("in:\",\"", .badDate(field: "in", .empty)),
    ])
    func `what cannot be searched is refused and named`(text: String, error: SearchError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test(arguments: [
        ("from:2026-03 to:2026-01", "2026-03-01", "2026-01-31"), ("on:yesterday on:today", "2026-03-14", "2026-03-13"),
        ("in:2025 March 2026", "2026-03-01", "2025-12-31"), ("3/14/26 3/15/26", "2026-03-15", "2026-03-14"),
    ])
    func `dates that exclude each other are refused`(text: String, first: String, last: String) throws {
        let error = try SearchError.noDayLeft(first: day(first), last: day(last))
        #expect(throws: error) { try parse(text) }
    }

    @Test func `a query has a thousand characters and sixty-four conditions and not one more`() throws {
        let longest = String(repeating: "a", count: 1000)
        #expect(try parse(longest).terms.count == 1)
        #expect(throws: SearchError.tooLong(characters: 1001, limit: 1000)) { try parse(longest + "a") }
        let marks = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(throws: SearchError.tooLong(characters: 1001, limit: 1000)) { try parse(marks) }
        let most = (0..<64).map { "w\($0)" }.joined(separator: " ")
        #expect(try parse(most).terms.count == 64)
        #expect(try parse(most + " March 2026").terms.count == 64)
        for more in [" x", " -x", " tag:x", " -tag:x", " mood:x", " -mood:x", " kind:x", " -kind:x", " is:starred"] {
            #expect(throws: SearchError.tooManyConditions(count: 65, limit: 64)) { try parse(most + more) }
        }
    }

    @Test func `a query made by hand begins without conditions and is narrowed`() throws {
        var query = SearchQuery()
        #expect(query.conditionCount == 0 && query.firstDay == nil && query.lastDay == nil)
        try query.narrow(from: day("2026-03-01"), to: nil)
        try query.narrow(from: day("2026-02-01"), to: day("2026-03-14"))
        #expect(summary(query) == "[2026-03-01...2026-03-14]")
        let error = try SearchError.noDayLeft(first: day("2026-03-15"), last: day("2026-03-14"))
        #expect(throws: error) { try query.narrow(from: day("2026-03-15"), to: nil) }
    }

    @Test func `a value in an error shows no control characters and is cut`() {
        #expect(throws: SearchError.badValue(field: "is", value: String(repeating: "x", count: 100))) {
            try parse("is:" + String(repeating: "x", count: 500))
        }
        #expect(throws: SearchError.badValue(field: "is", value: "[31mred")) { try parse("is:\"[31mred\"") }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `no text makes the parser trap, and its terms can be searched`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var parsed = 0
        for _ in 0..<2500 {
            let text = generator.awkwardText(upTo: 24)
            guard let query = try? parse(text) else { continue }
            parsed += 1
            let words = query.terms.map(\.text) + query.kinds + query.tags.map(\.name)
            let isClean = words.allSatisfy { word in
                !word.isEmpty && !word.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }
            #expect(isClean, "seed \(seed): \(text.debugDescription)")
            #expect(query.conditionCount <= SearchQuery.mostConditions, "seed \(seed): \(text.debugDescription)")
            if let first = query.firstDay, let last = query.lastDay {
                #expect(first <= last, "seed \(seed): \(text.debugDescription)")
            }
        }
        #expect(parsed > 500)
    }

    @Test(arguments: ["👨", "1\u{FE0F}\u{20E3}", "👍👍"])
    func `a picture is no beginning of a word`(text: String) throws {
        #expect(try SearchQuery.parse(text, today: day("2026-03-14")).read(as: .beginning) == nil)
    }
}
