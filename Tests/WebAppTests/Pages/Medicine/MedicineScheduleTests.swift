import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

/// The schedule editor. The clock stands at Saturday, 14 March 2026, 21:00 in Vienna.
@Suite struct MedicineSchedules {
    private let given: GivenApp
    private let browser: TestClient
    private let token: String
    private let vault: OpenVault
    private let path: String
    private let id: RecordID

    init() async throws {
        given = try await GivenApp(opensFirstBrowser: true)
        browser = try await given.knownBrowser()
        token = try await browser.get("/medicines").formToken
        vault = try await given.vault()
        id = try await vault.add(Medication(name: "Ramipril")).id
        path = "/medicine/\(id.description)"
    }

    /// The fields of the form, some with other values.
    static func fields(_ other: [String: [String]] = [:]) -> [(String, String)] {
        let usual: [(String, [String])] = [
            ("kind", ["daily"]), ("every-days", ["2"]), ("every-weeks", ["2"]), ("days-on", ["21"]), ("days-off", ["7"]),
            ("every-hours", ["8"]), ("every-months", ["1"]), ("month-day", ["1"]), ("weekday", []), ("time", ["08:00"]),
            ("first-time", ["06:00"]), ("any-time", []), ("from-last", []), ("dosing", ["steady"]),
            ("amount", ["1"]), ("step-amount", ["", ""]), ("step-days", ["", ""]), ("start", ["2026-03-14"]), ("end", [""]),
            ("travel", ["local"]),
        ]
        let button = (other["do"] ?? []).map { ("do", $0) }
        return usual.flatMap { name, values in (other[name] ?? values).map { (name, $0) } } + button
    }

    private func post(_ path: String, _ fields: [(String, String)] = []) async throws -> TestResponse {
        try await browser.post(path, form: FormFields([("form-token", token)] + fields.map { (name: $0.0, value: $0.1) }))
    }

    /// What a form would do, as the page says it.
    struct Said: Sendable {
        let fields: [String: [String]]
        let words: String
        let next: String
    }

    @Test(arguments: [
        Said(fields: [:], words: "1 tablet every day at 08:00", next: "Next dose: tomorrow 08:00."),
        Said(fields: ["time": ["22:00", "08:00", ""]], words: "every day at 08:00 and 22:00", next: "Next dose: today 22:00."),
        Said(fields: ["kind": ["days"]], words: "every other day at 08:00", next: "Next dose: Monday, 16 March 2026 08:00."),
        Said(
            fields: ["kind": ["weekdays"], "weekday": ["5", "1"]], words: "every Monday and Friday at 08:00",
            next: "Next dose: Monday, 16 March 2026 08:00."),
        Said(
            fields: ["kind": ["weeks"], "every-weeks": ["3"], "weekday": ["3"]], words: "every 3 weeks on Wednesday",
            next: "Next dose: Wednesday, 1 April 2026 08:00."),
        Said(
            fields: ["kind": ["cycle"], "days-on": ["1"], "days-off": ["6"]], words: "1 day on, 6 days off",
            next: "Next dose: Saturday, 21 March 2026 08:00."),
        Said(
            fields: ["kind": ["months"], "month-day": ["31"], "every-months": ["2"]], words: "every 2 months on the last day",
            next: "Next dose: Tuesday, 31 March 2026 08:00."),
        Said(fields: ["kind": ["hours"]], words: "every 8 hours", next: "Next dose: today 22:00."),
        Said(
            fields: ["kind": ["hours"], "from-last": ["on"]], words: "every 8 hours after the last one",
            // No one took the dose of 06:00 today.
            next: "Next dose: tomorrow 06:00."),
        Said(
            fields: ["time": ["08:00", "20:00"], "any-time": ["on"]],
            words: "2 times a day at any time, reminded at 08:00 and 20:00", next: "Next dose: tomorrow 08:00."),
        Said(
            fields: ["dosing": ["taper"], "step-amount": ["2", "½"], "step-days": ["3", ""]],
            words: "2 tablets for 3 days, then 0.5", next: "Next dose: tomorrow 08:00."),
        Said(fields: ["travel": ["home"]], words: "Europe/Vienna time", next: "Next dose: tomorrow 08:00."),
        Said(fields: ["end": ["2026-03-14"]], words: "only on 14 Mar 2026", next: "No doses left."),
    ])
    func `says what it will do, and does it`(said: Said) async throws {
        let fields = MedicineSchedules.fields(said.fields)
        let preview = try await post(path + "/schedule/preview", fields)
        #expect(preview.text.contains(said.words) && preview.text.contains(said.next), "\(preview.text)")
        #expect(!preview.text.contains("<html"))
        let shown = try await post(path + "/schedule/new", fields + [("do", "show")])
        #expect(shown.status == .ok && shown.text.contains(said.next))
        #expect(try await vault.allSchedules().isEmpty)
        let kept = try await post(path + "/schedule/new", fields)
        #expect(kept.headers["location"] == path + "#schedules")
        #expect(try await vault.schedules(of: id).count == 1)
        #expect(try await browser.get(path).text.contains(said.words))
        // The editor gives back what was typed.
        let schedule = try #require(try await vault.schedules(of: id).first)
        let again = try await browser.get("/schedule/\(schedule.id.description)")
        #expect(again.text.contains(said.words) && again.text.contains(said.next))
    }

