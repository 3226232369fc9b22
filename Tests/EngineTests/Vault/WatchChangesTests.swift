import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Quotes
import Records
import SeededChance
import Testing

@Suite struct WatchChangesTests {
    private func change(_ id: RecordID, kind: String = "entry", isNew: Bool = false) -> RecordChange {
        RecordChange(kind: kind, id: id, isNew: isNew)
    }

    @Test func `what another program writes is seen from the position on`() async throws {
        let vault = try TestVault()
        let (open, other) = (try vault.create(), try vault.open())
        let start = try await open.logPosition()
        #expect(try await open.changes(after: start).changes == [])
        let first = try await other.add(NewEntry(text: "one", attachments: [vault.scratch.write("x", to: "a.txt")]))
        let seen = try await open.changes(after: start)
        let attachment = try #require(first.attachments.first)
        #expect(
            Set(try #require(seen.changes)) == [
                change(first.id, isNew: true), change(attachment, kind: "attachment", isNew: true),
            ])
        #expect(try await seen.position == other.logPosition() && seen.position > start)
        #expect(try await open.changes(after: seen.position).changes == [])

        var edit = EntryChange()
        edit.text = "two"
        _ = try await other.change(first.id, edit)
        _ = try await open.delete(first.id)
        let second = try await open.changes(after: seen.position)
        #expect(second.changes == [change(first.id)])
        _ = try await other.restore(first.id)
        try await other.setPreferences { $0.prompts = false }
        let template = try await other.addTemplate(Template(name: "t", text: "x"))
        #expect(
            try await open.changes(after: second.position).changes == [
                change(first.id), change(Preferences.record, kind: "preferences"),
                change(template.id, kind: "template", isNew: true),
            ])
        #expect(try await open.changes(after: start).changes?.first == change(first.id, isNew: true))
    }

    @Test func `drafts and quotes move nothing`() async throws {
        let open = try TestVault().create()
        let start = try await open.logPosition()
        try await open.keep(Draft(text: "x"), as: .new)
        try await open.keepQuote(.failure(.noData))
        #expect(try await open.logPosition() == start)
    }

    @Test func `the founding of a journal touches no record`() async throws {
        let open = try TestVault().create()
        let all = try await open.changes(after: 0)
        #expect(all.changes == [] && all.position == 1)
        #expect(try await open.logPosition() == 1)
    }

    @Test func `too many, too far, and what does not open mean that all is read anew`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let start = try await open.logPosition()
        for number in 0..<6 { _ = try await open.add(NewEntry(text: "\(number)")) }
        let end = try await open.logPosition()
        #expect(try await open.changes(after: start, limit: 6).changes?.count == 6)
        for limit in [5, 1, 0, -1] {
            let found = try await open.changes(after: start, limit: limit)
            #expect(found.changes == nil && found.position == end, "\(limit)")
        }
        let ahead = try await open.changes(after: end + 100)
        #expect(ahead.changes == nil && ahead.position == end)
        try VaultInsides.execute(
            "UPDATE operation SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'00FF' AS BLOB) WHERE id = \(end - 1)",
            on: vault)
        let spoilt = try await open.changes(after: start)
        #expect(spoilt.changes == nil && spoilt.position == end)
        #expect(try await open.changes(after: end - 1).changes?.count == 1)
    }

    @Test func `one operation with many records counts them all`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let insides = try VaultInsides(vault)
        var random = SplitMix64(seed: 4)
        let mutations = (0..<9).map { _ in Mutation(kind: "dream", record: .random(using: &random), fields: ["a": 1]) }
        let start = try await open.logPosition()
        try insides.append(mutations, at: vault.clock.now)
        #expect(try await open.changes(after: start, limit: 8).changes == nil)
        #expect(try await open.changes(after: start, limit: 9).changes == mutations.map { change($0.record, kind: "dream") })
    }
}
