import Base
import Engine
import Findings
import GivenValues
import GivenVault
import Importing
import Insights
import Journal
import Ledger
import Records
import Report
import Testing

/// What is found in measurements, and where they are shown.
@Suite struct MeasureFindingTests {
    private let weight = Measure("Weight", unit: "kg", range: 0.2...700)

    private func entry(_ vault: TestVault, _ measure: Measure, _ value: Double, day: Int = 0) throws -> MeasureEntry {
        let moment = try vault.moment(after: Int64(-3600 + day * 86_400))
        return MeasureEntry(instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure, value: value)
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
}