    @Test func `the days of a schedule are moved where there are days to move`() async throws {
        _ = try await post(path + "/schedule/new", MedicineSchedules.fields(["kind": ["weekdays"], "weekday": ["1"]]))
        let weekly = try #require(try await vault.schedules(of: id).first)
        let page = "/schedule/\(weekly.id.description)"
        #expect(try await browser.get(page).text.contains("Move the days"))
        let moved = try await post(page + "/shift", [("days", "2"), ("way", "later")])
        #expect(moved.headers["location"] == path + "#schedules")
        #expect(try await vault.schedules(of: id).map(\.value.cadence) == [.everyWeeks(1, weekdays: [3])])
        // The old one has ended, and a second press moves nothing.
        _ = try await post(page + "/shift", [("days", "2"), ("way", "later")])
        #expect(try await vault.schedules(of: id).map(\.value.cadence) == [.everyWeeks(1, weekdays: [3])])
        let daily = try await vault.add(Medication(name: "Iron"))
        _ = try await post("/medicine/\(daily.id.description)/schedule/new", MedicineSchedules.fields())
        let schedule = try #require(try await vault.schedules(of: daily.id).first)
        #expect(!(try await browser.get("/schedule/\(schedule.id.description)").text.contains("Move the days")))
        let refused = try await post("/schedule/\(schedule.id.description)/shift", [("days", "1"), ("way", "earlier")])
        #expect(refused.headers["location"] == "/schedule/\(schedule.id.description)")
        #expect(try await vault.schedules(of: daily.id).map(\.id) == [schedule.id])
    }

    /// A form whose first day the page has filled in, at 21:00.
    struct Proposed: Sendable {
        let fields: [String: [String]]
        let start: String
        let words: String
    }

    @Test(arguments: [
        Proposed(fields: [:], start: "2026-03-15", words: "Today’s time has passed, so it starts tomorrow."),
        Proposed(fields: ["time": ["08:00", "22:00"]], start: "2026-03-14", words: "Next dose: today 22:00."),
        Proposed(
            fields: ["time": ["08:00", "22:00"], "dosing": ["taper"], "step-amount": ["2"], "step-days": ["1"]],
            start: "2026-03-15", words: "so that the first step is complete"),
        // Back again, where a time was added; and of yesterday, where the page stood open over night.
        Proposed(
            fields: ["time": ["22:00"], "start": ["2026-03-15"], "proposed-start": ["2026-03-15"]], start: "2026-03-14",
            words: "Next dose: today 22:00."),
        Proposed(
            fields: ["time": ["22:00"], "start": ["2026-03-13"], "proposed-start": ["2026-03-13"]], start: "2026-03-14",
            words: "Next dose: today 22:00."),
        // Who has typed a day means it.
        Proposed(
            fields: [
                "proposed-start": ["2026-03-15"], "dosing": ["taper"], "step-amount": ["2"], "step-days": ["1"],
                "time": ["08:00", "22:00"],
            ], start: "2026-03-14", words: "the first step is not complete"),
    ])
    func `begins on the first day that is whole, unless somebody says otherwise`(proposed: Proposed) async throws {
        let usual = proposed.fields["proposed-start"] == nil ? [("proposed-start", "2026-03-14")] : []
        let start = (proposed.fields["proposed-start"] ?? []).map { ("proposed-start", $0) }
        let fields = MedicineSchedules.fields(proposed.fields) + usual + start
        let preview = try await post(path + "/schedule/preview", fields)
        #expect(preview.text.contains(proposed.words), "\(preview.text)")
        _ = try await post(path + "/schedule/new", fields)
        #expect(try await vault.schedules(of: id).first?.value.start.iso == proposed.start)
    }

    @Test func `is not kept twice`() async throws {
        for _ in 0..<2 { _ = try await post(path + "/schedule/new", MedicineSchedules.fields()) }
        let answer = try await post(path + "/schedule/new", MedicineSchedules.fields())
        #expect(answer.status == .unprocessable && answer.text.contains("id=\"times-fault\""))
        #expect(try await vault.schedules(of: id).count == 1)
    }

    @Test func `is offered as a taper that nobody has to reproach`() async throws {
        let page = try await browser.get(path + "/schedule/new").text
        #expect(page.contains("aria-label=\"Step 1: days\" value=\"7\"") && page.contains("value=\"2026-03-15\""))
        #expect(page.contains(">tablet each time</span>") && !page.contains("Not complete"))
    }

    /// A form that cannot be kept, and beside which field that is said.
    struct Refused: Sendable {
        let fields: [String: [String]]
        let fault: String
    }

