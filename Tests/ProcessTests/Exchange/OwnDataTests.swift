import Foundation
import Testing

/// "Your data is yours" from the outside: what import, export, backup, keys, profiles and wipe say of themselves.
@Suite struct OwnDataTests {
    private static func given() throws -> Sandbox {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("a walk by the sea", "--tag", "walk")
        return sandbox
    }

    // ---- wipe ----

    @Test func `a wipe names the exports and backups that it does not reach, before and after`() throws {
        let sandbox = try Self.given()
        try sandbox.done("export", "json", "--out", "all.json", "--yes")
        try sandbox.done("export", "markdown", "--out", "my notes", "--yes")
        try sandbox.done("backup", "create", "--to", sandbox.root + "/backups")
        let plan = try sandbox.done("wipe", "--dry-run", "--json").object
        let beyond = try #require(plan["beyond"] as? [[String: Any]])
        let commands = beyond.compactMap { $0["command"] as? String }
        let wanted = [
            "shred -u \(sandbox.work)/all.json", "find '\(sandbox.work)/my notes' -type f -exec shred -u {} +",
            "rm \(sandbox.root)/backups/auralyst-",
        ]
        for command in wanted {
            #expect(commands.contains { $0.hasPrefix(command) }, "\(command)")
            #expect(try sandbox.done("wipe", "--dry-run").text.contains(command))
        }
        // The commands do what they say, also when the vault is gone.
        let done = try sandbox.done("wipe", "--yes-wipe", "vault")
        let after = try #require(done.text.components(separatedBy: "Destroyed.").last)
        for command in wanted { #expect(after.contains(command), "\(command)") }
        for command in commands.prefix(3) {
            #expect(try sandbox.start(program: "/bin/sh", ["-c", command]).wait().isDone, "\(command)")
        }
        for path in ["all.json", "my notes"] { #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/" + path)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/backups").isEmpty)
    }

    @Test func `a locked vault says where its exports and backups are named`() throws {
        let sandbox = try Self.given()
        sandbox.withoutKeys()
        #expect(try sandbox.done("wipe", "--dry-run").text.contains("auralyst unlock && auralyst wipe --dry-run"))
    }

    @Test func `after a wipe that was killed the vault says so, and the wipe can be finished`() throws {
        let sandbox = try Self.given()
        try sandbox.write("", to: sandbox.vault + "/vault.wiping")
        let open = try sandbox.done("list")
        #expect(open.errors.contains("a wipe was interrupted; 'auralyst wipe' finishes it"), "its keys are there still")
        for name in ["vault.auralyst", "vault.auralyst.bak"] {
            try? FileManager.default.removeItem(atPath: sandbox.vault + "/" + name)
        }
        for words in [["list"], ["status"], ["init"], ["unlock"]] { try sandbox.refused(words, 1, "wipe_begun") }
        try sandbox.done("wipe", "--yes-wipe", "vault")
        try sandbox.refused(["list"], 1, "no_vault")
    }

    // ---- export ----

    @Test func `an export into the vault's folder is refused before anything is asked`() throws {
        let sandbox = try Self.given()
        try sandbox.refused(["export", "json", "--out", sandbox.vault + "/out.json"], 64, "inside_vault")
        try sandbox.refused(
            ["export", "json", "--out", sandbox.vault + "/out.age", "--encrypt-to", "recovery"], 64, "inside_vault")
        try sandbox.refused(["backup", "create", "--to", sandbox.vault + "/backups"], 64, "inside_vault")
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault + "/backups"))
    }

    @Test(arguments: ["csv", "markdown", "html"])
    func `an export says what it leaves out`(format: String) throws {
        let sandbox = try Self.given()
        let file = try sandbox.write("x", to: "letter.bin")
        _ = try sandbox.add("with a file", "--attach", file)
        try sandbox.done("symptom", "headache", "7")
        try sandbox.done("support", "step", "add", "Call Mira")
        let made = try sandbox.done("export", format, "--out", "a", "--yes", "--json").object
        let left = try #require(made["left_out"] as? [String: Int])
        #expect((left["symptom_entry"] == 1) == (format == "markdown"), "\(left)")
        #expect((left["attachment"] == 1) == (format == "csv"), "\(left)")
        let words = try sandbox.done("export", format, "--out", "b", "--yes").errors
        #expect(words.contains("'auralyst export json' leaves nothing out") == !left.isEmpty, "\(words)")
        #expect((try sandbox.done("export", "json", "--out", "c", "--yes", "--json").object["left_out"] as? [String: Int]) == [:])
    }

