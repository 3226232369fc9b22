import Base
import Crypto
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Reminders
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
        /// It is ended 40 days later.
        var isEnded = false
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
        Row(cadence: .everyDays(1), times: ["08:15", "20:15"], isEnded: true),
        Row(cadence: .everyWeeks(1, weekdays: [2, 4]), times: ["02:30"], home: "Europe/London", isEnded: true),
        Row(cadence: .everyHours(7), times: ["06:00"], isEnded: true),
        Row(cadence: .everyHours(12, fromLast: true), times: ["06:00"]),
    ]

    /// A vault with these schedules, and what the calendar says of them.
    private func vault(_ rows: [Row], names: Bool = false) async throws -> (open: OpenVault, zone: CivilTime, text: String) {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Sumatriptan; \\ \"strong\", new", strength: "50 mg"))
        let since = try vault.moment(after: 0).instant
        var ended: [RecordID] = []
        for row in rows {
            let stored = try await open.addSchedule(
                Schedule(
                    medication: medication.id, cadence: row.cadence, times: row.times.map { .of($0) }, amount: .one,
                    steps: row.steps, start: .of(row.start), end: row.end.map { .of($0) }, zone: row.home ?? "Europe/Vienna",
                    travel: row.home == nil ? .local : .home, since: since), isSure: true)
            if row.isEnded { ended.append(stored.id) }
        }
        if !ended.isEmpty { vault.clock.advance(days: 40) }
        for id in ended { try await open.endSchedule(id) }
        try await open.setPreferences { $0.checkInTimes = [.of("21:00")] }
        let text = String(decoding: try await open.calendarFile(names: names), as: UTF8.self)
        return (open, CivilTime(zone: vault.zone), text)
    }

    /// The doses of 400 days, in seconds since 1970, by schedule.
    private func doses(_ open: OpenVault, here: CivilTime, days: Int64 = 400) async throws -> [String: [Int64]] {
        let from = try #require(Instant(milliseconds: TestVault.start))
        let to = try #require(Instant(milliseconds: TestVault.start + days * 86_400_000))
        var found: [String: [Int64]] = [:]
        for stored in try await open.allSchedules() {
            let rules = stored.value.followsOwner ? here : try #require(CivilTime(named: stored.value.zone))
            found[stored.id.description] = stored.value.occurrences(stored.id, from: from, to: to, rules: rules)
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
        let whole = text.replacing("\r\n ", with: "")
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

    @Test func `a vault without schedules has an empty calendar`() async throws {
        let text = String(decoding: try await TestVault().create().calendarFile(), as: UTF8.self)
        #expect(!text.contains("VEVENT") && text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    }

    @Test func `a dose counted from the last one stands twelve hours after what was taken`() async throws {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:00").instant.milliseconds)
        let open = try vault.create()
        var schedule = try vault.daily(try await open.add(Medication(name: "Iron")).id, "08:00")
        schedule.cadence = .everyHours(12, fromLast: true)
        let stored = try await open.addSchedule(schedule)
        vault.clock.advance(seconds: 3 * 3600)
        try await open.settle(Occurrence.Name(schedule: stored.id, key: "#0"), as: .taken)
        #expect(String(decoding: try await open.calendarFile(), as: UTF8.self).contains("DTSTART:20260314T200000Z"))
    }

    /// An event as a phone keeps it, by its name.
    private struct Event: Hashable {
        var rule: String?
        var start: String?
        var isCancelled = false
        var sequence = 0
    }

    /// What the calendar says, by the names of the events.
    private func events(_ open: OpenVault) async throws -> [String: Event] {
        let text = String(decoding: try await open.calendarFile(), as: UTF8.self).replacing("\r\n ", with: "")
        var found: [String: Event] = [:]
        for part in text.components(separatedBy: "BEGIN:VEVENT").dropFirst() {
            let lines = part.components(separatedBy: "\r\n")
            func value(_ name: String) -> String? { lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) } }
            let event = Event(
                rule: value("RRULE:"), start: value("DTSTART"), isCancelled: value("STATUS:") == "CANCELLED",
                sequence: Int(value("SEQUENCE:") ?? "") ?? -1)
            #expect(lines.contains("BEGIN:VALARM") == !event.isCancelled)
            #expect(found.updateValue(event, forKey: try #require(value("UID:"))) == nil)
        }
        return found
    }

    /// What a phone that took in the first edition has after the second: every event of the first is told its end.
    private func checkEndings(_ before: [String: Event], _ after: [String: Event], cancelled: Int) {
        for (name, event) in before {
            guard let now = after[name] else {
                Issue.record("\(name) goes on for ever")
                continue
            }
            #expect(now.isCancelled || now.rule?.contains("UNTIL=") == true, "\(name)")
            #expect(now.start == event.start && now.sequence > event.sequence, "\(name)")
        }
        #expect(before.keys.count { after[$0]?.isCancelled == true } == cancelled)
    }

    @Test(arguments: [
        (1, "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1", "2026-04-01"), (31, "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1", "2026-03-31"),
        (30, "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2026-03-30"),
    ])
    func `a day of the month is one rule, also where a month lacks it`(day: Int, rule: String, first: String) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "A"))
        let since = try vault.moment(after: 0).instant
        try await open.addSchedule(
            Schedule(
                medication: medication.id, cadence: .everyMonths(1, day: day), times: [.of("08:00")], amount: .one,
                start: .of("2026-03-14"), zone: "Europe/Vienna", since: since))
        let event = try #require(try await events(open).values.first)
        #expect(event.rule == rule && event.start?.contains(first.filter { $0 != "-" } + "T080000") == true)
    }

    /// A vault whose calendar has two schedules: of one nothing was due yet.
    private func running() async throws -> (vault: TestVault, open: OpenVault, medication: Stored<Medication>) {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "A"))
        for (start, time) in [("2026-03-14", "08:00"), ("2026-06-01", "12:00")] {
            try await open.addSchedule(
                Schedule(
                    medication: medication.id, cadence: .everyDays(1), times: [.of(time)], amount: .one, start: .of(start),
                    zone: "Europe/Vienna", since: try vault.moment(after: 0).instant), isSure: true)
        }
        vault.clock.advance(days: 10)
        return (vault, open, medication)
    }

    @Test(arguments: ["ended", "replaced", "archived", "deleted"])
    func `what has ended is told to a calendar that has it for ever, for 400 days`(how: String) async throws {
        let (vault, open, medication) = try await running()
        let before = try await events(open)
        #expect(before.count == 2 && before.values.allSatisfy { !$0.isCancelled && $0.rule?.contains("UNTIL") == false })
        let schedules = try await open.schedules()
        switch how {
        case "ended": for schedule in schedules { try await open.endSchedule(schedule.id) }
        case "replaced":
            for (schedule, time) in zip(schedules, ["09:00", "13:00"]) {
                var next = schedule.value
                next.times = [.of(time)]
                try await open.replaceSchedule(schedule.id, with: next)
            }
        case "archived": try await open.archiveMedication(medication.id)
        default: try await open.deleteMedication(medication.id, doses: .keep)
        }
        let after = try await events(open)
        checkEndings(before, after, cancelled: 1)
        #expect(after.count == (how == "replaced" ? 4 : 2))
        #expect(after.values.contains { $0.rule?.hasSuffix(";UNTIL=20260324T211529") == true }, "\(after)")
        vault.clock.advance(days: 399)
        #expect(try await Set(events(open).keys) == Set(after.keys))
        vault.clock.advance(days: 2)
        #expect(try await Set(events(open).keys).isDisjoint(with: before.keys))
    }

    @Test func `a medicine that comes back is told as a later edition`() async throws {
        let (vault, open, medication) = try await running()
        let before = try await events(open)
        try await open.deleteMedication(medication.id, doses: .keep)
        let gone = try await events(open)
        vault.clock.advance(seconds: 60)
        try await open.restoreMedication(medication.id)
        for (name, event) in try await events(open) {
            #expect(event.rule == before[name]?.rule && event.sequence > gone[name]?.sequence ?? .max)
        }
    }

    @Test func `a check-in time that is taken away is cancelled, and may come back`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        func set(_ times: String...) async throws -> [String: Event] {
            try await open.setPreferences { $0.checkInTimes = times.map { .of($0) } }
            vault.clock.advance(days: 1)
            return try await events(open)
        }
        let names = (morning: "check-in-0900@auralyst.invalid", evening: "check-in-2100@auralyst.invalid")
        let first = try await set("09:00", "21:00")
        #expect(first.count == 2 && first.values.allSatisfy { !$0.isCancelled })
        let second = try await set("09:00")
        #expect(second.count == 2 && second[names.evening]?.isCancelled == true && second[names.morning]?.isCancelled == false)
        let third = try await set("21:00")
        #expect(third[names.evening]?.isCancelled == false && third[names.morning]?.isCancelled == true)
        let sequences = [first, second, third].compactMap { $0[names.evening]?.sequence }
        #expect(sequences.count == 3 && sequences == sequences.sorted() && Set(sequences).count == 3)
        vault.clock.advance(days: 401)
        #expect(try await Set(events(open).keys) == [names.evening])
    }
}
