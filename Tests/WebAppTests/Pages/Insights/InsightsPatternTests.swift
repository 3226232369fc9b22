import Engine
import Findings
import Foundation
import HTTP
import Insights
import Journal
import Ledger
import Records
import SeededChance
import Testing

/// The patterns on the page of Insights, and the cues on Today.
struct InsightsPatternTests {
    private func count(_ words: String, in page: String) -> Int { page.components(separatedBy: words).count - 1 }

    @Test func `a new vault is told how to begin and how long it takes`() async throws {
        let page = try await GivenInsights().page()
        #expect(page.contains("Charts and patterns of what you log will be here."))
        #expect(page.contains("after 42 days") && page.contains("four to six months"))
        #expect(!page.contains("id=\"patterns\"") && !page.contains("data-chart"))
        for path in ["/insights/report", "/insights/trials", "/insights/review"] { #expect(page.contains("href=\"\(path)\"")) }
    }

    @Test func `before the first look its day is said`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 10)
        let page = try await given.page()
        #expect(page.contains("the first check is on Wednesday, 15 April 2026"))
        #expect(!page.contains("Tested "))
    }

    @Test func `each pattern stands where its state puts it, and only what is confirmed is a cue`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        try await given.look()
        let cue = try await given.pattern(since: 60, confirmed: 5)
        let watching = try await given.pattern(.weekend(.mood), since: 20)
        let dismissed = try await given.pattern(.trend(.mood), since: 70, confirmed: 20, isDismissed: true)
        let snoozed = try await given.pattern(.trend(.craving), since: 70, confirmed: 20, snoozed: 9)
        let earlier = try await given.pattern(.change(.mood), since: 290, confirmed: 240)
        let dropped = try await given.pattern(.change(.craving), since: 100, dropped: 50)
        let page = try await given.page()
        func card(_ id: RecordID) -> String { page.components(separatedBy: "id=\"pattern-\(id)\"").dropFirst().first ?? "" }
        #expect(count("class=\"pattern pattern-cue\"", in: page) == 1 && page.contains("pattern-cue\" id=\"pattern-\(cue)\""))
        #expect(page.contains("pattern-watching\" id=\"pattern-\(watching)\""))
        for id in [dismissed, snoozed, earlier] { #expect(page.contains("pattern-aside\" id=\"pattern-\(id)\"")) }
        #expect(!page.contains("pattern-\(dropped)"))
        #expect(card(dismissed).contains("Dismissed") && card(snoozed).contains("Snoozed until 23 Mar 2026"))
        #expect(card(earlier).contains("Confirmed earlier"))
        #expect(page.contains("Tested 80 questions, showing 2. Next check on"))
        #expect(page.contains("Put aside (3)"))
        // Heading, sentence, state, numbers, and both explanations.
        for words in [
            "Headache · the day after “wine”", "1.4 higher (0.6 to 2.2): 23 days with, 61 without", "held on",
            "+0.6 to +2.2 points",
            "Why you see this", "What this does not show", "80 of them at the last check", "Snooze 30 days", "Dismiss",
        ] { #expect(card(cue).contains(words), "\(words)") }
        #expect(!card(watching).components(separatedBy: "</article>")[0].contains("Dismiss"))
        #expect(card(watching).contains("Checking on new days"))
    }

    @Test func `a cue is dismissed and taken back`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        try await given.look()
        let id = try await given.pattern(since: 60, confirmed: 5)
        let answer = try await given.client.post("/insights/pattern/\(id)/dismiss", form: ["form-token": given.token])
        #expect(answer.headers["location"] == "/insights")
        let page = try await given.client.follow(answer).text
        #expect(!page.contains("pattern-cue") && page.contains("Pattern dismissed."))
        #expect(page.contains("action=\"/insights/pattern/\(id)/back\""))
        #expect(try await given.vault.patterns().aside.map(\.id) == [id])
        _ = try await given.client.post("/insights/pattern/\(id)/back", form: ["form-token": given.token])
        #expect(try await given.vault.patterns().cues.map(\.id) == [id])
    }

    @Test func `a cue that is snoozed comes back by itself after thirty days, or when it is taken back`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        let id = try await given.pattern(since: 60, confirmed: 5)
        func post(_ verb: String) async throws {
            _ = try await given.client.post("/insights/pattern/\(id)/\(verb)", form: ["form-token": given.token])
        }
        try await post("snooze")
        let until = try given.day(-30)
        #expect(try await given.vault.patterns().aside.first?.pattern.snoozedUntil == until)
        try await post("back")
        #expect(try await given.vault.patterns().cues.map(\.id) == [id])
        try await post("snooze")
        given.given.clock.advance(seconds: 29 * 86_400)
        #expect(try await given.vault.patterns().cues.isEmpty)
        given.given.clock.advance(seconds: 86_400)
        #expect(try await given.vault.patterns().cues.map(\.id) == [id])
    }

    @Test(arguments: [
        "https://evil.test/", "//evil.test", "/settings", "/insights?view=a\"b", "/insights/../settings", "/today?x=1", "",
        "javascript:1",
    ])
    func `no form leads elsewhere`(next: String) async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        let id = try await given.pattern(since: 60, confirmed: 5)
        let answer = try await given.client.post(
            "/insights/pattern/\(id)/dismiss", form: ["form-token": given.token, "next": next])
        #expect(answer.headers["location"] == "/insights")
    }

    @Test(arguments: ["dismiss", "snooze", "back"])
    func `what is no pattern is not found, and without the token nothing happens`(verb: String) async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        let id = try await given.pattern(since: 60, confirmed: 5)
        let symptom = try #require(try await given.vault.records(SymptomEntry.self).first).id
        for name in ["nobody!", "x", symptom.description] where verb != "back" {
            let answer = try await given.client.post("/insights/pattern/\(name)/\(verb)", form: ["form-token": given.token])
            #expect(answer.status == .notFound, "\(name) \(answer.status)")
        }
        let answer = try await given.client.post("/insights/pattern/\(id)/\(verb)", form: ["form-token": "wrong"])
        #expect(answer.status == .forbidden)
        #expect(try await given.vault.patterns().cues.map(\.id) == [id])
    }

    @Test func `what was just confirmed has no number until later days have measured it`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        try await given.pattern(since: 60, confirmed: 5, isMeasured: false)
        let page = try await given.page()
        #expect(page.contains("On the new days, your headache was higher again. How much higher is measured on the days from"))
        #expect(!page.contains("1.4 higher") && !page.contains("+0.6 to +2.2 points"))
    }

    @Test func `what stood out a little is called unconfirmed, once`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        try await given.pattern(since: 60, confirmed: 5)
        let other = Hypothesis.factor(.tag("late <b>"), .symptom("headache"), lag: 0)
        try await given.look(quiet: [try given.finding(), try given.finding(other)])
        let page = try await given.page()
        #expect(page.contains("Unconfirmed (1)") && page.contains("“late &lt;b&gt;”") && !page.contains("late <b>"))
    }

    @Test func `what is missing is said once for what it is missing for`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        let headache = Outcome.Name.symptom("headache")
        var waiting: [FamilyLook.Waiting] = []
        for number in 1...40 {
            waiting.append(.init(.factor(.tag("tag\(number)"), headache, lag: 0), .days(23)))
            waiting.append(.init(.factor(.tag("tag\(number)"), .mood, lag: 0), .with(number)))
        }
        waiting.append(.init(.trend(headache), .days(30)))
        waiting.append(.init(.asNeeded(RecordID(test: "nobody"), headache), .alwaysTreated))
        try await given.look(waiting: waiting)
        let page = try await given.page()
        let list = try #require(page.components(separatedBy: "class=\"need-list\"").dropFirst().first).components(
            separatedBy: "</ul>")[0]
        #expect(page.contains("Not enough data yet (82 questions)"))
        #expect(count("<li>", in: list) == 12 && page.contains("And 30 more of this kind."))
        #expect(list.contains("<b>“tag1”</b> <span>1 more day with it needed</span>"))
    }

    @Test func `days that are missing for an outcome are one line`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        let headache = Outcome.Name.symptom("headache")
        try await given.look(waiting: [
            .init(.trend(headache), .days(30)), .init(.factor(.craving, headache, lag: 0), .days(23)),
            .init(.weekend(.mood), .days(1)),
        ])
        let page = try await given.page()
        #expect(page.contains("<b>Headache</b> <span>23 more days needed</span>") && !page.contains("30 more days"))
        #expect(page.contains("<b>Mood</b> <span>1 more day needed</span>"))
    }

    @Test func `today shows the newest cue, and the next one when it was dismissed`() async throws {
        let given = try await GivenInsights()
        #expect(count("cue-today", in: try await given.client.get("/today").text) == 0)
        try await given.log("Headache", 4, back: 300)
        try await given.pattern(.weekend(.mood), since: 20)
        #expect(count("cue-today", in: try await given.client.get("/today").text) == 0)
        let oldest = try await given.pattern(since: 80, confirmed: 30)
        let second = try await given.pattern(.trend(.mood), since: 70, confirmed: 20)
        let newest = try await given.pattern(.trend(.craving), since: 60, confirmed: 10)
        let page = try await given.client.get("/today")
        #expect(count("cue-today", in: page.text) == 1 && page.text.contains("/insights#pattern-\(newest)"))
        #expect(!page.text.contains("pattern-\(oldest)"))
        let answer = try await given.client.post(
            "/insights/pattern/\(newest)/dismiss", form: ["form-token": given.token, "next": "/today"])
        #expect(answer.headers["location"] == "/today")
        #expect(try await given.client.follow(answer).text.contains("pattern-\(second)"))
    }

    @Test func `a follow-up begins an entry with its tag, and leaves what was written`() async throws {
        let given = try await GivenInsights()
        try await given.log("Headache", 4, back: 300)
        try await given.pattern(.timeOfDay(.symptom("headache"), .morning), since: 60, confirmed: 5)
        #expect(try await given.page().contains("Tag wake time?"))
        try await given.vault.keep(Draft(text: "Half a sentence", tags: "walk"), as: .new)
        for _ in 1...2 {
            let answer = try await given.client.post("/insights/tag", form: ["form-token": given.token, "tag": "wake-time"])
            #expect(answer.headers["location"] == "/today")
        }
        let draft = try #require(try await given.vault.draft(.new))
        #expect(draft.text == "Half a sentence" && draft.tags == "walk, wake-time")
        #expect(try await given.client.get("/today").text.contains("value=\"walk, wake-time\""))
        for tag in ["", "anything", "<b>"] {
            let answer = try await given.client.post("/insights/tag", form: ["form-token": given.token, "tag": tag])
            #expect(answer.status == .notFound)
        }
    }

    @Test func `a look that is due is taken beside the page`() async throws {
        let given = try await GivenInsights()
        for back in stride(from: 60, through: 1, by: -1) { try await given.log("Headache", 1 + back % 4, back: back) }
        #expect(try await given.page().contains("Checking your days for patterns now."))
        // It is taken at the lowest priority: a machine that is busy gets to it late.
        try await until("a look is taken") { try await given.vault.patterns().look != nil }
        let look = try #require(try await given.vault.patterns().look)
        let (first, last) = (try given.day(18).number, try given.day(4).number)
        #expect(look.first == first && look.last == last)
        #expect(try await given.page().contains("Tested "))
    }

    @Test func `a locked vault shows nothing`() async throws {
        let given = try await GivenInsights()
        await given.given.door.lock()
        let answer = try await given.client.get("/insights")
        #expect(!answer.text.contains("Patterns") && answer.status != .ok)
    }
}
