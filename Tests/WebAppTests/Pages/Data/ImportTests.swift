import Engine
import Foundation
import HTTP
import Journal
import Records
import SeededChance
import Store
import Testing

/// From files in a browser to a receipt: a plan first, nothing written before its owner says so.
struct ImportTests {
    private let given: GivenApp
    private let browser: TestClient

    init() async throws {
        given = try await GivenApp()
        browser = try await given.ownersBrowser()
    }

    private func upload(_ files: [(name: String, text: String)]) async throws -> TestResponse {
        let page = try await browser.get("/import")
        let parts = files.map { PartToSend("files", fileName: $0.name, bytes: Array($0.text.utf8)) }
        return try await browser.post("/import", multipart: [PartToSend("form-token", page.formToken)] + parts)
    }

    private func plan(_ files: [(name: String, text: String)]) async throws -> TestResponse {
        let answer = try await upload(files)
        #expect(answer.headers["location"] == "/import/plan", "\(answer.text)")
        return try await browser.get("/import/plan")
    }

    /// Sends the plan's form, and waits for the work.
    private func run(_ fields: FormFields = [:], at path: String = "/import/run") async throws -> TestResponse {
        let page = try await browser.get("/import/plan")
        var fields = fields
        fields.pairs.append((name: "form-token", value: page.formToken))
        let answer = try await browser.post(path, form: fields)
        return try await finished(answer)
    }

    private func finished(_ answer: TestResponse) async throws -> TestResponse {
        guard answer.headers["location"] == "/progress" else { return answer }
        return try await browser.workDone()
    }

    private func entries() async throws -> Int { try await given.vault().status().entries }

    @Test func `shows what would come of journals and notes, and brings them in when told to`() async throws {
        let plan = try await plan([
            ("journal.txt", "[2020-05-04 09:12] A first line.\n\n"),
            ("../../2021-03-04 Walk.md", "# A walk\n\n![x](photo.png)\n"), ("photo.png", "\u{89}PNG"),
        ])
        #expect(plan.text.contains("<h1>Preview</h1>"))
        #expect(plan.text.contains("<h2 id=\"file-0\">1 note</h2>") && plan.text.contains("<h2 id=\"file-1\">journal.txt</h2>"))
        #expect(
            plan.text.contains("<option value=\"jrnl\" selected>") && plan.text.contains("<option value=\"markdown\" selected>"))
        #expect(try await entries() == 0)
        let receipt = try await run()
        #expect(receipt.text.contains("<h1>2 entries imported</h1>"), "\(receipt.text)")
        let list = try await given.vault().entries(.init()).list
        #expect(list.map(\.entry.day.iso) == ["2021-03-04", "2020-05-04"])
        #expect(list.first?.attachments.count == 1)
    }

    @Test func `says of what is brought again that it is here already`() async throws {
        let text = "[2020-05-04 09:12] A first line.\n\n[2020-05-05 09:12] Another.\n\n"
        _ = try await plan([("journal.txt", text)])
        #expect(try await run().text.contains("<h1>2 entries imported</h1>"))
        let again = try await plan([("journal.txt", text)])
        #expect(again.text.contains("<dt>already here</dt><dd>2</dd>"))
        #expect(try await run().text.contains("<h1>Nothing new: 2 entries were already here.</h1>"))
        _ = try await plan([("journal.txt", text + "[2020-05-06 09:12] A third.\n\n")])
        let more = try await run().text
        #expect(more.contains("<h1>1 entry imported</h1>") && more.contains("<dt>already here</dt><dd>2</dd>"))
    }

    @Test func `names every record by what became of it, and gives the whole receipt as a file`() async throws {
        _ = try await plan([("journal.txt", "[2020-05-04 09:12] A first line.\r\n\r\n[2020-05-05 09:12] Another.\r\n")])
        let receipt = try await run()
        #expect(receipt.text.contains("line ends changed"))
        #expect(try await browser.get("/progress?show=kept").text.contains("None."))
        let file = try await browser.get("/progress/receipt")
        #expect(file.headers["content-disposition"]?.contains("receipt.json") == true)
        #expect(file.text.contains("\"changed\":2") && file.text.contains("\"records\":[{"))
    }

    @Test(arguments: [
        ("photo.PNG", "x", "These are only pictures."), ("empty.txt", "", "The file is empty."),
        ("empty.md", "", "The file is empty."), ("nothing.bin", "\u{1}\u{2}", "These files are not a journal"),
    ])
    func `says why it looks at nothing`(name: String, text: String, why: String) async throws {
        let answer = try await upload([(name, text)])
        #expect(answer.status == .unprocessable, "\(answer.text)")
        #expect(answer.text.contains("role=\"alert\">\(why)"))
    }

    @Test(arguments: [
        ("list.txt", "milk and eggs", "The file contains no entries of this format. Choose another format."),
        ("secret.json", "{ \"entries\": [ ", ""), ("..", "x", ""), ("bad.zip", "PK\u{3}\u{4}", ""),
    ])
    func `says of a file that cannot be read why, and offers another format but no import`(
        name: String, text: String, why: String
    ) async throws {
        let page = try await plan([(name, text)])
        #expect(page.text.contains("role=\"alert\">\(why)"), "\(page.text)")
        #expect(!page.text.contains("/import/run") && !page.text.contains("auralyst import"))
        #expect(try await run().headers["location"] == "/import/plan")
        #expect(try await entries() == 0)
    }

    @Test func `reads a file as what its owner says it is`() async throws {
        _ = try await plan([("journal.txt", "[2020-05-04 09:12] A first line.\n")])
        _ = try await run(["format-0": "joplin"], at: "/import/plan")
        let page = try await browser.get("/import/plan")
        #expect(page.text.contains("<option value=\"joplin\" selected>"))
        _ = try await run(["format-0": "jrnl"], at: "/import/plan")
        #expect(try await run().text.contains("1 entry imported"))
    }

    @Test func `forgets the files when told to, with the lock, and after half an hour`() async throws {
        let file = ("journal.txt", "[2020-05-04 09:12] A first line.\n")
        _ = try await plan([file])
        let page = try await browser.get("/import/plan")
        _ = try await browser.post("/import/discard", form: ["form-token": page.formToken])
        #expect(try await browser.get("/import/plan").headers["location"] == "/import")
        _ = try await plan([file])
        for _ in 0..<8 {
            given.clock.advance(seconds: 240)
            _ = try await browser.get("/today")
        }
        #expect(try await browser.get("/import/plan").headers["location"] == "/import")
        _ = try await plan([file])
        _ = try await browser.post("/lock", form: ["form-token": try await browser.get("/today").formToken])
        let again = try await given.ownersBrowser()
        #expect(try await again.get("/import/plan").headers["location"] == "/import")
        #expect(try await given.vault().status().entries == 0)
    }

    @Test(arguments: ["/import/plan", "/progress", "/progress/receipt"])
    func `shows none of it to whom is not signed in`(path: String) async throws {
        #expect(try await given.knownBrowser().get(path).headers["location"]?.hasPrefix("/unlock") == true)
    }

    @Test func `has nothing to show where nothing was done`() async throws {
        #expect(try await browser.get("/progress").text.contains("<h1>No task is running</h1>"))
        #expect(try await browser.get("/progress/receipt").status == .notFound)
        #expect(try await browser.get("/import/plan").headers["location"] == "/import")
    }
}

extension TestClient {
    func workDone() async throws -> TestResponse {
        var page = try await get("/progress")
        try await until("the work is done") {
            guard page.text.contains("id=\"work-progress\"") else { return true }
            page = try await get("/progress")
            return false
        }
        return page
    }
}
