import Base
import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

/// The pages of the health log. The clock stands on Saturday, 14 March 2026, 21:00 in Vienna.
struct HealthPageTests {
    private func given() async throws -> (given: GivenApp, client: TestClient, vault: OpenVault, token: String) {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let vault = try await given.vault()
        return (given, client, vault, try await client.get("/health").formToken)
    }

    /// A medicine with a dose at 21:30, which is due when the clock has gone on by an hour.
    private func giveMedicine(_ vault: OpenVault, at times: [Int] = [21 * 60 + 30]) async throws -> Stored<Medication> {
        let medication = try await vault.add(Medication(name: "Ramipril", strength: "5 mg"))
        let moment = try Moment(nowIn: vault.surroundings)
        try await vault.addSchedule(
            Schedule(
                medication: medication.id, cadence: .everyDays(1),
                times: times.compactMap { TimeOfDay(milliseconds: $0 * 60_000) },
                amount: .one, start: moment.day, zone: moment.zone, since: moment.instant))
        return medication
    }

    private func hidden(_ name: String, in page: TestResponse) throws -> String {
        let start = try #require(page.text.firstRange(of: "name=\"\(name)\" value=\""))
        return String(page.text[start.upperBound...].prefix { $0 != "\"" })
    }

    // MARK: logging

    @Test func `a new vault is told how to begin`() async throws {
        let (_, client, _, _) = try await given()
        let page = try await client.get("/health")
        #expect(page.text.contains("Today’s doses and what you logged last will be here."))
        #expect(page.text.contains("href=\"/medicines\""))
        #expect(try await client.get("/health/history").text.contains("day by day"))
        #expect(try await client.get("/day").text.contains("What you write and log today will be here."))
    }

    @Test func `a symptom is logged by a name and a number, offered again, and taken back`() async throws {
        let (_, client, vault, token) = try await given()
        let first = try await client.post(
            "/health/symptom", form: ["form-token": token, "symptom": "", "other": " Head<ache ", "severity": "7"])
        #expect(first.headers["location"] == "/health")
        let page = try await client.follow(first)
        #expect(page.text.contains("Head&lt;ache 7 logged.") && !page.text.contains("Head<ache"))
        #expect(page.text.contains("name=\"symptom\" value=\"Head&lt;ache\""))
        let stored = try #require(try await vault.records(SymptomEntry.self).first)
        #expect(stored.value.symptom == "Head<ache" && stored.value.severity == 7 && stored.value.day.iso == "2026-03-14")
        let path = "/symptom/\(stored.id.description)"
        _ = try await client.post(path + "/delete", form: ["form-token": token])
        #expect(try await vault.records(SymptomEntry.self).isEmpty)
        #expect(try await client.get(path).text.contains("Restore"))
        _ = try await client.post(path + "/restore", form: ["form-token": token])
        #expect(try await vault.records(SymptomEntry.self).count == 1)
    }

    @Test(arguments: [
        ("/health/symptom", "symptom=Pain", "Choose how strong it is."),
        ("/health/symptom", "symptom=Pain&severity=11", "0 to 10"),
        ("/health/symptom", "symptom=Pain&severity=-1", "0 to 10"),
        ("/health/symptom", "symptom=Pain&severity=many", "Choose how strong it is."),
        ("/health/symptom", "symptom=&other=+&severity=3", "The symptom is empty."),
        ("/symptom/new", "symptom=Pain&severity=3&when=someday", "someday"),
        ("/symptom/new", "symptom=Pain&severity=3&metric=heat&metric-value=high", "a name and a number"),
        ("/symptom/new", "symptom=Pain&severity=3&metric=&metric-value=38", "a name and a number"),
        ("/symptom/new", "symptom=Pain&severity=3&metric=heat&metric-value=1e99", "-1e9"),
        ("/health/check-in", "note=+", "A check-in needs a mood, a craving, sleep or a note."),
        ("/health/check-in", "mood=0", "1 to 10"),
        ("/health/check-in", "craving=11", "0 to 10"),
        ("/check-in/new", "mood=5&sleep=6", "1 to 5"),
        ("/check-in/new", "mood=5&when=2026-99-99T10:00", "2026-99-99 10:00"),
        ("/symptom/new", "symptom=Pain&severity=3&when=2026-03-14T21:11", "That time is in the future"),
        ("/check-in/new", "mood=5&when=2027-03-14T09:00", "That time is in the future"),
    ])
    func `what cannot be saved comes back with a sentence and what was typed`(path: String, form: String, words: String)
        async throws
    {
        let (_, client, vault, token) = try await given()
        var fields = try FormFields(urlencoded: Array(form.utf8))
        fields.pairs += [("form-token", token), ("note", "Kept & safe")]
        if form.contains("note") { fields.pairs.removeLast() }
        let page = try await client.post(path, form: fields)
        #expect(page.status == .unprocessable)
        #expect(page.text.contains(words), "\(page.text)")
        #expect(page.text.contains("Pain") || !form.contains("Pain"))
        #expect(try await vault.records(SymptomEntry.self).isEmpty)
        #expect(try await vault.records(CheckIn.self).isEmpty)
    }

