import Engine
import Findings
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

/// A month in review: numbers and sentences, with nothing private in the address.
@Suite struct `A month in review` {
    private let given: GivenApp
    private let browser: TestClient
    private let vault: OpenVault

    init() async throws {
        given = try await GivenApp(opensFirstBrowser: true)
        browser = try await given.knownBrowser()
        vault = try await given.vault()
    }

    private func write(_ text: String, on iso: String) async throws -> StoredEntry {
        let day = try #require(LocalDay(iso: iso))
        let instant = try #require(Instant(milliseconds: Int64(day.number) * 86_400_000 + 43_200_000))
        return try await vault.add(NewEntry(text: text, moment: Moment(instant: instant, zone: "Europe/Vienna", day: day)))
    }

    @Test func `shows sentences with their entries, and escapes what was written`() async throws {
        let entry = try await write("The garden was \"quiet\" & green, and I sat there for an hour.", on: "2026-02-10")
        let page = try await browser.get("/insights/review").text
        #expect(page.contains("<h1>February 2026</h1>") && page.contains("href=\"/entry/\(entry.id.description)\""))
        #expect(page.contains("The garden was &quot;quiet&quot; &amp; green, and I sat there for an hour."))
        #expect(page.contains("1 entry on 1 of 28 days"))
    }

    @Test func `another month is chosen by a form, and stands in no address`() async throws {
        _ = try await write("A sentence of the second month of the year, long enough.", on: "2026-02-10")
        _ = try await write("A sentence of the first month of the year, long enough.", on: "2026-01-10")
        let page = try await browser.get("/insights/review")
        let answer = try await browser.post(
            "/insights/review", form: FormFields([("form-token", page.formToken), ("month", "2026-01")]))
        let place = try #require(answer.headers["location"])
        #expect(place.hasPrefix("/insights/review?view=") && !place.contains("2026"))
        #expect(try await browser.get(place).text.contains("first month of the year"))
        for month in ["2026-13", "x", ""] {
            let refused = try await browser.post(
                "/insights/review", form: FormFields([("form-token", page.formToken), ("month", month)]))
            #expect(refused.headers["location"] == "/insights/review")
        }
        #expect(try await browser.get("/insights/review?view=unknown").headers["location"] == "/insights/review")
    }

    @Test func `a month without anything says so calmly`() async throws {
        let page = try await browser.get("/insights/review")
        #expect(page.status == .ok && page.text.contains(ReviewWords.nothing) && page.text.contains("so far"))
    }
}
