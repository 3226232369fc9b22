import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct RebuildTests {
    /// A vault after so many random actions, and an import in the middle of them.
    private func vault(seed: UInt64, actions: Int = 60) async throws -> (TestVault, OpenVault) {
        let vault = try TestVault(seed: seed)
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "a year before", moment: .of("2025-03-14")))
        var owner = RandomOwner(seed: seed)
        for number in 0..<actions {
            try await owner.act(on: open, in: vault)
            guard number == actions / 2 else { continue }
            let text = (0..<9).map { "[2026-03-1\($0) 12:00] imported \(owner.text())\n\n[2026-03-1\($0) 12:00] again\n\n" }
                .joined()
            let source = try ImportSource(
                path: try vault.scratch.write(text, to: "j.txt"), format: .jrnl, surroundings: vault.surroundings)
            _ = try await open.importEntries(source)
        }
        return (vault, open)
    }

    @Test(arguments: 1...UInt64(Lane.amount(quick: 2, ci: 6, all: 6)))
    func `tables made anew from the log are those that were kept up to date`(seed: UInt64) async throws {
        let (vault, open) = try await vault(seed: seed)
        let before = try await VaultPicture(of: open)
        #expect(!before.entries.isEmpty && !before.deleted.isEmpty && !before.onThisDay.isEmpty, "seed \(seed)")
        let operations = try await open.status().operations
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole && report.applied == operations, "seed \(seed)")
        #expect(try await VaultPicture(of: repaired) == before, "seed \(seed)")
        #expect(names(in: vault.folder).filter { $0.contains("damaged") || $0.contains("rescue") }.isEmpty, "seed \(seed)")
    }

    @Test(arguments: ["entry", "tag", "deleted", "revision", "record", "journal", "words"])
    func `rows that are gone from a table come back`(table: String) async throws {
        let (vault, open) = try await vault(seed: 7)
        let before = try await VaultPicture(of: open)
        try VaultInsides.execute(
            table == "words" ? "INSERT INTO words(words) VALUES('delete-all')" : "DELETE FROM \(table)", on: vault)
        let broken = try? await VaultPicture(of: open)
        #expect(broken != before)
        let (repaired, report) = try await vault.repair()
        #expect(report.unopened == 0 && report.missing == 0)
        #expect(try await VaultPicture(of: repaired) == before)
    }

    @Test func `an operation that was changed is counted, and the others go on`() async throws {
        let (vault, open) = try await vault(seed: 8)
        let before = try await VaultPicture(of: open)
        _ = try await open.add(NewEntry(text: "to be spoilt"))
        // The last byte of the last operation is one of its signature.
        try VaultInsides.execute(
            """
            UPDATE operation SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'FF' AS BLOB)
            WHERE id = (SELECT max(id) FROM operation)
            """, on: vault)
        let (repaired, report) = try await vault.repair()
        #expect(report.unopened == 1 && !report.isWhole)
        let after = try await VaultPicture(of: repaired)
        #expect(before.values.allSatisfy { after.values[$0.key] == $0.value })
        #expect(try VaultInsides.count("SELECT count(*) FROM operation", on: vault) == report.applied + 1, "it stays in the log")
    }

    @Test(arguments: [9, 10] as [UInt64])
    func `the log alone, taken in any order, says the same`(seed: UInt64) async throws {
        let (vault, open) = try await vault(seed: seed)
        let before = try await VaultPicture(of: open)
        var log = try VaultInsides(vault).log()
        var random = SplitMix64(seed: seed)
        log.shuffle(using: &random)
        let fresh = try Store.inMemory()
        try fresh.write { writer in
            for (operation, payload) in log { try writer.append(operation, payload: payload) }
        }
        let entries = try fresh.entries(Selection()).list + fresh.deletedEntries(since: 0)
        #expect(
            Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
                == Dictionary(uniqueKeysWithValues: (before.entries + before.deleted).map { ($0.id, $0) }), "seed \(seed)")
        for stored in entries {
            let history = FieldHistory.versions(of: try fresh.writes(of: "text", record: stored.id, kind: "entry"))
            #expect(history == before.histories[stored.id], "seed \(seed)")
        }
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func `two devices that were apart agree after they have met`(seed: UInt64) async throws {
        let (vault, open) = try await vault(seed: seed, actions: 30)
        let other = try vault.copy()
        let (mine, theirs) = (try VaultInsides(vault), try VaultInsides(other))
        let device = OtherDevice()
        var owner = RandomOwner(seed: seed + 100)
        var random = SplitMix64(seed: seed + 200)
        let ids = try await open.entries(Selection()).list.map(\.id)
        for number in 0..<40 {
            let id = try #require(ids.randomElement(using: &random))
            let time = TestVault.start + Int64.random(in: 0...9_000_000, using: &random)
            let fields: [String: JSON] =
                switch number % 4 {
                case 0: ["text": .string("theirs " + owner.text())]
                case 1: ["tags": ["theirs", "out"], "starred": true]
                case 2: ["gone": .bool(Bool.random(using: &random))]
                default: ["mood": "happy", "mood_source": "suggested"]
                }
            let mutation = try theirs.mutation(of: id, setting: fields)
            if !mutation.fields.isEmpty { try theirs.append([mutation], at: time, by: device) }
            if number % 2 == 0 {
                var change = EntryChange()
                change.text = "mine " + owner.text()
                let edit = change
                _ = try? await open.change(id, edit)
            }
        }
        try theirs.take(from: mine)
        try mine.take(from: theirs)
        let (one, two) = (try await VaultPicture(of: open), try await VaultPicture(of: other.open()))
        #expect(one == two, "seed \(seed)")
        #expect(one.histories.values.contains { $0.contains(where: \.isConcurrent) }, "seed \(seed)")
        let texts = Set(try mine.log().flatMap { $0.payload?.mutations ?? [] }.compactMap { $0.fields["text"] })
        let kept = Set(one.histories.values.flatMap { $0 }.map(\.write.value))
        #expect(texts.subtracting(kept).isEmpty, "seed \(seed): no text that was ever saved is lost")
        let repaired = (try await vault.repair(), try await other.repair())
        #expect(repaired.0.report.isWhole && repaired.1.report.isWhole, "seed \(seed)")
        #expect(try await VaultPicture(of: repaired.0.vault) == one, "seed \(seed)")
        #expect(try await VaultPicture(of: repaired.1.vault) == one, "seed \(seed)")
    }

    @Test func `the same operation taken twice changes nothing`() async throws {
        let (vault, open) = try await vault(seed: 14, actions: 20)
        let before = try await VaultPicture(of: open)
        let copy = try vault.copy()
        try VaultInsides(vault).take(from: VaultInsides(copy))
        #expect(try await VaultPicture(of: open) == before)
    }
}