    @Test func `one button says that none of the tags fits today, and the mark can be removed`() async throws {
        let (_, client, vault, token) = try await given()
        #expect(try await client.get("/check-in/new").text.contains("None of my tags today"))
        _ = try await client.post("/check-in/new", form: ["form-token": token, "untagged": "1"])
        let saved = try #require(try await vault.records(CheckIn.self).first)
        #expect(saved.value.isUntagged && saved.value.mood == nil)
        #expect(try await client.get("/check-in/\(saved.id)").text.contains("name=\"untagged\" value=\"1\" checked"))
        _ = try await client.post("/check-in/\(saved.id)", form: ["form-token": token, "mood": "6"])
        #expect(try await vault.records(CheckIn.self).first?.value.isUntagged == false)
    }

    @Test func `what is deleted stands among what can be restored, and comes back from there`() async throws {
        let (_, client, vault, token) = try await given()
        let moment = try Moment(nowIn: vault.surroundings)
        let symptom = try await vault.add(
            SymptomEntry(instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "Pain", severity: 3))
        let checkIn = try await vault.add(
            CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day, mood: 4, craving: 2))
        let dose = try await vault.logDose(try await giveMedicine(vault))
        try await vault.delete(SymptomEntry.self, symptom.id)
        try await vault.delete(CheckIn.self, checkIn.id)
        try await vault.undoDose(dose.id)
        let page = try await client.get("/deleted").text
        for words in ["Pain 3", "mood 4, craving 2", "Ramipril 5 mg, taken", "symptom entry"] { #expect(page.contains(words)) }
        for path in ["/symptom/\(symptom.id)", "/check-in/\(checkIn.id)", "/dose/\(dose.id)"] {
            let answer = try await client.post(path + "/restore", form: ["form-token": token, "next": "/deleted"])
            #expect(answer.headers["location"] == "/deleted")
        }
        #expect(try await client.get("/deleted").text.contains("Nothing was deleted"))
        #expect(try await vault.records(Intake.self).count == 1)
    }

