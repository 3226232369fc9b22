import HTTP
import SeededChance
import Testing

/// Sharing a part of the log as a sealed page, in the app.
@Suite struct `A part of the log` {
    private let ben: Sharer

    init() async throws { ben = try await Sharer(RelayDesk()) }

    /// What the form proposes, with some of it said otherwise.
    private func show(_ changes: [(String, String)]) async throws -> TestResponse {
        let until = try #require(try await ben.get("/people/show").field(behind: "name=\"until\" value=\""))
        let usual = [("part", "symptoms"), ("tags", ""), ("days", "90"), ("until", until)]
        let changed = Set(changes.map(\.0))
        return try await ben.post("/people/show", usual.filter { !changed.contains($0.0) } + changes)
    }

    @Test(arguments: [
        ("days", "0", "A shared page covers 1 to 3,650 days."), ("days", "3651", "1 to 3,650 days."),
        ("days", "many", "1 to 3,650 days."),
        ("until", "2000-01-01", "That day is over."), ("until", "soon", "Type the date like this"),
        ("part", "notes", "Choose symptoms"), ("part", "everything", "Choose symptoms"), ("tags", "#", "cannot be a tag"),
        ("tags", (1...21).map { "t\($0)" }.joined(separator: ","), "at most 20 tags"),
    ])
    func `is not shared with a fault, and what was typed comes back`(field: String, value: String, words: String) async throws {
        let tags: [(String, String)] = field == "days" || field == "until" ? [("tags", "a<b")] : []
        let answer = try await show([(field, value)] + tags)
        #expect(answer.status == .unprocessable && answer.text.contains(words) && answer.text.contains("role=\"alert\""))
        #expect(tags.isEmpty || answer.text.contains("value=\"a&lt;b\""))
    }

    @Test func `becomes a sealed page with a code of its own, shown once`() async throws {
        #expect(try await ben.get().contains("href=\"/people/show\""))
        let answer = try await show([("part", "moods"), ("tags", "x, #x")])
        #expect(answer.status == .ok && answer.headers["cache-control"]?.contains("no-store") == true)
        #expect(answer.text.contains("Moods of entries and entries with #x, of the last 90 days, until "))
        let code = try #require(answer.text.firstMatch(of: /<code>((?:[0-9A-Z]{4}-){4}[0-9A-Z]{4})<\/code>/)?.1)
        #expect(answer.text.contains("download=\"sealed-page.html\" href=\"data:text/html;base64,"))
        // Another one has another code, and no page shows an old one.
        #expect(!(try await show([]).text.contains(code)))
        #expect(!(try await ben.get("/people/show").contains(code)))
    }

    @Test func `wants the token of its form`() async throws {
        #expect(try await ben.browser.post("/people/show", form: ["part": "moods"]).status == .forbidden)
    }
}
