import Foundation
import Testing

/// Backups as a person makes them, and as other programs read them.
@Suite struct BackupProcessTests {
    /// A copy of the diary, its recovery code in a file, and a folder for backups.
    struct Owner {
        let sandbox: Sandbox
        var folder: String { sandbox.root + "/backups" }

        init() throws {
            sandbox = try Sandbox(copying: Given.diary.folder)
            try sandbox.write(Given.diary.recoveryCode + "\n", to: sandbox.root + "/code")
            sandbox["AURALYST_RECOVERY_CODE_FILE"] = sandbox.root + "/code"
        }

        func files() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
    }

    @Test func `a backup is made, checked, restored on another machine, and told about`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        // No midnight passes.
        try sandbox.setClock()
        let first = try sandbox.done("backup", "create", "--to", owner.folder, "--json").object
        #expect(first["tier"] as? String == "monthly" && first["attachments"] as? Int == 1)
        _ = try sandbox.add("after the first backup")
        #expect(try sandbox.done("backup", "create", "--json").object["tier"] as? String == "daily")
        let status = try sandbox.done("status", "--json").object["backup"] as? [String: Any]
        #expect(status?["folder"] as? String == owner.folder && status?["verified"] is NSNull)
        let verified = try sandbox.done("backup", "verify", "--json").object
        #expect((verified["files"] as? [String])?.count == 2 && verified["made_by_this_vault"] as? Bool == true)
        #expect(verified["operations_since"] as? Int == 0)
        #expect(try sandbox.done("status").text.contains("last backup today, last verified today"))
        let before = try Snapshot(of: sandbox)
        let other = try Sandbox()
        try other.write(Given.diary.recoveryCode + "\n", to: other.root + "/code")
        try other.done(
            "backup", "restore", owner.folder, "--to", other.vault, extra: ["AURALYST_RECOVERY_CODE_FILE": other.root + "/code"])
        try other.keepKey(recoveryCode: Given.diary.recoveryCode)
        #expect(try Snapshot(of: other) == before)
        #expect(try other.run("repair", "--json").object["whole"] as? Bool == true)
        for path in owner.files().map({ owner.folder + "/" + $0 }) {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect(sandbox.bytes(path).firstRange(of: Array("after the first backup".utf8)) == nil)
        }
    }

    @Test func `a locked vault is checked by its recovery code, and makes no backup`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        try sandbox.done("backup", "create", "--to", owner.folder)
        sandbox.withoutKeys()
        let found = try sandbox.done("backup", "verify", owner.folder, "--json").object
        #expect(found["made_by_this_vault"] is NSNull && found["records"] as? Int ?? 0 > 200)
        try sandbox.run("backup", "create", "--to", owner.folder, "--service").expectRefusal(3, "locked", asJSON: false)
        sandbox["AURALYST_RECOVERY_CODE_FILE"] = nil
        try sandbox.run("backup", "verify", owner.folder, "--json").expectRefusal(3, "no_recovery_code", asJSON: true)
        #expect(owner.files().count == 1)
    }

    @Test func `what is damaged is refused with its exit code and leaves nothing`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        try sandbox.run("backup", "verify", "--json").expectRefusal(64, "no_backup_folder", asJSON: true)
        let path = try #require(try sandbox.done("backup", "create", "--to", owner.folder, "--json").object["path"] as? String)
        var bytes = sandbox.bytes(path)
        bytes[bytes.count / 2] ^= 1
        try sandbox.write(bytes, to: path)
        try sandbox.run("backup", "verify", "--json").expectRefusal(4, "backup_damaged", asJSON: true)
        try sandbox.run("backup", "restore", path, "--to", sandbox.root + "/new", "--json")
            .expectRefusal(4, "backup_damaged", asJSON: true)
        try sandbox.run("backup", "restore", path, "--to", sandbox.vault, "--json").expectRefusal(1, "exists", asJSON: true)
        #expect(!FileManager.default.fileExists(atPath: sandbox.root + "/new"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.root + "/new.restoring"))
        #expect(try sandbox.done("status").text.contains("the last check of the backup failed"))
    }

    @Test func `a renamed backup is restored or said to be damaged, by its content`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        let path = try #require(try sandbox.done("backup", "create", "--to", owner.folder, "--json").object["path"] as? String)
        let renamed = owner.folder + "/holiday.age"
        try FileManager.default.moveItem(atPath: path, toPath: renamed)
        let folder = try sandbox.run("backup", "verify", owner.folder, "--json")
        folder.expectRefusal(1, "no_backup", asJSON: true)
        #expect(folder.errors.contains("holiday.age"), folder.summary)
        #expect(try sandbox.done("backup", "verify", renamed, "--json").object["made_by_this_vault"] as? Bool == true)
        var bytes = sandbox.bytes(renamed)
        bytes[bytes.count / 2] ^= 1
        try sandbox.write(bytes, to: renamed)
        try sandbox.run("backup", "restore", renamed, "--to", sandbox.root + "/new", "--json")
            .expectRefusal(4, "backup_damaged", asJSON: true)
        try sandbox.done("export", "json", "--out", "all.age", "--encrypt-to", "recovery")
        for other in ["all.age", try sandbox.write("no backup at all", to: "notes.age")] {
            try sandbox.run("backup", "restore", other, "--to", sandbox.root + "/new", "--json")
                .expectRefusal(64, "not_a_backup", asJSON: true)
        }
    }

    @Test func `a schedule is a timer that catches up`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        try sandbox.done("backup", "schedule", "--to", owner.folder, "--at", "7:30")
        let units = sandbox.root + "/home/.config/systemd/user/auralyst-backup."
        let timer = String(decoding: sandbox.bytes(units + "timer"), as: UTF8.self)
        #expect(timer.contains("OnCalendar=*-*-* 07:30:00\nPersistent=true\n"))
        let service = String(decoding: sandbox.bytes(units + "service"), as: UTF8.self)
        #expect(service.contains(" backup create --service --vault \"\(sandbox.vault)\" --to \"\(owner.folder)\"\n"))
        #expect(try sandbox.done("backup", "schedule", "show", "--json").object["at"] as? String == "07:30")
        let off = try sandbox.done("backup", "schedule", "--off")
        #expect(off.errors.contains("a timer that runs now goes on until you log out"), off.summary)
        #expect(
            !FileManager.default.fileExists(atPath: units + "timer") && !FileManager.default.fileExists(atPath: units + "service")
        )
        try sandbox.run("backup", "schedule", "--to", owner.folder, "--at", "25:00", "--json")
            .expectRefusal(64, "bad_time", asJSON: true)
    }

    @Test(.smallDisk) func `a disk that is full is named, and no half file is left`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        let disk = try SmallDisk(in: sandbox, mebibytes: 1)
        let noise = try sandbox.write((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, to: "noise.bin")
        _ = try sandbox.add("with noise", "--attach", noise)
        try sandbox.run("backup", "create", "--to", disk.path + "/backups", "--json").expectRefusal(1, "disk_full", asJSON: true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path + "/backups").isEmpty)
        try sandbox.done("backup", "create", "--to", owner.folder)
        try sandbox.run("backup", "restore", owner.folder, "--to", disk.path + "/vault", "--json")
            .expectRefusal(1, "disk_full", asJSON: true)
        #expect(!FileManager.default.fileExists(atPath: disk.path + "/vault"))
        #expect(!FileManager.default.fileExists(atPath: disk.path + "/vault.restoring"))
    }

    // MARK: - Without Auralyst

    @Test(
        .enabled(if: Tool.age != nil, "the program age is not installed"),
        .enabled(if: Tool.python != nil, "python3 with the package cryptography is not installed"))
    func `age and tar open a backup, and a page of Python reads it`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        try sandbox.done("backup", "create", "--to", owner.folder)
        let id = try sandbox.add("written after the monthly one", "--mood", "calm")
        let file = try sandbox.write(Array("a letter of then".utf8), to: "letter.txt")
        try sandbox.done("edit", id, "--attach", file, "--tag", "walk")
        try sandbox.done("edit", id, "--untag", "walk", "--tag", "rain")
        try sandbox.done("backup", "create")
        let age = try #require(Tool.age)
        var folders: [String] = []
        for name in owner.files().sorted(by: { $0.contains("monthly") && !$1.contains("monthly") }) {
            let into = sandbox.work + "/" + name
            try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: false)
            let script = "'\(age)' -d -i '\(sandbox.root)/code' '\(owner.folder)/\(name)' | tar x -C '\(into)'"
            let outcome = try sandbox.start(program: "/bin/sh", ["-c", script]).wait()
            #expect(outcome.isDone, outcome.summary)
            folders.append(into)
        }
        let readable = sandbox.bytes(folders[0] + "/journal.json")
        #expect(try JSONSerialization.jsonObject(with: Data(readable)) is [String: Any])
        let python = try #require(Tool.python)
        let note = try String(contentsOfFile: Tool.project + "/docs/reading-a-backup.md", encoding: .utf8)
        let start = try #require(note.range(of: "```python\n")).upperBound
        let code = note[start..<(try #require(note.range(of: "\n```", range: start..<note.endIndex)).lowerBound)]
        #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count < 125)
        try sandbox.write(String(code), to: "read-backup.py")
        let read = try sandbox.start(program: python, ["read-backup.py", "out"] + folders).wait()
        #expect(read.isDone, read.summary)
        let records = try JSONSerialization.jsonObject(with: Data(sandbox.bytes(sandbox.work + "/out/journal.json")))
        let entries = try #require(records as? [[String: Any]]).filter { $0["kind"] as? String == "entry" }
        let texts = Set(entries.compactMap { ($0["fields"] as? [String: Any])?["text"] as? String })
        #expect(texts == Set(try sandbox.list().compactMap { $0["text"] as? String }))
        let written = entries.compactMap { $0["fields"] as? [String: Any] }
            .filter { $0["text"] as? String == "written after the monthly one" }
        #expect(written.map { $0["tags"] as? [String] } == [["rain"]])
        let attachments = try FileManager.default.contentsOfDirectory(atPath: sandbox.work + "/out/attachments")
        #expect(attachments.count == 2)
        let letter = try #require(attachments.first { $0.hasSuffix("letter.txt") })
        #expect(sandbox.bytes(sandbox.work + "/out/attachments/" + letter) == Array("a letter of then".utf8))
    }

    /// Programs of other people.
    private enum Tool {
        static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().path

        static let age = ["/usr/bin/age", "/usr/local/bin/age", "/opt/homebrew/bin/age"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }

        /// One that has the package, by its own path.
        static let python: String? = {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", "import cryptography, sys; print(sys.executable)"]
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            let path = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            process.waitUntilExit()
            return process.terminationStatus == 0 && !path.isEmpty ? path : nil
        }()
    }
}
