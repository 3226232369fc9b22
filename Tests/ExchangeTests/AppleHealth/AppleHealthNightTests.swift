import GivenVault
import Importing
import Journal
import Testing

@Suite struct AppleHealthNightTests {
    @Test func `a night belongs to the day of waking and knows its stages`() async throws {
        var export = HealthExport()
        export.sleep("Phone", "03-01 22:30", "03-02 07:00", "InBed")
        export.sleep("Watch", "03-01 23:00", "03-02 01:00", "AsleepCore")
        export.sleep("Watch", "03-02 01:00", "03-02 02:00", "AsleepDeep")
        export.sleep("Watch", "03-02 02:00", "03-02 02:30", "Awake")
        export.sleep("Watch", "03-02 02:30", "03-02 06:30", "AsleepREM")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        let night = try #require(try await given.samples(.sleep)["2026-03-02"])
        #expect(night.value == 420)
        #expect(night.parts == ["core": 120, "deep": 60, "rem": 240, "awake": 30, "in bed": 510])
        #expect(night.zone == "Europe/Vienna")
        #expect(receipt.count(.kept) == 5)
    }

    @Test func `nobody sleeps twice at once, and who was awake by the watch was awake`() async throws {
        var export = HealthExport()
        export.sleep("Other app", "03-01 22:00", "03-02 07:00", "AsleepUnspecified")
        export.sleep("Watch", "03-01 23:00", "03-02 03:00", "AsleepCore")
        export.sleep("Watch", "03-02 03:00", "03-02 03:20", "Awake")
        export.sleep("Watch", "03-02 03:20", "03-02 06:00", "AsleepCore")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        let night = try #require(try await given.samples(.sleep)["2026-03-02"])
        #expect(night.value == 520)
        #expect(night.parts == ["asleep": 120, "core": 400, "awake": 20])
        #expect((receipt.count(.kept), receipt.count(.changed)) == (3, 1))
    }

    @Test func `of one source the more telling record counts`() async throws {
        var export = HealthExport()
        export.sleep("Watch", "03-01 23:00", "03-02 07:00", "Asleep")
        export.sleep("Watch", "03-02 01:00", "03-02 02:00", "AsleepDeep")
        export.sleep("Watch", "03-02 03:00", "03-02 03:30", "Awake")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.samples(.sleep)["2026-03-02"]?.parts == ["asleep": 390, "deep": 60, "awake": 30])
    }

    @Test func `a nap is of its own day, and a short break ends no night`() async throws {
        var export = HealthExport()
        export.sleep("Watch", "03-01 18:30", "03-01 19:00", "AsleepCore")
        export.sleep("Watch", "03-01 22:00", "03-01 23:30", "AsleepCore")
        export.sleep("Watch", "03-02 01:00", "03-02 06:00", "AsleepCore")
        export.sleep("Watch", "03-02 14:00", "03-02 14:30", "AsleepCore")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.values(.sleep) == ["2026-03-01": 30, "2026-03-02": 420])
    }

    @Test(arguments: [
        ("0", ["in bed": 60.0]), ("1", ["asleep": 60]), ("3", ["core": 60]), ("4", ["deep": 60]), ("5", ["rem": 60]),
        ("HKCategoryValueSleepAnalysisAsleep", ["asleep": 60]),
    ])
    func `older values are known too`(value: String, parts: [String: Double]) async throws {
        var export = HealthExport()
        export.records.append(HealthExport.record(HealthExport.sleepType, "Phone", "03-02 03:00", "03-02 04:00", value))
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.samples(.sleep)["2026-03-02"]?.parts == parts)
    }

    @Test func `where only the time in bed is known it is said`() async throws {
        var export = HealthExport()
        export.sleep("Phone", "03-01 23:00", "03-02 07:00", "InBed")
        export.sleep("Phone", "03-02 03:00", "03-02 04:00", "Awake")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.values(.sleep) == ["2026-03-02": 420])
        #expect(receipt.notes == [.onlyInBed(nights: 1)])
    }

    @Test func `to have been awake is no sleep of no length`() async throws {
        var export = HealthExport()
        export.sleep("Watch", "03-02 03:00", "03-02 04:00", "Awake")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.values(.sleep).isEmpty)
        #expect(receipt.groups == [.init(type: "SleepAnalysis", reason: .onlyAwake): 1])
    }

    @Test func `a night typed in before it was over counts`() async throws {
        var export = HealthExport()
        export.records.append(
            #"<Record type="\#(HealthExport.sleepType)" sourceName="Health" creationDate="2026-03-01 22:00:00 +0100" startDate="2026-03-01 23:00:00 +0100" endDate="2026-03-02 06:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepUnspecified"/>"#
        )
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.values(.sleep) == ["2026-03-02": 420])
    }

    @Test func `the zone that a record names decides on its day`() async throws {
        var export = HealthExport()
        // 18:00 to 23:30 in New York, as a phone in Vienna writes it.
        export.records.append(
            HealthExport.record(
                HealthExport.sleepType, "Watch", "03-02 00:00", "03-02 05:30", "HKCategoryValueSleepAnalysisAsleepCore",
                inside: #"<MetadataEntry key="HKTimeZone" value="America/New_York"/>"#))
        let given = try HealthVault()
        _ = try await given.take(export.text)
        let night = try #require(try await given.samples(.sleep)["2026-03-01"])
        #expect((night.value, night.zone) == (330, "America/New_York"))
    }

    @Test func `an export from elsewhere keeps its days and says so`() async throws {
        var export = HealthExport()
        export.sleep("Watch", "03-02 01:00", "03-02 02:00", "AsleepCore")
        let given = try HealthVault(zone: "America/New_York")
        let receipt = try await given.take(export.text)
        let night = try #require(try await given.samples(.sleep)["2026-03-02"])
        #expect(night.zone == "+01:00")
        #expect(receipt.notes == [.otherOffset(export: 3600, here: -14_400)])
    }

    @Test func `sleep without an end is cut into days`() async throws {
        var export = HealthExport()
        for day in 1...6 { export.sleep("Band", "03-0\(day) 00:00", "03-0\(day + 1) 00:00", "Asleep") }
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.values(.sleep).values.allSatisfy { $0 <= 2 * 1440 })
        let total = try #require(receipt.days[.sleep]).total
        #expect(abs(total - 8640) < 0.01)
    }
}
