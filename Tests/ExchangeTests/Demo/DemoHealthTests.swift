import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Testing

@Suite struct DemoHealthTests {
    @Test func `the made-up health log has doses of every outcome, symptoms, check-ins and a plan`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let count = try await open.addDemoHealth()
        #expect((3500...6000).contains(count))
        #expect((800...1300).contains(try await open.records(SymptomEntry.self).count))
        #expect((600...730).contains(try await open.records(CheckIn.self).count))
        let measures = Dictionary(grouping: try await open.records(MeasureEntry.self).map(\.value), by: \.measure.name)
        #expect(
            (120...156).contains(measures["Blood pressure"]?.count ?? 0) && (50...53).contains(measures["Weight"]?.count ?? 0))
        #expect(measures.count == 2 && measures.values.allSatisfy { $0.allSatisfy { $0.fault == nil } })
        let intakes = try await open.records(Intake.self)
        #expect((1500...2200).contains(intakes.count))
        #expect(Set(intakes.map(\.value.outcome)) == [.taken, .skipped])
        let now = try vault.moment(after: 0).instant
        #expect(intakes.allSatisfy { $0.value.instant <= now && $0.value.fault == nil })
        let week = try #require(Instant(milliseconds: now.milliseconds - 28 * 86_400_000))
        let states = try await open.doses(in: week..<now).map(\.dose.state)
        #expect(Set(states).isSuperset(of: [.taken, .missed]) && states.count(where: { $0 == .taken }) * 10 > states.count * 7)
        #expect(try await open.supportPlan().contacts.count == 1)
        #expect(try await open.medications().count == 5)
        let statuses = try await open.medications().asyncFlatMap { [try await open.status(of: $0)] }
        #expect(statuses.filter(\.needsRefill).count == 1 && statuses.filter { $0.supply != nil }.count == 2)
        // Headaches are followed up.
        let follows = try await open.records(SymptomEntry.self).filter { $0.value.follows != nil }
        #expect(follows.count > 20)
    }
}
