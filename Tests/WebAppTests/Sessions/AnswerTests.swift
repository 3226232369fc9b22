import Documents
import HTTP
import Testing
import WebApp

/// What browsers keep of forms: nothing.
@Suite struct AnswerTests {
    private static let byABrowser: Headers = [
        "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "same-origin",
    ]

    /// Sends a template that is refused since it has no name; returns the address of the answer.
    private func refused(_ client: TestClient) async throws -> String {
        let token = try await client.get("/settings/templates/new").formToken
        let response = try await client.post(
            "/settings/templates", form: ["form-token": token, "name": "", "text": "quicksilverling"],
            headers: AnswerTests.byABrowser)
        #expect(response.status == .seeOther && !response.text.contains("quicksilverling"))
        return try #require(response.headers["location"])
    }

    @Test func `the answer to a form is at an address of its own, as often as its browser asks`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let address = try await refused(client)
        #expect(address.hasPrefix("/settings/templates?answer="))
        for _ in 0..<2 {
            let answer = try await client.get(address)
            #expect(answer.status == .unprocessable && answer.text.contains("quicksilverling"))
            #expect(answer.headers["cache-control"] == "no-store")
        }
        #expect(try await !given.browser().get(address).text.contains("quicksilverling"))
        #expect(try await !given.knownBrowser().get(address).text.contains("quicksilverling"))
    }

    @Test func `it is gone after the lock, and after eight others`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let first = try await refused(client)
        for _ in 0..<7 { _ = try await refused(client) }
        #expect(try await client.get(first).text.contains("quicksilverling"))
        let last = try await refused(client)
        #expect(try await !client.get(first).text.contains("quicksilverling"))
        let token = try await client.get("/today").formToken
        _ = try await client.post("/lock", form: ["form-token": token])
        #expect(try await !client.get(last).text.contains("quicksilverling"))
    }

    @Test func `a script gets its answer at once`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/settings/templates/new").formToken
        let response = try await client.post(
            "/settings/templates", form: ["form-token": token, "name": "", "text": "quicksilverling"],
            headers: ["sec-fetch-mode": "same-origin"])
        #expect(response.status == .unprocessable && response.text.contains("quicksilverling"))
    }

    @Test func `a text that comes after the lock waits where its browser finds it, and no one else`() async throws {
        let given = try await GivenApp()
        let client = try await given.knownBrowser()
        let response = try await client.post(
            "/entries", form: ["form-token": "x", "text": "quicksilverling", "draft": "new"], headers: AnswerTests.byABrowser)
        let address = try #require(response.headers["location"])
        #expect(response.status == .seeOther)
        #expect(try await client.get(address).text.contains("quicksilverling"))
        // One of a browser that the program knows nothing of is handed back once.
        let stranger = given.browser()
        let lost = try await stranger.post(
            "/entries", form: ["form-token": "x", "text": "floorboardish", "draft": "new"], headers: AnswerTests.byABrowser)
        let place = try #require(lost.headers["location"])
        #expect(try await stranger.get(place).text.contains("floorboardish"))
        #expect(try await !stranger.get(place).text.contains("floorboardish"))
    }

    @Test func `many who were not let in keep little in memory`() async throws {
        let given = try await GivenApp()
        var addresses: [(TestClient, String)] = []
        for _ in 0..<18 {
            given.clock.advance(seconds: 1)
            let client = try await given.knownBrowser()
            let response = try await client.post(
                "/entries", form: ["form-token": "x", "text": "quicksilverling", "draft": "new"], headers: AnswerTests.byABrowser)
            addresses.append((client, try #require(response.headers["location"])))
        }
        var kept = 0
        for (client, address) in addresses where try await client.get(address).text.contains("quicksilverling") { kept += 1 }
        #expect(kept == 16)
    }

    @Test func `a form at an odd address is answered there, and nothing of it is in a header`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let response = try await client.post("/x%22%3e%3cb%3e", form: ["text": "x"], headers: AnswerTests.byABrowser)
        #expect(response.headers["location"] == nil && response.status == .notFound)
    }

    @Test(
        arguments: [
            ("<form>", "<form autocomplete=\"off\">"), ("<form method=\"post\">", "<form autocomplete=\"off\" method=\"post\">"),
            ("<textarea id=\"a\">\n</textarea>", "<textarea autocomplete=\"off\" id=\"a\">\n</textarea>"),
            ("<select name=\"a\"><option>b</select>", "<select autocomplete=\"off\" name=\"a\"><option>b</select>"),
            ("<input name=\"a\" value=\"x > y\" required>", "<input autocomplete=\"off\" name=\"a\" value=\"x > y\" required>"),
            ("<input type=\"hidden\" name=\"a\">", "<input type=\"hidden\" name=\"a\">"),
            ("<input autocomplete=\"username\">", "<input autocomplete=\"username\">"),
            (
                "<input title=\" > \" autocomplete=\"off\"><b>1 < 2</b><",
                "<input title=\" > \" autocomplete=\"off\"><b>1 < 2</b><"
            ),
        ] as [(HTML, String)])
    func `every field says that it is not to be kept, but for those of passphrases`(page: HTML, shown: String) {
        #expect(page.forgettingFields == shown)
    }
}
