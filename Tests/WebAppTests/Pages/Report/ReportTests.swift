import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Testing

/// The report for a doctor in the web app. The clock stands on Saturday, 14 March 2026, 21:00 in Vienna.
struct ReportTests {
    /// A signed-in browser, and a vault with a little of everything.
    private func given() async throws -> (app: GivenApp, client: TestClient, token: String) {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let vault = try await given.vault()
        for (day, severity) in [(2, 4), (3, 8), (5, 6)] {
            let instant = try #require(Instant(milliseconds: 1_773_518_400_000 - Int64(14 - day) * 86_400_000))
            let wall = try #require(LocalDay(iso: "2026-03-0\(day)"))
            try await vault.add(
                SymptomEntry(
                    instant: instant, zone: "Europe/Vienna", day: wall, symptom: "Head<b>ache", severity: severity,
                    note: day == 3 ? "CORNEA & nerve" : ""))
            try await vault.add(CheckIn(instant: instant, zone: "Europe/Vienna", day: wall, mood: 11 - severity, craving: 1))
            if day == 3 {
                _ = try await vault.add(
                    NewEntry(text: "A DIARY secret.", moment: Moment(instant: instant, zone: "Europe/Vienna", day: wall)))
            }
        }
        try await vault.add(Medication(name: "Sumatriptan", strength: "50 mg", asNeeded: true))
        return (given, client, try await client.get("/insights/report").formToken)
    }

    private static let usual = [
        "symptoms", "mood", "craving", "sleep", "medicines", "medicine-names", "days", "findings", "tags", "questions",
    ]

    /// Fields of the form as a browser sends them.
    private func fields(_ token: String, _ more: [String: String] = [:], parts: [String] = usual) -> FormFields {
        var pairs: [(name: String, value: String)] = [("form-token", token)]
        let plain = ["from": "2026-03-01", "to": "2026-03-13", "questions": "", "name": "", "birth": ""].merging(more) { $1 }
        pairs += plain.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        pairs += parts.map { (name: "part", value: $0) }
        return FormFields(pairs)
    }

    /// Sends the form, and follows to the preview.
    private func preview(
        _ client: TestClient, _ token: String, _ more: [String: String] = [:], parts: [String] = usual
    ) async throws -> (page: TestResponse, view: String) {
        let sent = try await client.post("/insights/report", form: fields(token, more, parts: parts))
        let place = try #require(sent.headers["location"], "\(sent.status)")
        #expect(place.wholeMatch(of: /\/insights\/report\?view=[A-Za-z0-9_\-]{16}/) != nil)
        return (try await client.get(place), String(place.split(separator: "=").last ?? ""))
    }

    /// The report on the page, without the form beside it.
    private func sheet(_ page: TestResponse) -> Substring {
        let text = page.text
        guard let begin = text.firstRange(of: "<article"), let end = text.firstRange(of: "</article>") else { return "" }
        return text[begin.lowerBound..<end.upperBound]
    }

    private func isChecked(_ part: String, in page: TestResponse) -> Bool {
        page.text.contains("id=\"part-\(part)\" value=\"\(part)\" checked")
    }

    // MARK: the form

