import Engine
import Foundation
import HTTP
import Insights
import Journal
import Ledger
import Records
import Testing

/// The charts of Insights as the page holds them: tables, from which the script draws.
struct InsightsChartTests {
    @Test func `the table of days has what was logged, and a dash where nothing was`() async throws {
        let given = try await GivenInsights()
        for (back, severity) in [(9, 2), (8, 4), (6, 6), (5, 8), (1, 10)] {
            try await given.log("Headache", severity, back: back)
        }
        // Three entries of one morning are one slot, and count as much as the one of the evening.
        for severity in [3, 3, 6] { try await given.log("Headache", severity, back: 4) }
        try await given.log("Headache", 8, back: 4, hour: 19)
        // Today is not over.
        try await given.log("Headache", 1, back: 0)
        let table = rows(of: "chart-daily", in: try await given.page())
        #expect(table.map { $0[1] } == ["2.0", "4.0", "–", "6.0", "8.0", "6.0", "–", "–", "10.0"])
        #expect(table.map { $0[2] } == ["1", "1", "0", "1", "1", "4", "0", "0", "1"])
        #expect(table.map { $0[3] } == ["–", "–", "–", "–", "5.0", "5.2", "5.2", "6.0", "7.5"])
        #expect(table.first?[0] == "5 Mar 2026" && table.last?[0] == "13 Mar 2026")
        #expect(table.allSatisfy { $0[4] == "–" })
    }

    @Test func `the sentence of a chart says its numbers`() async throws {
        let given = try await GivenInsights()
        for (back, severity) in [(3, 2), (2, 5), (1, 8)] { try await given.log("Headache", severity, back: back) }
        let page = try await given.page()
        #expect(page.contains("Headache was logged on 3 of 3 days: 5.0 on average, 2.0 at the lowest, 8.0 at the highest."))
        #expect(page.contains("3 days of the last twelve months have a level."))
    }

    @Test func `weekdays and hours say on how many days they rest`() async throws {
        let given = try await GivenInsights()
        // 13 and 6 March 2026 were Fridays.
        for (back, severity, hour) in [(1, 6, 9), (8, 2, 9), (8, 4, 19)] {
            try await given.log("Headache", severity, back: back, hour: hour)
        }
        let page = try await given.page()
        let week = rows(of: "chart-weekdays", in: page)
        #expect(week.map { $0[0] } == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        #expect(week[4] == ["Fri", "4.5", "2", "3"] && week[0] == ["Mon", "–", "0", "0"])
        let hours = rows(of: "chart-hours", in: page)
        #expect(hours.count == 24 && hours[9] == ["09:00", "4.0", "2", "2"] && hours[19] == ["19:00", "4.0", "1", "1"])
    }

    @Test func `the year in pixels needs no script`() async throws {
        let given = try await GivenInsights()
        for (back, severity) in [(1, 0), (2, 3), (3, 5), (4, 7), (5, 10), (200, 8)] {
            try await given.log("Headache", severity, back: back)
        }
        let page = try await given.page()
        let pixels = try #require(page.components(separatedBy: "<table id=\"pixels\">").dropFirst().first).components(
            separatedBy: "</table>")[0]
        for step in 1...4 { #expect(pixels.components(separatedBy: "px px-\(step)\"").count == 2) }
        #expect(pixels.components(separatedBy: "px px-5\"").count == 3)
        #expect(pixels.contains("title=\"13 Mar: 0.0\"") && pixels.contains("<span>10.0</span>"))
        #expect(pixels.components(separatedBy: "scope=\"row\"").count == 13)
        // Twelve months of 365 days, from April 2025 to March 2026, of which 18 have not come or are not over.
        #expect(pixels.components(separatedBy: "class=\"px\"").count - 1 == 365 - 18 - 6)
    }

