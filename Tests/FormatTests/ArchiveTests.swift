import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Records
import SQLite
import SeededChance
import Store
import Testing
import Vault

/// A vault that an earlier version wrote, in a folder of its own.
private struct ArchivedVault: ~Copyable {
    let location: VaultLocation
    private let archived: String
    private let scratch: String

    init(_ name: String) throws {
        archived =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Archive/" + name).path
        scratch = FileManager.default.temporaryDirectory.path + "/auralyst-archive-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        try Folder.copy(archived, to: scratch + "/" + name)
        location = VaultLocation(folder: scratch + "/" + name)
    }

    deinit { try? FileManager.default.removeItem(atPath: scratch) }

    /// Writes the database and what belongs to it from the same keys and operations, and puts them into the archive.
    func writeAnew() async throws {
        let key = try unlocked().databaseKey()
        let operations = try unsafe key.withBytes { key in
            try unsafe Connection(.file(location.database, mustExist: true), key: key)
                .all("SELECT bytes FROM operation ORDER BY id") { $0.blob(0) }
        }
        try FileManager.default.removeItem(atPath: location.database)
        func store(mustExist: Bool) throws -> Store {
            try unsafe key.withBytes { try unsafe Store(.file(location.database, mustExist: mustExist), key: $0) }
        }
        do {
            let new = try store(mustExist: false)
            try new.write { writer in
                for bytes in operations { try new.keep(Ledger.Operation(reading: bytes), receipt: nil, in: writer) }
            }
        }
        do { _ = try await OpenVault.repair(try unlocked(), at: location, surroundings: .machine) }
        try store(mustExist: true).walCheckpoint()
        for name in ["journal.db", "journal.heads", "vault.auralyst", "vault.auralyst.bak"] {
            let file = try Data(contentsOf: URL(fileURLWithPath: location.folder + "/" + name))
            try file.write(to: URL(fileURLWithPath: archived + "/" + name))
        }
    }

    func unlocked() throws -> UnlockedVault {
        try VaultOpening.read(location).unlock(passphrase: Secret(copying: Array("correct horse battery staple".utf8)))
    }
}

/// Vaults of earlier versions open for ever, and the examples of docs/formats/vault.md are those of the first one.
@Suite(.serialized) struct ArchiveTests {
    private static let isWriting = ProcessInfo.processInfo.environment["AURALYST_WRITE_EXAMPLES"] != nil

    /// Before a release, when the form of the database changes:
    /// `AURALYST_WRITE_EXAMPLES=1 swift test --filter 'the kept vault is written anew'`. Its keys stay.
    @Test(.enabled(if: isWriting)) func `the kept vault is written anew`() async throws {
        try await ArchivedVault("vault-1").writeAnew()
    }

    @Test func `a vault of the first version opens by its passphrase, with all that was in it`() async throws {
        let archived = try ArchivedVault("vault-1")
        let vault = try OpenVault(try archived.unlocked(), at: archived.location, surroundings: .machine)
        let list = try await vault.entries(Selection()).list
        #expect(
            list.map(\.entry.text) == [
                "Slept well, walked by the river.", "Migraine again, since noon.",
                "Ünïcödé 日記 😀, and a second line:\n\n- one\n- two",
            ])
        #expect(list.map(\.entry.day.iso) == ["2026-03-14", "2026-03-13", "1900-02-28"])
        #expect(list.map(\.entry.zone) == ["Europe/Vienna", "Europe/Vienna", "Europe/Vienna"])
        #expect(list[0].entry.mood?.name == "relaxed" && list[0].entry.tags.map(\.name) == ["walk"])
        #expect(list[1].entry.starred && list[1].attachments.count == 1)
        #expect(try await vault.history(list[1].id).count == 2)
        let found = try await vault.attachments(of: list[1])
        #expect(found.map(\.name) == ["scan.txt"] && found.map(\.size) == [29])
        let out = archived.location.folder + "/out"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        let saved = try await vault.saveAttachments(of: list[1], to: out)
        #expect(try String(contentsOfFile: try #require(saved.first), encoding: .utf8) == "a small note beside an entry\n")
        let query = try SearchQuery.parse("日記", today: list[0].entry.day)
        #expect(try await vault.hits(Selection(query: query)).list.map(\.entry.id) == [list[2].id])
        #expect(vault.lostOperations == 0 && vault.notices.isEmpty)
    }

    @Test func `a vault of the first version is repaired by this one, and nothing is missing`() async throws {
        let archived = try ArchivedVault("vault-1")
        let (_, report) = try await OpenVault.repair(
            try archived.unlocked(), at: archived.location, surroundings: .machine)
        #expect(report.isWhole && report.applied == 8 && report.soundAttachments == 1)
    }

    @Test func `a vault of the first version gets new keys, and all is in it`() async throws {
        let archived = try ArchivedVault("vault-1")
        let passphrase = Secret(copying: Array("correct horse battery staple".utf8))
        let vault = try OpenVault.changeVaultKey(
            try archived.unlocked(), passphrase: passphrase, at: archived.location, surroundings: .machine)
        #expect(try await vault.entries(Selection()).list.count == 3 && vault.lostOperations == 0)
        try await vault.rotateKeys()
        #expect(try await vault.entries(Selection()).list[1].attachments.count == 1)
        let page = try DocumentedPage("vault.md")
        let byCode = try VaultOpening.read(archived.location).unlock(recoveryCode: RecoveryCode(typed: page["recovery"]))
        #expect(byCode.header.slots.map(\.type) == [.passphrase, .recoveryRecipient])
    }

    @Test func `its recovery code and keys are those of the documented example`() throws {
        let archived = try ArchivedVault("vault-1")
        let page = try DocumentedPage("vault.md")
        let unlocked = try VaultOpening.read(archived.location)
            .unlock(recoveryCode: RecoveryCode(typed: page["recovery"]))
        func hexadecimal(_ secret: borrowing Secret) -> String { unsafe secret.withBytes { unsafe hex(Array($0)) } }
        if ProcessInfo.processInfo.environment["AURALYST_PRINT_EXAMPLES"] != nil {
            print("EXAMPLE vault-key\n\(hexadecimal(unlocked.vaultKey()))")
            print("EXAMPLE database-key\n\(hexadecimal(unlocked.databaseKey()))\n")
        }
        #expect(page["vault-key"] == hexadecimal(unlocked.vaultKey()))
        #expect(page["database-key"] == hexadecimal(unlocked.databaseKey()))
    }
}