    @Test func `a measurement is logged from its page, then with one tap from Today, and taken back`() async throws {
        let (_, client, vault, token) = try await given()
        #expect(try await client.get("/health").text.contains("/measure/new"))
        let first: FormFields = ["form-token": token, "measure": "Blood pressure", "value": "128/82", "when": "yesterday 8:00"]
        #expect(try await client.post("/measure/new", form: first).status == .seeOther)
        let other: FormFields = ["form-token": token, "measure": "Alcohol", "value": "no", "when": "yesterday 9:00"]
        _ = try await client.post("/measure/new", form: other)
        let today = try await client.get("/today").text
        // The last value is told, and never filled in: a tap would log it as of now.
        let card = try #require(today.components(separatedBy: "id=\"measures-title\"").last)
        #expect(card.contains("last 128/82 mmHg") && card.contains("name=\"value\" value=\"yes\""))
        #expect(!card.contains("value=\"128\"") && !card.contains("value=\"82\""))
        _ = try await client.post(
            "/health/measure", form: ["form-token": token, "measure": "Blood pressure", "value": "130", "second": "85"])
        _ = try await client.post("/health/measure", form: ["form-token": token, "measure": "Alcohol", "value": "yes"])
        let list = try await vault.records(MeasureEntry.self).map(\.value)
        #expect(list.prefix(2).map(\.amount).sorted() == ["130/85 mmHg", "yes"])
        for page in ["/health", "/day", "/health/history"] {
            #expect(try await client.get(page).text.contains("130/85 mmHg"), "\(page)")
        }
        let stored = try #require(try await vault.records(MeasureEntry.self) { $0.measure.form == .pair }.first)
        let path = "/measure/\(stored.id)"
        #expect(try await client.get(path).text.contains("130/85"))
        let edited: FormFields = [
            "form-token": token, "measure": "Blood pressure", "value": "131/85", "unit": "mmHg", "type": "pair", "low": "20",
            "high": "350", "note": "sitting",
        ]
        #expect(try await client.post(path, form: edited).status == .seeOther)
        #expect(try await vault.record(MeasureEntry.self, stored.id).value.amount == "131/85 mmHg")
        _ = try await client.post(path + "/delete", form: ["form-token": token])
        #expect(try await client.get("/deleted").text.contains("Blood pressure 131/85 mmHg"))
        _ = try await client.post(path + "/restore", form: ["form-token": token])
        #expect(try await vault.records(MeasureEntry.self).count == 4)
        // A new name is one entry's own, unless all are asked for.
        func post(as name: String, _ more: [(name: String, value: String)] = []) async throws {
            let fields = edited.pairs.map { (name: $0.name, value: $0.name == "measure" ? name : $0.value) }
            _ = try await client.post(path, form: FormFields(fields + more))
        }
        func names() async throws -> [String] {
            try await vault.records(MeasureEntry.self) { $0.measure.form == .pair }.map(\.value.measure.name)
        }
        #expect(try await client.get(path).text.contains("name=\"rename\""))
        try await post(as: "Pressure")
        #expect(try await names().sorted() == ["Blood pressure", "Pressure"])
        try await post(as: "Blood pressure")
        try await post(as: "BP", [("rename", "yes")])
        #expect(try await names() == ["BP", "BP"])
        #expect(try await client.get("/health").text.contains("1 other entry renamed to BP."))
    }

    @Test(arguments: [
        ("measure=Weight&value=heavy", "Type a number"), ("measure=&value=3", "The measure is empty"),
        ("measure=Weight&value=9000", "0.2 to 700"), ("measure=Energy&value=9&type=scale&low=1&high=5", "1 to 5"),
        ("measure=Energy&value=3&type=scale&low=5&high=1", "That is not a range. Type the lowest and the highest number."),
    ])
    func `a measurement that cannot be saved comes back with a sentence`(form: String, words: String) async throws {
        let (_, client, vault, token) = try await given()
        var fields = try FormFields(urlencoded: Array(form.utf8))
        fields.pairs += [("form-token", token), ("note", "Kept & safe")]
        let page = try await client.post("/measure/new", form: fields)
        #expect(page.status == .unprocessable && page.text.contains("Kept &amp; safe"))
        #expect(page.text.contains(words), "\(page.text)")
        #expect(try await vault.records(MeasureEntry.self).isEmpty)
    }