    @Test func `the form ticks numbers and names of medicines, and no word that was written for oneself`() async throws {
        let (app, client, _) = try await given()
        defer { withExtendedLifetime(app) {} }
        let page = try await client.get("/insights/report")
        for part in ReportTests.usual { #expect(isChecked(part, in: page), "\(part)") }
        for part in ["notes", "texts", "cycle"] {
            #expect(page.text.contains("value=\"\(part)\"") && !isChecked(part, in: page), "\(part)")
        }
        #expect(page.text.contains("value=\"2025-12-13\"") && page.text.contains("value=\"2026-03-13\""))
        #expect(page.text.contains("name=\"symptom\" value=\"Head&lt;b&gt;ache\" checked"))
    }

    @Test func `the preview begins with the summary, in an address that says nothing`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let (page, _) = try await preview(
            client, token, ["questions": "Is <it> the weather?", "name": "Anna Gruber", "birth": "1 May 1980"])
        #expect(page.status == .ok && page.text.contains("<dd dir=\"auto\">Anna Gruber</dd>") && page.text.contains("1 May 1980"))
        #expect(page.text.contains("<b>3 of 13 days</b>") && page.text.contains("Is &lt;it&gt; the weather?"))
        let places = try [
            "report-questions", "report-coverage", "report-course", "report-medicines", "report-days", "report-findings",
        ]
        .map { try #require(page.text.firstRange(of: "id=\"\($0)\"")).lowerBound }
        #expect(places == places.sorted())
        let summary = try #require(page.text.firstRange(of: "sheet-summary"))
        #expect(summary.lowerBound < places[0] && page.text.contains("<h2>In short</h2>"))
        #expect(!page.text.contains("Head<b>ache") && page.text.contains("Head&lt;b&gt;ache"))
        // No script or style of its own, and the title of the page names nobody.
        #expect(!page.text.contains(" style=") && !page.text.contains("<style") && !page.text.contains(" onclick"))
        #expect(page.text.contains("<title>Report · Auralyst</title>"))
    }

    @Test func `what was chosen stands in the form again, and is forgotten with the lock`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let (_, view) = try await preview(
            client, token, ["name": "Anna Gruber", "questions": "Why?"], parts: ["symptoms", "notes"])
        let form = try await client.get("/insights/report?view=\(view)")
        #expect(form.text.contains("value=\"Anna Gruber\"") && form.text.contains("Why?"))
        #expect(isChecked("notes", in: form) && !isChecked("mood", in: form))
        _ = try await client.post("/lock", form: ["form-token": token])
        let unlock = try await client.get("/unlock")
        _ = try await client.post("/unlock", form: ["form-token": unlock.formToken, "passphrase": GivenApp.passphrase])
        #expect(!(try await client.get("/insights/report?view=\(view)").text.contains("Anna Gruber")))
        let file = fields(
            client.cookies.isEmpty ? token : try await client.get("/insights/report").formToken, ["view": view], parts: [])
        #expect(try await client.post("/insights/report/file", form: file).headers["location"] == "/insights/report")
    }

    private static let faults: [([String: String], [String], String)] = [
        (["from": "2026-03-13", "to": "2026-03-01"], usual, "The first day is after the last day."),
        (["from": "2026-03-15", "to": "2026-03-20"], usual, "The period is in the future."),
        (["from": "2024-03-15"], usual, "A report cannot cover 729 days."),
        (["from": "someday"], usual, "someday"), (["to": ""], usual, "to-fault"),
        ([:], [], "Nothing was chosen"), ([:], ["medicine-names", "notes"], "Nothing was chosen"),
        ([:], ["questions"], "Nothing was chosen"), ([:], ["everything"], "Nothing was chosen"),
        (["questions": String(repeating: "why ", count: 400)], usual, "The questions are too long"),
        (["name": String(repeating: "n", count: 121)], usual, "This text is too long for its line."),
    ]

