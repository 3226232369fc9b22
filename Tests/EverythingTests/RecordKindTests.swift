import Engine
import GivenVault
import Importing
import Journal
import Ledger
import Records
import Testing

/// A kind that is in the table goes every way: no way has a list of its own.
@Suite struct RecordKindTests {
    @Test func `what is in the table is tried, and what is tried is in the table`() {
        let (tried, known) = (Set(RecordMaker.all.map(\.kind)), Set(RecordKind.all.map(\.name)))
        #expect(RecordKind.all.count == known.count)
        // The name of a journal is written by use cases alone.
        #expect(known.subtracting(tried) == ["journal"])
        // These are in no list, and an export has all their fields in `more`.
        #expect(tried.subtracting(known) == ["dream", "preferences", "mood_learning", "pattern_look"])
        let moments = RecordKind.all.filter(\.isMoment).map(\.name)
        #expect([Entry.kind] + HealthRecord.kinds.map { $0.kind } == moments)
    }

    @Test func `a row says what its records have`() {
        var values = RandomValues(seed: 7)
        for maker in RecordMaker.all {
            let (kind, fields) = (RecordKind.of(maker.kind), maker.fields(&values))
            #expect(kind.isReadable(fields), "\(maker.kind)")
            #expect(kind.needed.isEmpty || !kind.isReadable([:]), "\(maker.kind): an export with a broken record would be taken")
            let idle = Set(kind.members.map(\.field)).subtracting(fields.keys).subtracting(["attachments"])
            #expect(idle.isEmpty, "\(maker.kind): members without a field")
            #expect(Set(kind.columns).count == kind.columns.count, "\(maker.kind): a column twice")
        }
        #expect(ExportTable.all.flatMap(\.kinds) == RecordKind.all.filter { $0.table != nil }.map(\.name))
    }

    @Test func `every kind with a moment is in every list of the health log, and comes back from the deleted ones`() async throws
    {
        let everything = try await Everything(seed: 33)
        let moment = try everything.vault.moment(after: -60)
        let here: [String: JSON] = [
            "instant": .int(moment.instant.milliseconds), "zone": .string(moment.zone), "day": .string(moment.day.iso),
        ]
        let kinds = Set(HealthRecord.kinds.map { $0.kind })
        let withPage = kinds.filter { RecordKind.of($0).page != nil }
        let written = RecordMaker.all.filter { kinds.contains($0.kind) }.map { everything.make($0, here) }
        #expect(Set(written.map(\.maker.kind)) == kinds)
        try await everything.write(written)
        let open = everything.open
        #expect(try await logged(moment.day, in: open) == kinds)
        #expect(Set(try await open.latestHealth(50).map(\.facts.kind.name)) == withPage)
        for one in written where withPage.contains(one.maker.kind) {
            #expect(try await open.healthKind(named: one.id.description) == one.maker.kind)
            try await one.maker.delete?(open, one.id)
        }
        #expect(try await logged(moment.day, in: open) == kinds.subtracting(withPage))
        #expect(Set(try await open.deletedHealth().map(\.facts.kind.name)) == withPage)
    }

    private func logged(_ day: LocalDay, in vault: OpenVault) async throws -> Set<String> {
        Set(
            try await vault.timeline(of: day).compactMap { item in
                if case .logged(let record) = item { record.facts.kind.name } else { nil }
            })
    }
}
