import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import Testing

@Suite struct TapLogTests {
    private let head =
        "\"Milliseconds\",\"timezoneOffset\",\"timestamp\",\"DayOfWeek\",\"_id\",\"cat1\",\"cat2\",\"number\",\"note\",\"latitude\",\"longitude\"\n"

    private func read(_ rows: String...) throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.write("taplog.csv", head + rows.map { $0 + "\n" }.joined()))
        #expect(found.format == .taplog)
        return found.output
    }

    @Test func `two taps make an interval`() throws {
        let output = try read(
            "\"1596992597427\",\"3600000\",\"2020-08-09T18:03:17.427+01:00\",\"dimanche\",\"8\",\"Sport\",\"Sport Str\",,,,",
            "\"1596996698783\",\"3600000\",\"2020-08-09T19:11:38.783+01:00\",\"dimanche\",\"9\",\"Sport\",\"Sport End\",,,,",
            "\"1596999698783\",\"3600000\",\"\",\"\",\"10\",\"Sport\",\"Sport End\",,,,")
        #expect(output.records.map(\.text) == ["Sport › Sport Str", "Sport › Sport End (1 h 08 min)", "Sport › Sport End"])
        #expect(output.records.map(\.day.iso) == ["2020-08-09", "2020-08-09", "2020-08-09"])
        #expect(output.records.map(\.offset) == [3600, 3600, 3600])
        #expect(output.records[0].time?.clock == "18:03")
        #expect(output.records[1].more["minutes"] == 68)
        #expect(output.records[0].tags.map(\.name) == ["Sport"])
        #expect(Set(output.records.compactMap(\.sourceID)).count == 3)
    }

    @Test func `number, note and place come along`() throws {
        let record = try #require(
            try read("\"1596992597427\",\"-18000000\",\"\",\"\",\"8\",\"Water\",,\"0.5\",\"cold, clear\",\"48.2\",\"16.4\"")
                .records.first)
        #expect(record.text == "Water: 0.5\n\ncold, clear")
        #expect(record.place == Place(name: "", latitude: 48.2, longitude: 16.4))
        #expect(record.time?.clock == "12:03" && record.offset == -18000)
        #expect(record.more["number"] == .double(0.5))
    }

    @Test(arguments: [
        ("\"\",\"\",\"\",\"\",\"8\",\"Sport\",\"\",,,,", ImportProblem.Reason.noDate),
        ("\"99999999999999999999\",\"0\",\"\",\"\",\"8\",\"Sport\",\"\",,,,", .impossibleDate),
        ("\"x\",\"y\",\"2020-02-30T10:00:00+01:00\",\"\",\"8\",\"Sport\",\"\",,,,", .impossibleDate),
        ("\"1596992597427\",\"3600000\",\"\",\"\",\"8\",\"\",\"\",,,,", .empty),
    ])
    func `a row that is none is a problem`(row: String, reason: ImportProblem.Reason) throws {
        let output = try read(row, "\"1596992597427\",\"3600000\",\"\",\"\",\"8\",\"Sport\",\"\",,,,")
        #expect(output.problems.map(\.reason) == [reason])
        #expect(output.records.count == 1)
    }

    @Test(.realExports) func `a real table comes in whole, with its intervals`() throws {
        let script = """
            import csv,sys
            rows=list(csv.DictReader(open(sys.argv[1])))
            pairs=sum(1 for a,b in zip(rows,rows[1:]) if a['cat2']=='Sport Str' and b['cat2']=='Sport End' and int(b['Milliseconds'])-int(a['Milliseconds'])<86430000)
            print(len(rows), pairs)
            """
        let (path, count) = try countedByPython("taplog_csv/myaiguide_taplog_2020-2022.csv", script)
        let found = try readSource(path)
        #expect(found.format == .taplog)
        let output = found.output
        #expect("\(output.records.count) \(output.records.count { $0.more["minutes"] != nil })" == count)
    }
}
