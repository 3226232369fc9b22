import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import Testing

@Suite struct NomieTests {
    private func backup(_ logs: String..., trackers: String = "{}") -> String {
        "{\"nomie\": {\"number\": \"5.6\", \"created\": \"2021-01-01\"}, \"events\": [" + logs.joined(separator: ", ")
            + "], \"trackers\": \(trackers), \"people\": {}}"
    }

    private func log(_ members: String, note: String = "#mood(4) @em +memory Rain") -> String {
        "{\"_id\": \"a1\", \"note\": \"\(note)\", \"end\": 1598800000000\(members)}"
    }

    private func read(_ text: String, _ name: String = "nomie.json") throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.write(name, text))
        #expect(found.format == .nomie)
        return found.output
    }

    @Test(
        arguments: [
            (", \"offset\": 240", "2020-08-30", "11:06:40", -14_400), (", \"offset\": 0", "2020-08-30", "15:06:40", 0),
            (", \"offset\": -720", "2020-08-31", "03:06:40", 43_200), ("", "2020-08-30", "17:06:40", 7200),
            (", \"offset\": 99999", "2020-08-30", "17:06:40", 7200),
        ])
    func `a log keeps the clock it was made by, UTC too`(members: String, day: String, time: String, offset: Int) throws {
        let record = try #require(try read(backup(log(members))).records.first)
        #expect(record.day.iso == day)
        #expect(shown(record.time) == time)
        #expect(record.offset == offset)
    }

    @Test func `everything that stands in a note is found`() throws {
        let members =
            ", \"start\": 1598790000000, \"lat\": null, \"lng\": 12.5, \"location\": \"Pier\", \"score\": 2, \"pinned\": true, \"modified\": false"
        let trackers = "{\"mood\": {\"tag\": \"mood\", \"min\": \"1\", \"max\": 10}}"
        let record = try #require(try read(backup(log(members), trackers: trackers)).records.first)
        #expect(record.text == "#mood(4) @em +memory Rain")
        #expect(record.tags.map(\.name) == ["em", "memory", "mood"])
        #expect(record.rating == ImportedRating(name: "mood 4", level: 2))
        #expect(record.place == Place(name: "Pier", latitude: 0, longitude: 12.5))
        #expect(record.more == ["score": .int(2), "start": .int(1_598_790_000_000)])
        #expect(record.starred)
        #expect(record.sourceID == "a1")
        #expect(try read(backup(log(""))).records.map(\.rating) == [ImportedRating(name: "mood 4")])
        #expect(try read(backup(log("", note: "#mood"))).records.map(\.rating) == [nil])
    }

    @Test(
        arguments: [
            ("5", .malformed), ("{\"note\": \"x\"}", .noDate), ("{\"note\": \"x\", \"end\": null}", .noDate),
            ("{\"note\": \"x\", \"end\": 1e40}", .impossibleDate), ("{\"note\": \"x\", \"end\": \"soon\"}", .impossibleDate),
            ("{\"note\": \" \", \"end\": 1598800000000}", .empty), ("{\"note\": 5, \"end\": \"2020-08-30T10:00:00Z\"}", .empty),
        ] as [(String, ImportProblem.Reason)])
    func `a bad log is a problem and stops no other`(bad: String, reason: ImportProblem.Reason) throws {
        let output = try read(backup(log(""), bad, log("")))
        #expect(output.records.count == 2)
        #expect(output.problems == [ImportProblem(position: SourcePosition(ordinal: 2), reason: reason)])
    }

    @Test func `an empty backup has no records`() throws {
        #expect(try read(backup()).items == 0)
    }

    @Test func `the detailed table is read by its columns`() throws {
        let table = """
            epoch,start,end,offset,note,lat,lng,location,score
            1598800000000,2020-08-30T11:06:00.000,2020-08-30T11:06:40.000,240,#mood(4) Rain,0,12.5,Pier,2
            soon,,,,x,,,,
            """
        let output = try read(table, "n.csv")
        let record = try #require(output.records.first)
        #expect(record.text == "#mood(4) Rain")
        #expect(shown(record.time) == "11:06:40")
        #expect(record.place == Place(name: "Pier", latitude: 0, longitude: 12.5))
        #expect(output.problems == [ImportProblem(position: SourcePosition(line: 3, ordinal: 2), reason: .noDate)])
    }

    @Test(.realExports) func `a real export gives as many records as it has`() throws {
        let script =
            "import csv, sys; rows = list(csv.DictReader(open(sys.argv[1]))); print(len(rows), rows[0]['timestamp'][:16])"
        let (path, count) = try countedByPython("nomie_csv/nomie_zenobase_sample.csv", script)
        let (format, output) = try readSource(path)
        #expect(format == .nomie)
        let first = try #require(output.records.first)
        #expect("\(output.items) \(first.day.iso)T\(shown(first.time))" == count)
        #expect(output.problems.isEmpty)
        #expect(first.offset == -14_400)
    }
}
