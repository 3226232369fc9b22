import Engine
import HTTP
import Journal
import Ledger
import Records
import Store
import Testing

/// Several journals in the app: made and named in the settings, chosen while writing, and a filter of the list.
@Suite struct `Several journals` {
    private func form(_ page: TestResponse, _ fields: [(String, String)]) -> FormFields {
        FormFields([("form-token", page.formToken)] + fields.map { (name: $0.0, value: $0.1) })
    }

    private func write(_ browser: TestClient, _ text: String, journal: String? = nil) async throws -> TestResponse {
        let page = try await browser.get("/today")
        var parts = [PartToSend("form-token", page.formToken), PartToSend("text", text)]
        if let journal { parts.append(PartToSend("journal", journal)) }
        return try await browser.post("/entries", multipart: parts)
    }

    @Test func `as long as there is one, nothing is to be chosen`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        for path in ["/today", "/journal"] {
            #expect(try await !browser.get(path).text.contains("name=\"journal\""), "\(path)")
        }
        #expect(try await browser.get("/settings").text.contains("href=\"/settings/journals\""))
    }

    @Test func `a journal is made, named and chosen in the settings`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/journals")
        let made = try await browser.post("/settings/journals", form: form(page, [("name", "Sym<ptoms")]))
        #expect(made.headers["location"] == "/settings/journals")
        let journal = try #require(try await given.vault().journals().last)
        #expect(journal.name == "Sym<ptoms")
        let shown = try await browser.get("/settings/journals").text
        #expect(shown.contains("Sym&lt;ptoms") && !shown.contains("Sym<ptoms"))
        let path = "/settings/journals/\(journal.id.description)"
        _ = try await browser.post(path + "/rename", form: form(page, [("name", "Pain")]))
        _ = try await browser.post(path + "/use", form: form(page, []))
        #expect(try await given.vault().journals().map(\.name) == ["Journal", "Pain"])
        #expect(try await given.vault().journals().map(\.isDefault) == [false, true])
    }

    @Test(arguments: ["", "journal", String(repeating: "x", count: 61)])
    func `a name that cannot be is refused with a sentence`(name: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/journals")
        let answer = try await browser.post("/settings/journals", form: form(page, [("name", name)]))
        #expect(answer.status == .unprocessable && answer.text.contains("role=\"alert\""))
        #expect(try await given.vault().journals().count == 1)
    }

    @Test func `a journal that there is not is not found`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/journals")
        for path in ["/settings/journals/x/use", "/settings/journals/x/rename"] {
            #expect(try await browser.post(path, form: form(page, [("name", "New")])).status == .notFound, "\(path)")
        }
    }

    @Test func `an entry comes into the journal that was chosen, and the list shows one alone`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let vault = try await given.vault()
        let other = try await vault.createJournal(named: "Symptoms")
        let today = try await browser.get("/today").text
        #expect(
            today.contains("name=\"journal\"") && today.contains("<option value=\"\(other.id.description)\">Symptoms</option>"))
        _ = try await write(browser, "in the first")
        _ = try await write(browser, "in the other", journal: other.id.description)
        #expect(try await vault.entries(Selection(journals: [other.id])).list.map(\.entry.text) == ["in the other"])
        let page = try await browser.get("/journal")
        let found = try await browser.post(
            "/journal/find", form: form(page, [("words", ""), ("journal", other.id.description)]))
        let list = try await browser.get(try #require(found.headers["location"])).text
        #expect(list.contains("in the other") && !list.contains("in the first") && list.contains("in Symptoms"))
        #expect(list.contains("1 entry found."))
        let all = try await browser.get("/journal").text
        #expect(all.contains("in the other") && all.contains("in the first"))
    }

    @Test func `an entry is moved from its page, and the move can be undone`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let vault = try await given.vault()
        let id = try await given.write("in the wrong one", on: "2026-03-14")
        let path = "/entry/\(id)"
        #expect(try await !browser.get(path).text.contains("/move\""), "there is only one journal")
        let other = try await vault.createJournal(named: "Sym<ptoms")
        #expect(try await browser.get(path).text.contains("href=\"\(path)/move\">Move to another journal</a>"))
        let page = try await browser.get(path + "/move")
        let option = "<option value=\"\(other.id.description)\">Sym&lt;ptoms</option>"
        #expect(page.status == .ok && page.text.contains(option) && !page.text.contains(">Journal</option>"))
        let answer = try await browser.post(path + "/move", form: form(page, [("journal", other.id.description)]))
        let moved = try #require(try await vault.entries(Selection(journals: [other.id])).list.first)
        #expect(answer.headers["location"] == "/entry/\(moved.id.description)")
        let shown = try await browser.get("/entry/\(moved.id.description)").text
        #expect(shown.contains("Moved to Sym&lt;ptoms.") && shown.contains("action=\"\(path)/restore\""))
        #expect(try await browser.get("/deleted").text.contains("moved to another journal"))
        let old = try await browser.get(path).text
        #expect(old.contains("moved to <a href=\"/entry/\(moved.id.description)\">another journal</a>"))
        #expect(try await browser.get(path + "/move").headers["location"] == path)
        _ = try await browser.post(path + "/restore", form: form(page, []))
        #expect(try await vault.entries(Selection()).list.map(\.id.description) == [id])
        #expect(try await browser.post(path + "/move", form: form(page, [("journal", "x")])).status == .notFound)
    }

    @Test func `an entry with unsaved changes is not moved, and the page says why`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let vault = try await given.vault()
        let id = try await given.write("here", on: "2026-03-14")
        let other = try await vault.createJournal(named: "Work")
        try await vault.keep(Draft(text: "not saved"), as: Draft.Name(try #require(RecordID(text: id))))
        let page = try await browser.get("/entry/\(id)/move")
        let answer = try await browser.post("/entry/\(id)/move", form: form(page, [("journal", other.id.description)]))
        #expect(answer.status == .unprocessable && answer.text.contains("has changes that are not saved"))
        #expect(try await vault.journals().map(\.entries) == [1, 0])
    }

    @Test func `a draft keeps the journal that was chosen`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let other = try await given.vault().createJournal(named: "Symptoms")
        let page = try await browser.get("/today")
        _ = try await browser.post(
            "/draft/new", form: form(page, [("text", "half a sent"), ("known", ""), ("journal", other.id.description)]))
        let again = try await browser.get("/today").text
        #expect(again.contains("<option value=\"\(other.id.description)\" selected>"))
    }
}