    @Test(arguments: [
        ("Steps", "10,500", ["10.5", "10500"]), ("Glucose", "5.4", ["5.4 mmol/L"]), ("Weight", "157", ["157 kg", "157 lb"]),
        ("Weight", "614", ["614 kg"]), ("Temperature", "98", ["98 °F"]), ("Blood pressure", "82/128", ["128/82 mmHg"]),
    ])
    func `a doubtful measurement is asked about in place, and the answer is saved`(
        name: String, typed: String, readings: [String]
    ) async throws {
        let (_, client, vault, token) = try await given()
        let first: FormFields = ["form-token": token, "measure": "Weight", "value": "71.4 kg", "when": "yesterday 8:00"]
        #expect(try await client.post("/measure/new", form: first).status == .seeOther)
        var fields: FormFields = ["form-token": token, "measure": name, "value": typed, "note": "Kept & safe", "unit": ""]
        let page = try await client.post("/measure/new", form: fields)
        #expect(
            page.status == .unprocessable && page.text.contains("Kept &amp; safe") && page.text.contains("value=\"\(typed)\""))
        #expect(page.text.matches(of: /name="meant" value="([^"]*)"/).map { String($0.output.1) } == readings)
        #expect(try await vault.records(MeasureEntry.self).count == 1)
        // The buttons of Today ask in place too: their script sends the form as a page.
        let script = try await client.post("/health/measure", form: fields, headers: ["x-requested-with": "auralyst"])
        #expect(script.status == .unprocessable && script.text.contains("\"asks\":true"), "\(script.text)")
        for meant in readings {
            fields.pairs.removeAll { $0.name == "meant" }
            fields.pairs.append(("meant", meant))
            #expect(try await client.post("/measure/new", form: fields).status == .seeOther)
        }
        let saved = try await vault.records(MeasureEntry.self).map(\.value)
        #expect(Set(saved.map(\.amount)) == Set(readings + ["71.4 kg"]) && saved.count == readings.count + 1)
    }

    @Test func `a measurement whose value no one touched is not asked about again`() async throws {
        let (_, client, vault, token) = try await given()
        for (value, when) in [("71.4 kg", "yesterday 8:00"), ("614 kg", "yesterday 9:00")] {
            let fields: FormFields = [
                "form-token": token, "measure": "Weight", "value": value, "when": when, "meant": value,
            ]
            #expect(try await client.post("/measure/new", form: fields).status == .seeOther)
        }
        let odd = try #require(try await vault.records(MeasureEntry.self) { $0.value == 614 }.first)
        let path = "/measure/\(odd.id)"
        var fields: FormFields = [
            "form-token": token, "measure": "Weight", "value": "614", "unit": "kg", "type": "number", "low": "", "high": "",
            "note": "scale broken",
        ]
        #expect(try await client.post(path, form: fields).status == .seeOther)
        #expect(try await vault.record(MeasureEntry.self, odd.id).value.note == "scale broken")
        // Corrected, it is compared with the others, not with itself.
        fields.pairs = fields.pairs.map { $0.name == "value" ? ($0.name, "61.4") : $0 }
        #expect(try await client.post(path, form: fields).status == .seeOther)
        #expect(try await vault.record(MeasureEntry.self, odd.id).value.amount == "61.4 kg")
    }

    @Test func `an attack has a course, an end, and the dose that relieved it`() async throws {
        let (_, client, vault, token) = try await given()
        let begin = try Moment(nowIn: vault.surroundings).instant.moved(by: -7_200_000)
        let moment = try Moment(nowIn: vault.surroundings)
        func entry(_ severity: Int, after: Int64, follows: RecordID? = nil) -> SymptomEntry {
            SymptomEntry(
                instant: begin.moved(by: after * 60_000), zone: moment.zone, day: moment.day, symptom: "Migraine",
                severity: severity, follows: follows)
        }
        let first = try await vault.add(entry(8, after: 0))
        _ = try await vault.add(entry(4, after: 60, follows: first.id))
        let medication = try await vault.add(Medication(name: "Sumatriptan", asNeeded: true))
        let dose = try await vault.add(
            Intake(
                instant: begin.moved(by: 600_000), zone: moment.zone, day: moment.day, medication: medication.id, amount: .one,
                unit: "tablet", outcome: .taken, symptom: first.id))
        let path = "/symptom/\(first.id)"
        let page = try await client.get(path).text
        #expect(page.contains("class=\"course\"") && page.contains("What relieved it?") && page.contains("Sumatriptan, 19:10"))
        let form: FormFields = [
            "form-token": token, "symptom": "Migraine", "severity": "8", "end": "2026-03-14T20:30",
            "relief": dose.id.description,
        ]
        #expect(try await client.post(path, form: form).status == .seeOther)
        let saved = try await vault.record(SymptomEntry.self, first.id).value
        #expect(saved.relief == dose.id && saved.end.map { saved.instant.minutes(to: $0) } == 90)
        #expect(try await client.get("/health/history").text.contains("until 20:30, 1 h 30 min"))
        let before: FormFields = ["form-token": token, "symptom": "Migraine", "severity": "8", "end": "2026-03-14T18:30"]
        #expect(try await client.post(path, form: before).status == .unprocessable)
    }

    @Test func `a dose beside the schedule is called extra, and what is settled lies folded`() async throws {
        let (_, client, vault, token) = try await given()
        let medication = try await giveMedicine(vault)
        _ = try await vault.logDose(medication)
        _ = try await vault.logDose(try await vault.add(Medication(name: "Aspirin", asNeeded: true)))
        let day = try await client.get("/day").text
        #expect(day.matches(of: /· extra/).count == 1)
        let page = try await client.get("/health")
        #expect(!page.text.contains("id=\"settled\""))
        _ = try await client.post(
            "/doses/settle",
            form: [
                "form-token": token, "schedule": try hidden("schedule", in: page), "dose": try hidden("dose", in: page),
                "outcome": "taken",
            ])
        #expect(try await client.get("/health").text.contains("<summary>1 done</summary>"))
    }

    @Test func `a line of another year or of long ago says its month`() async throws {
        let (_, client, vault, token) = try await given()
        for when in ["2026-03-01T10:00", "2026-01-02T10:00", "2025-12-24T10:00"] {
            let form: FormFields = ["form-token": token, "symptom": "Pain", "severity": "3", "when": when]
            #expect(try await client.post("/symptom/new", form: form).status == .seeOther)
        }
        #expect(try await vault.records(SymptomEntry.self).count == 3)
        let page = try await client.get("/health").text
        #expect(page.contains("<b>1</b> <span>Sun") && page.contains(">2 Jan</b>") && page.contains(">24 Dec 2025</b>"))
    }

    @Test func `a check-in has what was said, with triggers of the plan and others, and nothing else`() async throws {
        let (_, client, vault, token) = try await given()
        try await vault.addSupportItem(SupportItem(.trigger, name: "Stress at work"))
        #expect(try await client.get("/check-in/new").text.contains("value=\"Stress at work\""))
        let form: FormFields = [
            "form-token": token, "craving": "6", "trigger": "Stress at work", "other-triggers": "rain, Stress at work; cold",
            "note": "a\r\nb",
        ]
        #expect(try await client.post("/check-in/new", form: form).status == .seeOther)
        let stored = try #require(try await vault.records(CheckIn.self).first)
        #expect(stored.value.triggers == ["Stress at work", "rain", "cold"] && stored.value.helped.isEmpty)
        #expect(stored.value.craving == 6 && stored.value.mood == nil && stored.value.note == "a\nb")
        let path = "/check-in/\(stored.id.description)"
        #expect(try await client.get(path).text.contains("value=\"rain\" checked"))
        let change: FormFields = [
            "form-token": token, "craving": "", "mood": "4", "was-when": try hidden("was-when", in: try await client.get(path)),
            "when": "2026-03-14T21:00",
        ]
        _ = try await client.post(path, form: change)
        let changed = try #require(try await vault.records(CheckIn.self).first).value
        #expect(
            changed.craving == nil && changed.mood == 4 && changed.triggers.isEmpty && changed.instant == stored.value.instant)
    }

    @Test func `a strong symptom is asked about two hours later until there is an answer`() async throws {
        let (given, client, vault, token) = try await given()
        _ = try await client.post("/health/symptom", form: ["form-token": token, "other": "Headache", "severity": "7"])
        let first = try #require(try await vault.records(SymptomEntry.self).first)
        #expect(!(try await client.get("/health").text.contains("How is it now?")))
        given.clock.advance(seconds: 2 * 3600 + 60)
        let later = try await given.ownersBrowser()
        let page = try await later.get("/health")
        #expect(page.text.contains("How is it now?"))
        let answer: FormFields = ["form-token": page.formToken, "follows": first.id.description, "severity": "2"]
        _ = try await later.post("/health/symptom", form: answer)
        #expect(!(try await later.get("/health").text.contains("How is it now?")))
        let second = try #require(try await given.vault().records(SymptomEntry.self).first)
        #expect(second.value.symptom == "Headache" && second.value.severity == 2 && second.value.follows == first.id)
        let nobody = try await later.post(
            "/health/symptom", form: ["form-token": page.formToken, "follows": "nobody!", "severity": "2"])
        #expect(nobody.status == .notFound)
    }

    // MARK: doses

    @Test func `a due dose is taken, taken back, skipped, and corrected`() async throws {
        let (given, _, vault, _) = try await given()
        _ = try await giveMedicine(vault)
        given.clock.advance(seconds: 3600)
        let client = try await given.ownersBrowser()
        let open = try await given.vault()
        var page = try await client.get("/health")
        #expect(page.text.contains("0 of 1 done, 1 due now.") && page.text.contains("<b>due for 30 min, until 09:30</b>"))
        let form: FormFields = [
            "form-token": page.formToken, "schedule": try hidden("schedule", in: page), "dose": try hidden("dose", in: page),
        ]
        func settle(_ outcome: String) async throws -> TestResponse {
            try await client.post("/doses/settle", form: FormFields(form.pairs + [("outcome", outcome)]))
        }
        #expect(try await client.follow(try await settle("taken")).text.contains("Ramipril 5 mg: 1 tablet taken at 22:00."))
        let stored = try #require(try await open.records(Intake.self).first)
        let path = "/dose/\(stored.id.description)"
        page = try await client.follow(try await client.post(path + "/undo", form: ["form-token": page.formToken]))
        #expect(page.text.contains("no longer logged") && page.text.contains("1 due now"))
        _ = try await settle("skipped")
        #expect(try await open.records(Intake.self).map(\.value.outcome) == [.skipped])
        _ = try await settle("in-time")
        let inTime = try #require(try await open.records(Intake.self).first).value
        #expect(inTime.outcome == .taken && inTime.instant == inTime.due)
        let correction: FormFields = [
            "form-token": page.formToken, "outcome": "taken", "when": "2026-03-14T21:45", "amount": "1/2", "note": "with water",
        ]
        #expect(try await client.post(path, form: correction).status == .seeOther)
        let corrected = try #require(try await open.records(Intake.self).first).value
        #expect(clock(corrected) == "21:45" && corrected.amount.text == "0.5" && corrected.note == "with water")
        for outcome in ["", "forgotten", "upcoming"] { #expect(try await settle(outcome).status == .notFound) }
        #expect(try await open.records(Intake.self).count == 1)
    }

    private func clock(_ intake: Intake) -> String {
        CivilTime(named: intake.zone)?.wall(at: intake.instant.milliseconds)?.time.clock ?? ""
    }

    @Test(arguments: [
        ("outcome=taken&when=2026-03-14T20:00&amount=", "The amount must be a number from 0.001 to 1000000"),
        ("outcome=taken&when=2026-03-14T20:00&amount=0", "The amount must be a number from 0.001 to 1000000"),
        ("outcome=taken&when=2026-03-14T20:00&amount=lots", "The amount must be a number from 0.001 to 1000000"),
        ("outcome=taken&when=never&amount=1", "never"),
    ])
    func `a correction that makes no sense changes nothing`(form: String, words: String) async throws {
        let (_, client, vault, token) = try await given()
        let stored = try await vault.logDose(try await vault.add(Medication(name: "Ibuprofen", asNeeded: true)))
        var fields = try FormFields(urlencoded: Array(form.utf8))
        fields.pairs += [("form-token", token), ("note", "still here")]
        let page = try await client.post("/dose/\(stored.id.description)", form: fields)
        #expect(page.status == .unprocessable && page.text.contains(words) && page.text.contains("still here"))
        #expect(try await vault.record(Intake.self, stored.id).value == stored.value)
    }

    @Test func `a medicine for when it is needed is taken at a tap, the last used first`() async throws {
        let (given, client, vault, token) = try await given()
        let names = try await ["Aspirin", "Zolmitriptan"].asyncMap { try await vault.add(Medication(name: $0, asNeeded: true)) }
        given.clock.advance(seconds: 60)
        let answer = try await client.post(
            "/doses/take", form: ["form-token": token, "medication": names[1].id.description],
            headers: ["x-requested-with": "auralyst"])
        #expect(answer.text.contains("Zolmitriptan: 1 tablet taken at 21:01.") && answer.text.contains("/undo"))
        let page = try await client.get("/health").text
        let places = try names.map { try #require(page.firstRange(of: "needed-\($0.id.description)")).lowerBound }
        #expect(places[1] < places[0])
        for bad in ["", "x", "00000000000000000000000000"] {
            #expect(try await client.post("/doses/take", form: ["form-token": token, "medication": bad]).status == .notFound)
        }
    }

    @Test func `a dose that breaks a limit of its owner is asked about on a page, and logged if it is meant`() async throws {
        let (given, client, vault, token) = try await given()
        let medication = try await vault.add(
            Medication(name: "A & B", asNeeded: true, limits: DoseLimits(gap: 90, dayMost: Amount(1))))
        _ = try await vault.logDose(medication)
        given.clock.advance(seconds: 60)
        let form: FormFields = [
            "form-token": token, "medication": medication.id.description, "once": "1", "next": "/health",
        ]
        let scripted = try await client.post("/doses/take", form: form, headers: ["x-requested-with": "auralyst"])
        #expect(scripted.status == .unprocessable && scripted.text.contains("\"asks\":true"))
        let page = try await client.post("/doses/take", form: form)
        #expect(page.status == .unprocessable && page.text.contains("Log this dose?"))
        #expect(page.text.contains("at 21:00, and set at least 1.5 hours between doses; with this dose"))
        #expect(try await vault.records(Intake.self).count == 1)
        let once = try hidden("once", in: page)
        let answer = try await client.post("/doses/take", form: FormFields(form.pairs + [("sure", "yes")]))
        #expect(answer.headers["location"] == "/health" && once == "1")
        #expect(try await vault.records(Intake.self).count == 2)
        // Sent once more, it is the same dose, and no question.
        #expect(try await client.post("/doses/take", form: form).status == .seeOther)
        #expect(try await vault.records(Intake.self).count == 2)
    }

    @Test func `a dose long before its time is asked about when it is taken, and when its log is corrected`() async throws {
        let (_, client, vault, token) = try await given()
        _ = try await giveMedicine(vault, at: [8 * 60, 23 * 60 + 30])
        let stored = try #require(try await vault.schedules().first)
        let dose = try #require(try await vault.nextOpenDose(of: stored))
        let form: FormFields = [
            "form-token": token, "schedule": dose.name.schedule.description, "dose": dose.name.key, "outcome": "taken",
            "next": "/health",
        ]
        let page = try await client.post("/doses/settle", form: form)
        #expect(page.status == .unprocessable && page.text.contains("Log this dose?"))
        #expect(page.text.contains("is due at 23:30, and this would be 2 hours early"), "\(page.text)")
        #expect(try await vault.records(Intake.self).isEmpty)
        let skipped = form.pairs.map { (name: $0.name, value: $0.name == "outcome" ? "skipped" : $0.value) }
        _ = try await client.post("/doses/settle", form: FormFields(skipped))
        let edited: FormFields = ["form-token": token, "when": "today 21:00", "amount": "1", "outcome": "taken", "note": ""]
        let asked = try await client.post("/dose/\(dose.name.record)", form: edited)
        #expect(asked.status == .unprocessable && asked.text.contains("Log it anyway"), "\(asked.text)")
        #expect(try await vault.record(Intake.self, dose.name.record).value.outcome == .skipped)
        let sure = try await client.post("/dose/\(dose.name.record)", form: FormFields(edited.pairs + [("sure", "yes")]))
        #expect(sure.status == .seeOther)
        #expect(try await vault.record(Intake.self, dose.name.record).value.timing == .early)
    }

    // MARK: history and days

    @Test func `the history shows each record once, page for page, also those of one instant`() async throws {
        let (_, client, vault, _) = try await given()
        let moment = try Moment(nowIn: vault.surroundings)
        for number in 0..<60 {
            // All at one instant, as an import has them.
            try await vault.add(
                SymptomEntry(instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "S\(number)", severity: 3))
            try await vault.add(CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day, mood: 1 + number % 10))
        }
        var (seen, address): (Set<String>, String?) = ([], "/health/history")
        var pages = 0
        while let next = address, pages < 10 {
            let page = try await client.get(next).text
            pages += 1
            let ids = page.split(separator: "data-entry=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
            #expect(seen.isDisjoint(with: ids) && ids.count <= 50)
            seen.formUnion(ids)
            address = page.firstRange(of: "rel=\"next\" href=\"").map {
                String(page[$0.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
            }
        }
        #expect(seen.count == 120 && pages == 3)
    }

    @Test func `a choice of the history stands in no address, and is forgotten with the session`() async throws {
        let (_, client, vault, token) = try await given()
        _ = try await client.post("/health/symptom", form: ["form-token": token, "other": "Migraine", "severity": "3"])
        _ = try await client.post("/health/symptom", form: ["form-token": token, "other": "Fatigue", "severity": "4"])
        try await vault.logDose(try await vault.add(Medication(name: "Aspirin", asNeeded: true)))
        func lines(_ form: FormFields) async throws -> (address: String, names: [String]) {
            let found = try await client.post("/health/history/find", form: FormFields(form.pairs + [("form-token", token)]))
            let page = try await client.follow(found).text
            let log = page.firstRange(of: "id=\"log\"").map { String(page[$0.upperBound...]) } ?? ""
            return (found.headers["location"] ?? "", ["Migraine", "Fatigue", "Aspirin"].filter { log.contains($0) })
        }
        #expect(try await lines([:]).names == ["Migraine", "Fatigue", "Aspirin"])
        #expect(try await lines(["kind": "symptom_entry"]).names == ["Migraine", "Fatigue"])
        #expect(try await lines(["kind": "intake"]).names == ["Aspirin"])
        #expect(try await lines(["kind": "health_sample"]).names.isEmpty)
        let (address, names) = try await lines(["only": "symptom:migraine"])
        #expect(names == ["Migraine"] && address.hasPrefix("/health/history?view=") && !address.lowercased().contains("migraine"))
        // A choice that contradicts itself: the kind counts.
        #expect(try await lines(["kind": "intake", "only": "symptom:migraine"]).names == ["Aspirin"])
        #expect(try await client.get("/health/history?view=unknown").headers["location"] == "/health/history")
        #expect(try await client.get("/health/history?after=unknown").status == .notFound)
    }

    @Test func `a day shows all that belongs to it, and which one stands in no address`() async throws {
        let (_, client, vault, token) = try await given()
        _ = try await giveMedicine(vault)
        _ = try await vault.add(NewEntry(text: "A quiet day.", moment: try Moment(nowIn: vault.surroundings)))
        _ = try await client.post("/health/check-in", form: ["form-token": token, "mood": "8"])
        let today = try await client.get("/day").text
        #expect(today.contains("Today, Saturday, 14 March 2026"))
        for words in ["A quiet day.", "Mood <svg class=\"icon face\"", "<b>8</b>", "Ramipril 5 mg", "21:30"] {
            #expect(today.contains(words), "\(words)")
        }
        let before = try await client.post("/day/go", form: ["form-token": token, "day": "2026-03-13"])
        let address = try #require(before.headers["location"])
        #expect(address.hasPrefix("/day?view=") && !address.contains("2026"))
        #expect(try await client.follow(before).text.contains("Yesterday, Friday, 13 March 2026"))
        for bad in ["", "2026-02-30", "someday"] {
            let answer = try await client.post("/day/go", form: ["form-token": token, "date": bad])
            #expect(answer.status == .unprocessable && answer.text.contains("That day can’t be shown"))
            #expect(answer.text.contains("name=\"date\" value=\"\(bad)\""))
        }
        #expect(try await client.get("/day?view=unknown").headers["location"] == "/day")
    }

    @Test(arguments: [
        ("/today", "/today"), ("/day", "/day"), ("/day?view=AbC-_9", "/day?view=AbC-_9"), ("", "/health"),
        ("https://elsewhere.example", "/health"),
        ("//elsewhere.example", "/health"), ("/settings", "/health"), ("/day?view=a b", "/health"), ("/day\r\nx: y", "/health"),
        ("/healthy", "/health"),
    ])
    func `a form leads back to pages of ours only`(next: String, to address: String) async throws {
        let (_, client, _, token) = try await given()
        let answer = try await client.post("/health/check-in", form: ["form-token": token, "mood": "5", "next": next])
        #expect(answer.headers["location"] == address)
    }

    @Test(arguments: [
        "/symptom/nobody", "/check-in/nobody", "/dose/nobody", "/symptom/00000000000000000000000000",
        "/dose/00000000000000000000000000",
    ])
    func `what is not there is not found`(path: String) async throws {
        let (_, client, _, token) = try await given()
        #expect(try await client.get(path).status == .notFound)
        #expect(try await client.post(path, form: ["form-token": token]).status == .notFound)
    }
}

extension Sequence {
    /// One after the other.
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
        var list: [T] = []
        for element in self { list.append(try await transform(element)) }
        return list
    }
}
