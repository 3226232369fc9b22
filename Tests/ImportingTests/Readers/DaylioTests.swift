import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct DaylioTests {
    private func read(_ text: String, _ name: String = "export.csv") throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.write(name, text))
        #expect(found.format == .daylio)
        return found.output
    }

    @Test(arguments: [
        "year,date,weekday,time,mood,activities,note\n2018,28 September,Friday,6:50 pm,rad,run | read,Fine day",
        "year,date,weekday,time,mood,activities,note\n2018,28. September,Freitag,18:50,rad,run | read,Fine day",
        "\u{FEFF}full_date,date,weekday,time,mood,activities,note\r\n2018-09-28,September 28,Friday,18:50,rad,run | read,Fine day\r\n",
        "full_date,date,weekday,time,mood,activities,note_title,note\n2018-09-28,x,x,6:50\u{202F}PM,\"rad\",\"run | read \",\"\",\"Fine day\"",
        "full_date,date,weekday,time,mood,activities,scales,note_title,note\n2018-09-28,1 janvier,lundi,6:50 PM,rad,run | read,\"\",\"\",Fine day\n",
    ])
    func `all generations of the table say the same`(table: String) throws {
        let output = try read(table)
        let record = try #require(output.records.first)
        #expect(output.items == 1)
        #expect(record.day.iso == "2018-09-28")
        #expect(record.time == TimeOfDay(hour: 18, minute: 50))
        #expect(record.zone == nil && record.offset == nil)
        #expect(record.rating == ImportedRating(name: "rad"))
        #expect(record.tags.map(\.name) == ["read", "run"])
        #expect(record.text == "Fine day")
        #expect(record.changes.isEmpty)
    }

    private let head = "full_date,date,weekday,time,mood,activities,note_title,note\n"

    @Test(arguments: [
        (
            "2022-10-26,d,w,8:00 PM,tired,\"a | \"\"b\"\"\",\"Mauris \"\"x\"\"\",\"He said \"\"hi\"\".\"",
            "# Mauris \"x\"\n\nHe said \"hi\".", false
        ),
        ("2022-10-26,d,w,8:00 PM,tired,a,,\"Sed ut\",\"Maecenas, dictum.\"", "# Sed ut\n\nMaecenas, dictum.", true),
        ("2022-10-26,d,w,8:00 PM,tired,a,Title,He said, hi, and left", "# Title\n\nHe said, hi, and left", true),
        ("2022-10-26,d,w,8:00 PM,tired,a,,\"He said \"hi\" to me\"", "He said \"hi\" to me", true),
        ("2022-10-26,d,w,8:00 PM,tired,a,,\"never closed", "never closed", true),
        ("2022-10-26,d,w,8:00 PM,tired,a,,\"one\ntwo\"", "one\ntwo", false),
        ("2022-10-26,d,w,8:00 PM,tired,a,,\"list:\n2022-10-25,not a row\nend\"", "list:\n2022-10-25,not a row\nend", false),
        (
            "2022-10-26,d,w,8:00 PM,tired,a,,Who knows.<br><br>Am I [[virtual]]?<b>b</b>", "Who knows.\n\nAm I [[virtual]]?**b**",
            false
        ),
    ])
    func `quotation marks and commas in the wrong place spoil no other row`(row: String, text: String, isMended: Bool) throws {
        let output = try read(head + "2022-10-27,d,w,1:00 PM,good,x,,before\n" + row + "\n2022-10-25,d,w,1:00 PM,good,x,,after\n")
        #expect(output.records.map(\.text) == ["before", text, "after"])
        #expect(output.records[1].changes.contains(.rowMended) == isMended)
        #expect(output.problems.isEmpty)
    }

    @Test func `a day without words has those of its facts`() throws {
        let output = try read(
            head + "2022-10-26,d,w,8:00 PM,sad ,\"clean | movies / tv | \",,\n2022-10-25,d,w,8:00 PM,meh,,,\"\"\n")
        #expect(output.records.map(\.text) == ["sad: clean, movies / tv", "meh"])
        #expect(output.records.allSatisfy { $0.changes.contains(.wordsFromFacts) })
        #expect(output.records[0].tags.map(\.name) == ["clean", "movies-/-tv"])
        #expect(output.records[0].more["activities"] == ["clean", "movies / tv"])
    }

    @Test func `the night of the scales is one of the health log`() throws {
        let table = "full_date,date,weekday,time,mood,activities,scales,note_title,note\n2026-04-12,d,w,12:00,rested,,"
        let output = try read(table + "Sleep Quality: 8/10 points | Sleep Time: 8:00 | Awake mid-sleep: 1:00,,x\n")
        #expect(output.records.first?.parts == [.checkIn(sleep: 4, note: "8/10 points"), .sample(.sleep, 480)])
        #expect(output.records.first?.more["scales"]?.string?.contains("Awake") == true)
    }

    @Test(arguments: [
        ("2022-13-40,d,w,8:00 PM,tired,a,,x", ImportProblem.Reason.impossibleDate), (",d,w,8:00 PM,tired,a,,x", .impossibleDate),
        (",,w,8:00 PM,tired,a,,x", .noDate), ("2022-10-26,d,w,8:00 PM,,,,", .empty), ("2022-10-26,d", .malformed),
        ("words alone", .malformed),
    ])
    func `a row that is none is a problem with its line`(row: String, reason: ImportProblem.Reason) throws {
        let output = try read(head + "2022-10-27,d,w,1:00 PM,good,x,,before\n" + row + "\n2022-10-25,d,w,1:00 PM,good,x,,after\n")
        #expect(output.records.map(\.text) == ["before", "after"])
        #expect(output.problems == [ImportProblem(position: SourcePosition(line: 3, ordinal: 2), reason: reason)])
    }

    // ---- backups ----

    private let backup = """
        {"version": 15, "customMoods": [
          {"id": 1, "custom_name": "", "mood_group_id": 1, "predefined_name_id": 1},
          {"id": 2, "custom_name": "null", "mood_group_id": 2, "predefined_name_id": 2},
          {"id": 9, "custom_name": "love it", "mood_group_id": 5, "predefined_name_id": -1},
          {"id": 10, "custom_name": "odd", "mood_group_id": 77, "predefined_name_id": -1}],
         "tags": [{"id": 14, "name": "famille "}, {"id": 15, "name": "amis"}], "assets": [{"id": 3, "checksum": "abc"}, {"id": 4, "checksum": "gone"}],
         "dayEntries": [
          {"id": 2, "minute": 36, "hour": 23, "day": 31, "month": 0, "year": 2023, "datetime": 0, "timeZoneOffset": 3600000, "mood": 1,
           "note": "a<br>b", "note_title": "T", "tags": [14, 15, 99], "assets": [3, 4]},
          {"id": 3, "minute": 0, "hour": 9, "day": 1, "month": 11, "year": 2023, "timeZoneOffset": -18000000, "mood": 9, "note": "", "tags": [15]},
          {"id": 4, "minute": 0, "hour": 9, "day": 2, "month": 11, "year": 2023, "mood": 2, "note": "x"},
          {"id": 5, "minute": 0, "hour": 9, "day": 3, "month": 11, "year": 2023, "mood": 10, "note": "y"},
          {"id": 6, "minute": 0, "hour": 9, "day": 31, "month": 1, "year": 2023, "mood": 1, "note": "z"}, 7],
         "writingTemplates": [{"id": 1, "title": "Morning", "body": "<b>How?</b><br>"}]}
        """

    @Test func `a backup tells moods by their group and months from nought`() throws {
        let folder = try SampleFolder()
        let inside = Array(Data(backup.utf8).base64EncodedString(options: [.lineLength76Characters]).utf8)
        let zip = try folder.zip("b.daylio", [("backup.daylio", inside), ("assets/photos/2023/1/abc", [1, 2, 3])])
        let found = try readSource(zip)
        #expect(found.format == .daylio)
        let output = found.output
        #expect(output.records.map(\.day.iso) == ["2023-01-31", "2023-12-01", "2023-12-02", "2023-12-03"])
        #expect(output.records.map(\.sourceID) == ["2", "3", "4", "5"])
        #expect(output.records.map(\.offset) == [3600, -18000, nil, nil])
        #expect(
            output.records.map(\.rating) == [
                ImportedRating(name: "rad", level: 5), ImportedRating(name: "love it", level: 1),
                ImportedRating(name: "good", level: 4),
                ImportedRating(name: "odd"),
            ])
        #expect(output.records[0].text == "# T\n\na\nb")
        #expect(output.records[0].tags.map(\.name) == ["amis", "famille"])
        #expect(output.records[0].files.count == 2)
        #expect(output.records[1].text == "love it: amis")
        #expect(output.problems.map(\.reason) == [.impossibleDate, .malformed])
        #expect(output.templates.map(\.text) == ["**How?**"])
    }

    @Test(arguments: [Array("not base64 <<<".utf8), Array("eyJ2ZXJzaW9u".utf8), Array("{\"dayEntries\": 3}".utf8), []])
    func `what is no backup is refused`(inside: [UInt8]) throws {
        let folder = try SampleFolder()
        let zip = try folder.zip("b.daylio", [("backup.daylio", inside)])
        #expect(throws: ImportError.self) { try readSource(zip, .daylio) }
    }

    @Test func `changed bytes never end the program`() throws {
        let folder = try SampleFolder()
        var random = SplitMix64(seed: 41)
        let table = Array(
            (head + "2022-10-26,d,w,8:00 PM,tired,\"a | b\",\"T\",\"x <b>y</b>\"\n2022-10-25,d,w,1:00,good,,,z\n").utf8)
        for index in 0..<150 {
            let bytes = mutated(index % 2 == 0 ? table : Array(backup.utf8), &random)
            let path = try folder.write("sample", bytes)
            guard let output = try? readSource(path, .daylio).output else { continue }
            #expect(output.items < 100, "seed 41, sample \(index)")
        }
    }

    @Test(
        .realExports,
        arguments: [
            "daylio_csv/deutschegabanna_daylio_export_escaped_characters.csv", "daylio_csv/deutschegabanna_daylio_export_ok.csv",
            "daylio_csv/deutschegabanna_daylio_export_ok_scales.csv", "daylio_csv/michaelcurrin_sample.csv",
        ])
    func `real tables come in whole`(fixture: String) throws {
        let script = "import csv,sys\nprint(len([r for r in csv.reader(open(sys.argv[1],encoding='utf-8-sig')) if r])-1)"
        let (path, count) = try countedByPython(fixture, script)
        let found = try readSource(path)
        #expect(found.format == .daylio)
        #expect(String(found.output.items) == count && found.output.problems.isEmpty)
    }

    @Test(.realExports, arguments: ["daylio_backup/official_english.daylio", "daylio_backup/official_english.json"])
    func `a real backup comes in whole`(fixture: String) throws {
        let script = """
            import json,sys,zipfile,base64
            p=sys.argv[1]
            d=json.loads(base64.b64decode(zipfile.ZipFile(p).read('backup.daylio')) if p.endswith('.daylio') else open(p).read())
            print(len(d['dayEntries']), len(d['writingTemplates']))
            """
        let (path, count) = try countedByPython(fixture, script)
        let found = try readSource(path)
        #expect(found.format == .daylio)
        #expect("\(found.output.records.count) \(found.output.templates.count)" == count)
    }
}
