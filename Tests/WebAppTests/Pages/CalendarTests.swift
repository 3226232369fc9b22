import Engine
import Foundation
import HTTP
import Journal
import Testing

@Suite struct `The calendar` {
    @Test(arguments: [(2026, 365), (2024, 366), (1900, 365), (1, 365), (9999, 365)])
    func `has every day of a year once`(year: Int, count: Int) async throws {
        let page = try await GivenApp().ownersBrowser().get("/journal/calendar?year=\(year)")
        #expect(page.status == .ok)
        #expect(page.all(between: "<table", and: "</table>").count == 12)
        // A day that has come is written for; one to come is a number.
        let days = ["<td><a class=\"day\"", "<td><span class=\"day\""].map { page.all(between: $0, and: "</td>").count }
        #expect(days.reduce(0, +) == count)
        #expect(year >= 2026 || days == [count, 0])
        #expect(page.text.contains("No entries in \(year)."))
        for row in page.all(between: "<tr>", and: "</tr>") {
            #expect(row.components(separatedBy: "<td>").count + row.components(separatedBy: "<th ").count == 9)
        }
    }

    @Test func `says of each day how much was written, not by colour alone`() async throws {
        let given = try await GivenApp()
        for (day, count) in [
            ("2026-01-01", 1), ("2026-01-02", 2), ("2026-01-03", 3), ("2026-01-04", 4), ("2026-01-05", 5), ("2025-01-06", 9),
        ] {
            for number in 0..<count { try await given.write("a", on: day, at: number) }
        }
        let page = try await given.ownersBrowser().get("/journal/calendar")
        #expect(
            page.all(between: "<button class=\"day ", and: "\"") == ["day-1", "day-2", "day-3", "day-3", "day-4"])
        #expect(
            page.all(between: "aria-label=\"", and: "\"").filter { $0.contains("January 2026: ") && !$0.hasSuffix("write") } == [
                "1 January 2026: 1 entry", "2 January 2026: 2 entries", "3 January 2026: 3 entries", "4 January 2026: 4 entries",
                "5 January 2026: 5 entries",
            ])
        #expect(page.text.contains("15 entries on 5 days."))
        #expect(page.all(between: "name=\"on\" value=\"", and: "\"").first == "2026-01-01")
        let find = page.all(between: "<form autocomplete=\"off\" method=\"post\" action=\"/journal/find\"", and: "</form>")
        #expect(find.count == 1)
        #expect(page.all(between: "<title>", and: "<") == ["Calendar · Auralyst"])
    }

    @Test func `shows the mean mood of each day, and leads to a day without an entry`() async throws {
        let given = try await GivenApp()
        try await given.write("a", on: "2026-01-01")
        let vault = try await given.vault()
        for (day, mood) in [("2026-01-01", 2), ("2026-01-03", 9), ("2026-01-03", 10), ("2026-01-04", 5)] {
            let day = try #require(LocalDay(iso: day))
            let instant = try #require(Instant(milliseconds: Int64(day.number) * 86_400_000 + 43_200_000))
            try await vault.add(CheckIn(instant: instant, zone: "Europe/Vienna", day: day, mood: mood))
        }
        let client = try await given.ownersBrowser()
        let page = try await client.get("/journal/calendar?year=2026&show=mood")
        #expect(page.all(between: "<button class=\"day ", and: "\"") == ["mood-1", "mood-5", "mood-3"])
        #expect(page.text.contains("aria-label=\"3 January 2026: mood 9.5, with health records\""))
        #expect(page.all(between: "formaction=\"/day/go\" name=\"day\" value=\"", and: "\"") == ["2026-01-03", "2026-01-04"])
        // (2 + 9.5 + 5) / 3
        #expect(page.text.contains("3 days have a mood: 5.5 of 10 on average."))
        #expect(try await client.get("/journal/calendar?year=2025&show=mood").text.contains("No mood was logged in 2025."))
    }

    @Test func `leads to the entries of a day without a date in the address`() async throws {
        let given = try await GivenApp()
        try await given.write("that day", on: "2026-02-03")
        try await given.write("another", on: "2026-02-04")
        let client = try await given.ownersBrowser()
        let answer = try await client.find(["on": "2026-02-03"])
        #expect(answer.headers["location"]?.contains("2026") == false)
        let page = try await client.follow(answer)
        #expect(page.rows == ["that day"] && page.text.contains("on 3 Feb 2026"))
    }

    @Test func `marks today, and goes to the years that have entries`() async throws {
        let given = try await GivenApp()
        try await given.write("a", on: "2023-05-05")
        let client = try await given.ownersBrowser()
        func years(_ page: TestResponse) -> [String] {
            ["prev", "next"].flatMap { page.all(between: "rel=\"\($0)\" href=\"/journal/calendar?year=", and: "\"") }
        }
        let page = try await client.get("/journal/calendar")
        #expect(page.all(between: "aria-current=\"date\">", and: "<") == ["14"] && years(page) == ["2023", "2025"])
        let middle = try await client.get("/journal/calendar?year=2024")
        #expect(!middle.text.contains("aria-current=\"date\"") && years(middle) == ["2023", "2025", "2026"])
        #expect(try await years(client.get("/journal/calendar?year=2023")) == ["2024", "2026"])
        #expect(try await years(client.get("/journal/calendar?year=1900")) == ["2023"])
        #expect(try await years(client.get("/journal/calendar?year=3000")) == ["2026"])
        try await given.write("b", on: "2026-03-14")
        let written = try await client.get("/journal/calendar")
        #expect(written.all(between: "aria-label=\"14 March 2026: 1 entry\" ", and: ">") == ["aria-current=\"date\""])
    }

    @Test(arguments: [(1, "Mon", 6), (7, "Sun", 0), (6, "Sat", 1), (nil, "Mon", 6)] as [(Int?, String, Int)])
    func `begins its weeks where the owner's begin`(start: Int?, name: String, empty: Int) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        try await given.vault().setPreferences { $0.weekStart = start }
        // 1 February 2026 was a Sunday.
        let page = try await client.get("/journal/calendar?year=2026")
        let february = try #require(page.all(between: "<caption>February</caption>", and: "</table>").first)
        #expect(february.components(separatedBy: "<span class=\"hidden\">")[1].hasPrefix(name))
        let firstWeek = try #require(february.components(separatedBy: "<tbody><tr>").last?.components(separatedBy: "</tr>").first)
        #expect(firstWeek.components(separatedBy: "<td></td>").count - 1 == empty)
    }

    @Test(arguments: ["0", "10000", "-1", "x", "2026x", "99999999999999999999", "", "2026-01"])
    func `has no other years`(year: String) async throws {
        #expect(try await GivenApp().ownersBrowser().get("/journal/calendar?year=" + year).status == .notFound)
    }

    @Test func `leads to the present month where that is far down`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        #expect(try await !client.get("/journal/calendar").text.contains("Go to"))
        given.clock.advance(seconds: 200 * 86_400)
        let later = try await given.ownersBrowser()
        let page = try await later.get("/journal/calendar")
        #expect(page.text.contains("href=\"#m-2026-09\">Go to September</a>") && page.text.contains("id=\"m-2026-09\""))
        #expect(try await !later.get("/journal/calendar?year=2025").text.contains("Go to"))
    }
}