    @Test func `an export that was edited can be wiped by who says so`() throws {
        let sandbox = try Self.given()
        try sandbox.done("export", "json", "--out", "all.json", "--yes")
        try sandbox.write("edited", to: "all.json")
        let refused = try sandbox.run("export", "wipe", "all.json", "--yes")
        refused.expectRefusal(1, "export_edited")
        #expect(refused.errors.contains("--edited"))
        try sandbox.done("export", "wipe", "all.json", "--yes", "--edited")
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/all.json"))
    }

    // ---- import ----

    @Test func `an option that says nothing about the source is refused`() throws {
        let sandbox = try Self.given()
        try sandbox.write("[2026-03-14 10:00] Sea.\n", to: "journal.txt")
        try sandbox.write("text,date\nSea,2026-03-14\n", to: "table.csv")
        for words in [
            ["journal.txt", "--column", "text=a"], ["journal.txt", "--table", "a"], ["table.csv", "--table", "a"],
            ["table.csv", "--tag-symbols", "@"], ["table.csv", "--source", "Watch"], ["journal.txt", "--tag-symbols", "ab"],
        ] {
            try sandbox.refused(["import"] + words, 64, "usage")
        }
        try sandbox.done("import", "table.csv", "--column", "text=text")
        try sandbox.done("import", "journal.txt", "--tag-symbols", "@+")
    }

    @Test func `an import says how much of it was here already`() throws {
        let sandbox = try Self.given()
        try sandbox.write("[2026-03-14 10:00] Sea.\n\n[2026-03-15 10:00] Rain.\n", to: "journal.txt")
        #expect(!(try sandbox.done("import", "journal.txt").text.contains("here already")))
        #expect(try sandbox.done("import", "journal.txt").text.contains("All of it was here already."))
        try sandbox.write("", to: "empty.json")
        try sandbox.refused(["import", "empty.json"], 1, "nothing_read")
        try FileManager.default.createDirectory(atPath: sandbox.work + "/exports", withIntermediateDirectories: false)
        try sandbox.write("text,date\nSea,2026-03-14\n", to: "exports/table.csv")
        try sandbox.refused(["import", "exports"], 1, "several_exports")
    }

    // ---- backup ----

    @Test func `a folder for backups whose disk may be missing is not made anew`() throws {
        let sandbox = try Self.given()
        let folder = sandbox.root + "/disk/backups"
        try sandbox.refused(["backup", "create", "--to", folder], 1, "no_place")
        #expect(!FileManager.default.fileExists(atPath: sandbox.root + "/disk"))
        try FileManager.default.createDirectory(atPath: sandbox.root + "/disk", withIntermediateDirectories: false)
        let made = try sandbox.done("backup", "create", "--to", folder, "--json")
        #expect(made.object["same_disk"] as? Bool == true)
        #expect(made.errors.contains("on the same disk as the vault"))
        try FileManager.default.removeItem(atPath: folder)
        try sandbox.refused(["backup", "create", "--to", folder], 1, "backup_folder_gone")
        try sandbox.refused(["backup", "create"], 1, "backup_folder_gone")
        #expect(!FileManager.default.fileExists(atPath: folder))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try sandbox.done("backup", "create")
    }

