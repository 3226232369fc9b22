import Foundation
import GivenValues
import Importing
import Journal
import SeededChance
import Testing

@Suite struct BearableTests {
    private let head = "date,weekday,time of day,category,rating/amount,detail,notes\n"

    private func read(_ rows: String...) throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(
            try folder.write("bearable.csv", head + rows.map { "\"22nd Sep 2020\",\"Tuesday\"," + $0 + "\n" }.joined()))
        #expect(found.format == .bearable)
        return found.output
    }

    @Test(arguments: [
        ("am,Symptom,1,Headache (Mild),\"\"", ImportedPart.symptom("Headache", severity: 3, metrics: ["bearable": 1])),
        ("am,Symptom,2,Back (lower) pain (Moderate),. ", .symptom("Back (lower) pain", severity: 5, metrics: ["bearable": 2])),
        (
            "am,Symptom,3,Back (mid) pain (Severe),hurts",
            .symptom("Back (mid) pain", severity: 8, metrics: ["bearable": 3], note: "hurts")
        ),
        ("am,Symptom,4,Nausea (Unbearable),", .symptom("Nausea", severity: 10, metrics: ["bearable": 4])),
        ("am,Symptom,,Nausea (Severe),", .symptom("Nausea", severity: 8, metrics: ["bearable": 3])),
        ("am,Mood,7,happy | calm,", .checkIn(mood: 7, note: "happy, calm")),
        ("am,Sleep quality,4,,None", .checkIn(sleep: 4)),
        ("am,Sleep,9:45,,", .sample(.sleep, 585)),
        ("am,Meds/Supplements,400,Magnesium (mg),", .dose(of: "Magnesium", amount: Amount(400) ?? .one, unit: "mg")),
        (
            "am,Meds/Supplements,0.5,Tablet (half) (pill),n",
            .dose(of: "Tablet (half)", amount: Amount(thousandths: 500) ?? .one, unit: "pill", note: "n")
        ),
        ("am,Meds/Supplements,None,Magnesium,", .dose(of: "Magnesium")),
        ("am,Factors,2,Coffee,", .measure(Measure("Coffee"), 2)),
        ("am,Food Diary factors,500,Water (ml),lots", .measure(Measure("Water", unit: "ml"), 500, note: "lots")),
        ("am,Factors,2,Coffee (Some),", .measure(Measure("Coffee"), 2, note: "Some")),
    ])
    func `a row becomes what it is in a health log`(row: String, part: ImportedPart) throws {
        let output = try read(row)
        #expect(output.items == 1)
        #expect(output.records.first?.parts == [part])
        #expect(output.records.first?.text == "")
        #expect(output.records.first?.day.iso == "2020-09-22")
    }

    @Test(arguments: [
        ("pre", "03:00"), ("am", "09:00"), ("mid", "15:00"), ("pm", "21:00"), ("all day", nil), ("", nil), ("03:00", "03:00"),
        ("3:33", "03:33"),
        ("25:99", nil),
    ])
    func `a part of the day is an hour`(words: String, clock: String?) throws {
        let output = try read("\(words),Symptom,1,Headache (Mild),")
        #expect(output.records.first?.time?.clock == clock)
    }

    @Test(arguments: [
        ("am,Gratitudes,,\"The sea,\nand bread\",", "The sea,\nand bread", "gratitudes"),
        ("am,Energy,4,,", "Energy: 4", "energy"),
        ("am,Food Diary,,Soup,with salt", "Soup\n\nwith salt", "food-diary"),
        ("am,Symptom,9,Headache (Mild),", "Symptom: 9, Headache (Mild)", "symptom"), ("am,Mood,42,odd,", "Mood: 42, odd", "mood"),
        ("am,Sleep,lots,,", "Sleep: lots", "sleep"),
        ("am,Meds/Supplements,-1,Magnesium,", "Meds/Supplements: -1, Magnesium", "meds/supplements"),
    ])
    func `what has no scale here is kept as words`(row: String, text: String, tag: String) throws {
        let output = try read(row)
        #expect(output.records.first?.text == text)
        #expect(output.records.first?.parts == [])
        #expect(output.records.first?.tags.map(\.name) == [tag])
    }

    @Test func `factors are tags, and those with an amount measurements`() throws {
        let output = try read(
            "all day,Factors,,Quiet day | With family | Caffeine (2),home all day",
            "pm,Sleep factors,,Screen time (High) | Alcohol (None),"
        )
        #expect(output.records.map(\.text) == ["Quiet day, With family", "Screen time (High), Alcohol (None)"])
        #expect(output.records.map { $0.tags.map(\.name) } == [["Quiet-day", "With-family"], ["Screen-time"]])
        #expect(output.records.map(\.parts) == [[.measure(Measure("Caffeine"), 2, note: "home all day")], []])
    }

    @Test func `later exports name the day a second time`() throws {
        let folder = try SampleFolder()
        let path = try folder.write(
            "b.csv",
            "date,date formatted,weekday,time of day,category,rating/amount,detail,notes\n\"1st Xyz 2023\",2023-05-01,Mon,am,Mood,5,,\n\"40th Sep 2020\",,Mon,am,Mood,5,,\n,,Mon,am,Mood,5,,\n\"2nd May 2023\",2023-05-02,Mon,am,Mood,None,,\n"
        )
        let output = try readSource(path).output
        #expect(output.records.map(\.day.iso) == ["2023-05-01"])
        #expect(output.problems.map(\.reason) == [.impossibleDate, .noDate, .empty])
        #expect(output.problems.map(\.position.line) == [3, 4, 5])
    }

    @Test func `changed bytes never end the program`() throws {
        let folder = try SampleFolder()
        var random = SplitMix64(seed: 43)
        let table = Array(
            (head + "\"22nd Sep 2020\",Tue,am,Symptom,1,\"Headache (Mild)\",\n\"1st Jan 2021\",x,pm,Sleep,9:45,,\"a \"\"b\"\"\"\n")
                .utf8)
        for index in 0..<150 {
            guard let output = try? readSource(try folder.write("b.csv", mutated(table, &random)), .bearable).output else {
                continue
            }
            #expect(output.items < 100, "seed 43, sample \(index)")
        }
    }

    @Test(.realExports) func `real rows come in whole`() throws {
        let script = "import csv,sys\nprint(len([r for r in csv.reader(open(sys.argv[1],encoding='utf-8-sig')) if r])-1)"
        let (path, count) = try countedByPython("bearable_csv/omegajak_unit_test_rows.csv", script)
        let found = try readSource(path)
        #expect(found.format == .bearable)
        #expect(String(found.output.records.count) == count && found.output.records.allSatisfy { $0.parts.count == 1 })
    }
}
