import Base
import Findings
import Foundation
import GivenValues
import Importing
import Insights
import Journal
import Ledger
import SeededChance
import Testing

extension LoggedFile {
    /// The series of a table, in its order.
    var series: [Outcome] {
        Dictionary(grouping: logged.numbers) { $0.place }.sorted { $0.key < $1.key }
            .map { Outcome($0.value[0].name, $0.value.map { $0.reading }) }
    }
}

/// What was logged, read from a file without a vault.
@Suite struct LoggedFileTests {
    /// A document as commands print it: records of every kind that is counted, among them one that is not.
    private static let document = """
        [
          {"kind": "entry", "id": "a1", "day": "2026-03-14", "instant": "2026-03-14T21:00:00+01:00", "zone": "Europe/Vienna",
           "text": "wine \\u0022with\\u0022 friends, {not a record}", "tags": ["Wine", "garden"], "attachments": []},
          {"kind": "check_in", "id": "a2", "day": "2026-03-14", "instant": "2026-03-14T22:00:00+01:00", "zone": "Europe/Vienna",
           "mood": 7, "craving": null, "sleep": 4, "triggers": ["Argument"], "helped": [], "note": ""},
          {"kind": "symptom_entry", "id": "a3", "day": "2026-03-15", "instant": "2026-03-15T00:30:00.250+01:00",
           "zone": "Europe/Vienna", "symptom": "Headache", "severity": 6, "metrics": {"t": 38.2}, "menstruation": true, "note": "x"},
          {"kind": "health_sample", "id": "a4", "day": "2026-03-15", "instant": "2026-03-14T22:00:00Z", "zone": "+02:00",
           "sample": "sleep", "value": 401.5, "unit": "min", "parts": {}},
          {"kind": "medication", "id": "m1000000000000000000000000", "name": "Propranolol", "strength": "40 mg", "title": "Propranolol 40 mg",
           "as_needed": false, "archived": false, "schedules": [
             {"kind": "medication_schedule", "id": "s1000000000000000000000000", "medication": "m1000000000000000000000000", "phrase": "every day at 08:00", "times": ["08:00"],
              "amount": 1, "steps": [], "start": "2026-03-01", "end": null, "zone": "Europe/Vienna",
              "since": "2026-03-01T00:00:00Z", "until": null}]},
          {"kind": "dose", "id": "d1", "state": "taken", "instant": "2026-03-14T11:30:00+01:00", "zone": "Europe/Vienna",
           "day": "2026-03-14", "medication": "m1000000000000000000000000", "amount": 1, "unit": "tablet", "scheduled": true,
           "due": "2026-03-14T08:00:00+01:00", "late": true, "schedule": "s1000000000000000000000000", "created": "2026-03-14T10:30:00Z"},
          {"kind": "dose", "id": "d2", "state": "missed", "instant": "2026-03-15T08:00:00+01:00", "zone": "Europe/Vienna",
           "day": "2026-03-15", "medication": "m1000000000000000000000000", "amount": 1, "unit": "tablet", "scheduled": true,
           "due": "2026-03-15T08:00:00+01:00", "late": false, "schedule": "s1000000000000000000000000"},
          {"kind": "trigger", "id": "t1", "name": "Argument"}
        ]
        """