    @Test(arguments: faults)
    func `what cannot be meant is said beside its field, and what was typed stays`(
        more: [String: String], parts: [String], words: String
    ) async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let page = try await client.post(
            "/insights/report", form: fields(token, ["birth": "May 1980"].merging(more) { $1 }, parts: parts))
        #expect(page.status == .unprocessable && page.text.contains(words), "\(page.text.suffix(3000))")
        #expect(page.text.contains("value=\"May 1980\""))
    }

    // MARK: what gets into it

    @Test func `notes and texts stand in it where they are ticked, and only there`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let (usual, _) = try await preview(client, token)
        #expect(!usual.text.contains("CORNEA") && !usual.text.contains("DIARY") && usual.text.contains("Sumatriptan"))
        let (whole, _) = try await preview(client, token, parts: ReportTests.usual + ["notes", "texts"])
        #expect(whole.text.contains("CORNEA &amp; nerve") && whole.text.contains("A DIARY secret."))
        let (bare, _) = try await preview(client, token, parts: ["mood", "medicines"])
        #expect(!bare.text.contains("Sumatriptan") && bare.text.contains("Medicine 1") && !sheet(bare).contains("ache"))
        #expect(!sheet(bare).contains("report-findings") && !sheet(bare).contains("Craving"))
    }

    @Test func `a symptom that is not ticked stays out`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        var form = fields(token)
        form.pairs.append(("known-symptom", "Head<b>ache"))
        let sent = try await client.post("/insights/report", form: form)
        let page = try await client.follow(sent)
        #expect(!sheet(page).contains("&lt;b&gt;ache") && sheet(page).contains("Mood"))
    }

    @Test func `a report of nothing says so`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let (page, _) = try await preview(client, token, ["from": "2025-01-01", "to": "2025-02-01"])
        #expect(page.text.contains("<b>0 of 32 days</b>") && !page.text.contains("report-course"))
        #expect(page.text.contains("Not checked: that needs 42 past days"))
    }

    @Test func `each measure in numbers has a chart, of a pair with a line for each, and yes and no none`() async throws {
        let (app, client, token) = try await given()
        let vault = try await app.vault()
        func log(_ measure: Measure, _ value: Double, _ second: Double? = nil, day: Int) async throws {
            let instant = try #require(Instant(milliseconds: 1_773_518_400_000 - Int64(14 - day) * 86_400_000))
            let wall = try #require(LocalDay(iso: "2026-03-\(day < 10 ? "0" : "")\(day)"))
            try await vault.add(
                MeasureEntry(instant: instant, zone: "Europe/Vienna", day: wall, measure: measure, value: value, second: second))
        }
        for day in 1...12 {
            try await log(.usual[0], 118 + Double(day), 78 + Double(day % 3), day: day)
            try await log(Measure("Alcohol", .yesNo), Double(day % 2), day: day)
        }
        for day in [3, 5] { try await log(Measure("We<i>ight", unit: "kg"), 70, day: day) }
        try await log(Measure("Ferritin", unit: "µg/L"), 38, day: 4)
        let (page, _) = try await preview(client, token, parts: ["measures"])
        let measures = try #require(page.text.components(separatedBy: "id=\"report-measures\"").last)
        let figures = measures.components(separatedBy: "<figure ").dropFirst().map { $0.prefix { $0 != "\n" } + "" }
        #expect(figures.count == 2, "\(figures)")
        #expect(figures.first?.contains("<b dir=\"auto\">Blood pressure, mmHg</b> measured on 12 of 13 days") == true)
        #expect(figures.last?.contains("We&lt;i&gt;ight, kg") == true)
        let chart = try #require(measures.firstMatch(of: /<svg class="sheet-chart".*?<\/svg>/)).output
        #expect(chart.matches(of: /<circle/).count == 24 && chart.matches(of: /fill="#ffffff" stroke/).count == 12)
        #expect(chart.matches(of: /<path d="M[^"]*" fill="none"/).count == 2)
        // Round numbers below and above all of them.
        let labels = chart.matches(of: />([0-9.]+)<\/text>/).compactMap { Double($0.output.1) }
        #expect(labels == [60, 80, 100, 120, 140], "\(labels)")
    }

    // MARK: writing it

    @Test func `no file is made before somebody says that it may be in clear`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let (page, view) = try await preview(client, token)
        #expect(
            page.text.contains("<strong>not encrypted</strong>") && page.text.contains("name=\"in-clear\" value=\"yes\" required")
        )
        for (format, word) in [("html", ""), ("html", "no"), ("pdf", ""), ("pdf", "YES")] {
            let refused = try await client.post(
                "/insights/report/file", form: ["form-token": token, "view": view, "format": format, "in-clear": word])
            #expect(refused.status == .unprocessable && refused.headers["content-disposition"] == nil)
            #expect(refused.text.contains("No file was written."))
        }
        let open = try await client.post(
            "/insights/report/file", form: ["form-token": token, "view": "elsewhere", "in-clear": "yes"])
        #expect(open.headers["location"] == "/insights/report")
        let other = try await client.post("/insights/report/file", form: ["form-token": "x", "view": view, "in-clear": "yes"])
        #expect(other.status == .forbidden)
        #expect(try await client.get("/insights/report/file").headers["location"] == "/insights/report")
    }

    @Test func `the web page stands alone: with its style, without a script, and it loads nothing`() async throws {
        let (app, client, token) = try await given()
        defer { withExtendedLifetime(app) {} }
        let (_, view) = try await preview(client, token, ["name": "Anna"])
        let file = try await client.post(
            "/insights/report/file", form: ["form-token": token, "view": view, "format": "html", "in-clear": "yes"])
        #expect(file.status == .ok && file.headers["content-disposition"] == "attachment; filename=\"health-report.html\"")
        #expect(file.headers["cache-control"] == "no-store")
        #expect(
            file.text.contains("@page report") && file.text.contains("size: A4") && file.text.contains("font/woff2;base64,d09GMg")
        )
        #expect(file.text.contains("default-src 'none'") && !file.text.contains("<script") && !file.text.contains("href="))
        #expect(!file.text.contains("src=") && !file.text.contains("://") && !file.text.contains(token))
        #expect(file.text.contains("<h1 id=\"report-title\">Health report</h1>") && file.text.contains("Anna"))
    }

    @Test(arguments: ["/insights/report", "/insights/report/file"])
    func `a locked vault shows no report`(path: String) async throws {
        let app = try await GivenApp()
        let client = try await app.knownBrowser()
        #expect(try await client.get(path).headers["location"]?.hasPrefix("/unlock") == true)
    }
}
