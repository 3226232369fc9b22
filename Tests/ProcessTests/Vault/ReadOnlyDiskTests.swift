import Foundation
import KillPoints
import Testing

/// A vault on a disk that cannot be written to: it is read and exported, and nothing says that it was changed.
@Suite struct ReadOnlyDiskTests {
    @Test(.smallDisk, arguments: [false, true])
    func `what is on a disk that cannot be written to is listed, found, shown and exported`(hasLog: Bool) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let photo = try sandbox.write("a photo", to: "photo.jpg")
        let id = try sandbox.add("read from a #DVD", "--attach", photo)
        let vault = sandbox.vault
        if hasLog { try addIntoLog(sandbox) }
        let disk = try SmallDisk(in: sandbox, mebibytes: 16)
        try FileManager.default.copyItem(atPath: vault, toPath: disk.path + "/vault")
        try disk.endWriting()
        sandbox["AURALYST_VAULT"] = disk.path + "/vault"

        let texts = (hasLog ? ["still in the log"] : []) + ["read from a #DVD"]
        #expect(try sandbox.list().compactMap { $0["text"] as? String }.sorted() == texts.sorted())
        #expect(try sandbox.done("search", "dvd", "--json").list.count == 1)
        try FileManager.default.createDirectory(atPath: sandbox.work + "/out", withIntermediateDirectories: false)
        try sandbox.done("show", id, "--save-attachments", "out")
        #expect(sandbox.bytes(sandbox.work + "/out/photo.jpg") == Array("a photo".utf8))
        let export = try sandbox.done("export", "json", "--out", "all.json", "--yes")
        #expect(export.errors.contains("remove it yourself") && !export.text.contains("When you are done"))
        #expect(String(decoding: sandbox.bytes(sandbox.work + "/all.json"), as: UTF8.self).contains("read from a #DVD"))
        for words in [["add", "lost?"], ["edit", id, "--text", "lost?"], ["delete", id]] {
            try sandbox.refused(words, 1, "read_only")
        }
        #expect(try sandbox.list().count == texts.count)
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/tmp").filter { $0.contains("read-") }
        #expect(left.isEmpty, "a copy was left behind")
    }

    @Test(.smallDisk, arguments: ["vault/vault.auralyst.bak", "vault/journal.db"])
    func `a vault whose key was being changed is read on a disk that cannot be written to`(moved: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("read from a DVD")
        let reference = try Sandbox(copying: sandbox.vault)
        let counting = KillHook(program: Given.program, folders: [reference.vault], log: reference.root + "/output/points")
        _ = try reference.start(["keys", "rotate"], extra: counting.environment()).wait()
        let points = try counting.takeLog().points
        // The new key counts once the second copy of the vault file is replaced, just before the database is.
        let last = try #require(points.firstIndex { $0.kind == .rename && $0.file.hasSuffix("-> vault/journal.db") })
        let point = try #require(points[...last].last { $0.kind == .rename && $0.file.hasSuffix("-> " + moved) })
        let hook = KillHook(program: Given.program, folders: [sandbox.vault], log: sandbox.root + "/output/points")
        let outcome = try sandbox.start(["keys", "rotate"], extra: hook.environment(Kill(.before, point.number))).wait()
        #expect(outcome.ending == .killed(signal: SIGKILL), outcome.summary)
        #expect(FileManager.default.fileExists(atPath: sandbox.vault + "/journal.db.next"))
        let disk = try SmallDisk(in: sandbox, mebibytes: 16)
        try FileManager.default.copyItem(atPath: sandbox.vault, toPath: disk.path + "/vault")
        try disk.endWriting()
        sandbox["AURALYST_VAULT"] = disk.path + "/vault"
        #expect(try sandbox.list().compactMap { $0["text"] as? String } == ["read from a DVD"])
        try sandbox.refused(["add", "lost?"], 1, "read_only")
    }

    /// Adds an entry and is killed before it comes out of the log beside the database.
    private func addIntoLog(_ sandbox: Sandbox) throws {
        let hook = KillHook(program: Given.program, folders: [sandbox.vault], log: sandbox.root + "/output/points")
        let words = ["add", "--json", "still in the log"]
        let whole = try sandbox.start(words, extra: hook.environment()).wait()
        let moved = try #require(try hook.takeLog().points.first { $0.kind == .write && $0.file.hasSuffix("journal.db") })
        try sandbox.done("delete", try #require(whole.object["id"] as? String))
        let outcome = try sandbox.start(words, extra: hook.environment(Kill(.before, moved.number))).wait()
        #expect(outcome.ending == .killed(signal: SIGKILL), outcome.summary)
        #expect(!sandbox.bytes(sandbox.vault + "/journal.db-wal").isEmpty)
    }
}