    @Test func `records of every kind that is counted come in as they were logged`() throws {
        let file = try LoggedFile(reading: Array(Self.document.utf8))
        let logged = file.logged
        #expect(file.count == 7 && file.setAside == 0)
        #expect(logged.entries.map(\.tags) == [["wine", "garden"]] && logged.entries.map(\.day) == [.of("2026-03-14")])
        #expect(logged.checkIns.map(\.mood) == [7] && logged.checkIns.map(\.sleep) == [4])
        #expect(logged.checkIns.map(\.craving) == [nil] && logged.checkIns.map(\.triggers) == [["Argument"]])
        #expect(logged.symptoms.map(\.key) == ["headache"] && logged.symptoms.map(\.severity) == [6])
        #expect(logged.symptoms[0].instant.milliseconds == 1_773_531_000_250 && logged.symptoms[0].menstruation == true)
        #expect(logged.samples.map(\.value) == [401.5] && logged.samples.map(\.measure) == [.sleep])
        #expect(logged.medications.values.map(\.title) == ["Propranolol 40 mg"])
        #expect(logged.schedules.values.map(\.cadence) == [.everyDays(1)])
        #expect(logged.doses.map(\.state) == [.taken, .missed] && logged.doses.map(\.isLate) == [true, false])
        #expect(logged.intakes.count == 1, "what the time alone made missed was said by nobody")
        #expect(file.days(before: .of("2026-11-20")) == .of("2026-03-14")...(.of("2026-03-15")))
        #expect(file.days(before: .of("2026-03-15")) == .of("2026-03-14")...(.of("2026-03-14")), "today is not over")
        #expect(file.days(before: .of("2026-03-14")) == nil)
    }

