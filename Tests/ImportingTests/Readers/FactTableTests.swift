import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import Testing

@Suite struct FactTableTests {
    private func read(_ table: String) throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.write("table.csv", table))
        #expect(found.format == .csv)
        return found.output
    }

    @Test func `empty cells are as on the row above`() throws {
        let output = try read(
            "No value = as before,,,region,side and,intensity\nyear,month,day,region,side,intensity\n2015,11,25,Knees,,5.7\n,,,Hands,Left,3\n,,26,,,\n,12,1,Knees,,11\n,,40,Knees,,1\n,,1,Knees,,x\n"
        )
        #expect(output.records.map(\.day.iso) == ["2015-11-25", "2015-11-25", "2015-11-26", "2015-12-01", "2015-12-01"])
        #expect(
            output.records.prefix(3).map(\.parts) == [
                [.symptom("Knees", severity: 6, metrics: ["intensity": 5.7])],
                [.symptom("Hands", severity: 3, metrics: ["intensity": 3], note: "side Left")],
                [.symptom("Hands", severity: 3, metrics: ["intensity": 3])],
            ])
        #expect(output.records.suffix(2).map(\.text) == ["Knees 11", "Knees x"])
        #expect(output.problems == [ImportProblem(position: SourcePosition(line: 7, ordinal: 5), reason: .impossibleDate)])
    }

    @Test func `what was done keeps its own empty cells`() throws {
        let output = try read(
            "year,month,day,activity,start time,duration,km\n2015,11,23,Road Bike,16:30,40,12.5\n,,26,Walk,,15,\n")
        #expect(output.records.map(\.text) == ["Road Bike: duration 40, km 12.5", "Walk: duration 15"])
        #expect(output.records.map { $0.time?.clock } == ["16:30", nil])
        #expect(output.records.map { $0.tags.map(\.name) } == [["Road-Bike"], ["Walk"]])
    }

    @Test func `one date that can be read in one way only speaks for all`() throws {
        let output = try read("V1,start,calm,down,worried\n1,10/8/2014 17:15,34,28,34\n2,10/28/2014 21:30,50,26,31\n")
        #expect(output.records.map(\.day.iso) == ["2014-10-08", "2014-10-28"])
        #expect(output.records[0].text == "V1 1, calm 34, down 28, worried 34")
        #expect(output.findings.isEmpty)
    }

    @Test(arguments: ["a,b,c\n1,2,3\n", "date,thing,more\nx,y,z\n", "", "\n\n\n"])
    func `other tables are none`(table: String) throws {
        let folder = try SampleFolder()
        #expect(throws: ImportError.self) { try readSource(try folder.write("table.csv", table), .csv) }
    }

    @Test(
        .realExports,
        arguments: [
            ("timeseries/myaiguide_P1_pain.csv", 2), ("timeseries/myaiguide_P1_sport.csv", 1),
            ("timeseries/myaiguide_P3_kneepain.csv", 1),
            ("timeseries/myaiguide_P4_pain.csv", 1), ("timeseries/manyAnalystsESM_single_person.csv", 1),
        ])
    func `real tables come in whole`(fixture: String, heads: Int) throws {
        let script =
            "import csv,sys\nprint(sum(1 for r in csv.reader(open(sys.argv[1],errors='replace')) if any(c.strip() for c in r)))"
        let (path, count) = try countedByPython(fixture, script)
        let found = try readSource(path)
        #expect(found.format == .csv)
        #expect(String(found.output.items + heads) == count && found.output.problems.isEmpty)
    }
}
