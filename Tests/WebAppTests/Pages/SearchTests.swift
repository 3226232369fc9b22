import Foundation
import HTTP
import Journal
import Testing

@Suite struct `The search` {
    /// Six entries that differ in everything that can be looked for.
    private func filled() async throws -> GivenApp {
        let given = try await GivenApp()
        try await given.write("Long walk in the rain", on: "2026-03-14", mood: "happy", tags: ["walk"], starred: true)
        try await given.write("Rain all day", on: "2026-03-04", mood: "sad", tags: ["home", "rest"])
        try await given.write("Walked home", on: "2026-02-10", mood: "happy", tags: ["walk", "home"])
        try await given.write("Café", on: "2026-01-20", tags: ["Rest"])
        try await given.write("A long day, then a walk", on: "2025-12-24", mood: "relaxed", starred: true)
        try await given.write("Quiet", on: "2025-03-14", mood: "tired")
        return given
    }

    /// The fields of a form, written as `words=rain & mood=sad`.
    private func fields(_ typed: String) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in typed.components(separatedBy: " & ") where !pair.isEmpty {
            let parts = pair.split(separator: "=", maxSplits: 1)
            fields[String(parts[0])] = String(parts[1])
        }
        return fields
    }

    private static let findings: [(String, Int)] = [
        ("words=rain", 2), ("words=walk", 2), ("words=wal*", 3), ("words=\"long walk\"", 1),
        ("words=cafe", 1),
        ("words=rain -walk", 1), ("words=#walk", 2), ("words=mood:happy in:2026-02", 1),
        ("words=is:starred", 2),
        ("words=March 2026", 2), ("words=long on:2025-12-24", 1), ("words=quokka", 0),
        ("words=  rain  ", 2),
        ("mood=happy", 2), ("mood=tired", 1), ("mood=elsewhere", 0), ("tag=rest", 2),
        ("tag=#WALK", 2),
        ("starred=yes", 2), ("starred=no", 6), ("from=2026-01-20", 4), ("to=2026-01-20", 3),
        ("from=2026-01-01 & to=2026-02-28", 2), ("from=2026-02-10 & to=2026-02-10", 1),
        ("on=2026-03-04", 1),
        ("on=2026-03-05", 0), ("from=yesterday", 1), ("from=March 2026 & to=March 2026", 2),
        ("words=walk & starred=yes & mood=relaxed & to=2025-12-31", 1),
        ("words=mood:sad & mood=happy", 0),
        ("words=mood:sad mood:happy & mood=happy", 2), ("words=tag:home & tag=walk", 1), ("", 6),
        ("words=rain & without=words", 6), ("from=2026-01-01 & to=2026-01-31 & without=days", 6),
        ("words=tag:REST", 2), ("mood=sad & tag=rest & without=mood", 2), ("mood=sad & tag=rest & without=tag", 1),
        ("words=walk & starred=yes & without=starred", 2), ("mood=sad & without=everything", 1),
    ]

    @Test(arguments: findings)
    func `finds what fits, and says how much`(typed: String, count: Int) async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let fields = fields(typed)
        let answer = try await client.find(fields)
        #expect(answer.status == .seeOther)
        let address = try #require(answer.headers["location"])
        // Only a random name stands in the address, which browsers keep.
        let name = address.dropFirst("/journal?view=".count)
        let isWhole = count == 6
        #expect(isWhole ? address == "/journal" : name.count == 16 && !fields.values.contains { name.contains($0) })
        let page = try await client.follow(answer)
        #expect(page.rows.count == count)
        let said = count == 0 ? "Nothing found." : count == 1 ? "1 entry found." : "\(count) entries found."
        #expect(page.all(between: "role=\"status\">", and: "<").contains(said) == !isWhole)
        #expect(page.all(between: "<title>", and: "<") == ["Journal · Auralyst"])
        // A script gets the same without a way round.
        let piece = try await client.find(fields, headers: .script)
        #expect(piece.status == .ok && piece.rows == page.rows && !piece.text.contains("<html"))
        #expect(piece.all(between: "data-address=\"", and: "\"").first?.hasPrefix("/journal") == true)
    }

    @Test func `keeps what was asked in its fields, and shows each filter with a way to take it off`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let fields = ["words": "long \"a\"", "from": "2025-01-01", "mood": "relaxed", "tag": "none", "starred": "yes"]
        let page = try await client.follow(client.find(fields))
        for piece in [
            "value=\"long &quot;a&quot;\"", "name=\"from\" value=\"2025-01-01\"",
            "<option value=\"relaxed\" selected>relaxed (1)",
            "<option value=\"happy\">happy (2)", "name=\"tag\" value=\"none\"", "value=\"yes\" checked",
            "<option value=\"walk\">walk (2)",
            "from 1 Jan 2025 on", "#none",
        ] {
            #expect(page.text.contains(piece), "\(piece)")
        }
        #expect(
            page.all(between: "name=\"without\" value=\"", and: "\"").sorted() == [
                "days", "mood", "starred", "tag", "words", "words",
            ])
        #expect(
            page.text.contains(
                "No entries found for “long &quot;a&quot;” with the mood relaxed with the tag #none with a star from 1 Jan 2025 on."
            ))
        #expect(page.text.contains("href=\"/journal\">Clear search and filters"))
    }

    @Test func `marks the words it has found, and nothing else`() async throws {
        let given = try await filled()
        try await given.write("<mark>rain</mark> & more", on: "2026-03-10")
        let client = try await given.ownersBrowser()
        let page = try await client.follow(client.find(["words": "rain"]))
        #expect(page.rows.contains("&lt;mark&gt;<mark>rain</mark>&lt;/mark&gt; &amp; more"))
        let other = try await client.follow(client.find(["mood": "sad"]))
        #expect(!other.text.contains("<mark>"))
    }

    @Test(
        arguments: [
            ("wal", 3, "Nothing was found for the word “wal”. These entries have words that begin with it."), ("walk", 2, nil),
            ("wal*", 3, nil), ("\"wal", 0, nil), ("rain wal", 1, "Nothing was found for the word “wal”"), ("tag:wal", 0, nil),
            ("#rain", 2, "Nothing was found with the tag #rain. These entries have the word “rain”."), ("#walk", 2, nil),
            ("#wal", 3, "have words that begin with “wal”"), ("caf", 1, "for the word “caf”"),
        ] as [(String, Int, String?)])
    func `while it is typed a search finds what it finds when it is done, and says how it was read`(
        typed: String, count: Int, said: String?
    ) async throws {
        let client = try await filled().ownersBrowser()
        let whole = try await client.follow(client.find(["words": typed]))
        let piece = try await client.find(["words": typed], headers: .script)
        #expect(whole.rows.count == count && piece.rows == whole.rows)
        for page in [whole, piece] {
            #expect(said.map(page.text.contains) ?? !page.text.contains("Nothing was found "), "\(typed)")
        }
        // The list stays what it is when it is asked for again.
        let address = try #require(piece.all(between: "data-address=\"", and: "\"").first)
        #expect(try await client.get(address, headers: .script).rows == piece.rows)
    }

    @Test func `a second page is read as the first one was`() async throws {
        let given = try await GivenApp()
        for number in 0..<60 { try await given.write("walking \(number)", on: "2026-01-01", at: number) }
        let client = try await given.ownersBrowser()
        let first = try await client.follow(client.find(["words": "walk"]))
        #expect(first.rows.count == 50 && first.text.contains("60 entries found."))
        let second = try await client.get(try #require(first.next))
        #expect(second.rows.count == 10 && (first.rows + second.rows).allSatisfy { $0.contains("<mark>walking</mark>") })
    }

    @Test func `offers longer words beside the ones that were found`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let offer = "name=\"widen\" value=\"yes\">Also find longer words"
        #expect(try await client.follow(client.find(["words": "walk"])).text.contains(offer))
        let page = try await client.follow(client.find(["words": "walk", "widen": "yes"]))
        #expect(page.rows.count == 3 && page.text.contains("value=\"walk*\"") && !page.text.contains(offer))
        for words in ["wal", "wal*", "wal quokka", "\"walk\"", "tag:walk", "quokka", "-rain"] {
            #expect(try await !client.follow(client.find(["words": words])).text.contains(offer), "\(words)")
        }
    }

    @Test(arguments: [
        ("words=mood:relaxd", "No entry has the mood relaxd."), ("words=tag:nothere", "No entry has the tag #nothere."),
        ("tag=nothere", "No entry has the tag #nothere."), ("words=\"long wa", "A quotation mark is not closed"),
    ])
    func `says what no entry has`(typed: String, why: String) async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let page = try await client.follow(client.find(fields(typed)))
        #expect(page.rows.isEmpty && page.text.contains(why))
        let other = try await client.follow(client.find(fields("words=tag:WALK mood:sad")))
        #expect(other.rows.isEmpty && !other.text.contains("No entry has"))
    }

    private static let refusals: [(String, String, String)] = [
        ("words=tag:", "words", "&#39;tag:&#39; has no value."),
        ("words=from:never", "words", "is not a date"),
        ("words=from:2026-02-01 to:2026-01-01", "words", "No day is left"),
        ("words=…", "words", "The search is empty"),
        ("words=" + String(repeating: "long ", count: 300), "words", "at most 1000"),
        ("words=is:unstarred & starred=yes", "words", "cannot be"),
        ("words=in:2025 & from=2026-01-01", "words", "No day is left"),
        ("from=2026-02-30", "from", "has no day 30"), ("to=soon", "to", "is not a date"),
        ("from=2026-02-01 & to=2026-01-01", "to", "No day is left"),
        ("tag=two words", "tag", "cannot be a tag"),
        ("mood=" + String(repeating: "m", count: 80), "mood", "cannot be a mood"),
        ("on=<b>", "from", "is not a date"),
    ]

    @Test(arguments: refusals)
    func `says beside the field what cannot be meant, and keeps what was typed`(
        typed: String, field: String, words: String
    ) async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let fields = fields(typed)
        let page = try await client.find(fields)
        #expect(page.status == .unprocessable)
        let faults = page.all(between: "<p class=\"fault\" id=\"fault-\(field)\"", and: "</p>")
        #expect(faults.count == 1 && faults.first?.contains(words) == true, "\(faults)")
        #expect(page.all(between: "aria-describedby=\"", and: "\"") == ["fault-\(field)"])
        #expect(page.text.contains("You have not searched yet. The whole journal is shown.") && page.rows.count == 6)
        for value in fields.values where value != "yes" {
            let shown = value.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            #expect(page.text.contains("value=\"\(shown)\""), "\(value)")
        }
        // For a script that asks at each keystroke it is no failure.
        let piece = try await client.find(fields, headers: .script)
        #expect(piece.status == .ok && piece.text.contains("data-field=\"\(field)\"") && piece.rows.isEmpty)
    }

    @Test func `says how it has read a date that could be two`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let page = try await client.follow(client.find(["words": "3/4/26"]))
        #expect(
            page.text.contains("The date was read as 4 Mar 2026. For 3 Apr 2026, write 2026-04-03.")
                && page.rows == ["Rain all day"])
        for words in ["3/14/26", "4.3.2026", "2026-03-04", "3/3/26"] {
            let page = try await client.follow(client.find(["words": words]))
            #expect(!page.text.contains("was read as"), "\(words)")
        }
    }

    @Test func `pages through what was found, without a word of it in an address`() async throws {
        let given = try await GivenApp()
        for number in 0..<130 {
            try await given.write(number % 2 == 0 ? "rain \(number)" : "sun \(number)", on: "2026-01-01", at: number)
        }
        let client = try await given.ownersBrowser()
        let first = try await client.follow(client.find(["words": "rain"]))
        #expect(first.text.contains("65 entries found.") && first.rows.count == 50)
        let address = try #require(first.next)
        #expect(address.hasPrefix("/journal?view=") && address.contains("&after=") && !address.contains("rain"))
        let second = try await client.get(address)
        #expect(second.rows.count == 15 && second.next == nil && !second.text.contains("65 entries"))
        #expect(second.text.contains("value=\"rain\""))
        #expect((first.rows + second.rows).allSatisfy { $0.contains("<mark>rain</mark>") })
    }

    @Test func `is open only in the browser that has asked`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let address = try #require(try await client.find(["words": "rain"]).headers["location"])
        let other = try await given.ownersBrowser()
        let answer = try await other.get(address)
        #expect(answer.status == .seeOther && answer.headers["location"] == "/journal")
        let page = try await other.follow(answer)
        #expect(page.text.contains("That search is no longer open. The whole journal is shown.") && page.rows.count == 6)
        #expect(try await other.get(address, headers: .script).status == .noContent, "no other list in its place")
        let again = try await other.get("/journal")
        #expect(!again.text.contains("not open any more"))
    }

    @Test func `is forgotten by a lock`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        let answer = try await client.find(["words": "rain"])
        let address = try #require(answer.headers["location"])
        #expect(try await client.get(address).rows.count == 2)
        _ = try await client.post("/lock", form: ["form-token": client.get("/journal").formToken])
        let again = try await given.ownersBrowser()
        again.cookies.merge(client.cookies) { own, _ in own }
        #expect(try await again.get(address).headers["location"] == "/journal")
    }

    @Test func `forgets the oldest of very many, and the one that typing has replaced`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        func find(_ words: String, replacing old: String? = nil) async throws -> String {
            var fields = ["words": words]
            fields["replaces"] = old
            let address = try #require(try await client.find(fields).headers["location"])
            return String(address.dropFirst("/journal?view=".count))
        }
        func isOpen(_ name: String) async throws -> Bool { try await client.get("/journal?view=" + name).status == .ok }
        let first = try await find("r*")
        let second = try await find("ra*", replacing: first)
        #expect(try await isOpen(first) == false)
        #expect(try await isOpen(second))
        #expect(try await find("rai*", replacing: "no such name") != second)
        #expect(try await isOpen(second))
        var last = ""
        for number in 0..<50 { last = try await find("word\(number)") }
        #expect(try await isOpen(second) == false)
        #expect(try await isOpen(last))
    }

    @Test func `is refused without the form's token`() async throws {
        let given = try await filled()
        let client = try await given.ownersBrowser()
        for form in [["words": "rain"], ["words": "rain", "form-token": "x"]] {
            let fields = FormFields(form.map { (name: $0.key, value: $0.value) })
            #expect(try await client.post("/journal/find", form: fields).status == .forbidden)
        }
        let known = try await given.knownBrowser()
        #expect(try await known.post("/journal/find", form: ["words": "rain"]).status == .unauthorized)
        let much = ["words": String(repeating: "x", count: 70_000)]
        #expect(try await client.find(much).status == .contentTooLarge)
    }
}
