import Base
import Engine
import Exchange
import Findings
import Importing
import Insights
import Journal
import Ledger
import Records
import Report
import Testing

/// Measurements in a vault: their records, their imports, and what is found in them.
@Suite struct MeasureRecordTests {
    private let weight = Measure("Weight", unit: "kg", range: 0.2...700)

    private func entry(_ vault: TestVault, _ measure: Measure, _ value: Double, day: Int = 0) throws -> MeasureEntry {
        let moment = try vault.moment(after: Int64(-3600 + day * 86_400))
        return MeasureEntry(instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure, value: value)
    }

    @Test func `a measure is known by its latest entry, and the most used come first`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.measure(named: "blood PRESSURE")?.unit == "mmHg")
        #expect(try await open.measure(named: "Fog") == nil)
        try await open.add(try entry(vault, Measure("Fog", .scale, range: 0...3), 2, day: -1))
        try await open.add(try entry(vault, weight, 71, day: -3))
        let last = try await open.add(try entry(vault, Measure("weight", unit: "lb"), 156, day: -2))
        #expect(try await open.lastMeasures().map(\.measure.name) == ["weight", "Fog"])
        #expect(try await open.measure(named: "WEIGHT")?.unit == "lb")
        #expect(try await open.measure(named: "fog")?.steps == 0...3)
        try await open.delete(MeasureEntry.self, last.id)
        #expect(try await open.measure(named: "weight")?.unit == "kg")
        #expect(try await open.restore(MeasureEntry.self, last.id).value == last.value)
        await #expect(throws: HealthError.inTheFuture) { try await open.add(try entry(vault, weight, 70, day: 2)) }
        #expect(try await open.timeline(of: last.value.day).count == 1)
    }

    @Test func `one that an older program does not know by its form is kept, and shown by no list`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.add(try entry(vault, weight, 70))
        try await open.set(["form": "spectrum"], on: stored)
        #expect(try await open.records(MeasureEntry.self).isEmpty)
    }

    @Test func `measures are outcomes behind symptoms, and factors`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for day in -40 ... -1 {
            try await open.add(try entry(vault, weight, 70 + Double(day % 3), day: day))
            try await open.add(try entry(vault, Measure("Alcohol", .yesNo), day % 4 == 0 ? 1 : 0, day: day))
            let moment = try vault.moment(after: Int64(day * 86_400))
            if day % 2 == 0 {
                try await open.add(
                    SymptomEntry(
                        instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "Headache", severity: 3))
            }
        }
        let today = vault.surroundings.wall.day
        let days = try #require(today.adding(days: -60))...today
        let diary = try #require(try await open.diary(days: days))
        #expect(diary.outcomes.map(\.name) == [.symptom("headache"), .measure("weight")])
        #expect(diary.outcomes[1].readings.count == 40 && diary.outcomes[1].readings[0].value == 69)
        let factors = Dictionary(uniqueKeysWithValues: diary.factors.map { ($0.name, $0.days) })
        #expect(factors[.yes("alcohol")]?.values.count { $0 } == 10 && factors[.yes("alcohol")]?.count == 40)
        // The first 14 days are what the others are compared with.
        #expect(factors[.high("weight")]?.count == 26)
        for name in [Factor.Name.yes("alcohol"), .high("blood pressure, upper")] { #expect(Factor.Name(text: name.text) == name) }
        #expect(Outcome.Name(text: "measure:weight") == .measure("weight") && Outcome.Name(text: "measure:") == nil)
        #expect(Factor.Name.high("weight").isCircular(with: .measure("weight"), lag: 1))
    }

    @Test func `what is shared and reported has measurements only where it was chosen`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for day in -30 ... -1 {
            var value = try entry(vault, weight, 70 + Double(day % 2), day: day)
            value.note = "private"
            try await open.add(value)
        }
        try await open.add(try entry(vault, Measure("Weight", unit: "bags"), 3, day: -31))
        let today = vault.surroundings.wall.day
        func shown(_ parts: Set<SealedPagePlan.Part>) async throws -> [MeasureEntry] {
            try await open.recordsShown(by: SealedPagePlan(parts: parts, days: 10, until: today)).compactMap {
                if case .measure(let entry) = $0.content { entry } else { nil }
            }
        }
        #expect(try await shown([.symptoms, .notes]).isEmpty)
        let records = try await shown([.measures])
        #expect(records.map { "\($0.amount)" } == [69, 70, 69, 70, 69, 70, 69, 70, 69].map { "\($0) kg" })
        #expect(records.allSatisfy { $0.note.isEmpty })
        #expect(try await shown([.measures, .notes]).allSatisfy { $0.note == "private" })

        let (first, last) = (try #require(today.adding(days: -10)), try #require(today.adding(days: -1)))
        let report = try await open.report(ReportChoice(period: first...last, parts: [.measures]))
        let row = try #require(report.measures.first)
        #expect(report.measures.count == 1 && row.title == "Weight, kg" && row.days == 10)
        #expect([row.mean, row.least, row.most, row.last, row.before] == [69.5, 69, 70, 69, 69.5])
        #expect(row.levels[last.number] == 69 && row.measure.unit == "kg")
        #expect(try await open.report(ReportChoice(period: first...last, parts: [.mood])).measures.isEmpty)
    }

    @Test func `a file of measurements gives the same outcomes as the vault`() throws {
        let lines = (10...29).map { day in
            #"{"kind":"measure_entry","id":"\#(day)","instant":"2026-03-\#(day)T07:00:00+01:00","zone":"Europe/Vienna","#
                + #""day":"2026-03-\#(day)","measure":"Blood pressure","form":"pair","value":\#(110 + day),"second":80,"unit":"mmHg"}"#
        }
        let file = try LoggedFile(reading: Array(lines.joined(separator: "\n").utf8))
        let days = try #require(file.days(before: .of("2026-04-01")))
        let names = try #require(file.diary(days: days)).outcomes.map(\.name)
        #expect(names == [.measure("blood pressure, lower"), .measure("blood pressure, upper")])
    }

    @Test func `quantities of Apple Health become measurements, once`() async throws {
        var export = HealthExport()
        func quantity(_ type: String, _ at: String, _ value: String, _ unit: String) {
            export.records.append(
                HealthExport.record(
                    "HKQuantityTypeIdentifier" + type, "Scale", at, at, value, more: " unit=\"\(unit)\""))
        }
        quantity("BodyMass", "03-01 08:00", "71.4", "kg")
        quantity("BodyMass", "03-02 08:00", "157", "lb")
        quantity("BloodGlucose", "03-01 08:05", "5.6", "mmol&lt;180.1558800000541&gt;/L")
        quantity("BloodPressureSystolic", "03-01 08:10", "128", "mmHg")
        quantity("BloodPressureDiastolic", "03-01 08:10", "82", "mmHg")
        quantity("BloodPressureDiastolic", "03-01 09:10", "80", "mmHg")
        for (minute, rate) in [("08:00", "60"), ("08:05", "70"), ("23:30", "83")] {
            quantity("HeartRate", "03-01 " + minute, rate, "count/min")
        }
        quantity("HeartRateVariabilitySDNN", "03-01 08:00", "45.26", "ms")
        quantity("BodyTemperature", "03-01 08:00", "98.6", "degF")
        quantity("BodyMass", "03-03 08:00", "9000", "kg")
        quantity("BodyFatPercentage", "03-03 08:00", "0.2", "%")
        export.records.append(
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30.5\" durationUnit=\"min\" "
                + "sourceName=\"Watch\" startDate=\"2026-03-01 18:00:00 +0100\" endDate=\"2026-03-01 18:31:00 +0100\"/>")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        let all = try await given.vault.records(MeasureEntry.self, newestFirst: false).map(\.value)
        let lines = all.map { "\($0.day.iso) \($0.measure.name) \($0.amount) \($0.note)" }.sorted()
        #expect(
            lines == [
                "2026-03-01 Blood pressure 128/82 mmHg ", "2026-03-01 Exercise 30.5 min Running",
                "2026-03-01 Glucose 5.6 mmol/L ", "2026-03-01 Heart rate 71 bpm ", "2026-03-01 Heart rate variability 45.3 ms ",
                "2026-03-01 Temperature 98.6 °F ", "2026-03-01 Weight 71.4 kg ", "2026-03-02 Weight 157 lb ",
            ])
        #expect(all.allSatisfy { !$0.source.isEmpty } && receipt.measures == 8)
        #expect(receipt.groups[.init(type: "BloodPressureDiastolic", reason: .halfPair)] == 1)
        #expect(receipt.groups[.init(type: "BodyMass", reason: .badValue)] == 1)
        #expect(receipt.groups[.init(type: "HeartRate", reason: .counted)] == 3)
        #expect(receipt.groups[.init(type: "BodyFatPercentage", reason: .notImported)] == 1)

        // Once more: nothing new; a later export may complete a day, but not what its owner has changed.
        #expect(try await given.take(export.text).measures == 0)
        let stored = try await given.vault.records(MeasureEntry.self) { $0.key == "heart rate variability" }
        var mine = try #require(stored.first).value
        mine.value = 50
        try await given.vault.change(try #require(stored.first).id, to: mine)
        quantity("HeartRate", "03-01 12:00", "107", "count/min")
        quantity("HeartRateVariabilitySDNN", "03-01 12:00", "99", "ms")
        export.made = "2026-03-11 09:00:00 +0100"
        #expect(try await given.take(export.text).measures == 1)
        let now = try await given.vault.records(MeasureEntry.self).map(\.value)
        #expect(now.first { $0.key == "heart rate" }?.value == 80 && now.first { $0.key == mine.key }?.value == 50)
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
