import Demo
import Journal
import Testing

@Suite struct DemoYearTests {
    private static func day(_ iso: String) throws -> LocalDay { try #require(LocalDay(iso: iso)) }

    @Test func `the same seed tells the same year, another seed another`() throws {
        let last = try Self.day("2026-03-14")
        #expect(DemoYear.entries(endingOn: last, seed: 1) == DemoYear.entries(endingOn: last, seed: 1))
        #expect(DemoYear.entries(endingOn: last, seed: 1) != DemoYear.entries(endingOn: last, seed: 2))
    }

    @Test(arguments: 0..<20)
    func `a year has some 500 entries that can all be saved`(seed: Int) throws {
        let last = try Self.day("2026-03-14")
        let entries = DemoYear.entries(endingOn: last, seed: UInt64(seed))
        #expect((440...560).contains(entries.count), "seed \(seed)")
        #expect(entries.allSatisfy { (last.number - 364...last.number).contains($0.day.number) }, "seed \(seed)")
        let moments = entries.map { [$0.day.number, $0.time.milliseconds] }
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
        let days = Set(entries.map(\.day))
        #expect((280...350).contains(days.count), "seed \(seed)")
        for entry in entries {
            let instant = try #require(Instant(milliseconds: 0))
            let saved = Journal.Entry(
                instant: instant, zone: "Europe/Vienna", day: entry.day, text: entry.text, mood: entry.mood,
                tags: entry.tags)
            #expect(saved.fault == nil)
            #expect(!entry.text.contains { "{}<>|@".contains($0) } && !entry.text.contains("  "), "\(entry.text)")
            #expect(entry.text.first?.isLowercase == false, "\(entry.text)")
        }
    }

    @Test func `a year holds many different texts, moods and tags`() throws {
        let entries = DemoYear.entries(endingOn: try Self.day("2026-03-14"), seed: 7)
        #expect(Set(entries.map(\.text)).count * 100 > entries.count * 85)
        #expect(Set(entries.compactMap(\.mood)).isSuperset(of: Mood.known))
        #expect(Set(entries.flatMap(\.tags)).count > 40)
        #expect((10...60).contains(entries.count(where: \.starred)))
        #expect((60...250).contains(entries.count { $0.mood == nil }))
        #expect(entries.contains { $0.tags.contains { $0.name == "headache" } })
    }

    @Test func `a year at the calendar's beginning is shorter`() throws {
        let entries = DemoYear.entries(endingOn: try Self.day("0001-01-10"), seed: 7)
        #expect(entries.allSatisfy { $0.day.year == 1 })
        #expect((1...30).contains(entries.count))
    }
}
