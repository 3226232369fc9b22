import Base
import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct `The journal` {
    @Test func `shows the newest first, in sections of months`() async throws {
        let given = try await GivenApp()
        for day in ["2025-12-31", "2026-03-14", "2026-02-01", "2026-03-01", "2026-02-28"] { try await given.write(day, on: day) }
        let page = try await given.ownersBrowser().get("/journal")
        #expect(page.status == .ok)
        #expect(page.rows == ["2026-03-14", "2026-03-01", "2026-02-28", "2026-02-01", "2025-12-31"])
        #expect(page.all(between: "<section data-month=\"", and: "\"") == ["2026-03", "2026-02", "2025-12"])
        #expect(page.all(between: "<h2 class=\"month\" id=\"month-2026-02\">", and: "<") == ["February 2026"])
        #expect(page.text.components(separatedBy: "<h1>").count == 2)
        #expect(page.all(between: "<title>", and: "<") == ["Journal · Auralyst"])
        #expect(!page.text.contains("id=\"more\""))
    }

    @Test func `says of an entry what it is at a glance`() async throws {
        let given = try await GivenApp()
        try await given.write(
            "By the river", on: "2026-03-09", at: 7 * 60 + 5, mood: "happy", tags: ["walk", "b", "c", "d", "e", "f"],
            starred: true)
        let id = try await given.write("Plain", on: "2026-03-08")
        let page = try await given.ownersBrowser().get("/journal")
        let row = try #require(page.all(between: "<li class=\"row\"", and: "</a></li>").first)
        for piece in [
            "<b>9</b> <span>Mon</span> <time datetime=\"2026-03-09T07:05\">07:05</time>", "Starred", "By the river", "happy",
            "#b",
            "and 2 more",
        ] {
            #expect(row.contains(piece), "\(piece)")
        }
        let plain = try #require(page.all(between: "<li class=\"row\"", and: "</a></li>").last)
        #expect(plain.contains("data-entry=\"\(id)\"") && plain.contains("href=\"/entry/\(id)\""))
        #expect(!plain.contains("Starred") && !plain.contains("chips"))
    }

    @Test func `shows a title and the lines after it, without marks, as text`() async throws {
        let given = try await GivenApp()
        func row(_ title: String, _ text: String) -> String { "<b class=\"row-title\">\(title)</b>\(text)" }
        let lines = [
            ("plain", "plain"), ("\n\n  late\nmore", row("late", "more")), ("# A heading\ntext", row("A heading", "text")),
            ("### **Bold** `code`", "Bold code"),
            ("> said\nshe", row("said", "she")), ("- first\n- second\n\nthird", row("first", "second third")),
            ("- [ ] to do", "to do"),
            ("#walk by the sea", "#walk by the sea"),
            ("##\n---", "---"), ("```\n> ", ""), ("a\r\nb", row("a", "b")), ("2 * 3 * 4", "2 * 3 * 4"),
            ("é\u{301} 🌧 散歩", "é\u{301} 🌧 散歩"),
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\"a\" & 'b'", "&quot;a&quot; &amp; &#39;b&#39;"),
            (String(repeating: "x", count: 500), String(repeating: "x", count: 280) + "…"),
            (String(repeating: "long ", count: 20) + "\nmore", String(repeating: "long ", count: 20) + "more"),
            ("See [the *river*](https://example.org/a) and ![](lake.png)!", "See the *river* and !"),
            ("a](b [c](d", "a](b [c](d"), ("[", "["), ("](", "]("),
            (String(repeating: "\n", count: 300) + "deep", "deep"),
        ]
        for (number, line) in lines.enumerated() { try await given.write(line.0, on: "2026-01-01", at: number) }
        let page = try await given.ownersBrowser().get("/journal")
        for (shown, line) in zip(page.rows.reversed(), lines) { #expect(shown == line.1) }
        #expect(page.rows.count == lines.count)
    }

    @Test func `takes nothing of an entry's for markup`() async throws {
        let given = try await GivenApp()
        try await given.write("a", on: "2026-01-01", mood: "<b>\"x", tags: ["<i>'y"])
        let client = try await given.ownersBrowser()
        let found = try await client.find(["tag": "<i>'y", "mood": "<b>\"x", "words": "\"><script>"])
        for page in [try await client.get("/journal"), try await client.follow(found)] {
            #expect(!page.text.contains("<b>\"x") && !page.text.contains("<i>'y") && !page.text.contains("<script>"))
            #expect(page.text.contains("&lt;b&gt;&quot;x"))
        }
    }

    @Test func `its pages joined are the whole of it, each entry once`() async throws {
        let given = try await GivenApp()
        for number in 0..<120 {
            try await given.write("n\(number)", on: "2026-0\(1 + number % 3)-0\(1 + number % 9)", at: number)
        }
        let client = try await given.ownersBrowser()
        let vault = try await given.vault()
        let all = try await vault.entries(Selection()).list.map(\.entry.text)
        var (rows, sizes) = ([String](), [Int]())
        var next: String? = "/journal"
        while let address = next {
            let page = try await client.get(address)
            #expect(page.status == .ok)
            #expect(page.text.contains("Back to newest") == (address != "/journal"))
            rows += page.rows
            sizes.append(page.rows.count)
            next = page.next
            // The last one goes before the next page is asked for.
            if sizes.count == 1, let last = page.all(between: "data-entry=\"", and: "\"").last.flatMap({ RecordID(text: $0) }) {
                _ = try await vault.delete(last)
            }
        }
        #expect(rows == all)
        #expect(sizes == [50, 50, 20])
    }

    @Test func `gives its script the list alone, as long as it is shown`() async throws {
        let given = try await GivenApp()
        for number in 0..<70 { try await given.write("n\(number)", on: "2026-01-01", at: number) }
        let client = try await given.ownersBrowser()
        let piece = try await client.get("/journal", headers: .script)
        #expect(piece.status == .ok && piece.rows.count == 50 && !piece.text.contains("<html") && !piece.text.contains("<form"))
        #expect(piece.text.contains("data-address=\"/journal\""))
        for (asked, count) in [
            ("60", 60), ("70", 70), ("3", 50), ("-1", 50), ("x", 50), ("99999999999999999999", 50), ("5000", 70),
        ] {
            #expect(try await client.get("/journal?rows=" + asked, headers: .script).rows.count == count, "\(asked)")
        }
        #expect(try await client.get("/journal?rows=60").rows.count == 50, "only its script asks so")
    }

    @Test(arguments: ["after=x", "after=", "after=00000000000000000000000000x", "after=../../etc", "view=x&after=y"])
    func `has nothing at an address that it never gave`(query: String) async throws {
        let given = try await GivenApp()
        try await given.write("a", on: "2026-01-01")
        #expect(try await given.ownersBrowser().get("/journal?" + query).status == .notFound)
    }

    @Test func `ends behind an entry that is not there`() async throws {
        let given = try await GivenApp()
        try await given.write("a", on: "2026-01-01")
        let page = try await given.ownersBrowser().get("/journal?after=00000000000000000000000000")
        #expect(page.status == .ok && page.rows.isEmpty)
        #expect(page.text.contains("No earlier entries.") && page.text.contains("Back to newest"))
    }

    @Test func `begins with a word and a button`() async throws {
        let page = try await GivenApp().ownersBrowser().get("/journal")
        #expect(page.text.contains("Your entries will be here"))
        #expect(page.text.contains("href=\"/today\">Write the first entry"))
        #expect(page.rows.isEmpty && !page.text.contains("days in a row") && !page.text.contains("id=\"more\""))
    }

    @Test(
        arguments: [
            ([], nil), (["2026-03-14"], nil), (["2026-03-13", "2026-03-12"], "<b>2</b> days in a row, up to yesterday"),
            (["2026-03-14", "2026-03-13", "2026-03-12", "2026-03-10"], "<b>3</b> days in a row<"),
            (["2026-03-12", "2026-03-11"], nil),
        ] as [([String], String?)])
    func `counts days in a row, and never says that a row was broken`(days: [String], words: String?) async throws {
        let given = try await GivenApp()
        for day in days { try await given.write("a", on: day) }
        let page = try await given.ownersBrowser().get("/journal")
        #expect(page.text.contains("days in a row") == (words != nil))
        if let words { #expect(page.text.contains(words)) }
    }

    @Test(arguments: ["/journal", "/journal/calendar", "/deleted", "/journal?view=abc"])
    func `shows nothing before the vault is unlocked`(path: String) async throws {
        let given = try await GivenApp()
        try await given.door.unlock(passphrase: Array(GivenApp.passphrase.utf8))
        try await given.write("secret", on: "2026-03-14")
        for client in [try await given.knownBrowser(), given.browser()] {
            let page = try await client.get(path)
            #expect(page.status != .ok && !page.text.contains("secret"))
            #expect(try await client.get(path, headers: .script).status == .unauthorized)
        }
    }
}

extension GivenApp {
    /// An entry of a day at so many minutes past midnight in Vienna.
    @discardableResult
    func write(
        _ text: String, on day: String, at minute: Int = 720, mood: String? = nil, tags: [String] = [], starred: Bool = false
    ) async throws -> String {
        let civil = try #require(CivilTime(named: "Europe/Vienna"))
        let local = try #require(LocalDay(iso: day))
        let time = try #require(TimeOfDay(hour: minute / 60, minute: minute % 60))
        let instant = try #require(civil.instant(day: local, time: time))
        // Before a browser comes the vault may be locked.
        if (try? await door.vault()) == nil { try await door.unlock(passphrase: Array(GivenApp.passphrase.utf8)) }
        let stored = try await vault().add(
            NewEntry(
                text: text, moment: Moment(instant: instant, zone: "Europe/Vienna", day: local), mood: mood.flatMap { Mood($0) },
                tags: tags.compactMap { Journal.Tag($0) }, starred: starred))
        return stored.id.description
    }
}

extension Headers {
    /// What the page's own script says of itself.
    static var script: Headers { ["x-requested-with": "auralyst"] }
}

extension TestClient {
    func find(_ fields: [String: String], headers: Headers = Headers()) async throws -> TestResponse {
        let token = try await get("/deleted").formToken
        let pairs = fields.map { (name: $0.key, value: $0.value) } + [(name: "form-token", value: token)]
        return try await post("/journal/find", form: FormFields(pairs), headers: headers)
    }
}

extension TestResponse {
    /// What stands between two marks, each time.
    func all(between start: String, and end: String) -> [String] {
        text.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
    }

    /// The texts of the list as markup, without stars.
    var rows: [String] {
        all(between: "<span class=\"row-text\" dir=\"auto\">", and: "</span>\n").map {
            $0.components(separatedBy: "</span></span>").last ?? $0
        }
    }

    /// Where the next page is.
    var next: String? {
        all(between: "rel=\"next\" href=\"/journal?", and: "\"").first.map { "/journal?" + $0.replacing("&amp;", with: "&") }
    }
}
