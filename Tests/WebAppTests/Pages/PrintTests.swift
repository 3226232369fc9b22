import Engine
import HTTP
import Journal
import Testing

@Suite struct `A page to print` {
    @Test(arguments: [
        ("", "Entries", ["a", "b", "c"]), ("on=2026-02", "February 2026", ["b"]), ("on=2026", "2026", ["b", "c"]),
        ("words=c", "Entries for “c”", ["c"]), ("on=2026 & mood=happy", "2026: entries with the mood happy", ["b"]),
        ("from=2026-02-02 & to=2026-03-31", "Entries from 2 Feb 2026 on up to 31 Mar 2026", ["b", "c"]),
    ])
    func `has what the list has, in order of time`(typed: String, heading: String, texts: [String]) async throws {
        let given = try await GivenApp()
        try await given.write("a", on: "2025-12-31")
        try await given.write("b", on: "2026-02-02", mood: "happy", tags: ["swim"])
        try await given.write("c", on: "2026-03-01")
        let client = try await given.ownersBrowser()
        let pairs = typed.split(separator: " & ").map { $0.split(separator: "=") }.map { (String($0[0]), String($0[1])) }
        let token = try await client.get("/journal").formToken
        let answer = try await client.post("/print", form: FormFields([("form-token", token)] + pairs))
        #expect(answer.headers["location"]?.contains("2026") == false)
        let page = try await client.follow(answer)
        #expect(page.all(between: "<div class=\"prose\">", and: "</div>") == texts.map { "<p>\($0)</p>\n" })
        if texts.count > 1 { #expect(page.all(between: "<h1>", and: "</h1>") == [heading]) }
        #expect(page.text.contains("Mood: happy") == texts.contains("b") && page.text.contains("#swim") == texts.contains("b"))
        #expect(page.all(between: "<title>", and: "<") == ["Print · Auralyst"])
    }

    @Test func `says where it ends because it would be too long`() async throws {
        let given = try await GivenApp()
        for day in 1...5 { try await given.write(String(repeating: "word ", count: 200_000), on: "2026-01-0\(day)") }
        let page = try await given.ownersBrowser().get("/print")
        #expect(page.text.contains("Only the last 4 entries fit on this page."))
        #expect(!page.text.contains("1 January 2026") && page.text.contains("5 January 2026"))
    }

    @Test func `of an entry has its day as the title, and is not found without one`() async throws {
        let given = try await GivenApp()
        let id = try await given.write("a <b>", on: "2026-01-01")
        let client = try await given.ownersBrowser()
        let page = try await client.get("/entry/\(id)/print")
        #expect(page.text.contains("1 January 2026") && page.text.contains("a &lt;b&gt;"))
        #expect(try await client.get("/entry/00000000000000000000000000/print").status == .notFound)
    }
}
