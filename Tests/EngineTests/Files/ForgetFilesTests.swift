import Basics
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing
import Vault

/// Sealed files that nothing names are cleared away; never one that something names, or may name.
@Suite struct ForgetFilesTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private var files: [String] { names(in: vault.location.attachments) }

    private func stage(_ byte: UInt8) async throws -> StagedAttachment {
        let upload = try await open.beginAttachment(name: "a", limit: 100)
        try await upload.write([byte])
        return try await upload.finish()
    }

    private func hash(of staged: StagedAttachment) throws -> String { try #require(staged.json["hash"]?.string) }

    /// Makes all files there look as old as this, by the vault's clock.
    private func age(days: Double) throws {
        let date = Date(timeIntervalSince1970: Double(vault.clock.now) / 1000 - days * 86_400)
        for name in files {
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: vault.location.attachments + "/" + name)
        }
    }

    @Test func `a file that was sealed and never saved goes after a day`() async throws {
        #expect(try await open.removeForgottenFiles() == 0)
        _ = try await stage(1)
        try age(days: 0.9)
        #expect(try await open.removeForgottenFiles() == 0)
        #expect(files.count == 1)
        try age(days: 1.1)
        #expect(try await open.removeForgottenFiles() == 1)
        #expect(files.isEmpty)
    }

    @Test func `what broken-off sealing left goes after a day, and nothing that is not ours`() async throws {
        let name = String(repeating: "ab", count: 32)
        for file in ["0a.partial", "notes.txt", name.uppercased(), String(name.dropFirst()), name + "0"] {
            try vault.scratch.write("x", to: "vault/attachments/" + file)
        }
        try vault.scratch.write("x", to: "vault/attachments/\(name.replacing("a", with: "c"))/inside")
        try age(days: 0.5)
        #expect(try await open.removeForgottenFiles() == 0)
        try age(days: 2)
        #expect(try await open.removeForgottenFiles() == 1)
        #expect(files.count == 5 && !files.contains("0a.partial"))
    }

    @Test func `what an entry has, had or had before it was deleted stays`() async throws {
        let all = [try await stage(1), try await stage(2), try await stage(3)]
        _ = try await open.add(NewEntry(text: "kept", staged: [all[0]]))
        let deleted = try await open.add(NewEntry(text: "deleted", staged: [all[1]]))
        _ = try await open.delete(deleted.id)
        let edited = try await open.add(NewEntry(text: "edited", staged: [all[2]]))
        var change = EntryChange()
        change.removedAttachments = [all[2].id]
        let off = change
        _ = try await open.change(edited.id, off)
        _ = try await stage(4)
        try age(days: 100)
        vault.clock.advance(days: 60)
        #expect(try await open.removeForgottenFiles() == 1)
        #expect(files == (try all.map(hash).sorted()))
        #expect(try await vault.repair().report.isWhole)
    }

    private func append(_ mutation: Mutation, toJournal journal: JournalID) throws {
        let insides = try VaultInsides(vault)
        let device = DeviceID(publicKey: insides.keys.body.devicePublicKey)
        try insides.store.write { writer in
            let payload = Payload(stamp: try writer.tick(wallMilliseconds: TestVault.start), mutations: [mutation])
            let place = try writer.nextPlace(journal: journal, device: device)
            let header = OperationHeader(
                lane: .record, journal: journal, epoch: 1, device: device, position: place.position, previous: place.previous,
                bodyCount: UInt32(Seal.sealedCount(of: payload.bytes.count)))
            let body = Seal.seal(payload.bytes, key: .random(count: 32), context: header.sealingContext)
            try writer.append(Operation(header: header, body: body) { insides.keys.body.sign($0) }, payload: payload)
        }
    }

    @Test func `what a record of another journal or of an unknown kind names stays`() async throws {
        let all = [try await stage(1), try await stage(2), try await stage(3)]
        let other = JournalID(firstBytesOf: [UInt8](repeating: 7, count: 16))
        let fields = try #require(all[0].json.object)
        try append(Mutation(kind: "attachment", record: all[0].id, fields: fields), toJournal: other)
        let inside = JSON.object(["file": .array([.string(try hash(of: all[1]))])])
        try append(Mutation(kind: "voice-note", record: all[1].id, fields: ["takes": inside]), toJournal: other)
        try age(days: 10)
        #expect(try await open.removeForgottenFiles() == 1)
        #expect(files == (try all.prefix(2).map(hash).sorted()))
    }

    @Test func `what a draft or an older value names stays`() async throws {
        let all = [try await stage(1), try await stage(2), try await stage(3)]
        let insides = try VaultInsides(vault)
        try insides.store.write { writer in
            try writer.keep(draft: JSON.object(["text": "later", "staged": .array([all[0].json])]).bytes, as: "new")
        }
        _ = try await open.add(NewEntry(text: "x", staged: [all[1]]))
        try insides.append(
            [insides.mutation(of: all[1].id, kind: "attachment", setting: ["hash": .string(try hash(of: all[0]))])],
            at: TestVault.start + 1, by: OtherDevice())
        try insides.store.write { _ = try $0.dropDraft("none") }
        try age(days: 10)
        #expect(try await open.removeForgottenFiles() == 1)
        #expect(files == (try all.prefix(2).map(hash).sorted()))
    }

    @Test func `a file that was just claimed for an entry is not old`() async throws {
        let staged = try await stage(1)
        try age(days: 10)
        _ = try await open.add(NewEntry(text: "x", staged: [staged]))
        let about = try FileManager.default.attributesOfItem(atPath: vault.location.attachments + "/" + files[0])
        let date = try #require(about[.modificationDate] as? Date)
        #expect(date > Date(timeIntervalSince1970: Double(vault.clock.now) / 1000 - 10 * 86_400))
    }

    @Test(arguments: [
        "DELETE FROM operation WHERE place = 2", "DELETE FROM operation WHERE place = 3",
        "UPDATE record SET state = CAST(replace(CAST(state AS TEXT), '\"hash\"', '\"hush\"') AS BLOB) WHERE kind = 'attachment'",
    ])
    func `all files stay where the database may have lost what names them`(damage: String) async throws {
        _ = try await open.add(NewEntry(text: "x", staged: [try await stage(1)]))
        _ = try await open.add(NewEntry(text: "y"))
        _ = try await stage(2)
        try age(days: 10)
        try VaultInsides.execute(damage, on: vault)
        let again = try vault.open()
        let removed = try? await again.removeForgottenFiles()
        #expect((removed ?? 0) == 0 && files.count == 2)
    }

    @Test func `all files stay after an older database was put in place, also when its owner knows of it`() async throws {
        let old = try vault.copy()
        _ = try await open.add(NewEntry(text: "x", staged: [try await stage(1)]))
        try age(days: 10)
        try Data(try contents(of: vault.location.heads)).write(to: URL(fileURLWithPath: old.location.heads))
        try Folder.copy(vault.location.attachments, to: old.location.attachments)
        for name in files {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: old.location.attachments + "/" + name)
        }
        let stale = try old.open()
        #expect(stale.lostOperations == 1)
        #expect(try await stale.removeForgottenFiles() == 0)
        _ = try await old.repair()
        let settled = try old.open()
        #expect(settled.lostOperations == 0)
        #expect(try await settled.removeForgottenFiles() == 0)
        #expect(names(in: old.location.attachments).count == 1)
    }
}
