import Foundation
import GivenValues
import Importing
import Journal
import SQLite
import SeededChance
import Testing

/// Tables of cuffs, scales and logs: measurements with their note, in one import.
@Suite struct MeasuredTableTests {
    private func read(
        _ table: String, as bytes: ((String) -> [UInt8])? = nil, options: (inout ImportOptions) -> Void = { _ in }
    ) throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.write("table.csv", bytes?(table) ?? Array(table.utf8)), options: options)
        #expect(found.format == .csv)
        return found.output
    }

    private static let pressure = Measure.usual("blood pressure")
    private static let weight = Measure.usual("weight")
    private static let heart = Measure.usual("heart rate")

    private func measure(_ name: String, _ value: Double, _ second: Double? = nil, note: String = "") throws -> ImportedPart {
        .measure(try #require(Measure.usual(name)), value, second: second, note: note)
    }

    private func when(_ record: ImportedRecord) -> String { record.day.iso + " " + shown(record.time) }

    @Test(arguments: ["note", "Notes", "Comments", "Bemerkung", "description"])
    func `a column of notes leaves the measurements in place`(name: String) throws {
        let output = try read("date,weight,\(name)\n2026-03-14,71.4,after breakfast\n2026-03-15,,no scale here\n2026-03-16,71,\n")
        #expect(
            output.records.map(\.parts) == [
                [try measure("weight", 71.4, note: "after breakfast")], [], [try measure("weight", 71)],
            ])
        #expect(output.records.map(\.text) == ["", "no scale here", ""])
        #expect(output.records.map(\.changes) == [[], [], []])
        #expect(output.findings == [.unitAssumed("weight", "kg", not: "lb")])
    }

    @Test func `a table with a text has entries and their measurements`() throws {
        let output = try read("date,text,weight (kg),notes\n2026-03-14,Walked far.,71.4,tired\n")
        let record = try #require(output.records.first)
        #expect(record.text == "Walked far.")
        #expect(record.parts == [try measure("weight", 71.4, note: "tired")])
        let named = try read("date,weight (kg),note\n2026-03-14,71.4,tired\n", options: { $0.columns.names = [.text: "note"] })
        #expect(named.records.map(\.text) == ["tired"])
        #expect(named.records.map(\.parts) == [[try measure("weight", 71.4)]])
    }

    @Test func `a mood beside a measurement is not lost`() throws {
        let output = try read("date,mood,weight (kg),note\n2026-03-14,happy,71.4,\n2026-03-15,happy,71,rain\n")
        #expect(output.records.map(\.text) == ["mood: happy", "rain"])
        #expect(output.records.map(\.mood?.name) == ["happy", "happy"])
        #expect(output.records.map(\.parts.count) == [1, 1])
    }

    @Test func `a symptom keeps its note`() throws {
        let output = try read(
            "date,symptom,severity,note\n2026-03-14,Headache,6,after coffee\n2026-03-15,Knee,\"5,7\",\n2026-03-16,Knee,,slept badly\n2026-03-17,Knee,7/10,\n"
        )
        #expect(
            output.records.map(\.parts) == [
                [.symptom("Headache", severity: 6, metrics: ["severity": 6], note: "after coffee")],
                [.symptom("Knee", severity: 6, metrics: ["severity": 5.7])], [],
                [.symptom("Knee", severity: 7, metrics: ["severity": 7])],
            ])
        // What was not rated is not as strong as the row above.
        #expect(output.records[2].text == "Knee\n\nslept badly")
    }

    @Test(arguments: [
        ("date,symptom,rating,notes\n2026-03-01,Headache,7,loud\n", "rating"),
        ("date,symptom,pain,notes\n2026-03-01,Headache,7,loud\n", "pain"),
        ("Symptom,Date,Time,Rating,Notes\nHeadache,2026-03-01,12:00,7,loud\n", "rating"),
        ("Datum;Uhrzeit;Symptom;Stärke;Notiz\n01.03.2026;12:00;Headache;7;loud\n", "stärke"),
        ("Datum;Beschwerden;Wert;Notiz\n01.03.2026;Headache;7;loud\n", "wert"),
    ])
    func `a symptom keeps its strength, whatever its column is called`(table: String, metric: String) throws {
        let record = try #require(try read(table).records.first)
        #expect(record.parts == [.symptom("Headache", severity: 7, metrics: [metric: 7], note: "loud")])
        #expect(record.day.iso == "2026-03-01" && record.text == "")
    }

    @Test func `a strength above ten stays a word, and a film with its rating is no symptom`() throws {
        #expect(
            try read("date,symptom,rating,notes\n2026-03-01,Headache,70,loud\n").records.map(\.text) == ["Headache 70\n\nloud"])
        #expect(try read("date,name,rating,text\n2026-03-01,Dune,7,Loud.\n").records.map(\.parts) == [[]])
    }

    @Test func `the numbers of a table with a column for each symptom are below its notes`() throws {
        let output = try read("date,headache,nausea,fatigue,notes\n2026-03-01,3,2,5,loud\n2026-03-02,1,0,4,\n")
        #expect(
            output.records.map(\.text) == [
                "loud\n\nheadache: 3\n\nnausea: 2\n\nfatigue: 5", "headache: 1\n\nnausea: 0\n\nfatigue: 4",
            ])
        #expect(output.findings == [])
    }

    @Test(arguments: [
        "Datum;Uhrzeit;SYS;DIA;PUL;Notiz\n14.03.2026;07:45;128;82;64;left arm\n",
        "Messdatum;Messzeit;Systole;Diastole;Puls;Notiz\n14.03.2026;07:45;128;82;64;left arm\n",
        "Date,Time,SYS mmHg,DIA mmHg,PUL /min,Notes\n2026-03-14,0745,128,82,64,left arm\n",
        "Date,Time,Sys,Dia,Pulse,Notes\n2026-03-14,07:45,128,82,64,left arm\n",
        "Date,Time,SYS(mmHg),DIA(mmHg),Pulse(bpm),Note\n2026/03/14,07:45,128,82,64,left arm\n",
        "Date,Time,Systolic (mmHg),Diastolic (mmHg),Pulse (bpm),Notes\nMar 14 2026,07:45 am,128,82,64,left arm\n",
        "Date,Heart rate,Systolic,Diastolic,Comments\n\"2026-03-14 07:45:00\",64,128,82,left arm\n",
        "Measurement Date,Measurement Time,Systolic Pressure,Diastolic Pressure,Pulse rate (beats/min),Comment\n14.03.2026,7:45:00 AM,128,82,64,left arm\n",
        "Blutdruck\nName;Erika Muster\n\nDatum;Uhrzeit;Systole (mmHg);Diastole (mmHg);Puls (1/min);Bemerkung\n14.03.2026;07:45;128;82;64;left arm\n",
        "sep=;\nDatum;Uhrzeit;Blutdruck;Puls;Notiz\n14.03.2026;07:45;128/82;64;left arm\n",
    ])
    func `tables of cuffs become blood pressure and heart rate`(table: String) throws {
        for bytes in [{ Array($0.utf8) }, MeasuredTableTests.utf16, MeasuredTableTests.utf16BigEndian] as [(String) -> [UInt8]] {
            let output = try read(table, as: bytes)
            #expect(output.problems == [])
            let record = try #require(output.records.first)
            #expect(when(record) == "2026-03-14 07:45")
            #expect(record.text == "")
            let parts = Set(record.parts.map { $0.noted })
            #expect(parts == [try measure("blood pressure", 128, 82), try measure("heart rate", 64)])
            #expect(record.parts.filter { $0 != $0.noted }.count == 1, "the note is told once")
            #expect(record.parts.first?.sameness.hasSuffix("left arm") == true)
        }
    }

    private static func utf16(_ text: String) -> [UInt8] {
        [0xFF, 0xFE] + text.replacing("\n", with: "\r\n").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private static func utf16BigEndian(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

    @Test func `a scale's table has decimal commas, and measures of its own`() throws {
        let output = try read(
            "Waage;;;\nDatum;Gewicht (kg);Körperfett (%);Kommentar\n14.03.2026 07:10;71,4;22,1;\n15.03.2026 07:12;71,2;--;müde\n")
        #expect(
            output.records.map(\.parts) == [
                [try measure("weight", 71.4), .measure(Measure("Körperfett", unit: "%"), 22.1)],
                [try measure("weight", 71.2, note: "müde")],
            ])
        #expect(output.findings == [])
    }

    @Test func `several tables in one file are each read below their own names`() throws {
        let output = try read(
            "Datum;Systole;Diastole\n14.03.2026;128;82\n15.03.2026;126;80\n\nDatum;Gewicht (kg)\n14.03.2026;71,4\n")
        #expect(
            output.records.map(\.parts) == [
                [try measure("blood pressure", 128, 82)], [try measure("blood pressure", 126, 80)], [try measure("weight", 71.4)],
            ])
    }

    @Test func `all numbers of a column say in which unit they are`() throws {
        func parts(_ heading: String, _ values: String...) throws -> (parts: [[ImportedPart]], findings: [ImportFinding]) {
            let output = try read("date,\(heading),note\n" + values.map { "2026-03-14,\($0),\n" }.joined())
            return (output.records.map(\.parts), output.findings)
        }
        #expect(try parts("temperature", "98.6", "101").parts[0] == [.measure(Measure("Temperature", unit: "°F"), 98.6)])
        #expect(try parts("temperature", "36.6", "37").parts[0] == [try measure("temperature", 36.6)])
        #expect(try parts("glucose", "5.6", "7.1").parts[0] == [.measure(Measure("Glucose", unit: "mmol/L"), 5.6)])
        #expect(try parts("glucose", "101", "88").parts[0] == [try measure("glucose", 101)])
        #expect(
            try parts("weight", "71.4 kg", "157 lb").parts == [
                [try measure("weight", 71.4)], [.measure(Measure("Weight", unit: "lb"), 157)],
            ])
        // One faulty number of four does not take the others away.
        #expect(try parts("glucose", "5.6", "7.1", "56", "6").parts.map(\.count) == [1, 1, 0, 1])
        let unclear = try parts("glucose", "5.6", "101")
        #expect(unclear.parts == [[], []])
        #expect(unclear.findings == [.unitUnclear("glucose", ["mg/dL", "mmol/L"]), .columnsKept(["glucose"])])
        #expect(try parts("glucose (mg/dL)", "56", "101").parts[0] == [try measure("glucose", 56)])
        // The heading's unit is believed, and a number that is not possible in it is left in the note.
        #expect(try parts("glucose (mg/dL)", "5.6", "101").parts.map(\.count) == [0, 1])
    }

    @Test func `a cell with its unit is read as if it was typed, and an unknown unit stays in the note`() throws {
        let output = try read("date,Weight\n2026-03-01,11st 4lb\n2026-03-02,71.4 kg\n2026-03-03,3 bags\n")
        let stones = try #require(MeasureReading("11st 4lb", of: "Weight", known: nil, recent: [])?.choices.first)
        #expect(
            output.records.map(\.parts) == [
                [.measure(Measure("Weight", unit: "st"), stones.value)], [try measure("weight", 71.4)], [],
            ])
        #expect(output.records[2].text.contains("3 bags"))
        #expect(output.records.map { $0.changes.contains(.valueLeft("Weight")) } == [false, false, true])
    }

    @Test func `a value that is not possible, and half of one, are told and kept as words`() throws {
        let rows = ["999,82,64,71.4", "128,,64,71.4", "82,128,64,71.4", "128,82,64,714", "128,82,64,71.4"]
        let table = "date,Sys,Dia,Pulse,Weight\n" + rows.map { "2026-03-14,\($0)\n" }.joined()
        let output = try read(table)
        let left = output.records.map { record in
            record.changes.compactMap { change -> String? in if case .valueLeft(let name) = change { name } else { nil } }
        }
        #expect(left == [["Sys"], ["Sys"], ["Sys"], ["Weight"], []])
        #expect(output.records.map(\.parts.count) == [2, 2, 2, 2, 3])
    }

    @Test func `glucose without a unit is told, in a column and in rows`() throws {
        let rows = try read("date,name,value,unit\n2026-03-14,Glucose,5.4,\n2026-03-15,Glucose,6.1,\n")
        #expect(rows.findings == [.unitAssumed("value", "mmol/L", not: "mg/dL")])
        #expect(rows.records.map(\.parts)[0] == [.measure(Measure("Glucose", unit: "mmol/L"), 5.4)])
        #expect(try read("date,glucose,note\n2026-03-14,101,\n").findings == [.unitAssumed("glucose", "mg/dL", not: "mmol/L")])
        #expect(try read("date,glucose (mg/dL),note\n2026-03-14,101,\n").findings == [])
    }

    @Test func `the weather's temperature is no fever`() throws {
        for table in [
            "date,text,temperature,humidity\n2026-07-14,Hot.,31,40\n",
            "date,text,temperature\n2026-03-14,Cold.,12\n2026-07-14,Hot.,31\n2026-03-15,Cold.,9\n",
        ] {
            #expect(try read(table).records.allSatisfy { $0.parts.isEmpty })
        }
    }

    @Test func `the trackers of Track and Graph are measures`() throws {
        let rows = """
            Coffee,2022-09-14T21:30:41.432+01:00,2,,
            Mood,2022-09-15T00:20:40.986+01:00,1.0,Bad,after work
            Walk,2021-02-08T23:17:39.165Z,1:10:00,,
            Walk,2021-02-08T11:17:39.165Z,-1:10:00,,
            """
        let output = try read("FeatureName,Timestamp,Value,Label,Note\n" + rows)
        #expect(
            output.records.map(\.parts) == [
                [.measure(Measure("Coffee"), 2)], [.measure(Measure("Mood"), 1, note: "Bad\nafter work")],
                [.measure(Measure("Walk", .duration), 70)], [],
            ])
        #expect(
            output.records.map(when) == [
                "2022-09-14 21:30:41", "2022-09-15 00:20:40", "2021-02-09 00:17:39", "2021-02-08 12:17:39",
            ])
        let older = try read("FeatureName,Timestamp,Value,Note\nMood,2022-09-16T00:13:27.182+01:00,0.0:Very bad,\n")
        #expect(older.records.map(\.parts) == [[.measure(Measure("Mood"), 0, note: "Very bad")]])
    }

    @Test func `a database's table of measurements is read`() throws {
        let folder = try SampleFolder()
        let path = folder.path + "/log.sqlite"
        do {
            let database = try unsafe Connection(.file(path, mustExist: false))
            try database.execute(
                """
                CREATE TABLE readings (id INTEGER PRIMARY KEY, date TEXT, time TEXT, sys INT, dia INT, note TEXT);
                INSERT INTO readings VALUES (1, '2026-03-14', '07:45', 128, 82, 'left arm'), (2, '2026-03-15', NULL, 126, 80, NULL);
                """)
        }
        let first = try readSource(path).output
        #expect(
            first.records.map(\.parts) == [
                [try measure("blood pressure", 128, 82, note: "left arm")], [try measure("blood pressure", 126, 80)],
            ])
        #expect(first.records.map(when) == ["2026-03-14 07:45", "2026-03-15 -"])
        do {
            let database = try unsafe Connection(.file(path, mustExist: true))
            try database.execute("CREATE TABLE diary (date, text); INSERT INTO diary VALUES ('2026-03-14', 'Rain.');")
        }
        let both = try readSource(path).output
        #expect(both.records.map(\.text) == ["Rain."])
        #expect(both.findings == [.tablesLeft(["readings"])])
        #expect(try readSource(path) { $0.columns.table = "readings" }.output.records.count == 2)
    }

    @Test(arguments: [
        ("21:05", "21:05"), ("9:05 PM", "21:05"), ("9pm", "21:00"), ("21h05", "21:05"), ("21.05", "21:05"),
        ("1899-12-30 21:05:00", "21:05"), ("evening", "-"), ("", "-"), ("25:61", "-"),
    ])
    func `a time in a column of its own is the time`(time: String, clock: String) throws {
        let output = try read("date,time,text\n14.03.2026,\(time),Rain.\n2026-03-15 08:00,\(time),Sun.\n")
        #expect(output.records.map(when) == ["2026-03-14 " + clock, "2026-03-15 08:00"])
        #expect((output.records[0].changes == [.impossibleTime]) == ["evening", "25:61"].contains(time))
    }

    @Test func `a spreadsheet's midnight gives way to the time beside it, and its day numbers are days`() throws {
        let output = try read("date,time,text\n2026-03-14 00:00:00,07:45,Rain.\n2026-03-15 00:00:00,08:45,Sun.\n")
        #expect(output.records.map(when) == ["2026-03-14 07:45", "2026-03-15 08:45"])
        #expect(try read("date,text\n46095,Rain.\n46096.5,Sun.\n").records.map(when) == ["2026-03-14 -", "2026-03-15 12:00"])
        #expect(try read("datum,text\n14. März 2026 21:05,Rain.\n").records.map(when) == ["2026-03-14 21:05"])
    }

    @Test func `what ends in Z is an instant, and its day is the owner's`() throws {
        let output = try read(
            "date,timezone,text\n2026-03-14T23:30:00Z,,a\n2026-03-14T23:30:00Z,America/New_York,b\n2026-03-14T23:30:00+00:00,,c\n2026-03-14 23:30,America/New_York,d\n2026-03-14 23:30,+02:00,e\n"
        )
        #expect(
            output.records.map(when) == [
                "2026-03-15 00:30", "2026-03-14 19:30", "2026-03-14 23:30", "2026-03-14 23:30", "2026-03-14 23:30",
            ])
        #expect(output.records.map(\.offset) == [3600, -4 * 3600, 0, nil, 7200])
        #expect(output.records.map(\.zone) == [nil, "America/New_York", nil, "America/New_York", nil])
    }

    @Test func `a faulty row is named, and says nothing about the others`() throws {
        // The second date exists in neither order; only the column's usual order is left for the first.
        let output = try read("date,text\n03/04/2026,a\n02/30/2026,b\n2026-02-30,c\n2026-03-16,d\n")
        #expect(output.records.map(\.day.iso) == ["2026-03-04", "2026-03-16"])
        #expect(output.problems.map(\.position.line) == [3, 4])
        #expect(output.findings.count == 1)
        let dayFirst = try read("date,text\n30/02/2026,a\n13/04/2026,b\n03/04/2026,c\n")
        #expect(dayFirst.records.map(\.day.iso) == ["2026-04-13", "2026-04-03"])
        // One number far too large does not make seconds of all others something else.
        let numbers = try read("date,text\n1773518700,a\n1773518700,b\n99999999999999,c\n1773518700,d\n")
        #expect(numbers.records.map(\.day.iso) == ["2026-03-14", "2026-03-14", "2026-03-14"])
        #expect(numbers.problems.map(\.position.line) == [4])
    }

    @Test func `an ambiguous date is told with both readings`() throws {
        let finding = try #require(try read("date,text\n03/04/2026,a\n05/06/2026,b\n").findings.first)
        #expect(
            finding.sentence
                == "dates such as 09/06/2013 were read with the month first, the usual order: nothing in them shows which it is; 2026-03-04 would otherwise be 2026-04-03"
        )
    }

    @Test func `tables of measurements are read by their columns, or by subject and unit`() throws {
        let folder = try SampleFolder()
        let wide = try readSource(
            try folder.write(
                "wide.csv",
                "date,systolic (mmHg),diastolic (mmHg),Weight [lb],mood\n2026-03-01,128,82,157,good\n2026-03-02,,,71,\n"))
        #expect(
            wide.output.records[0].parts == [
                .measure(Measure("Blood pressure", .pair, unit: "mmHg", range: 20...350), 128, second: 82),
                .measure(Measure("Weight", unit: "lb"), 157),
            ])
        #expect(wide.output.records.map(\.text) == ["mood: good", ""])
        let long = try readSource(
            try folder.write(
                "long.csv", "date,name,value,unit\n2026-03-01,Weight,71.4,kg\n2026-03-01,Ferritin,38,µg/L\n2026-03-01,Pain,7,\n"))
        #expect(
            long.output.records.flatMap(\.parts) == [
                .measure(Measure("Weight", unit: "kg"), 71.4), .measure(Measure("Ferritin", unit: "µg/L"), 38),
                // A column of values has measurements; one of strengths would have symptoms.
                .measure(Measure("Pain"), 7),
            ])
    }
}

extension ImportedPart {
    fileprivate var noted: ImportedPart {
        if case .measure(let measure, let value, let second, _) = self { .measure(measure, value, second: second) } else { self }
    }
}
