import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing
import WebApp

@Suite struct `Support` {
    private let given: GivenApp
    private let browser: TestClient
    private let token: String
    private let vault: OpenVault

    init() async throws {
        given = try await GivenApp(opensFirstBrowser: true)
        browser = try await given.knownBrowser()
        token = try await browser.get("/support").formToken
        vault = try await given.vault()
    }

    private func post(_ path: String, _ fields: [(String, String)] = []) async throws -> TestResponse {
        try await browser.post(path, form: FormFields([("form-token", token)] + fields.map { (name: $0.0, value: $0.1) }))
    }

    private static let general = "Call your local emergency number"
    private static let disclaimer = "Auralyst is not a medical"

    @Test func `is written down, put in order, changed, and taken out with a way back`() async throws {
        for name in ["Water", "Walk", "Call Anna"] {
            let answer = try await post("/support/step", [("name", name), ("note", "")])
            #expect(answer.headers["location"] == "/support?add=step#step")
        }
        let last = try #require(try await vault.supportItems(.step).last)
        let path = "/support/step/\(last.id.description)"
        _ = try await post(path + "/move", [("way", "up")])
        #expect(try await vault.supportItems(.step).map(\.item.name) == ["Water", "Call Anna", "Walk"])
        #expect(try await browser.get(path).text.contains("value=\"Call Anna\""))
        _ = try await post(path, [("name", "Call Ben"), ("note", "any hour")])
        #expect(try await vault.supportItems(.step).map(\.item.name) == ["Water", "Call Ben", "Walk"])
        _ = try await post(path + "/delete")
        #expect(try await vault.supportItems(.step).count == 2)
        #expect(try await browser.get("/support").text.contains(path + "/restore"))
        _ = try await post(path + "/restore")
        #expect(try await vault.supportItems(.step).map(\.item.name) == ["Water", "Call Ben", "Walk"])
    }

    @Test(arguments: [
        ("step", "", ""), ("trigger", "  ", ""), ("buddy", "Anna", "no number"), ("contact", "Line", ""), ("contact", "", "142"),
        ("step", String(repeating: "x", count: 201), ""),
    ])
    func `takes no line that says nothing, and no number that cannot be dialled`(part: String, name: String, phone: String)
        async throws
    {
        let answer = try await post("/support/\(part)", [("name", name), ("phone", phone), ("note", "kept words")])
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("-fault\"") && answer.text.contains("kept words"))
        for part in SupportItem.Part.allCases { #expect(try await vault.supportItems(part).isEmpty) }
    }

    @Test(arguments: ["/support/nothing", "/support/sos_contact"])
    func `has no other parts`(path: String) async throws {
        #expect(try await post(path, [("name", "x")]).status == .notFound)
    }

    @Test func `logs a craving with what set it off and what helped`() async throws {
        let answer = try await post(
            "/support/craving",
            [
                ("craving", "7"), ("trigger", "Payday"), ("trigger", "Alone"), ("other-triggers", "hunger, payday ,"),
                ("helped", "Walk"), ("other-helped", ""), ("note", "by the river"),
            ])
        #expect(answer.headers["location"] == "/support")
        let stored = try #require(try await vault.records(CheckIn.self).first)
        #expect(stored.value.craving == 7 && stored.value.mood == nil && stored.value.day.iso == "2026-03-14")
        #expect(stored.value.triggers == ["Payday", "Alone", "hunger"] && stored.value.helped == ["Walk"])
        let page = try await browser.get("/support").text
        #expect(page.contains("Payday, Alone, hunger") && page.contains("by the river"))
        _ = try await post("/support/craving/\(stored.id.description)/undo")
        #expect(try await vault.records(CheckIn.self).isEmpty)
    }

