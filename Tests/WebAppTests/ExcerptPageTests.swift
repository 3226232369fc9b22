import Engine
import HTTP
import Journal
import Ledger
import Testing

/// Showing a part of the log to somebody for a time, on the pages.
@Suite struct `A part of the log` {
    private let desk: RelayDesk
    private let ben: Sharer

    init() async throws {
        desk = try await RelayDesk()
        ben = try await Sharer(desk)
    }

    /// What the form proposes, with some of it said otherwise.
    private func show(_ changes: [(String, String)], way: String = "auralyst") async throws -> TestResponse {
        let until = try #require(try await ben.get("/people/show").field(behind: "name=\"until\" value=\""))
        let usual = [
            ("way", way), ("part", "symptoms"), ("tags", ""), ("days", "90"), ("until", until), ("for", "Dr Gruber"),
            ("name", ""),
            ("own", "Ben"),
        ]
        let changed = Set(changes.map(\.0))
        return try await ben.post("/people/show", usual.filter { !changed.contains($0.0) } + changes)
    }

    @Test func `is shown by a link, read as the other sees it, and ended`() async throws {
        try await ben.beginToSync()
        #expect(try await show([]).headers["location"] == "/people#excerpts")
        let excerpt = try #require(try await ben.vault.excerpts().first)
        let path = "/people/excerpt/\(excerpt.journal.description)"
        let page = try await ben.get()
        #expect(page.contains("For Dr Gruber</h3>") && page.contains("value=\"\(RelayDesk.address)/join#"))
        // As a journal it does not stand there a second time, and nobody is invited to write into it.
        #expect(!page.contains("journal-\(excerpt.journal.short)\""))
        #expect(
            try await ben.browser.get("/people/invite?journal=\(excerpt.journal.description)").headers["location"] == "/people")
        #expect(try await ben.get(path).contains("There is nothing here yet."))
        #expect(try await ben.get(path + "/end").contains("What has been read or copied can’t be taken back."))
        #expect(try await ben.post(path + "/link").headers["location"] == "/people#excerpts")
        #expect(
            try await ben.vault.sharedJournals().first { $0.journal == excerpt.journal }?.invitations.map(\.role) == [
                .reader, .reader,
            ])
        #expect(try await ben.post(path + "/end").headers["location"] == "/people#excerpts")
        #expect(try await ben.get().contains("Nothing is shared now."))
        // Twice is nothing more.
        #expect(try await ben.post(path + "/end").status == .notFound)
    }

    @Test(arguments: [
        ("days", "0", "Choose 1 to 3,650 days."), ("days", "3651", "Choose 1 to 3,650 days."),
        ("days", "many", "Choose 1 to 3,650 days."),
        ("until", "2000-01-01", "That day is over."), ("until", "soon", "Type the date like this"),
        ("part", "notes", "Choose symptoms"), ("part", "everything", "Choose symptoms"),
        ("tags", (1...21).map { "t\($0)" }.joined(separator: ","), "20 tags at most."), ("for", " ", "Type who it is for."),
    ])
    func `is not shown with a fault, and what was typed comes back`(field: String, value: String, words: String) async throws {
        try await ben.beginToSync()
        let answer = try await show([(field, value)] + (field == "for" ? [] : [("for", "Dr <Gruber> & son")]))
        #expect(answer.status == .unprocessable && answer.text.contains(words) && answer.text.contains("role=\"alert\""))
        #expect(field == "for" || answer.text.contains("value=\"Dr &lt;Gruber&gt; &amp; son\""))
        #expect(try await ben.vault.excerpts().isEmpty)
    }

    @Test func `has something in it, and the form says what may be`() async throws {
        try await ben.beginToSync()
        let until = try #require(try await ben.get("/people/show").field(behind: "name=\"until\" value=\""))
        let answer = try await ben.post(
            "/people/show",
            [
                ("way", "auralyst"), ("tags", ""), ("days", "90"), ("until", until), ("for", "Dr <Gruber>"), ("name", ""),
                ("own", ""),
            ])
        #expect(answer.status == .unprocessable && answer.text.contains("role=\"alert\""))
        #expect(answer.text.contains("Choose symptoms, check-ins, medicines or moods, or name a tag."))
        #expect(answer.text.contains("value=\"Dr &lt;Gruber&gt;\""))
    }

    @Test func `has a name of its own`() async throws {
        try await ben.beginToSync()
        _ = try await show([])
        let again = try await show([])
        #expect(again.status == .unprocessable && again.text.contains("id=\"name-fault\""))
        #expect(try await ben.vault.excerpts().count == 1)
    }

    @Test func `needs a relay, or becomes a sealed page`() async throws {
        #expect(try await show([]).status == .unprocessable)
        let answer = try await show([], way: "browser")
        #expect(answer.status == .ok && answer.headers["cache-control"]?.contains("no-store") == true)
        let code = try #require(answer.text.firstMatch(of: /<code>((?:[0-9A-Z]{4}-){4}[0-9A-Z]{4})<\/code>/)?.1)
        #expect(answer.text.contains("download=\"sealed-page.html\" href=\"data:text/html;base64,"))
        // Another one has another code, and no page shows an old one.
        #expect(!(try await show([], way: "browser").text.contains(code)))
        #expect(!(try await ben.get("/people/show").contains(code)))
        #expect(try await ben.vault.excerpts().isEmpty)
    }

    @Test func `wants the token of its forms, and is nobody's page who has no excerpt of that name`() async throws {
        for path in ["/people/show", "/people/excerpt/\(try await ben.journal)/end"] {
            #expect(try await ben.browser.post(path, form: ["way": "browser"]).status == .forbidden)
        }
        // A journal that is none, one that is not there, and what can be no name.
        for name in [try await ben.journal, String(repeating: "0", count: 26), "x"] {
            #expect(try await ben.browser.get("/people/excerpt/\(name)").status == .notFound)
            #expect(try await ben.browser.get("/people/excerpt/\(name)/end").status == .notFound)
        }
    }

    @Test func `stands on the page as text, whatever is written in it`() async throws {
        try await ben.beginToSync()
        _ = try await ben.given.write("<script>alert(1)</script> #x")
        let answer = try await show([("name", "<b>Mine</b>"), ("part", "moods"), ("tags", "x, #x")])
        #expect(answer.status == .seeOther, "\(answer.text)")
        let excerpt = try #require(try await ben.vault.excerpts().first)
        let page = try await ben.get() + ben.get("/people/excerpt/\(excerpt.journal.description)")
        #expect(page.contains("&lt;b&gt;Mine&lt;/b&gt;") && !page.contains("<b>Mine</b>") && !page.contains("<script>alert"))
    }
}