    @Test func `what a restore that was killed has left is swept by the next one`() throws {
        let sandbox = try Self.given()
        sandbox["AURALYST_RECOVERY_CODE_FILE"] = try sandbox.write(Given.empty.recoveryCode, to: sandbox.root + "/code")
        try sandbox.done("backup", "create", "--to", sandbox.root + "/backups")
        let left = sandbox.work + "/rk1.restoring"
        try FileManager.default.createDirectory(atPath: left + "/attachments", withIntermediateDirectories: true)
        try sandbox.write("", to: left + ".lock")
        // Without its lock it may be anything.
        try FileManager.default.createDirectory(atPath: sandbox.work + "/mine.restoring", withIntermediateDirectories: true)
        try sandbox.done("backup", "restore", sandbox.root + "/backups", "--to", sandbox.work + "/rk2")
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.work)
        #expect(names.filter { $0.contains("restoring") } == ["mine.restoring"], "\(names)")
    }

    // ---- keys ----

    @Test func `a new recovery code takes a secret of the owner's, and the old one is told what it still opens`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write(Given.empty.recoveryCode, to: "sheet")
        try sandbox.done("backup", "create", "--to", sandbox.root + "/backups")
        try sandbox.keepKey()
        let passphrase = sandbox["AURALYST_PASSPHRASE_FILE"]
        sandbox["AURALYST_PASSPHRASE_FILE"] = nil
        try sandbox.refused(["keys", "recovery", "--new", "--out", "stolen"], 3, "no_key_shown")
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/stolen"))
        let old = ["AURALYST_RECOVERY_CODE_FILE": "sheet"]
        let made = try sandbox.done("keys", "recovery", "--new", "--out", "second", extra: old)
        #expect(made.text.contains("Older backups and encrypted exports open only with the old code"))
        let new = ["AURALYST_RECOVERY_CODE_FILE": "second"]
        let target = sandbox.root + "/restored"
        let words = ["backup", "restore", sandbox.root + "/backups", "--to", target]
        sandbox["AURALYST_PASSPHRASE_FILE"] = passphrase
        #expect(try !sandbox.start(words, extra: new).wait().isDone)
        #expect(try sandbox.start(words, extra: old).wait().isDone, "that was told")
        // The next backup needs none of before.
        #expect(try sandbox.done("backup", "create", "--json").object["tier"] as? String == "monthly")
        let again = ["backup", "restore", sandbox.root + "/backups", "--to", sandbox.root + "/restored-again"]
        let restored = try sandbox.start(again, extra: new).wait()
        #expect(restored.isDone, restored.summary)
    }

    @Test func `the recovery code comes from its file wherever it is asked for`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write(Given.empty.recoveryCode, to: "sheet")
        sandbox.withoutKeys()
        for words in [["keys", "recovery"], ["keys", "recovery", "--drill"], ["unlock", "--recovery"]] {
            let refused = try sandbox.start(words).wait()
            refused.expectRefusal(3)
            #expect(refused.errors.contains("AURALYST_RECOVERY_CODE_FILE"), "\(words): \(refused.errors)")
        }
        for key in ["passphrase", "keychain"] { try sandbox.refused(["keys", "add", key], 3, "no_key_shown") }
        sandbox["AURALYST_RECOVERY_CODE_FILE"] = "sheet"
        #expect(try sandbox.done("keys", "recovery").text.contains("this is the recovery code of this vault."))
        try sandbox.done("keys", "recovery", "--drill")
        try sandbox.write("short", to: "short")
        try sandbox.refused(
            ["keys", "add", "passphrase"], 64, "weak_passphrase", extra: ["AURALYST_NEW_PASSPHRASE_FILE": "short"])
        try sandbox.done("unlock", "--recovery", "--for", "8h")
        try sandbox.done("lock")
    }

    // ---- profiles and entries ----

    @Test func `a profile is a name for a vault's folder, and for nothing else that is there`() throws {
        let sandbox = try Self.given()
        let file = try sandbox.write("x", to: "letter.txt")
        try sandbox.refused(["profile", "add", "a", "--vault", file], 64, "not_for_a_vault")
        try sandbox.refused(["profile", "add", "a", "--vault", sandbox.work], 64, "not_for_a_vault")
        try sandbox.done("profile", "add", "a", "--vault", sandbox.vault)
        try sandbox.done("profile", "add", "b", "--vault", sandbox.root + "/new")
        let help = try sandbox.done("profile", "--help").text
        for name in ["add", "use", "rename", "remove"] { #expect(help.contains("\n  \(name) "), "\(help)") }
        #expect(!(try sandbox.done("profile", "list", "--help").text.contains("\n  rename ")))
    }

    @Test func `an entry is shown with its place, and its files go into a folder that is there`() throws {
        let sandbox = try Self.given()
        let journey =
            #"{"date_journal":1773519330250,"timezone":"Europe/Vienna","text":"Here","id":"1","address":"Café, Vienna","lat":48.25,"lon":16.5}"#
        try sandbox.write(journey, to: "1.json")
        try sandbox.done("import", "journey", "1.json")
        #expect(try sandbox.done("show", "last").text.contains("at Café, Vienna (48.25, 16.5)"))
        let id = try sandbox.add("with a file", "--attach", sandbox.write("x", to: "letter.bin"))
        let refused = try sandbox.run("show", id, "--save-attachments", "nowhere")
        refused.expectRefusal(1, "not_found")
        #expect(refused.errors.contains("nowhere does not exist"))
        try FileManager.default.createDirectory(atPath: sandbox.work + "/there", withIntermediateDirectories: false)
        try sandbox.done("show", id, "--save-attachments", "there")
        #expect(sandbox.bytes(sandbox.work + "/there/letter.bin") == Array("x".utf8))
    }
}
