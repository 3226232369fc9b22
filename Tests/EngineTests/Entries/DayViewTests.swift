import Engine
import GivenValues
import GivenVault
import Journal
import Records
import Testing

@Suite struct DayViewTests {
    @Test func `a year, its streak, its months and moods`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let today = LocalDay.of("2026-03-14")
        #expect(try await open.streak(today) == Streak(days: 0, includesToday: false))
        #expect(try await open.yearOfDays(2026).isEmpty)
        #expect(try await open.monthsWithEntries().isEmpty)
        #expect(try await open.moodsInUse().isEmpty)
        for day in ["2026-03-13", "2026-03-12", "2026-03-12", "2025-12-31", "2026-01-01"] {
            _ = try await open.add(NewEntry(text: "x", moment: .of(day), mood: .of(day == "2026-01-01" ? "sad" : "happy")))
        }
        #expect(try await open.streak(today) == Streak(days: 2, includesToday: false))
        let written = try await open.add(NewEntry(text: "today"))
        #expect(try await open.streak(today) == Streak(days: 3, includesToday: true))
        let year = try await open.yearOfDays(2026)
        #expect(year.count == 4 && year[.of("2026-03-12")] == 2 && year[.of("2025-12-31")] == nil)
        #expect(try await open.monthsWithEntries().map(\.iso) == ["2026-03", "2026-01", "2025-12"])
        #expect(try await open.moodsInUse().map { "\($0.mood.name) \($0.count)" } == ["happy 4", "sad 1"])
        _ = try await open.delete(written.id)
        #expect(try await open.streak(today) == Streak(days: 2, includesToday: false))
        for year in [0, -1, 10_000, Int.max] { #expect(try await open.yearOfDays(year).isEmpty) }
    }

    @Test func `days with files and days with health records are known, without what was deleted`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let days = LocalDay.of("2026-01-01")...LocalDay.of("2026-12-31")
        let file = try vault.scratch.write([1], to: "a.png")
        let filed = try await open.add(NewEntry(text: "x", moment: .of("2026-02-01"), attachments: [file]))
        let other = try await open.add(
            NewEntry(text: "x \"attachments\":[[\"y\"]", moment: .of("2026-02-02"), attachments: [file]))
        _ = try await open.delete(other.id)
        _ = try await open.add(NewEntry(text: "x \"attachments\":[[\"y\"]", moment: .of("2026-02-03")))
        func checkIn(_ day: String) async throws -> RecordID {
            let moment = try Moment.of(day)
            return try await open.add(CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day, mood: 5)).id
        }
        _ = try await checkIn("2026-03-01")
        _ = try await checkIn("2025-03-01")
        try await open.delete(CheckIn.self, checkIn("2026-03-02"))
        var marked = try await open.markedDays(days)
        #expect(marked.files == [.of("2026-02-01")] && marked.health == [.of("2026-03-01")])
        var change = EntryChange()
        change.removedAttachments = filed.attachments
        _ = try await open.change(filed.id, change)
        marked = try await open.markedDays(days)
        #expect(marked.files.isEmpty)
    }
}
