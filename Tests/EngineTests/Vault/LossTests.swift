import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing
import Vault

/// Operations that were confirmed once and are not there any more: said, counted once, and their places never used again.
@Suite struct LossTests {
    /// A vault with three entries and one edit: five operations, the journal's own first one among them.
    private func written() async throws -> TestVault {
        let vault = try TestVault()
        let open = try vault.create()
        for text in ["one", "two", "three"] { _ = try await open.add(NewEntry(text: text)) }
        var change = EntryChange()
        change.text = "three, changed"
        _ = try await open.change(try await open.find("last").id, change)
        return vault
    }

    private func settled(_ vault: TestVault) throws { try VaultInsides.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: vault) }

    @Test func `nothing is missing in a vault that was left alone`() async throws {
        let vault = try await written()
        #expect(try vault.open().lostOperations == 0)
        let (_, report) = try await vault.repair()
        #expect(report.isWhole && report.applied == 5 && report.damagedDatabase == nil)
    }

    @Test func `an older copy of the database is noticed, and a repair settles it once`() async throws {
        let vault = try await written()
        try settled(vault)
        let older = try contents(of: vault.location.database)
        do {
            let open = try vault.open()
            for text in ["four", "five"] { _ = try await open.add(NewEntry(text: text)) }
        }
        try settled(vault)
        try Data(older).write(to: URL(fileURLWithPath: vault.location.database))
        #expect(try vault.open().lostOperations == 2)
        #expect(try await vault.repair().report.missing == 2)
        #expect(try vault.open().lostOperations == 0)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `a place on the chain is never used twice, also after its operation is lost`() async throws {
        let vault = try await written()
        try settled(vault)
        let older = try contents(of: vault.location.database)
        do { _ = try await vault.open().add(NewEntry(text: "lost")) }
        try settled(vault)
        let lost = try #require(try VaultInsides(vault).log().last).operation
        try Data(older).write(to: URL(fileURLWithPath: vault.location.database))
        _ = try await vault.repair()
        do { _ = try await vault.open().add(NewEntry(text: "after")) }
        let next = try #require(try VaultInsides(vault).log().last).operation
        #expect(next.header.position == lost.header.position + 1 && next.header.previous == lost.hash)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `an emptied database is lost, never in order`() async throws {
        let vault = try await written()
        try settled(vault)
        try Data().write(to: URL(fileURLWithPath: vault.location.database))
        let (open, report) = try await vault.repair()
        #expect(report.missing == 4 && !report.isWhole && report.damagedDatabase != nil)
        // The journal's own first operation was made again, bit for bit: it is counted as there.
        #expect(try await open.status().journals.count == 1)
        _ = try await open.add(NewEntry(text: "goes on"))
        #expect(try VaultInsides(vault).log().map(\.operation.header.position) == [1, 6])
    }

    @Test func `older texts whose operations are lost are saved anew, with what stands now on top`() async throws {
        let vault = try await written()
        try VaultInsides.execute("DELETE FROM operation WHERE place > 1", on: vault)
        try settled(vault)
        let (open, report) = try await vault.repair()
        #expect(report.missing == 4 && report.rescued >= 4)
        #expect(try await open.texts().sorted() == ["one", "three, changed", "two"])
        let changed = try #require(try await open.entries(Selection()).list.first { $0.entry.text.hasPrefix("three") })
        #expect(try await open.history(changed.id).map(\.write.value) == ["three, changed", "three"])
    }

    @Test func `an operation that does not follow from those before is not taken`() async throws {
        let vault = try await written()
        let insides = try VaultInsides(vault)
        let log = try insides.log().map(\.operation)
        var check = LogCheck()
        for operation in log { try check.take(operation) }
        var other = LogCheck()
        try other.take(log[0])
        #expect(throws: LedgerError.brokenChain(expected: 2, found: 1)) { try other.take(log[0]) }
        try other.take(log[2])
        #expect(throws: LedgerError.brokenChain(expected: 4, found: 2)) { try other.take(log[1]) }
    }

    @Test func `a repair waits for others to close the vault, and then refuses`() async throws {
        let vault = try await written()
        let open = try vault.open()
        await #expect(throws: EngineError.inUse) {
            _ = try await OpenVault.repair(
                try vault.unlocked(), at: vault.location, surroundings: vault.surroundings, patience: 30)
        }
        #expect(try await open.texts().count == 3)
    }

    @Test func `a power cut tears one area of the heads, and the other one counts`() async throws {
        let vault = try await written()
        let heads = try contents(of: vault.location.heads)
        #expect(heads.count > 256 << 10, "both areas were written")
        for area in 0..<2 {
            var torn = heads
            torn[area * (256 << 10) + 100] ^= 1
            try Data(torn).write(to: URL(fileURLWithPath: vault.location.heads))
            let open = try vault.open()
            #expect(open.lostOperations == 0 && !open.headsAreMissing)
            #expect(try await open.texts().count == 3)
        }
        _ = try await vault.open().add(NewEntry(text: "four"))
        #expect(try await vault.repair().report.isWhole)
    }

    /// Ways in which the file that says what was saved last is taken away.
    static let waysToTake: [String] = ["removed", "emptied", "garbled", "linked", "of another time"]

    private func take(_ path: String, _ way: String, before: [UInt8]) throws {
        let now = try contents(of: path)
        let file = URL(fileURLWithPath: path)
        #expect(unsafe unlink(path) == 0)
        switch way {
        case "emptied": try Data().write(to: file)
        case "garbled": try Data(now.map { $0 ^ 1 }).write(to: file)
        case "linked":
            try Data(now).write(to: URL(fileURLWithPath: path + "-elsewhere"))
            #expect(unsafe symlink(path + "-elsewhere", path) == 0)
        case "of another time": try Data(before).write(to: file)
        default: break
        }
    }

    @Test(arguments: waysToTake)
    func `heads that were taken away beside an older database are noticed, and no place is used twice`(way: String) async throws {
        let (vault, other) = (try await written(), try await written())
        try settled(vault)
        let older = try contents(of: vault.location.database)
        do { _ = try await vault.open().add(NewEntry(text: "gone")) }
        try settled(vault)
        let gone = try #require(try VaultInsides(vault).log().last).operation
        try Data(older).write(to: URL(fileURLWithPath: vault.location.database))
        try take(vault.location.heads, way, before: try contents(of: other.location.heads))
        do {
            let open = try vault.open()
            #expect(open.headsAreMissing)
            #expect(try await open.texts().count == 3, "reading goes on")
            await #expect(throws: EngineError.headsMissing) { _ = try await open.add(NewEntry(text: "not yet")) }
            await #expect(throws: EngineError.headsMissing) { try await open.createJournal(named: "Not yet") }
        }
        let (repaired, report) = try await vault.repair()
        #expect(report.isAnotherDevice && !repaired.headsAreMissing)
        _ = try await repaired.add(NewEntry(text: "after"))
        let open = try vault.open()
        #expect(try await open.texts().count == 4 && !open.headsAreMissing && open.lostOperations == 0)
        let log = try VaultInsides(vault).log().map(\.operation)
        #expect(log.last.map { $0.header.device != gone.header.device } == true)
        let places = log.map { [$0.header.journal.bytes, $0.header.device.bytes, [UInt8($0.header.position)]] }
        #expect(Set(places).count == log.count)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `a vault file from elsewhere rebuilds nothing over the journal`() async throws {
        let (vault, other) = (try await written(), try await written())
        try settled(vault)
        try settled(other)
        let before = try contents(of: vault.location.database)
        for end in ["", ".bak"] {
            try Data(contents(of: other.location.vaultFile + end)).write(to: URL(fileURLWithPath: vault.location.vaultFile + end))
        }
        await #expect(throws: EngineError.otherVaultFile) { _ = try await vault.repair() }
        #expect(try contents(of: vault.location.database) == before)
    }

    @Test(arguments: ["journal.db-shm", "journal.db-wal", "journal.db", "journal.heads"])
    func `a file to which another name leads is written beside it, not through it`(name: String) async throws {
        let vault = try await written()
        let (path, other) = (vault.location.folder + "/" + name, vault.scratch.path + "/other")
        let isContent = !name.contains("-")
        if isContent {
            #expect(unsafe link(path, other) == 0)
        } else {
            // Any file of its owner. SQLite takes an empty log for none.
            unsafe _ = unlink(path)
            #expect(FileManager.default.createFile(atPath: other, contents: name.hasSuffix("shm") ? Data([1, 2, 3]) : Data()))
            #expect(unsafe link(other, path) == 0)
        }
        let before = try contents(of: other)
        do {
            let open = try vault.open()
            for number in 0..<20 { _ = try await open.add(NewEntry(text: "later \(number)")) }
            #expect(try await open.texts().count >= 20)
        }
        #expect(try contents(of: other) == before)
        var about = stat()
        #expect(unsafe stat(other, &about) == 0 && about.st_nlink == 1)
        #expect(try !vault.open().headsAreMissing)
    }

    @Test func `heads that were read through a hard link count`() async throws {
        let vault = try await written()
        #expect(unsafe link(vault.location.heads, vault.location.heads + "-copy") == 0)
        #expect(try !vault.open().headsAreMissing)
    }

    @Test func `the vault file knows the heads of a day ago, where both files beside it are older`() async throws {
        let vault = try await written()
        try settled(vault)
        let (database, heads) = (try contents(of: vault.location.database), try contents(of: vault.location.heads))
        vault.clock.advance(days: 1)
        do { for text in ["four", "five"] { _ = try await vault.open().add(NewEntry(text: text)) } }
        try settled(vault)
        try Data(database).write(to: URL(fileURLWithPath: vault.location.database))
        try Data(heads).write(to: URL(fileURLWithPath: vault.location.heads))
        let open = try vault.open()
        #expect(open.lostOperations >= 1 && !open.headsAreMissing)
    }
}
