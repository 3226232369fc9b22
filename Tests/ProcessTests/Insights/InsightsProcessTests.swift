import Foundation
import Testing

/// Patterns and courses on the command line, with a vault and from a file without one.
@Suite struct InsightsProcessTests {
    /// A year of headaches that are worse on the day after wine, as `symptom list` and `list` print them: without chance, the same
    /// each time. With `effect` 0 wine does nothing.
    private static func export(days: Int = 240, effect: Int = 3) -> [UInt8] {
        var state: UInt64 = 12
        func roll(_ count: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % count)
        }
        let calendar = Calendar(identifier: .gregorian)
        let start =
            DateComponents(calendar: calendar, timeZone: TimeZone(secondsFromGMT: 0), year: 2025, month: 1, day: 6).date ?? Date()
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withFullDate]
        var (wine, records) = (false, [String]())
        for day in 0..<days {
            let date = format.string(from: start.addingTimeInterval(Double(day) * 86_400))
            let level = min(max(2 + roll(2) + roll(2) + roll(2) + (wine ? effect : 0), 0), 10)
            wine = roll(3) == 0
            let moment = "\"day\":\"\(date)\",\"zone\":\"Europe/Vienna\",\"instant\":\"\(date)T18:00:00Z\""
            records.append(
                "{\"id\":\"s\(day)\",\"kind\":\"symptom_entry\",\(moment),\"symptom\":\"Headache\",\"severity\":\(level)}")
            records.append(
                "{\"id\":\"e\(day)\",\"kind\":\"entry\",\(moment),\"text\":\"x\",\"tags\":[\(wine ? "\"wine\"" : "")]}")
        }
        return Array(("[" + records.joined(separator: ",\n") + "]").utf8)
    }

    @Test func `a file is looked at without a vault, in words and as a document`() throws {
        let sandbox = try Sandbox()
        sandbox.withoutKeys()
        let file = try sandbox.write(Self.export(), to: "export.json")
        let list = try sandbox.done("insights", "--file", file, "--json").list
        let cue = try #require(list.first { $0["state"] as? String == "confirmed" })
        #expect(cue["kind"] as? String == "pattern" && cue["question"] as? String == "factor/tag:wine/symptom:headache/1")
        #expect((cue["difference"] as? Double).map { $0 > 1.5 } == true && (cue["id"] as? String)?.count == 26)
        #expect(cue["since"] is String && cue["with"] is Int && cue["without"] is Int && cue["caution"] is String)
        let keys: Set<String> = [
            "low", "high", "from", "to", "sentence", "title", "why", "decided", "dismissed", "outcome", "family",
        ]
        #expect(keys.isSubset(of: Set(cue.keys)))
        let look = try #require(list.last)
        #expect(look["kind"] as? String == "pattern_look" && (look["asked"] as? Int).map { $0 > 0 } == true)
        #expect(look["next"] is String && look["waiting"] is [Any])
        let text = try sandbox.done("insights", "--file", file).text
        #expect(text.contains(try #require(cue["sentence"] as? String)) && text.contains("Held on new days"))
        #expect(text.contains("Looked at \(try #require(look["asked"] as? Int)) questions") && text.contains("showing"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault), "nothing is made")
        // The same from a pipe, and on a machine in another zone.
        let piped = try sandbox.run("insights", "--json", "--file", "-", piping: Self.export())
        #expect(piped.text == (try sandbox.done("insights", "--file", file, "--json").text))
        sandbox["TZ"] = "Pacific/Kiritimati"
        #expect(try sandbox.done("insights", "--json", "--file", file).text == piped.text)
    }

    @Test func `noise is given no cue, and a report says that it is exploratory`() throws {
        let sandbox = try Sandbox()
        let noise = try sandbox.write(Self.export(effect: 0), to: "noise.json")
        let list = try sandbox.done("insights", "--file", noise, "--json").list
        #expect(list.allSatisfy { $0["state"] as? String != "confirmed" })
        let file = try sandbox.write(Self.export(), to: "export.json")
        let report = try sandbox.done("insights", "--report", "--file", file, "--json").list
        #expect(report.first?["state"] as? String == "exploratory" && report.first?["id"] is NSNull)
        #expect(report.last?["kind"] as? String == "pattern_report" && report.last?["showing"] as? Int == report.count - 1)
        let text = try sandbox.done("insights", "--report", "--file", file, "--from", "2025-03-01", "--to", "2025-08-31").text
        #expect(text.hasPrefix("One look at 1 March 2025 to 31 August 2025") && text.contains("Exploratory"))
        // Six weeks are too few for anything, and that is said.
        let short = try sandbox.write(Self.export(days: 20), to: "short.json")
        #expect(try sandbox.done("insights", "--file", short).text.contains("22 more days needed"))
        #expect(try sandbox.done("insights", "--file", short, "--report").text.contains("Six weeks"))
        #expect(try sandbox.done("insights", "--file", short, "--json").list.count == 1)
    }

    @Test func `courses are drawn in any width, with gaps, and in ASCII where nothing else can be`() throws {
        let sandbox = try Sandbox()
        let lines = (1...60).compactMap {
            $0 % 9 == 0 ? nil : "2026-0\($0 > 30 ? 4 : 3)-\(String(format: "%02d", ($0 - 1) % 30 + 1)),\($0 % 7)"
        }
        let file = try sandbox.write("day,pain\n" + lines.joined(separator: "\n"), to: "pain.csv")
        let text = try sandbox.done("trends", "--file", file, "--days", "61").text
        #expect(text.hasPrefix("Pain  1 March 2026 to 30 April 2026"))
        #expect(
            text.contains("mean of 7 days") && text.contains("Mon ")
                && text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        #expect(text.contains("lowest 0, highest 6"))
        for extra in [["LC_ALL": "C"], ["TERM": "dumb"]] {
            let plain = try sandbox.start(["trends", "--file", file], extra: extra).wait()
            #expect(plain.isDone && plain.output.allSatisfy { $0 < 0x80 } && plain.text.contains("*"), plain.summary)
        }
        #expect(try sandbox.done("trends", "pain", "--plain", "--file", file).output.allSatisfy { $0 < 0x80 })
        let course = try #require(try sandbox.done("trends", "Pain", "--file", file, "--days", "30", "--json").list.first)
        let levels = try #require(course["levels"] as? [[String: Any]])
        #expect(course["kind"] as? String == "trend" && course["days"] as? Int == 30 && levels.count == 30)
        #expect(levels.count { $0["level"] is NSNull } == 30 - (try #require(course["observed"] as? Int)))
        #expect((course["weekdays"] as? [[String: Any]])?.count == 7)
    }

    /// What is typed by mistake, and the code of the answer.
    private static let mistakes: [([String], Int32, String?)] = [
        (["insights", "--file", "missing.json"], 1, nil), (["insights", "--file", ""], 64, "usage"),
        (["insights", "--file", "."], 1, nil),
        (["insights", "--file", "broken.json"], 1, "malformed_json"), (["insights", "--file", "words.txt"], 1, "no_date_column"),
        (["insights", "--file", "empty.json"], 1, "nothing_to_count"),
        (["trends", "--file", "broken.json"], 1, "malformed_json"),
        (["trends", "--file", "dates.csv"], 1, "bad_table_date"),
        (["trends", "--file", "pain.csv", "mood"], 1, "nothing_logged"),
        (["trends", "--days", "3"], 64, "usage"), (["trends", "--days", "many"], 64, "usage"),
        (["trends", "--days", "-30"], 64, "usage"), (["insights", "--from", "2026-01-01"], 64, "usage"),
        (["insights", "--report", "--all"], 64, "usage"), (["insights", "--report", "--from", "someday"], 64, nil),
        (["insights", "--report", "--from", "2026-03-02", "--to", "2026-03-01"], 64, "bad_period"),
        (["insights", "--report", "--from", "2099-03-02"], 64, "bad_period"),
        (["insights", "dismis", "k3f9"], 64, "usage"), (["insights", "dismiss"], 64, "usage"),
        (["insights", "dismiss", "k3"], 64, "bad_record_id"), (["insights", "dismiss", "no such"], 64, "bad_record_id"),
        (["insights", "dismiss", "0000"], 1, "no_such_pattern"), (["insights", "restore", "0000"], 1, "no_such_pattern"),
        (["insights", "snooze", "0000", "--days", "0"], 64, "usage"), (["insights", "snooze", "0000"], 1, "no_such_pattern"),
        (["trends", "Schwindel"], 1, "nothing_logged"),
    ]

    @Test func `what cannot be meant is refused in clear words`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write("[{\"kind\":\"entry\",", to: "broken.json")
        try sandbox.write("nothing but words", to: "words.txt")
        try sandbox.write("[]", to: "empty.json")
        try sandbox.write("day,pain\nsoon,3\n", to: "dates.csv")
        try sandbox.write("day,pain\n2026-03-01,3\n", to: "pain.csv")
        for (words, code, name) in Self.mistakes {
            let outcome = try sandbox.start(["--json"] + words).wait()
            if outcome.code != code { print("another answer: \(words)") }
            outcome.expectRefusal(code, name, asJSON: true)
        }
    }
}