    @Test(arguments: [
        // One after the other, one a line, inside other objects, in several lists.
        #"{"kind":"check_in","day":"2026-03-14","instant":"2026-03-14T22:00:00Z","zone":"UTC","mood":5}"#,
        #"""
        {"kind":"check_in","id":"1","day":"2026-03-14","instant":"2026-03-14T22:00:00Z","zone":"UTC","mood":5}
        {"kind":"check_in","id":"1","day":"2026-03-14","instant":"2026-03-14T22:00:00Z","zone":"UTC","mood":5}
        """#,
        #"""
        {"kind":"export","version":1,"lists":{"check_ins":[[{"mood":5,"day":"2026-03-14","zone":"UTC",
        "instant":"2026-03-14T22:00:00Z","kind":"check_in"}],7,null,"x"],"empty":[],"none":{}}}
        """#,
        "\u{FEFF} \r\n[{\"kind\":\"check_in\",\"day\":\"2026-03-14\",\"instant\":\"2026-03-14T22:00:00Z\",\"mood\":5}]\r\n",
        #"[{"kind":"check_in","day":"2026-03-14","instant":"2026-03-14T22:00:00Z","mood":5},{"kind":"entry","deleted":"2026-03-15T00:00:00Z"}]"#,
    ])
    func `records are found wherever they stand, and counted once`(text: String) throws {
        let file = try LoggedFile(reading: Array(text.utf8))
        #expect(file.count == 1 && file.setAside == 0 && file.logged.checkIns.map(\.mood) == [5])
    }

    @Test(
        arguments: [
            ("{", .cutOff), ("[", .cutOff), ("[1,2", .cutOff), ("[\"a", .cutOff), ("[\"a\\", .cutOff), ("{\"a\"", .cutOff),
            ("{\"a\":", .cutOff), ("{\"kind\":\"entry\",", .cutOff), ("[{\"kind\":\"entry\"", .cutOff),
            ("[1,\n2,,3]", .notJSON(line: 2, column: 3)), ("[1,]", .notJSON(line: 1, column: 4)),
            ("[\n\n}", .notJSON(line: 3, column: 1)), ("{\"a\" 1}", .notJSON(line: 1, column: 6)),
            ("{a:1}", .notJSON(line: 1, column: 2)),
            ("{\"a\":}", .notJSON(line: 1, column: 6)), ("[tru]", .notJSON(line: 1, column: 5)),
            ("[\n  01]", .notJSON(line: 2, column: 3)), ("[\"a\nb\"]", .notJSON(line: 1, column: 4)),
            ("[{\"kind\":\"entry\",\"day\":\"2026-03-14\",\"text\":\"\\q\"}]", .notJSON(line: 1, column: 46)),
            ("{\"kind\":\"entry\",\"kind\":\"entry\"}", .notJSON(line: 1, column: 17)),
            (String(repeating: "[", count: 200), .tooDeep(line: 1, limit: 64)),
            (String(repeating: "{\"a\":", count: 70_000), .tooDeep(line: 1, limit: 64)),
            ("[]", .nothingToCount), ("{}", .nothingToCount), ("[{\"kind\":\"trigger\"}]", .nothingToCount),
            ("{\"a\":[1,2]}", .nothingToCount),
            ("[{\"kind\":\"symptom_entry\",\"severity\":11}]", .nothingToCount),
        ] as [(String, LoggedFileError)])
    func `a file that cannot be used says so with the place`(text: String, error: LoggedFileError) {
        #expect(throws: error) { try LoggedFile(reading: Array(text.utf8)) }
    }

    private static let symptom = """
        {"kind":"symptom_entry","day":"2026-03-14","instant":"2026-03-14T22:00:00Z","zone":"UTC","symptom":"a","severity":3}
        """

    @Test(arguments: [
        ("\"severity\":3", "\"severity\":11", "severity"), ("\"severity\":3", "\"severity\":\"3\"", "severity"),
        ("\"severity\":3", "\"severity\":3.5", "severity"), ("\"severity\":3", "\"severity\":null", "severity"),
        ("\"severity\":3", "\"severity\":1e300", "severity"), ("2026-03-14\"", "2026-02-30\"", "day"),
        ("2026-03-14\"", "\"", "day"),
        ("T22:00:00Z", "T22:00:00", "instant"), ("T22:00:00Z", "T25:00:00Z", "instant"), ("T22:00:00Z", "", "instant"),
        ("\"symptom\":\"a\"", "\"symptom\":\" \"", "symptom"), ("\"symptom\":\"a\"", "\"symptom\":[\"a\"]", "symptom"),
    ])
    func `a record that cannot be used is set aside and named, and stops none of the others`(
        part: String, other: String, field: String
    ) throws {
        let broken = Self.symptom.replacing(part, with: other)
        let file = try LoggedFile(reading: Array("[\(Self.symptom),\n\(broken)]".utf8))
        #expect(file.count == 1 && file.setAside == 1)
        #expect(file.problems.map(\.line) == [2] && file.problems.map(\.field) == [field])
        #expect(file.problems.first?.sentence == "line 2: this symptom entry has no usable '\(field)' and is left out")
    }

    @Test(arguments: [("mood", "11"), ("craving", "-1"), ("sleep", "\"4\""), ("sleep", "2.5")])
    func `a number of a check-in that is out of range sets it aside`(member: String, number: String) throws {
        let moment = #""kind":"check_in","day":"2026-03-14","instant":"2026-03-14T22:00:00Z""#
        let file = try LoggedFile(reading: Array("[{\(moment),\"mood\":5.0},\n{\(moment),\"\(member)\":\(number)}]".utf8))
        #expect(file.logged.checkIns.map(\.mood) == [5] && file.problems.map(\.field) == [member])
    }

    @Test func `any bytes at all are refused or read, and nothing traps`() throws {
        for seed in UInt64(1)...400 {
            var chance = SplitMix64(seed: seed)
            var bytes = Array(Self.document.utf8)
            for _ in 0..<Int.random(in: 1...12, using: &chance) {
                let place = Int.random(in: 0..<bytes.count, using: &chance)
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &chance)))
                default: bytes.insert(contentsOf: Array("{}[],:\"\\e9".utf8.shuffled(using: &chance)), at: place)
                }
                if bytes.isEmpty { bytes = [0x5B] }
            }
            if let file = try? LoggedFile(reading: bytes) {
                #expect(file.count > 0, "seed \(seed)")
                _ = file.patterns(before: .of("2026-11-20"))
            }
        }
    }

    @Test func `schedules say what was missed where a file holds only what was said`() throws {
        var text = Self.document.replacing("\"kind\": \"dose\"", with: "\"kind\": \"intake\"")
        text = text.replacing("\"state\": \"missed\"", with: "\"state\": \"due\"")
        let logged = try LoggedFile(reading: Array(text.utf8)).logged
        #expect(logged.doses.map(\.occurrence.day) == [.of("2026-03-14"), .of("2026-03-15")])
        #expect(logged.doses.map(\.state) == [.taken, .missed])
    }

    @Test func `ids of another program join what they name, and nothing else`() throws {
        let text = Self.document.replacing("m1000000000000000000000000", with: "m1")
            .replacing("s1000000000000000000000000", with: "s1")
        let file = try LoggedFile(reading: Array(text.utf8))
        let medicine = try #require(file.logged.medications.keys.first)
        #expect(file.count == 7 && file.setAside == 0 && file.logged.medications.count == 1 && medicine != .unknown)
        #expect(file.logged.schedules.values.map(\.medication) == [medicine])
        #expect(file.logged.doses.map(\.occurrence.medication) == [medicine, medicine])
        #expect(Set(file.logged.doses.map(\.occurrence.name.schedule)) == Set(file.logged.schedules.keys))
        #expect(file.logged.intakes.map(\.medication) == [medicine])
        let other = text.replacing("\"2026-03-15\", \"medication\": \"m1\"", with: "\"2026-03-15\", \"medication\": \"m2\"")
        let names = try LoggedFile(reading: Array(other.utf8)).logged.medications.values.map(\.name)
        #expect(names.sorted() == ["Propranolol", "a medicine"])
    }

    @Test func `files of another kind are named for what they are`() {
        #expect(throws: ImportError.otherKind(.zip)) { try LoggedFile(reading: [0x50, 0x4B, 3, 4, 0]) }
        #expect(throws: ImportError.notText) { try LoggedFile(reading: [UInt8](repeating: 1, count: 400)) }
        #expect(throws: ImportError.self) { try LoggedFile(path: "/nowhere/at all") }
        #expect(throws: ImportError.notAFile(path: "/")) { try LoggedFile(path: "/") }
        #expect(throws: LoggedFileError.noDateColumn) { try LoggedFile(reading: []) }
    }

    // MARK: Patterns

    /// So many days of headaches, about two points higher on the day after wine; made without chance in its numbers but a seed.
    static func diary(days: Int, effect: Double, seed: UInt64) -> String {
        var chance = SplitMix64(seed: seed)
        var (wine, records) = (false, [String]())
        for day in 0..<days {
            guard let date = LocalDay.of("2026-01-05").adding(days: day)?.iso else { continue }
            let noise = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &chance) }
            let level = Int(min(max(4 + (wine ? effect : 0) + noise, 0), 10).rounded())
            wine = Double.random(in: 0..<1, using: &chance) < 0.35
            let moment = "\"day\":\"\(date)\",\"zone\":\"UTC\",\"instant\":\"\(date)T18:00:00Z\""
            records.append("{\"kind\":\"symptom_entry\",\(moment),\"symptom\":\"Headache\",\"severity\":\(level)}")
            records.append("{\"kind\":\"entry\",\(moment),\"tags\":[\(wine ? "\"wine\"" : "")]}")
        }
        return "[" + records.joined(separator: ",\n") + "]"
    }

    @Test func `a pattern that is there is found by the looks of a whole history, and one that is not is not`() throws {
        let today = LocalDay.of("2026-12-31")
        let file = try LoggedFile(reading: Array(Self.diary(days: 240, effect: 3, seed: 4).utf8))
        let patterns = try #require(file.patterns(before: today))
        let cue = try #require(patterns.cues.first)
        let wine = Hypothesis.factor(.tag("wine"), .symptom("headache"), lag: 1)
        #expect(cue.pattern.watch.hypothesis == wine && patterns.cues.count == 1)
        #expect(abs(cue.finding.difference) > 1.5 && patterns.firstDay == .of("2026-01-05"))
        #expect(patterns.look.map { $0.asked > 0 } == true)
        // The same file says the same each time, and its days come in any order.
        #expect(file.patterns(before: today)?.cues == patterns.cues)
        let noise = try LoggedFile(reading: Array(Self.diary(days: 240, effect: 0, seed: 5).utf8))
        #expect(noise.patterns(before: today)?.cues.isEmpty == true)
    }

    @Test func `before six weeks are over nothing is said but when the first look will be`() throws {
        let file = try LoggedFile(reading: Array(Self.diary(days: 30, effect: 3, seed: 1).utf8))
        let patterns = try #require(file.patterns(before: .of("2026-12-31")))
        #expect(patterns.cues.isEmpty && patterns.watching.isEmpty && patterns.look == nil)
        #expect(patterns.nextLook == .of("2026-02-16") && patterns.today == LocalDay.of("2026-02-04").number)
    }

    // MARK: Tables

    @Test(arguments: [
        ("day,pain\n2026-03-14,3\n2026-03-15,4.5\n", ["pain"], [3, 4.5]),
        ("\u{FEFF}Date;Pain;Note\r\n14.03.2026;3,5;\"a;b\"\r\n15.03.2026;;x\r\n16.03.2026;7;\r\n", ["pain"], [3.5, 7]),
        ("day;pain\n2026-03-14;10.500\n2026-03-15;9,5\n", ["pain"], [10500, 9.5]),
        ("day,pain\n2026-03-14,\"10,500\"\n2026-03-15,0.5\n", ["pain"], [10500, 0.5]),
        ("day,pain\n2026-03-14,10.500\n2026-03-15,7\n", ["pain"], [10.5, 7]),
        (
            "timestamp\tid\tmood\n2026-03-14T08:00:00+01:00\t1\t3\n\n2026-03-15T08:00:00+01:00\t2\t9\n2026-03-16\t3\t2", ["mood"],
            [3, 9, 2]
        ),
        (
            "name,startday,startmonth,startyear,intensity\n\"Knee Pain\",22,10,2018,3\n\"Knee Pain\",,,,4\n",
            ["symptom:knee pain"], [3, 4]
        ),
        ("A remark above,,\nyear,month,day,region,intensity\n2015,11,25,Knees,5.7\n,,26,Knees,5\n", ["symptom:knees"], [5.7, 5]),
    ])
    func `tables of several kinds are read`(text: String, names: [String], values: [Double]) throws {
        let file = try LoggedFile(reading: Array(text.utf8))
        let wanted = names.map { $0 == "pain" ? "symptom:pain" : $0 }
        #expect(file.series.map(\.name.text) == wanted)
        #expect(file.series.first?.readings.map(\.value) == values)
    }

    @Test func `columns that are filled on as many days come in the order of the table`() throws {
        let text = "full_date,date,zeal,measure:x,ache\n2026-03-14,March 14,3,4,5\n2026-03-15,March 15,3,4,5\n"
        let file = try LoggedFile(reading: Array(text.utf8))
        let names = Diary.outcomeNames(file.logged, through: LocalDay.of("2026-03-15").number)
        #expect(names == [.symptom("zeal"), .measure("x"), .symptom("ache")])
    }

    @Test func `dates that can be read in two ways are read as the one that cannot`() throws {
        let file = try LoggedFile(reading: Array("start,a\n10/11/2014 17:15,1\n10/28/2014 9:22,5\n10/29/2014,2\n".utf8))
        let readings = try #require(file.series.first?.readings)
        #expect(readings.map(\.day) == ["2014-10-11", "2014-10-28", "2014-10-29"].map { LocalDay.of($0).number })
        #expect(readings.map(\.minute) == [17 * 60 + 15, 9 * 60 + 22, 720])
    }

    @Test func `lines without a number are events, and counters are no levels`() throws {
        let events = try LoggedFile(reading: Array("day,activity\n2026-03-14,Walk\n2026-03-14,Climbing\n2026-03-15,Walk\n".utf8))
        #expect(events.series.isEmpty && events.logged.entries.map(\.tags) == [["walk"], ["climbing"], ["walk"]])
        let lines = (1...9).map { "2026-03-0\($0),\($0),\($0 % 3)" }
        let counter = try LoggedFile(reading: Array((["day,row,level"] + lines).joined(separator: "\n").utf8))
        #expect(counter.series.map(\.name) == [.symptom("level")])
    }

    @Test(
        arguments: [
            ("a,b\n1,2\n", .noDateColumn), ("just words", .noDateColumn),
            ("day,pain\n2026-03-14,3\nsoon,4\n", .notADate(line: 3)),
            ("time,pain\n2026-03-14,3\n17,4\n", .notADate(line: 3)),
            ("day,pain\n2026-02-30,3\n", .notADate(line: 2)), ("year,month,day,x\n,,4,1\n", .notADate(line: 2)),
            ("day\tpain\n2026-03-14\t7\n2026-03-15\t10,500\n2026-03-16\t8\n", .unclearNumber(line: 3, "10.5", "10500")),
            ("day,pain\n", .nothingToCount), ("day,pain\n2026-03-14,much\n", .nothingToCount),
            ("day" + String(repeating: ",", count: 500), .tooWide(limit: 400)),
        ] as [(String, LoggedFileError)])
    func `a table that cannot be read says why`(text: String, error: LoggedFileError) {
        #expect(throws: error) { try LoggedFile(reading: Array(text.utf8)) }
    }

    @Test(arguments: [
        ("date,time,pain\n2026-03-01,21:30,3\n2026-03-02,07:05,5\n", ["2026-03-01 1290", "2026-03-02 425"]),
        ("Date,Time,Pain\n3/13/2026,9:30 PM,3\n3/14/2026,,5\n", ["2026-03-13 1290", "2026-03-14 720"]),
        ("year,month,day,time,pain\n2026,3,1,8pm,3\n,,2,7:05,5\n", ["2026-03-01 1200", "2026-03-02 425"]),
        // Minutes of something are no times of day.
        ("date,time,pain\n2026-03-01,45,3\n2026-03-02,30,5\n", ["2026-03-01 720", "2026-03-02 720"]),
        // Half past midnight in Vienna.
        ("date,pain\n2026-03-01T23:30:00Z,3\n2026-03-02T23:30:00+00:00,5\n", ["2026-03-02 30", "2026-03-02 1410"]),
        ("date,time (UTC),pain\n2026-03-01,23:30,3\n2026-03-02,22:30,5\n", ["2026-03-02 30", "2026-03-02 1410"]),
        ("Date (UTC),pain\n2026-03-01 23:30,3\n2026-03-02 22:30,5\n", ["2026-03-02 30", "2026-03-02 1410"]),
        ("timestamp_utc,pain\n2026-03-01 23:30,3\n2026-03-02 22:30,5\n", ["2026-03-02 30", "2026-03-02 1410"]),
    ])
    func `a time counts in a column of its own, and with Z in the owner's zone`(text: String, expected: [String]) throws {
        let here = Surroundings(now: { 1_780_000_000_000 }, zone: try #require(Zone(identifier: "Europe/Vienna")))
        let file = try LoggedFile(reading: Array(text.utf8), in: here)
        let pain = try #require(file.series.first { $0.name == .symptom("pain") })
        #expect(pain.readings.map { "\(LocalDay(number: $0.day)?.iso ?? "") \($0.minute)" } == expected)
    }

    @Test func `a time that is none is not taken for noon`() {
        let text = "date,time,pain\n2026-03-01,21:30,3\n2026-03-02,07:05,5\n2026-03-03,31:05,5\n"
        #expect(throws: LoggedFileError.notADate(line: 4)) { try LoggedFile(reading: Array(text.utf8)) }
    }
}
