import Base
import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Testing

/// Measurements in a vault.
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
}
