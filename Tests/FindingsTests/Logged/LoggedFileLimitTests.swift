import Findings
import GivenValues
import Importing
import Insights
import Journal
import SeededChance
import Testing

/// What a file may ask for, and what does not depend on chance or on what comes later in it.
@Suite struct LoggedFileLimitTests {
    private func schedule(
        _ id: String, phrase: String = "every day at 08:00", start: String = "2026-03-01", since: String = "2026-03-01T00:00:00Z",
        until: String? = nil
    ) -> String {
        """
        {"kind":"medication_schedule","id":"\(id)",\
        "medication":"m1000000000000000000000000","phrase":"\(phrase)","amount":1,"steps":[],\
        "start":"\(start)","end":null,"zone":"UTC","since":"\(since)","until":\(until.map { "\"\($0)\"" } ?? "null")}
        """
    }

    private func intake(_ day: String) -> String {
        """
        {"kind":"intake","id":"\(day)","state":"taken","instant":"\(day)T11:30:00Z","zone":"UTC","day":"\(day)",\
        "medication":"m1000000000000000000000000","amount":1,"unit":"tablet"}
        """
    }

    private func file(_ records: [String]) throws -> LoggedFile {
        try LoggedFile(reading: Array("[\(records.joined(separator: ",\n"))]".utf8))
    }

    // MARK: limits

    @Test(arguments: ["\n", "\r\n", "2026-03-14,3\n"])
    func `a table of more lines than anybody writes is refused`(line: String) {
        let text = "day,pain\n2026-03-14,3\n" + String(repeating: line, count: 1_000_000)
        #expect(throws: LoggedFileError.tooMany(.lines, limit: 1_000_000)) { try LoggedFile(reading: Array(text.utf8)) }
    }

    @Test func `a table of more cells than anybody fills is refused`() {
        let text = "day,pain\n2026-03-14,3\n" + String(repeating: String(repeating: ",", count: 399) + "\n", count: 20_000)
        #expect(throws: LoggedFileError.tooMany(.cells, limit: 8_000_000)) { try LoggedFile(reading: Array(text.utf8)) }
    }

    @Test func `more schedules than anybody has are refused, alone and within a medicine`() throws {
        let records = (1...1001).map { schedule("s\($0)") }
        #expect(try file(Array(records.dropLast())).logged.schedules.count == 1000)
        #expect(throws: LoggedFileError.tooMany(.schedules, limit: 1000)) { try file(records) }
        let medicine = """
            {"kind":"medication","id":"m1000000000000000000000000","name":"A","as_needed":false,"schedules":[\(records.joined(separator: ","))]}
            """
        #expect(throws: LoggedFileError.tooMany(.schedules, limit: 1000)) { try file([medicine]) }
    }

    @Test func `a schedule of thousands of years is refused before its doses are counted out`() throws {
        let hourly = schedule("s1", phrase: "every 1 h from 08:00", start: "0002-01-01", since: "0002-01-01T00:00:00Z")
        #expect(throws: LoggedFileError.tooMany(.doses, limit: 200_000)) {
            try file([hourly, intake("0002-01-02"), intake("9998-01-02")])
        }
        // The same on the days of a year is what it asks for, and no dose comes twice.
        let year = try file([hourly, intake("2026-01-01"), intake("2026-12-31")]).logged
        #expect(year.doses.count == 365 * 24)
        let decade = try file([
            schedule("s1", start: "2016-01-01", since: "2016-01-01T00:00:00Z"), intake("2016-01-01"), intake("2025-12-31"),
        ])
        #expect(Set(decade.logged.doses.map(\.occurrence.day)).count == 3653 && decade.logged.doses.count == 3653)
        // One that ended long ago is nobody's burden.
        let ended = schedule("s1", start: "0002-01-01", since: "0002-01-01T00:00:00Z", until: "0002-01-11T00:00:00Z")
        #expect(try file([ended, intake("0002-01-01"), intake("9998-01-02")]).logged.doses.count == 10)
    }

    // MARK: looks at a table

    /// Pain that follows wine for 240 days; then for as long only other symptoms and other tags, each day.
    private func table(days: Int) -> String {
        var chance = SplitMix64(seed: 4)
        var (wine, lines) = (false, ["day,name,value"])
        for number in 0..<days {
            guard let day = LocalDay.of("2025-01-05").adding(days: number)?.iso else { continue }
            guard number < 240 else {
                lines += ["itching", "nausea", "fever", "cough"].map { "\(day),\($0),\(Int.random(in: 1...9, using: &chance))" }
                lines += (1...25).map { "\(day),tag\($0)," }
                continue
            }
            let noise = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &chance) }
            lines.append("\(day),pain,\(Int(min(max(4 + (wine ? 3 : 0) + noise, 0), 10).rounded()))")
            wine = Double.random(in: 0..<1, using: &chance) < 0.35
            lines += ["\(day),walk,"] + (wine ? ["\(day),wine,"] : [])
        }
        return lines.joined(separator: "\n")
    }

    private func painAndWine(_ file: LoggedFile) throws -> Patterns.Shown? {
        let patterns = try #require(file.patterns(before: .of("2027-01-01")))
        let wine = Hypothesis.factor(.tag("wine"), .symptom("pain"), lag: 1)
        return (patterns.cues + patterns.watching + patterns.aside).first { $0.pattern.watch.hypothesis == wine }
    }

    @Test func `what comes later in a table changes nothing of what an earlier look has seen`() throws {
        let short = try LoggedFile(reading: Array(table(days: 240).utf8))
        let long = try LoggedFile(reading: Array(table(days: 480).utf8))
        let seen = try #require(try painAndWine(short))
        let later = try #require(try painAndWine(long))
        #expect(later.pattern.watch.since == seen.pattern.watch.since && later.pattern.watch.first == seen.pattern.watch.first)
        #expect(Diary.outcomeNames(long.logged, through: LocalDay.of("2026-04-29").number).first != .symptom("pain"))
    }
}
