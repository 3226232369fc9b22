import Engine
import Importing
import Journal
import Ledger
import Records
import Testing

@Suite struct AppleHealthMeasureTests {
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
}
