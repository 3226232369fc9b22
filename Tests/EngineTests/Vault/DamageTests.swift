import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SQLite
import SeededChance
import Store
import Testing

@Suite struct DamageTests {
    private static let page = 4096

    /// A vault whose database has some hundred pages: short and long entries, deleted and edited ones.
    private func vault(seed: UInt64) async throws -> (TestVault, VaultPicture) {
        let vault = try TestVault(seed: seed)
        let open = try vault.create()
        var owner = RandomOwner(seed: seed)
        for number in 0..<70 {
            try await owner.act(on: open, in: vault)
            guard number % 7 == 0 else { continue }
            _ = try await open.add(NewEntry(text: owner.text(words: 200...1500)))
        }
        let picture = try await VaultPicture(of: open)
        // Everything into the database file itself.
        try VaultInsides(vault).store.walCheckpoint()
        return (vault, picture)
    }

    private func overwrite(_ vault: TestVault, pages: [Int], using random: inout SplitMix64) throws {
        var bytes = try contents(of: vault.location.database)
        for page in pages {
            for place in 0..<16 {
                bytes[page * Self.page + Int.random(in: 0..<Self.page, using: &random)] ^= UInt8(
                    truncatingIfNeeded: random.next() | 1 + UInt64(place))
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: vault.location.database))
    }

    private func pageCount(_ vault: TestVault) throws -> Int { try contents(of: vault.location.database).count / Self.page }

