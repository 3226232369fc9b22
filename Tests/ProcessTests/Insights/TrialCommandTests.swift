import Foundation
import Testing

@Suite struct TrialCommandTests {
    @Test func `a plan is shown, begun, answered with one word, and stopped without a result`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        // No midnight passes.
        try sandbox.setClock()
        let preview = try sandbox.done(
            "trial", "new", "Magnesium", "before", "bed", "--outcome", "headache", "--pairs", "5", "--preview"
        ).text
        #expect(preview.contains("Does “Magnesium before bed” change your headache?") && preview.contains("can never count"))
        // Without a terminal there is no yes, and a script has not seen the plan.
        for words in [[], ["--json"]] {
            let words = ["trial", "new", "Magnesium", "--outcome", "headache"] + words
            let outcome = try sandbox.start(words).wait()
            outcome.expectRefusal(64, "not_confirmed", asJSON: words.last == "--json")
            #expect(words.last == "--json" || outcome.errors.contains("you have not logged 'headache' yet"), outcome.summary)
        }
        #expect(try sandbox.done("trial", "--json").list.isEmpty)
        let made = try sandbox.done(
            "trial", "new", "Magnesium", "before", "bed", "--outcome", "Headache", "--part", "morning", "--from", "today",
            "--remind", "8:00",
            "--tag", "mag", "--yes", "--json"
        ).object
        #expect(
            made["state"] as? String == "running" && made["outcome"] as? String == "symptom:headache"
                && made["days"] as? Int == 48)
        #expect(
            made["result"] is NSNull && made["sealed_until"] is String && made["seed"] == nil
                && made["remind_at"] as? String == "08:00")
        // Only the block that has begun is told.
        #expect((made["blocks"] as? [Any])?.count == 1)
        let today = try sandbox.done("trial", "today", "--json").object
        #expect(today["block"] as? Int == 1 && today["did"] is NSNull)
        #expect(try sandbox.done("day").text.contains("Magnesium before bed"))
        #expect(try sandbox.done("trial", "today", "--done", "--json").object["did"] as? Bool == true)
        #expect(try sandbox.done("trial", "today").text.contains("you said: done"))
        try sandbox.done("trial", "today", "--unsay")
        #expect(try sandbox.done("trial", "today", "--json").object["did"] is NSNull)
        #expect(try sandbox.done("trial", "show").text.contains("Sealed until"))
        try sandbox.refused(["trial", "new", "Tea", "--outcome", "mood"], 1, "trial_open")
        try sandbox.refused(["trial", "today", "--done", "--on", "yesterday"], 64, "not_a_trial_day")
        let stopped = try sandbox.done("trial", "stop", "--json").object
        #expect(
            stopped["state"] as? String == "stopped_early" && stopped["result"] is NSNull && stopped["sealed_until"] is NSNull)
        #expect(try sandbox.done("trial", "show").text.contains("has no result"))
        try sandbox.refused(["trial", "stop"], 1, "trial_over")
        #expect(try sandbox.done("trial", "today", "--json").text.contains("null"))
    }

    @Test func `a trial watches a measure, of a pair its upper number, and comes back from an export`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.setClock()
        try sandbox.done("measure", "Blood pressure", "128/82")
        try sandbox.done("measure", "alcohol", "no")
        try sandbox.refused(["trial", "new", "Less salt", "--outcome", "alcohol", "--yes"], 1, "no_such_outcome")
        let made = try sandbox.done("trial", "new", "Less", "salt", "--outcome", "blood pressure", "--yes", "--json").object
        #expect(made["outcome"] as? String == "measure:blood pressure, upper")
        #expect((made["question"] as? String)?.contains("your blood pressure, upper") == true)
        try sandbox.done("export", "json", "--out", "all.json", "--yes")
        let other = try Sandbox(copying: Given.empty.folder)
        try other.setClock()
        try other.done("import", "auralyst", sandbox.work + "/all.json", "--yes")
        #expect(try other.done("trial", "show", "--json").object["outcome"] as? String == "measure:blood pressure, upper")
        #expect(try sandbox.done("measure", "rename", "blood pressure", "BP").text == "Renamed 1 entry to BP.\n")
        #expect(try sandbox.done("trial", "show", "--json").object["outcome"] as? String == "measure:bp, upper")
    }

    @Test(arguments: [
        ["new", "x"], ["new", "--outcome", "mood"], ["new", "x", "--outcome", "mood", "--pairs", "1"],
        ["new", "x", "--outcome", "mood", "--pairs", "31"], ["new", "x", "--outcome", "mood", "--block", "0"],
        ["new", "x", "--outcome", "mood", "--block", "1"],
        ["new", "x", "--outcome", "mood", "--wash-out", "0"],
        ["new", "x", "--outcome", "mood", "--block", "15"], ["new", "x", "--outcome", "mood", "--wash-out", "3"],
        ["new", "x", "--outcome", "mood", "--part", "noon"], ["new", "x", "--outcome", " "], ["new", " ", "--outcome", "mood"],
        ["new", "x", "--outcome", "mood", "--tag", "a", "--medicine", "b"],
        ["new", "x", "--outcome", "mood", "--remind", "25:00"],
        ["today", "--done", "--not-done"], ["today", "--on", "yesterday"], ["stop"], ["show"], ["show", "k3f9"], ["begin"],
        ["new", "x", "--outcome", "mood", "--medicine", "none"],
    ])
    func `what cannot be meant is refused and begins nothing`(words: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let outcome = try sandbox.start(["--json", "trial"] + words).wait()
        #expect([1, 64].contains(outcome.code), outcome.summary)
        #expect(try sandbox.done("trial", "--json").list.isEmpty)
    }

    @Test func `a month is reviewed in the words of its entries`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let text = "We walked along the river until it was dark. The heron stood there again."
        let id = try sandbox.add(text, "--at", "2021-03-05 20:00", "--mood", "relaxed")
        let review = try sandbox.done("review", "March", "2021", "--json").object
        #expect(review["month"] as? String == "2021-03" && review["entries"] as? Int == 1 && review["words"] as? Int == 14)
        let sentences = try #require(review["sentences"] as? [[String: Any]])
        #expect(
            !sentences.isEmpty
                && sentences.allSatisfy { $0["entry"] as? String == id && text.contains($0["text"] as? String ?? "?") })
        #expect(try sandbox.done("review").text.hasPrefix("The last full month with an entry:\nMarch 2021"))
        #expect(try sandbox.done("review", "2020-01").text.contains("Nothing was logged in this month"))
        try sandbox.refused(["review", "2021"], 64, "not_one_month")
        try sandbox.refused(["review", "someday"], 64)
    }
}
