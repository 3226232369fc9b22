import Engine
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import Testing

@Suite struct AppleHealthAgainTests {
    private var export: HealthExport {
        var export = HealthExport()
        export.steps("Phone", "03-01 10:00", "03-01 10:10", "1000")
        export.steps("Phone", "03-02 10:00", "03-02 10:10", "500")
        export.sleep("Watch", "03-01 23:00", "03-02 06:00", "AsleepCore")
        export.symptom("Headache", "03-01 08:00", "HKCategoryValueSeverityMild")
        return export
    }

    @Test func `importing again adds nothing`() async throws {
        let given = try HealthVault()
        #expect(try await given.take(export.text).count(.kept) == 4)
        let before = try await VaultLog(of: given.vault)
        let receipt = try await given.take(export.text)
        #expect(receipt.groups.keys.allSatisfy { $0.reason == .here })
        #expect((receipt.read, receipt.count(.skipped), receipt.days[.steps]?.unchanged) == (4, 4, 2))
        #expect(try await VaultLog(of: given.vault) == before)
    }

    @Test func `a newer export changes only the days that grew`() async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        var newer = export
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.steps("Phone", "03-02 12:00", "03-02 12:10", "250")
        newer.steps("Phone", "03-03 12:00", "03-03 12:10", "10")
        let receipt = try await given.take(newer.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000, "2026-03-02": 750, "2026-03-03": 10])
        let days = try #require(receipt.days[.steps])
        #expect((days.added, days.updated, days.unchanged) == (1, 1, 1))
        #expect(receipt.count(.kept) == 3)
    }

    @Test(arguments: ["2026-03-01 09:00:00 +0100", nil])
    func `an older export takes nothing away`(made: String?) async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        var older = HealthExport()
        older.made = made
        older.steps("Phone", "03-02 10:00", "03-02 10:05", "200")
        let receipt = try await given.take(older.text)
        #expect(try await given.values(.steps)["2026-03-02"] == 500)
        #expect(receipt.groups == [.init(type: "StepCount", reason: .olderExport): 1])
    }

    @Test func `a file that was cut off makes no day smaller, but adds days`() async throws {
        let given = try HealthVault()
        var first = export
        first.steps("Phone", "03-01 12:00", "03-01 12:10", "77")
        _ = try await given.take(first.text)
        let cut = export.text.replacing("</HealthData>", with: "").replacing("03-02 10:00", with: "03-05 10:00")
        let receipt = try await given.take(cut.replacing("03-02 10:10", with: "03-05 10:10"))
        #expect(try await given.values(.steps) == ["2026-03-01": 1077, "2026-03-02": 500, "2026-03-05": 500])
        #expect(receipt.groups[.init(type: "unreadable", reason: .cutOff)] == 1)
    }

    /// One record that is no XML, from long ago, stands in every export that its owner makes from now on.
    private static let damage = HealthExport.record(HealthExport.stepType, "A&#11;B", "01-02 10:00", "01-02 10:10", "5")

    @Test func `a record that was damaged long ago freezes no day`() async throws {
        let given = try HealthVault()
        var first = HealthExport()
        first.records = [AppleHealthAgainTests.damage]
        first.steps("Phone", "03-02 08:00", "03-02 08:10", "100")
        first.steps("Phone", "03-03 08:00", "03-03 08:10", "50")
        _ = try await given.take(first.text)
        var newer = first
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.steps("Phone", "03-02 12:00", "03-02 13:00", "9000")
        let receipt = try await given.take(newer.text)
        #expect(try await given.values(.steps) == ["2026-03-02": 9100, "2026-03-03": 50])
        #expect(receipt.groups[.init(type: "unreadable", reason: .damaged)] == 1)
        let days = try #require(receipt.days[.steps])
        #expect((days.updated, days.unchanged, days.refused, days.total) == (1, 1, 0, 9150))
    }

    @Test func `an export with a damaged record makes no day smaller`() async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        var newer = HealthExport()
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.records = [AppleHealthAgainTests.damage]
        newer.steps("Phone", "03-01 10:00", "03-01 10:10", "999")
        newer.steps("Phone", "03-02 10:00", "03-02 10:10", "501")
        newer.sleep("Watch", "03-01 23:00", "03-02 05:00", "AsleepCore")
        let receipt = try await given.take(newer.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000, "2026-03-02": 501])
        #expect(try await given.values(.sleep) == ["2026-03-02": 420])
        #expect(receipt.groups[.init(type: "StepCount", reason: .olderExport)] == 1)
        #expect(receipt.groups[.init(type: "SleepAnalysis", reason: .olderExport)] == 1)
        // What was refused is neither in the sum nor in the range.
        let steps = try #require(receipt.days[.steps])
        #expect((steps.updated, steps.refused, steps.count, steps.total) == (1, 1, 1, 501))
        #expect(receipt.days[.sleep]?.total == 0)
        #expect(receipt.range == .of("2026-03-02")...(.of("2026-03-02")))
        #expect(receipt.lines.contains { $0.hasSuffix("together 501 steps. 1 more stay as they are here.") })
    }

    @Test func `a whole newer export may make a day smaller`() async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        var newer = HealthExport()
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.steps("Phone", "03-01 10:00", "03-01 10:10", "900")
        _ = try await given.take(newer.text)
        #expect(try await given.values(.steps)["2026-03-01"] == 900)
    }

    @Test func `an older export with a damaged record makes no day larger`() async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        var older = HealthExport()
        older.made = "2026-03-09 09:00:00 +0100"
        older.records = [AppleHealthAgainTests.damage]
        older.steps("Phone", "03-02 10:00", "03-02 10:10", "5000")
        let receipt = try await given.take(older.text)
        #expect(try await given.values(.steps)["2026-03-02"] == 500)
        #expect(receipt.groups[.init(type: "StepCount", reason: .olderExport)] == 1)
    }

    /// What is missing behind the end may be a source that goes first: a larger sum is no better one.
    @Test func `a newer file that was cut off makes no day larger, but the next whole one does`() async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        var newer = export
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.steps("Phone", "03-02 12:00", "03-02 12:10", "250")
        let receipt = try await given.take(newer.text.replacing("</HealthData>", with: ""))
        #expect(try await given.values(.steps)["2026-03-02"] == 500)
        #expect((receipt.days[.steps]?.refused, receipt.days[.steps]?.total) == (1, 1000))
        _ = try await given.take(newer.text)
        #expect(try await given.values(.steps)["2026-03-02"] == 750)
    }

    @Test func `an archive that broke and a file that was given up make no day larger`() async throws {
        var newer = export
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.steps("Phone", "03-02 12:00", "03-02 12:10", "250")
        var (long, hopeless) = (newer, newer)
        long.records += [String](repeating: HealthExport.record("x", "Phone", "03-01 10:00", "03-01 10:00", "1"), count: 5000)
        let zip = StoredZip([("export.xml", long.text)]).bytes
        hopeless.records += [String](repeating: "<Record <", count: 50_000)
        for bytes in [Array(zip.dropLast(zip.count / 5)), Array(hopeless.text.utf8)] {
            let given = try HealthVault()
            _ = try await given.take(export.text)
            let receipt = try await given.take(bytes)
            #expect(receipt.groups[.init(type: "StepCount", reason: .olderExport)] ?? 0 > 0)
            #expect(receipt.notes.count == 1)
            #expect(try await given.values(.steps)["2026-03-02"] == 500)
        }
    }

    @Test func `an export in parts, in any order, gives the same days`() async throws {
        let once = try HealthVault()
        _ = try await once.take(export.text)
        let given = try HealthVault()
        for index in export.records.indices.reversed() {
            var part = export
            part.records = [export.records[index]]
            _ = try await given.take(part.text)
        }
        #expect(try await given.samples(.steps) == (try await once.samples(.steps)))
        #expect(try await given.samples(.sleep) == (try await once.samples(.sleep)))
    }

    @Test func `a dry run tells the same and writes nothing`() async throws {
        let given = try HealthVault()
        let before = try await VaultLog(of: given.vault)
        let dry = try await given.take(export.text, dryRun: true)
        #expect(try await VaultLog(of: given.vault) == before)
        let wet = try await given.take(export.text)
        #expect((dry.groups, dry.days, dry.symptoms, dry.range) == (wet.groups, wet.days, wet.symptoms, wet.range))
        #expect((dry.isDry, wet.isDry) == (true, false))
    }

    @Test func `what the owner has changed or deleted since stays so`() async throws {
        let given = try HealthVault()
        _ = try await given.take(export.text)
        let stored = try #require(try await given.vault.records(SymptomEntry.self).first)
        try await given.vault.delete(SymptomEntry.self, stored.id)
        let sample = try #require(try await given.vault.records(HealthSample.self).first { $0.value.day == .of("2026-03-01") })
        try await given.vault.delete(HealthSample.self, sample.id)
        var newer = export
        newer.made = "2026-03-11 09:00:00 +0100"
        newer.steps("Phone", "03-01 12:00", "03-01 12:10", "250")
        let receipt = try await given.take(newer.text)
        #expect(try await given.symptoms().isEmpty)
        #expect(try await given.values(.steps) == ["2026-03-02": 500])
        #expect(receipt.groups[.init(type: "Headache", reason: .deleted)] == 1)
        #expect(receipt.groups[.init(type: "StepCount", reason: .deleted)] == 2)
    }

    @Test func `many days make few operations, and a scratch file leaves nothing behind`() async throws {
        let given = try HealthVault()
        var export = HealthExport()
        for day in 1...28 {
            for month in 1...2 {
                let date = padded(month, to: 2) + "-" + padded(day, to: 2)
                export.steps("Phone", date + " 10:00", date + " 10:10", "100")
                for hour in 0..<24 { export.symptom("Headache", date + " " + padded(hour, to: 2) + ":00", "2") }
            }
        }
        let count = try await VaultLog(of: given.vault).operations
        let receipt = try await given.take(export.text)
        #expect(receipt.count(.kept) == 56 * 25)
        #expect(try await VaultLog(of: given.vault).operations - count == 7)
        #expect(!names(in: given.given.folder).contains { $0.hasPrefix("import-") })
    }
}

/// How much has been written.
private struct VaultLog: Equatable {
    let operations: Int

    init(of vault: OpenVault) async throws { operations = try await vault.status().operations }
}
