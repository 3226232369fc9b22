import Engine
import Findings
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

/// Trials in the app: the plan before it begins, the seal while it runs, the answer at its end.
@Suite struct `A trial` {
    private let given: GivenApp
    private let browser: TestClient
    private let token: String
    private let vault: OpenVault

    init() async throws {
        given = try await GivenApp(opensFirstBrowser: true)
        browser = try await given.knownBrowser()
        token = try await browser.get("/insights/trials").formToken
        vault = try await given.vault()
    }

    private func post(_ path: String, _ fields: [(String, String)] = []) async throws -> TestResponse {
        try await browser.post(path, form: FormFields([("form-token", token)] + fields.map { (name: $0.0, value: $0.1) }))
    }

    private static let plan: [(String, String)] = [
        ("action", "magnesium <before> bed"), ("outcome", "mood"), ("part", ""), ("block-days", "2"), ("pairs", "2"),
        ("wash-out", "1"),
        ("first", "2026-03-14"), ("remind-at", "08:00"), ("tag", ""), ("medicine", ""), ("note", ""), ("once", "k"),
    ]

    private static func plan(_ changed: (String, String)...) -> [(String, String)] {
        plan.filter { field in !changed.contains { $0.0 == field.0 } } + changed
    }

    /// The mark of the plan that a page shows.
    private func shown(_ page: TestResponse) throws -> String {
        let start = try #require(page.text.firstRange(of: "name=\"shown\" value=\""))
        return String(page.text[start.upperBound...].prefix { $0 != "\"" })
    }

    private func begun() async throws -> String {
        let mark = try shown(try await post("/insights/trials/new", `A trial`.plan(("do", "preview"))))
        let answer = try await post("/insights/trials/new", `A trial`.plan(("do", "begin"), ("shown", mark)))
        return try #require(answer.headers["location"])
    }

    @Test func `is shown as a plan, and begins only as it was shown`() async throws {
        #expect(try await browser.get("/insights/trials").text.contains("New trial"))
        let preview = try await post("/insights/trials/new", `A trial`.plan(("do", "preview")))
        #expect(preview.status == .ok && preview.text.contains("Start the trial") && preview.text.contains("can never count"))
        #expect(preview.text.contains("Does “magnesium &lt;before&gt; bed” change your mood?"))
        #expect(try await vault.trials().isEmpty)
        // Nothing was shown, or something else.
        for mark in ["", try shown(preview)] {
            let changed =
                mark.isEmpty ? `A trial`.plan(("do", "begin")) : `A trial`.plan(("do", "begin"), ("shown", mark), ("pairs", "3"))
            let refused = try await post("/insights/trials/new", changed)
            #expect(refused.text.contains("The plan has changed"))
        }
        #expect(try await vault.trials().isEmpty)
        let place = try await begun()
        #expect(
            try await post("/insights/trials/new", `A trial`.plan(("do", "begin"), ("shown", try shown(preview)))).headers[
                "location"] == place)
        #expect(try await vault.trials().count == 1)
        let page = try await browser.get(place).text
        #expect(page.contains("Hidden until the end") && page.contains("3 more blocks to come") && !page.contains("The answer"))
        #expect(page.components(separatedBy: "class=\"trial-block ").count == 2)
    }

    @Test(arguments: [
        ("action", " "), ("action", String(repeating: "x", count: 201)), ("outcome", ""), ("outcome", "tag:x"),
        ("block-days", "0"), ("block-days", "1"),
        ("block-days", "15"), ("block-days", "x"), ("pairs", "1"), ("pairs", "31"), ("pairs", "99999999999999999999"),
        ("wash-out", "0"), ("wash-out", "2"),
        ("wash-out", "-1"), ("first", "2026-03-13"), ("first", "soon"), ("first", ""), ("remind-at", "25:00"),
        ("tag", "two words"),
    ])
    func `is refused with a sentence beside the field, and keeps what was typed`(field: String, value: String) async throws {
        let answer = try await post(
            "/insights/trials/new", `A trial`.plan((field, value), ("do", "begin"), ("note", "kept words")))
        #expect(
            answer.status == .unprocessable && answer.text.contains("id=\"\(field)-fault\"") && answer.text.contains("kept words")
        )
        #expect(try await vault.trials().isEmpty)
    }

    @Test func `asks on the page of today with one tap, and gives the answer at its end`() async throws {
        let place = try await begun()
        for day in 0..<8 {
            let today = try await browser.get("/today").text
            #expect(
                today.contains("Block \(day / 2 + 1) of 4, day \(day % 2 + 1) of 2") && today.contains("bed today?"))
            let arm = try #require(try await vault.trialInstruction()).block.arm
            let iso = "2026-03-\(14 + day)"
            let answer = try await post(
                place + "/answer", [("day", iso), ("did", arm == .with ? "yes" : "no"), ("next", "/today")])
            #expect(answer.headers["location"] == "/today")
            let checkIn = CheckIn(
                instant: try #require(Instant(milliseconds: given.clock.now)), zone: "Europe/Vienna",
                day: try #require(LocalDay(iso: iso)),
                mood: arm == .with ? 8 : 4 + day / 4)
            try await vault.add(checkIn)
            #expect(try await !browser.get(place).text.contains("The answer"))
            // The clock of an app that is used: each page keeps it open.
            for _ in 0..<24 * 6 {
                given.clock.advance(seconds: 600)
                _ = try await browser.get("/insights/trials")
            }
        }
        let page = try await browser.get(place).text
        #expect(page.contains("The answer") && page.contains("higher") && page.contains("in 2 of 2 pairs"))
        #expect(page.contains("no result could have been more than chance") && page.contains("<th scope=\"row\">2</th>"))
        #expect(page.contains("on 4 of 4 days with and 4 of 4 days without"))
        #expect(try await browser.get("/insights/trials").text.contains("The answer is ready"))
        #expect(try await !browser.get("/today").text.contains("bed today?"))
    }

    @Test func `that is stopped has no result, and can be deleted and brought back`() async throws {
        let place = try await begun()
        #expect(try await post(place + "/stop").headers["location"] == place)
        let page = try await browser.get(place).text
        #expect(page.contains("No result") && !page.contains("Stop the trial"))
        _ = try await post(place + "/delete")
        #expect(try await browser.get(place).text.contains("was deleted"))
        _ = try await post(place + "/restore")
        #expect(try await vault.trials().count == 1)
        for form in ["answer", "stop", "delete", "restore"] {
            #expect(try await browser.get(place + "/" + form).headers["location"] == place)
        }
    }

    @Test func `answers nothing for days and names that are none`() async throws {
        let place = try await begun()
        for fields in [[("day", "2026-03-15"), ("did", "yes")], [("day", "2026-03-13"), ("did", "no")]] {
            #expect(try await post(place + "/answer", fields).status == .unprocessable)
        }
        for fields in [[("day", "x"), ("did", "yes")], [("day", "2026-03-14"), ("did", "maybe")], []] {
            #expect(try await post(place + "/answer", fields).status == .notFound)
        }
        #expect(try await browser.get("/insights/trials/nothing").status == .notFound)
        #expect(try await vault.trials().first?.value.answers.isEmpty == true)
    }
}