    @Test(arguments: [
        Refused(fields: ["time": ["", ""]], fault: "times-fault"), Refused(fields: ["time": ["25:00"]], fault: "times-fault"),
        Refused(fields: ["time": ["soon"]], fault: "times-fault"),
        Refused(fields: ["time": (0..<25).map { "\($0 / 2):\($0 % 2)0" }], fault: "times-fault"),
        Refused(fields: ["kind": ["hours"], "first-time": [""]], fault: "times-fault"),
        Refused(fields: ["kind": ["days"], "every-days": ["0"]], fault: "interval-fault"),
        Refused(fields: ["kind": ["days"], "every-days": ["many"]], fault: "interval-fault"),
        Refused(fields: ["kind": ["hours"], "every-hours": ["169"]], fault: "interval-fault"),
        Refused(fields: ["kind": ["cycle"], "days-off": ["-1"]], fault: "interval-fault"),
        Refused(fields: ["kind": ["weekdays"]], fault: "weekdays-fault"),
        Refused(fields: ["kind": ["weeks"], "weekday": ["8"]], fault: "weekdays-fault"),
        Refused(fields: ["amount": ["0"]], fault: "dose-fault"), Refused(fields: ["amount": ["a few"]], fault: "dose-fault"),
        Refused(fields: ["dosing": ["taper"]], fault: "dose-fault"),
        Refused(fields: ["dosing": ["taper"], "step-amount": ["1", "2"], "step-days": ["", "2"]], fault: "dose-fault"),
        Refused(fields: ["start": [""]], fault: "start-fault"), Refused(fields: ["end": ["2026-02-30"]], fault: "end-fault"),
        Refused(fields: ["end": ["2026-03-13"]], fault: "end-fault"),
    ])
    func `keeps what was typed where it cannot be kept`(refused: Refused) async throws {
        let answer = try await post(path + "/schedule/new", MedicineSchedules.fields(refused.fields))
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("id=\"\(refused.fault)\""))
        for value in refused.fields.values.joined() where value.contains(":") || Int(value) ?? 0 > 8 {
            #expect(answer.text.contains("value=\"\(value)\""))
        }
        #expect(try await vault.allSchedules().isEmpty)
    }

    @Test func `adds and removes rows without keeping or losing anything`() async throws {
        let typed = ["time": ["07:07"], "dosing": ["taper"], "step-amount": ["4", "3"], "step-days": ["5", "6"]]
        for (button, times, steps) in [
            ("add-time", 2, 2), ("add-step", 1, 3), ("drop-time-0", 1, 2), ("drop-step-1", 1, 1), ("drop-step-9", -1, -1),
        ] {
            let answer = try await post(path + "/schedule/new", MedicineSchedules.fields(typed.merging(["do": [button]]) { $1 }))
            guard times > 0 else { continue }
            #expect(answer.status == .ok)
            #expect(answer.text.matches(of: /name="time"/).count == times, "\(button)")
            #expect(answer.text.matches(of: /name="step-amount"/).count == steps, "\(button)")
            #expect(answer.text.contains("value=\"4\""))
        }
        // A row that is not there is no button: the form is saved, and its words are kept.
        #expect(try await vault.schedules(of: id).count == 1)
    }

    @Test func `ends the old schedule where a new one takes its place`() async throws {
        _ = try await post(path + "/schedule/new", MedicineSchedules.fields())
        let old = try #require(try await vault.schedules(of: id).first)
        let editor = try await browser.get("/schedule/\(old.id.description)")
        #expect(editor.text.contains("The change counts from now on. The old times stay in the history"))
        given.clock.advance(seconds: 60)
        _ = try await post("/schedule/\(old.id.description)", MedicineSchedules.fields(["time": ["09:00"]]))
        let inForce = try await vault.schedules(of: id)
        #expect(inForce.count == 1 && inForce.first?.value.times.first?.clock == "09:00")
        #expect(try await vault.record(Schedule.self, old.id).value.until?.milliseconds == given.clock.now)
        #expect(try await browser.get(path).text.contains("Earlier schedules (1)"))
        // Another window that still has the old one changes nothing.
        #expect(try await browser.get("/schedule/\(old.id.description)").headers["location"] == path)
        _ = try await post("/schedule/\(old.id.description)", MedicineSchedules.fields(["time": ["10:00"]]))
        #expect(try await vault.schedules(of: id).count == 1)
    }

    @Test func `ends, and goes on where that was a change of mind`() async throws {
        _ = try await post(path + "/schedule/new", MedicineSchedules.fields())
        let schedule = try #require(try await vault.schedules(of: id).first).id.description
        _ = try await post("/schedule/\(schedule)/end")
        #expect(try await vault.schedules(of: id).isEmpty)
        #expect(try await browser.get(path).text.contains("/schedule/\(schedule)/resume"))
        given.clock.advance(seconds: 60)
        _ = try await post("/schedule/\(schedule)/resume")
        #expect(try await vault.schedules(of: id).count == 1)
        // Later its doses would be missed: then a new one is begun.
        _ = try await post("/schedule/\(schedule)/end")
        given.clock.advance(seconds: 590)
        _ = try await browser.get(path)
        given.clock.advance(seconds: 20)
        _ = try await post("/schedule/\(schedule)/resume")
        #expect(try await vault.schedules(of: id).isEmpty)
    }
}