    @Test func `doses stand beside the days, and how many were in time`() async throws {
        let given = try await GivenInsights()
        let medication = try await given.vault.add(Medication(name: "Ramipril <b>", strength: "5 mg"))
        let start = try given.day(4)
        // As it would stand after four days: `addSchedule` begins now.
        try await given.vault.add(
            Schedule(
                medication: medication.id, cadence: .everyDays(1), times: [try #require(TimeOfDay(hour: 8, minute: 0))],
                amount: .one, start: start, zone: given.zone, since: try given.instant(start, hour: 0)))
        for back in 1...10 { try await given.log("Headache", 5, back: back) }
        for shown in try await given.vault.doses(on: given.day(2)) + given.vault.doses(on: given.day(3)) {
            let occurrence = shown.dose.occurrence
            let moment = Moment(instant: occurrence.due, zone: given.zone, day: occurrence.day)
            try await given.vault.settle(occurrence.name, as: .taken, at: moment)
        }
        let page = try await given.page()
        let table = rows(of: "chart-daily", in: page)
        #expect(table.suffix(5).map { $0.last } == ["–", "0 of 1", "1 of 1", "1 of 1", "0 of 1"])
        #expect(page.contains("Ramipril &lt;b&gt;, taken of due") || page.contains("Ramipril &lt;b&gt; 5 mg, taken of due"))
        #expect(page.contains("Of 4 doses 2 taken on time, 2 missed."))
        #expect(!page.contains("Ramipril <b>"))
    }

    @Test func `a medicine as needed has curves around high moments, with a dose and without`() async throws {
        let given = try await GivenInsights()
        let medication = try await given.vault.add(Medication(name: "Sumatriptan", asNeeded: true))
        for back in 1...8 {
            try await given.log("Headache", 8, back: back, hour: 10)
            try await given.log("Headache", back % 2 == 0 ? 2 : 6, back: back, hour: 13)
            guard back % 2 == 0 else { continue }
            let day = try given.day(back)
            try await given.vault.add(
                Intake(
                    instant: try given.instant(day, hour: 10), zone: given.zone, day: day, medication: medication.id,
                    amount: .one,
                    unit: "tablet", outcome: .taken))
        }
        let page = try await given.page()
        // The entries of 13:00 without a dose are high moments of their own.
        #expect(page.contains("4 high moments with Sumatriptan, 8 without."))
        #expect(page.contains("One to five hours later headache was 2.0 with it"))
        #expect(page.contains("with or without medicine"))
        let table = rows(of: "chart-moments", in: page)
        #expect(table.count == 30 && table[27][1] == "2.0" && table[24][1] == "8.0")
        #expect(rows(of: "chart-daily", in: page).suffix(2).map { $0.last } == ["1", "0"])
    }

    @Test func `before and after a step stand two means with their intervals`() async throws {
        let given = try await GivenInsights()
        let medication = try await given.vault.add(Medication(name: "Propranolol"))
        let start = try given.day(20)
        try await given.vault.addSchedule(
            Schedule(
                medication: medication.id, cadence: .everyDays(1), times: [try #require(TimeOfDay(hour: 8, minute: 0))],
                amount: .one, start: start, zone: given.zone, since: try given.instant(start, hour: 0)))
        for back in 1...50 { try await given.log("Headache", (back > 20 ? 6 : 2) + back % 3, back: back) }
        let page = try await given.page()
        #expect(page.contains("Headache before and after: Propranolol, begun 22 Feb 2026"))
        let sides = rows(of: "chart-step", in: page, part: "tfoot")
        #expect(sides.map { $0[0] } == ["28 days before", "28 days from then on"] && sides.map { $0[4] } == ["28", "20"])
        #expect(sides[0][1] == "7.0" && sides[1][1] == "3.1")
        #expect(page.contains("change a medicine without the person"))
    }

    @Test func `what is chosen stands in no address`() async throws {
        let given = try await GivenInsights()
        for back in 1...40 {
            try await given.log("Headache", 5, back: back)
            try await given.log("Fatigue", 3, back: back)
        }
        let answer = try await given.client.post(
            "/insights/show",
            form: ["form-token": given.token, "outcome": "symptom:headache", "outcome": "symptom:fatigue", "range": "30"])
        let address = try #require(answer.headers["location"])
        #expect(answer.status == .seeOther && address.wholeMatch(of: /\/insights\?view=[A-Za-z0-9_\-]+#days/) != nil)
        let page = try await given.client.get(String(address.prefix { $0 != "#" })).text
        #expect(page.contains("Fatigue, day by day") && rows(of: "chart-daily", in: page).count == 30)
        #expect(page.contains("<title>Insights · Auralyst</title>"))
        for link in page.matches(of: /(?:href|action|src)="([^"]*)"/) {
            #expect(!link.1.lowercased().contains("fatigue") && !link.1.lowercased().contains("headache"), "\(link.1)")
        }
        let script = try await given.client.post(
            "/insights/show", form: ["form-token": given.token, "outcome": "symptom:headache"],
            headers: ["x-requested-with": "auralyst"])
        #expect(script.status == .ok && script.text.contains("/insights?view=") && !script.text.contains("headache"))
    }