    @Test(arguments: ["", "11", "-1", "strong"])
    func `wants to know how strong it is, and keeps the rest`(strength: String) async throws {
        _ = try await vault.addSupportItem(SupportItem(.trigger, name: "Payday"))
        let answer = try await post(
            "/support/craving", [("craving", strength), ("trigger", "Payday"), ("other-helped", "tea & sleep"), ("note", "kept")])
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("craving-fault") && answer.text.contains("value=\"Payday\" checked"))
        #expect(answer.text.contains("tea &amp; sleep") && answer.text.contains("kept</textarea>"))
        #expect(try await vault.records(CheckIn.self).isEmpty)
    }

    @Test func `shows people and steps on the SOS page, with numbers that dial`() async throws {
        _ = try await vault.addSupportItem(SupportItem(.contact, name: "Line <1>", phone: "+43 (1) 234-5"))
        _ = try await vault.addSupportItem(SupportItem(.contact, name: "Code", phone: "*31#12"))
        _ = try await vault.addSupportItem(SupportItem(.buddy, name: "Anna"))
        _ = try await vault.addSupportItem(SupportItem(.step, name: "Water"))
        let page = try await browser.get("/sos").text
        #expect(page.contains("href=\"tel:+4312345\"") && page.contains("href=\"tel:*31%2312\""))
        #expect(page.contains("Line &lt;1&gt;") && !page.contains("<1>") && page.contains("Anna"))
        let order = try ["Line &lt;1&gt;", "Anna", "Water", Support.general, Support.disclaimer].map {
            try #require(page.firstRange(of: $0)).lowerBound
        }
        #expect(order == order.sorted())
    }

    @Test func `shows the SOS page also while locked, without anything of the owner's`() async throws {
        _ = try await vault.addSupportItem(SupportItem(.contact, name: "Crisis line", phone: "142"))
        let stranger = try await given.knownBrowser()
        let page = try await stranger.get("/sos")
        #expect(page.status == .ok && page.text.contains(Support.general) && page.text.contains(Support.disclaimer))
        #expect(page.text.contains("/unlock?next=/sos") && !page.text.contains("142") && !page.text.contains("<nav"))
        #expect(!page.text.contains("data-private"))
        // A browser whose idle time is over is such a stranger too.
        given.clock.advance(seconds: 601)
        let idle = try await browser.get("/sos")
        #expect(idle.status == .ok && idle.text.contains(Support.general) && !idle.text.contains("142"))
        #expect(try await given.door.state() == .locked)
    }

    @Test func `shows the numbers while locked where the owner wants that, and says what it reveals`() async throws {
        _ = try await vault.addSupportItem(SupportItem(.contact, name: "Crisis <line>", phone: "142", note: "night"))
        _ = try await vault.addSupportItem(SupportItem(.buddy, name: "Anna", phone: "143"))
        let settings = try await browser.get("/settings/lock").text
        #expect(
            settings.contains("name=\"numbers\" value=\"yes\" aria-describedby=\"numbers-hint\">")
                && settings.contains("not encrypted"))
        #expect(try await post("/settings/sos", [("numbers", "yes")]).headers["location"] == "/settings/lock")
        #expect(try await browser.get("/settings/lock").text.contains("aria-describedby=\"numbers-hint\" checked>"))
        let stranger = try await given.knownBrowser()
        let page = try await stranger.get("/sos").text
        #expect(page.contains("tel:142") && page.contains("Crisis &lt;line&gt;") && page.contains(Support.general))
        #expect(!page.contains("Anna") && !page.contains("night") && page.contains("/unlock?next=/sos"))
        _ = try await post("/settings/sos")
        #expect(try await !stranger.get("/sos").text.contains("142"))
    }

    @Test func `shows no number behind a proxy to a browser that was never let in`() async throws {
        let given = try await GivenApp(opensFirstBrowser: true, reach: .proxied(origin: "https://journal.example"))
        let vault = try await given.vault()
        _ = try await vault.addSupportItem(SupportItem(.contact, name: "Crisis line", phone: "142"))
        try await vault.showNumbersWhileLocked(true)
        let browser = given.browser(host: "journal.example", origin: "https://journal.example")
        _ = try await browser.get("/")
        let page = try await browser.get("/sos").text
        #expect(page.contains(Support.general) && !page.contains("142"))
    }

    @Test func `shows the SOS page before there is a vault`() async throws {
        let given = try await GivenApp(hasVault: false)
        let page = try await given.knownBrowser().get("/sos")
        #expect(page.status == .ok && page.text.contains(Support.general) && !page.text.contains("/unlock"))
    }
}