    @Test(arguments: [1] as [UInt64])
    func `whichever page is overwritten, every entry is back after a repair`(seed: UInt64) async throws {
        let (sound, before) = try await vault(seed: seed)
        var random = SplitMix64(seed: seed)
        let count = try pageCount(sound)
        #expect(count > 60, "\(count) pages")
        for page in stride(from: 0, to: count, by: Lane.amount(quick: 4, ci: 1, all: 1)) {
            let vault = try sound.copy()
            try overwrite(vault, pages: [page], using: &random)
            let damaged = try contents(of: vault.location.database)
            let (repaired, report) = try await vault.repair()
            let after = try await VaultPicture(of: repaired)
            #expect(after.values == before.values, "seed \(seed), page \(page): \(report)")
            #expect(Set(after.deleted.map(\.id)) == Set(before.deleted.map(\.id)), "seed \(seed), page \(page)")
            #expect(after.attachments == before.attachments, "seed \(seed), page \(page)")
            // An unused page may be left as it is; else the damaged file is kept beside the new one, byte for byte.
            guard let kept = report.damagedDatabase else {
                #expect(after == before, "seed \(seed), page \(page)")
                continue
            }
            #expect(try contents(of: kept) == damaged, "seed \(seed), page \(page)")
            #expect(names(in: vault.folder).filter { $0.contains("rescue") }.isEmpty, "seed \(seed), page \(page)")
            guard page % 8 == 0 else { continue }
            let again = try await vault.repair().report
            #expect(
                again.damagedDatabase == nil && again.rescued == 0,
                "seed \(seed), page \(page): the second repair has nothing to do")
        }
    }

    @Test(arguments: [3, 4, 5, 6] as [UInt64])
    func `of many damaged pages what is readable is saved, and the vault goes on`(seed: UInt64) async throws {
        let (vault, before) = try await vault(seed: seed)
        var random = SplitMix64(seed: seed)
        let pages = try Array(1..<pageCount(vault)).shuffled(using: &random).prefix(12)
        try overwrite(vault, pages: [0] + pages, using: &random)
        let (repaired, report) = try await vault.repair()
        #expect(report.damagedDatabase != nil, "seed \(seed)")
        let after = try await VaultPicture(of: repaired)
        #expect(Set(after.values.keys).isSubset(of: before.values.keys), "seed \(seed): nothing is made up")
        #expect(after.values.count * 3 > before.values.count, "seed \(seed): \(after.values.count) of \(before.values.count)")
        let id = try await repaired.add(NewEntry(text: "goes on")).id
        #expect(try await vault.open().find(id.description).entry.text == "goes on", "seed \(seed)")
    }

    @Test func `records whose operations are lost are saved anew from the tables`() async throws {
        let (vault, before) = try await vault(seed: 7)
        let lost = try VaultInsides.count("SELECT count(*) FROM operation WHERE id % 3 = 0", on: vault)
        try VaultInsides.execute("DELETE FROM operation WHERE id % 3 = 0; PRAGMA wal_checkpoint(TRUNCATE)", on: vault)
        // A page that holds neither: only so that the database counts as damaged.
        try VaultInsides.execute(
            "CREATE TABLE spare(x); INSERT INTO spare VALUES(zeroblob(9000)); PRAGMA wal_checkpoint(TRUNCATE)", on: vault)
        var random = SplitMix64(seed: 7)
        try overwrite(vault, pages: [try pageCount(vault) - 1], using: &random)
        let (repaired, report) = try await vault.repair()
        #expect(report.damagedDatabase != nil && report.missing > lost - 3 && report.rescued > 0, "\(report)")
        let after = try await VaultPicture(of: repaired)
        #expect(after.values == before.values && after.attachments == before.attachments)
        #expect(after.tags == before.tags && after.found.mapValues(Set.init) == before.found.mapValues(Set.init))
    }

    @Test func `a working copy that was left half written does not keep a vault from its repair`() async throws {
        let (vault, before) = try await vault(seed: 9)
        try vault.scratch.write([UInt8](repeating: 7, count: 5000), to: "vault/journal.db.rescue-source")
        try vault.scratch.write([UInt8](repeating: 7, count: 5000), to: "vault/journal.db.rescue")
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole && report.rescued == 0)
        #expect(try await VaultPicture(of: repaired) == before)
        #expect(names(in: vault.folder).filter { $0.contains("rescue-source") }.isEmpty)
    }

    @Test func `an emptied database is damage, not a new beginning`() async throws {
        let (vault, _) = try await vault(seed: 10)
        try Data().write(to: URL(fileURLWithPath: vault.location.database))
        #expect(throws: SQLiteError.damaged(code: 26)) { try vault.open() }
        #expect(try contents(of: vault.location.database).isEmpty)
        let (repaired, report) = try await vault.repair()
        #expect(report.damagedDatabase != nil)
        #expect(try await repaired.texts().isEmpty)
        _ = try await repaired.add(NewEntry(text: "goes on"))
        #expect(try await vault.open().texts() == ["goes on"])
    }

    @Test func `a database under another key, or none at all, is damage and is kept`() async throws {
        let (vault, _) = try await vault(seed: 11)
        let other = try TestVault(seed: 12)
        _ = try other.create()
        let strangers = [
            try contents(of: other.location.database), Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 8176), [7],
        ]
        for bytes in strangers {
            try Data(bytes).write(to: URL(fileURLWithPath: vault.location.database))
            let error = #expect(throws: SQLiteError.self) { try vault.open() }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            vault.clock.advance(seconds: 1)
            let report = try await vault.repair().report
            #expect(try contents(of: #require(report.damagedDatabase)) == bytes)
        }
        #expect(names(in: vault.folder).filter { $0.contains(".damaged-") }.count == strangers.count)
    }

    @Test func `a missing database is said to be missing, and nothing is made in its place`() async throws {
        let (vault, _) = try await vault(seed: 13)
        for name in names(in: vault.folder) where name.hasPrefix("journal.db") {
            try FileManager.default.removeItem(atPath: vault.folder + "/" + name)
        }
        let before = names(in: vault.folder)
        #expect(throws: EngineError.databaseMissing) { try vault.open() }
        await #expect(throws: EngineError.databaseMissing) { try await vault.repair() }
        #expect(names(in: vault.folder) == before)
    }

    @Test func `reading goes around a damaged page and says how much it left out`() async throws {
        let (sound, before) = try await vault(seed: 14)
        var random = SplitMix64(seed: 14)
        var (hidden, opened) = (0, 0)
        for page in 1..<(try pageCount(sound)) {
            let vault = try sound.copy()
            try overwrite(vault, pages: [page], using: &random)
            do {
                let (list, unreadable) = try await vault.open().entries(Selection())
                opened += 1
                hidden += unreadable
                #expect(list.count + unreadable == before.entries.count, "page \(page)")
                #expect(list.allSatisfy { $0.entry == before.values[$0.id] }, "page \(page)")
            } catch {
                guard case .damaged = error as? SQLiteError else {
                    Issue.record("page \(page): \(error)")
                    continue
                }
            }
        }
        #expect(hidden > 0 && opened > 20, "\(opened) of them opened")
    }

    @Test func `a record on a damaged page is passed over and counted`() async throws {
        let sound = try TestVault(seed: 15)
        let open = try sound.create()
        for number in 0..<120 {
            let moment = try Moment(nowIn: sound.surroundings)
            try await open.add(
                SymptomEntry(
                    instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "Headache", severity: number % 11,
                    note: String(repeating: "It began at the desk. ", count: 6)))
            sound.clock.advance(days: 1)
        }
        #expect(open.unreadable.count == 0)
        try VaultInsides(sound).store.walCheckpoint()
        var random = SplitMix64(seed: 15)
        var (hidden, opened) = (0, 0)
        for page in 1..<(try pageCount(sound)) {
            let vault = try sound.copy()
            try overwrite(vault, pages: [page], using: &random)
            do {
                let open = try vault.open()
                let list = try await open.records(SymptomEntry.self)
                opened += 1
                let unreadable = open.unreadable.count
                hidden += unreadable
                #expect(list.count + unreadable == 120, "page \(page)")
            } catch {
                guard case .damaged = error as? SQLiteError else {
                    Issue.record("page \(page): \(error)")
                    continue
                }
            }
        }
        #expect(hidden > 0 && opened > 5, "\(opened) of them opened")
    }
}
