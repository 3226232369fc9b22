import Journal
import SeededChance
import Testing

@Suite struct LocalMonthTests {
    @Test(arguments: [
        ("2026-03", "2026-03-01", "2026-03-31", "March 2026"), ("2024-02", "2024-02-01", "2024-02-29", "February 2024"),
        ("1900-02", "1900-02-01", "1900-02-28", "February 1900"), ("0001-01", "0001-01-01", "0001-01-31", "January 1"),
        ("9999-12", "9999-12-01", "9999-12-31", "December 9999"),
    ])
    func `a month knows its days and its name`(iso: String, first: String, last: String, name: String) throws {
        let month = try #require(LocalMonth(iso: iso))
        #expect(try month.days == day(first)...day(last))
        #expect(month.iso == iso)
        #expect(month.name == name)
        #expect(try day(last).month == month)
        #expect(LocalMonth(year: month.year, month: month.month) == month)
    }

    @Test(arguments: [
        "", "2026", "2026-3", "2026-13", "2026-00", "0000-01", "99999-01", "2026-03-01", "2026/03", "March 2026",
        " 2026-03", "2026-03 ", "26-03",
    ])
    func `a text that is no ISO month is refused`(text: String) {
        #expect(LocalMonth(iso: text) == nil)
    }

    @Test(arguments: [(0, 1), (10_000, 1), (2026, 0), (2026, 13), (Int.max, Int.max)])
    func `a month that no calendar has is refused`(year: Int, month: Int) {
        #expect(LocalMonth(year: year, month: month) == nil)
    }

    @Test func `months are ordered by year and then month`() throws {
        let months = try ["2025-12", "2026-01", "2026-11"].map { try #require(LocalMonth(iso: $0)) }
        var generator = Seed.generator("months are ordered")
        #expect(months.shuffled(using: &generator).sorted() == months)
    }

    @Test func `a list falls into months, newest first, and keeps its order within`() throws {
        let list = ["2026-03-14", "2026-03-02", "2026-02-28", "2024-03-01", "2026-03-01"]
        let sections = try MonthSection.sections(of: list.map { try day($0) }) { $0 }
        #expect(sections.map(\.month.iso) == ["2026-03", "2026-02", "2024-03"])
        #expect(
            sections.map { $0.elements.map(\.iso) }
                == [["2026-03-14", "2026-03-02", "2026-03-01"], ["2026-02-28"], ["2024-03-01"]])
        #expect(MonthSection.sections(of: [LocalDay]()) { $0 }.isEmpty)
    }
}
