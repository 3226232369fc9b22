import Foundation
import HTTP
import Reminders
import Testing

@Suite struct `The calendar's address` {
    private func address(_ page: TestResponse) throws -> String {
        let link = try #require(page.text.firstRange(of: "/calendar/"))
        return "/calendar/" + page.text[link.upperBound...].prefix { $0 != "\"" }
    }

    @Test func `another address takes the place of one that was given away`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let settings = try await client.get("/settings/reminders")
        #expect(!settings.text.contains("/settings/calendar-renew"))
        _ = try await client.post("/settings/calendar-link", form: ["form-token": settings.formToken])
        let shown = try await client.get("/settings/reminders")
        #expect(shown.text.contains("Replace the address"))
        let old = try address(shown)
        #expect(try await given.browser().get(old).status == .ok)
        let done = try await client.post("/settings/calendar-renew", form: ["form-token": settings.formToken])
        #expect(done.status == .seeOther)
        let new = try address(try await client.get("/settings/reminders"))
        #expect(new != old)
        #expect(try await given.browser().get(old).status == .notFound)
        #expect(try await given.browser().get(new).status == .ok)
    }

    @Test func `nobody but the owner makes another`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await given.vault().calendarToken()
        #expect(try await client.post("/settings/calendar-renew", form: [:]).status != .seeOther)
        #expect(try await given.knownBrowser().post("/settings/calendar-renew", form: ["form-token": "x"]).status != .ok)
        #expect(try await given.vault().calendarToken() == token)
        // A form that was refused leaves the browser at its address: loading it again gives the page.
        let page = try await client.get("/settings/calendar-renew")
        #expect(page.status == .ok && page.text.contains("id=\"reminders\"") || page.status == .seeOther)
    }
}