    @Test(arguments: [
        "outcome=symptom:nothing", "outcome=symptom:", "outcome=sleep", "range=0", "range=1000000", "range=-30", "focus=x",
        "focus=x@y", "focus=@", "focus=a@99999999999999999999", "focus=a@1@2", "outcome=symptom:%00", "",
    ])
    func `a choice that makes no sense shows what is there`(form: String) async throws {
        let given = try await GivenInsights()
        for back in 1...3 { try await given.log("Headache", 5, back: back) }
        var fields = try FormFields(urlencoded: Array(form.utf8))
        fields.pairs.append(("form-token", given.token))
        let answer = try await given.client.post("/insights/show", form: fields)
        let address = try #require(answer.headers["location"])
        let page = try await given.client.get(String(address.prefix { $0 != "#" }))
        #expect(page.status == .ok && page.text.contains("Headache, day by day"))
    }

    @Test func `a view that is gone shows what is shown unasked`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 5, back: 2)
        #expect(try await given.client.get("/insights?view=nobody").text.contains("Headache, day by day"))
    }

    @Test func `a fourth outcome can be chosen though a diary holds three`() async throws {
        let given = try await GivenInsights()
        for (place, name) in ["Alpha", "Beta", "Gamma", "Delta"].enumerated() {
            for back in 1...(9 - place) { try await given.log(name, 5 + place, back: back) }
        }
        #expect(try await given.page().contains("value=\"symptom:delta\""))
        let answer = try await given.client.post("/insights/show", form: ["form-token": given.token, "outcome": "symptom:delta"])
        let page = try await given.client.get(String((answer.headers["location"] ?? "").prefix { $0 != "#" })).text
        #expect(page.contains("Delta, day by day") && page.contains("8.0 on average"))
    }

    @Test func `names are text wherever they stand`() async throws {
        let given = try await GivenInsights()
        let name = "<script>x</script>\"'&"
        for back in 1...30 { try await given.log(name, 5, back: back) }
        let page = try await given.page()
        #expect(!page.contains("<script>x") && page.contains("&lt;script&gt;x"))
    }

    @Test func `mornings that were high are counted, and the count is no cue`() async throws {
        let given = try await GivenInsights()
        for back in 1...7 { try await given.log("Headache", back <= 3 ? 8 : 2, back: back) }
        let page = try await given.page()
        #expect(page.contains("Noticed 3 mornings in the last 7 days with headache at 7 or more, of 7 with a level."))
        #expect(page.contains("Tag wake time?") && !page.contains("pattern-cue"))
        let today = try await given.client.get("/today").text
        #expect(today.contains("Noticed 3 mornings in the last 7 days with headache") && today.contains("Tag wake time?"))
    }
}
