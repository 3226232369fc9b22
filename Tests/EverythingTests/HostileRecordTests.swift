import Backups
import Base
import Engine
import Exchange
import Findings
import Foundation
import GivenValues
import GivenVault
import Importing
import Insights
import Journal
import Ledger
import Records
import Reminders
import Report
import SeededChance
import Store
import Testing

/// Records as a hostile member of a journal, or a hostile export, can write them: each field of each kind with values that no program
/// would write. They are kept, and nothing that reads them stops.
@Suite struct HostileRecordTests {
    @Test func `a record with any value in any of its fields stops nothing that reads it`() async throws {
        let everything = try await Everything(seed: 19)
        // What belongs to a medicine or a schedule is only read where that is there.
        let medicine = try #require(RecordMaker.all.first { $0.kind == Medication.kind })
        let schedule = try #require(RecordMaker.all.first { $0.kind == Schedule.kind })
        var owners: [String: JSON] = [:]
        let first = everything.make(medicine)
        owners["medication"] = .string(first.id.description)
        let second = everything.make(schedule, owners)
        owners["schedule"] = .string(second.id.description)
        try await everything.write([first, second])
        var lines: [JSON] = []
        for maker in RecordMaker.all {
            let fields = everything.make(maker, owners).fields
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) where owners[name] == nil {
                for hostile in HostileRecordTests.hostile(value, using: &everything.values.random) {
                    let id = maker.name ?? RecordID.random(using: &everything.values.random)
                    lines.append([
                        "id": .string(id.description), "kind": .string(maker.kind), "created": "2026-03-01T10:00:00Z",
                        "modified": "2026-03-01T10:00:00Z", "more": .object(fields.merging([name: hostile]) { $1 }),
                    ])
                }
            }
        }
        let receipt = try await everything.importLines(lines)
        #expect(receipt.read == lines.count && receipt.count(.kept) > lines.count / 2)
        try await read(everything.open, everything.vault)
    }

    private func read(_ open: OpenVault, _ vault: TestVault) async throws {
        let today = vault.surroundings.wall.day
        // The days of all the values (`RandomValues.day`), and those of a report.
        let (all, days) = (LocalDay.of("2021-01-01")...today, LocalDay.of("2025-03-01")...(.of("2025-12-31")))
        for format in [ExportFormat.json, .csv, .markdown] {
            _ = try await open.export(ExportRequest(format), to: vault.scratch.path + "/out-\(format.rawValue)")
        }
        _ = try await open.report(ReportChoice(period: days, parts: Set(ReportChoice.Part.allCases)))
        #expect(try await open.diary(days: all)?.medicines.isEmpty == false)
        _ = try await open.lookForPatterns()
        let patterns = try await open.patterns()
        for shown in patterns.cues + patterns.watching + patterns.aside {
            #expect(!PatternWords(medicines: patterns.medicines).sentence(shown).isEmpty)
        }
        _ = try await open.shownTrials()
        _ = try await open.calendarFile(names: true)
        _ = try await open.reminders()
        _ = try await open.lastSymptoms()
        _ = try await open.supportPlan()
        for medication in try await open.medications(archived: true) { _ = try await open.status(of: medication) }
        for schedule in try await open.allSchedules() { _ = try await open.nextOpenDose(of: schedule) }
        for day in ["0001-01-01", "9999-12-31", today.iso] {
            _ = try await open.timeline(of: .of(day))
            _ = try await open.doses(on: .of(day))
        }
        for entry in try await open.entries(Selection()).list {
            #expect(Instant(milliseconds: entry.created) != nil)
        }
        // Faces make whole numbers of these.
        for sample in try await open.records(HealthSample.self) where sample.value.fault != nil {
            #expect(HealthSample.valueRange.contains(sample.value.value))
        }
        _ = try await open.createBackup(in: vault.scratch.path + "/backups")
        _ = try await open.verifyBackup(at: vault.scratch.path + "/backups")
    }

    /// The same value with another number, moment or list in one place, for each place and some of the values that harm most.
    private static func hostile(_ value: JSON, using random: inout SplitMix64) -> [JSON] {
        switch value {
        case .object(let members) where !members.isEmpty:
            return some(&random)
                + members.sorted { $0.key < $1.key }.flatMap { name, member in
                    hostile(member, using: &random).map { .object(members.merging([name: $0]) { $1 }) }
                }
        case .array(let list) where !list.isEmpty:
            return some(&random)
                + list.indices.flatMap { index in
                    hostile(list[index], using: &random).map { member in
                        var list = list
                        list[index] = member
                        return .array(list)
                    }
                }
        default: return some(&random)
        }
    }

    private static func some(_ random: inout SplitMix64) -> [JSON] {
        // The ends of the numbers always, of the others some.
        let others = worst.dropFirst(2).shuffled(using: &random)
        return Array(worst.prefix(2)) + others.prefix(Lane.amount(quick: 1, ci: worst.count, all: worst.count))
    }

    private static let worst: [JSON] = [
        .int(.max), .int(.min), .int(-1), .int(0), .int(1 << 53), .int(253_402_300_799_999), .int(-62_135_596_800_000),
        .double(1e308), .double(-1e308), .double(.leastNonzeroMagnitude), .double(9.3e18), .null, "", [], [:], "9999-12-31",
        "0001-01-01",
        [.int(.max), .int(.max)], [.int(.min), .int(.min)], [[.int(1000), .int(.max)], [.int(1000), .int(.max)]],
    ]
}
