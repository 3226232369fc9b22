import Crypto
import Engine
import Foundation
import Journal
import Ledger
import Store
import Testing

@Suite struct CalendarFileTests {
    /// A schedule of a table: cadence, times, start, and what else makes it differ.
    private struct Row {
        let cadence: Schedule.Cadence
        let times: [String]
        var start = "2026-03-14"
        var end: String?
        var steps: [Schedule.Step] = []
        var home: String?
    }

    private static func step(_ amount: Int, _ days: Int?) -> Schedule.Step {
        Schedule.Step(amount: Amount(clamped: amount * 1000), days: days)
    }

    /// One of each kind, with times that clock changes touch: at 02:30 in Vienna and New York, 02:15 on Lord Howe (half an hour).
    private static let rows: [Row] = [
        Row(cadence: .everyDays(1), times: ["08:00", "20:00"]),
        Row(cadence: .everyDays(3), times: ["02:30"], start: "2026-03-02"),
        Row(cadence: .everyDays(1), times: ["02:30", "23:45"], home: "America/New_York"),
        Row(cadence: .everyWeeks(2, weekdays: [1, 3, 5]), times: ["09:00"], home: "Europe/London"),
        Row(cadence: .everyWeeks(1, weekdays: [7]), times: ["21:00"]),
        Row(cadence: .everyWeeks(3, weekdays: [1, 7]), times: ["07:00"], start: "2026-04-01", end: "2026-12-24"),
        Row(cadence: .cycle(on: 21, off: 7), times: ["22:00"], start: "2026-03-01"),
        Row(cadence: .cycle(on: 5, off: 2), times: ["02:15"], home: "Australia/Lord_Howe"),
        Row(cadence: .cycle(on: 60, off: 30), times: ["08:00"]),
        Row(cadence: .everyDays(1), times: ["08:00"], steps: [step(4, 7), step(0, 3), step(2, 7), step(1, nil)]),
        Row(
            cadence: .everyDays(2), times: ["12:00"], end: "2026-05-01", steps: [step(3, 20), step(2, 20), step(1, 20)],
            home: "UTC"),
        Row(cadence: .everyHours(8), times: ["06:00"]), Row(cadence: .everyHours(5), times: ["00:30"]),
        Row(cadence: .everyHours(36), times: ["10:00"], start: "2026-04-10"),
        Row(cadence: .everyHours(30), times: ["02:30"], end: "2026-11-30", steps: [step(2, 40), step(0, 10), step(1, nil)]),
        Row(cadence: .everyHours(24), times: ["07:15"], start: "2026-01-01"),
        Row(cadence: .everyDays(30), times: ["00:00"], start: "2026-10-25", end: "2026-10-25"),
    ]

    /// A vault with these schedules, and what the calendar says of them.
    private func vault(_ rows: [Row], names: Bool = false) async throws -> (open: OpenVault, zone: CivilTime, text: String) {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Sumatriptan; \\ \"strong\", new", strength: "50 mg"))
        let since = try vault.moment(after: 0).instant
        for row in rows {
            try await open.addSchedule(
                Schedule(
                    medication: medication.link, cadence: row.cadence, times: row.times.map { .of($0) }, amount: .one,
                    steps: row.steps, start: .of(row.start), end: row.end.map { .of($0) }, zone: row.home ?? "Europe/Vienna",
                    travel: row.home == nil ? .local : .home, since: since))
        }
        try await open.setPreferences(PreferencesChange(checkInTimes: [.of("21:00")]))
        let text = String(decoding: try await open.calendarFile(names: names), as: UTF8.self)
        return (open, CivilTime(zone: vault.zone), text)
    }

    /// The doses of 400 days, in seconds since 1970, by schedule.
    private func doses(_ open: OpenVault, here: CivilTime, days: Int64 = 400) async throws -> [String: [Int64]] {
        let from = try #require(Instant(milliseconds: TestVault.start))
        let to = try #require(Instant(milliseconds: TestVault.start + days * 86_400_000))
        var found: [String: [Int64]] = [:]
        for stored in try await open.schedules() {
            let rules = stored.value.followsOwner ? here : try #require(CivilTime(named: stored.value.zone))
            found[stored.id.description] = stored.value.occurrences(stored.link, from: from, to: to, rules: rules)
                .map { $0.due.milliseconds / 1000 }
        }
        return found
    }

    /// What other readers are shown: the file, and for each schedule how many doses there are and their digest.
    private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("BrowserTests/calendar")

    @Test func `the file that an independent reader expands is the one that is written`() async throws {
        let (open, here, text) = try await vault(Self.rows)
        var members: [String: JSON] = [:]
        for (id, seconds) in try await doses(open, here: here) {
            let lines = seconds.map { "\($0)\n" }.joined()
            let digest = SHA256.hash(data: Data(lines.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined()
            members[id] = ["count": .int(Int64(seconds.count)), "digest": .string(digest)]
        }
        let expected = JSON.object([
            "zone": "Europe/Vienna", "from": .int(TestVault.start / 1000), "days": 400, "schedules": .object(members),
        ]).pretty
        let (file, list) = (
            Self.examples.appendingPathComponent("schedules.ics"), Self.examples.appendingPathComponent("doses.json")
        )
        if ProcessInfo.processInfo.environment["AURALYST_WRITE_EXAMPLES"] != nil {
            try Data(text.utf8).write(to: file)
            try Data((expected + "\n").utf8).write(to: list)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(try String(contentsOf: list, encoding: .utf8) == expected + "\n")
    }

    @Test func `lines are short, end in CR LF, and cut no character`() async throws {
        let (_, _, text) = try await vault(Array(Self.rows.prefix(3)), names: true)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") && !$0.contains("\r") })
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.dropLast().last == "END:VCALENDAR")
        let whole = text.replacingOccurrences(of: "\r\n ", with: "")
        #expect(whole.contains("SUMMARY:Sumatriptan\\; \\\\ \"strong\"\\, new 50 mg\\, 1 tablet\r\n"))
    }

    @Test func `without names it tells nothing but times, and each event has a name that stays`() async throws {
        let (open, _, text) = try await vault(Self.rows)
        #expect(!text.contains("Sumatriptan") && !text.contains("tablet"))
        let lines = text.components(separatedBy: "\r\n")
        let titles = Set(lines.filter { $0.hasPrefix("SUMMARY") })
        #expect(titles == ["SUMMARY:A dose is due", "SUMMARY:Time to check in"])
        let names = lines.filter { $0.hasPrefix("UID") }
        #expect(Set(names).count == names.count && names.count == lines.count { $0 == "BEGIN:VALARM" })
        let again = String(decoding: try await open.calendarFile(), as: UTF8.self)
        #expect(again == text)
        #expect(Set(lines.filter { $0.hasPrefix("TZID") }).count == 4)
    }

    @Test func `a vault without schedules has an empty calendar, and ended ones are not in it`() async throws {
        let (open, _, _) = try await vault([Self.rows[0]])
        try await open.setPreferences(PreferencesChange(checkInTimes: []))
        try await open.endSchedule(try #require(try await open.schedules().first).id)
        let text = String(decoding: try await open.calendarFile(), as: UTF8.self)
        #expect(!text.contains("VEVENT") && text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    }
}
