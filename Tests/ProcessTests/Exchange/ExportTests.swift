import Foundation
import Testing

@Suite struct ExportTests {
    private static func given() throws -> Sandbox {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write([UInt8](repeating: 0x5a, count: 50_000), to: "letter.bin")
        _ = try sandbox.add("a secret word: xylophone", "--attach", file, "--tag", "walk")
        try sandbox.done("symptom", "headache", "7")
        return sandbox
    }

    @Test(arguments: ["json", "csv", "markdown", "html"])
    func `an export in clear asks first, is its owner's alone, and can be wiped`(format: String) throws {
        let sandbox = try Self.given()
        try sandbox.refused(["export", format, "--out", "out"], 64, "not_confirmed")
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/out"))
        let made = try sandbox.done("export", format, "--out", "out", "--yes", "--json")
        #expect(made.object["entries"] as? Int == 1 && made.object["encrypted"] as? Bool == false)
        var status = stat()
        let isFolder = format == "csv" || format == "markdown"
        #expect(unsafe stat(sandbox.work + "/out", &status) == 0 && status.st_mode & 0o777 == (isFolder ? 0o700 : 0o600))
        try sandbox.refused(["export", format, "--out", "out", "--yes"], 1, "exists")
        try sandbox.refused(["export", format, "--out", "nowhere/out", "--yes"], 1, "not_found")
        #expect(try sandbox.done("export", "list").text.contains(sandbox.work + "/out"))
        try sandbox.refused(["export", "wipe", "out"], 64, "not_confirmed")
        let wiped = try sandbox.done("export", "wipe", "out", "--yes", "--json")
        #expect(wiped.object["files"] as? Int ?? 0 > 0)
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/out"))
        try sandbox.refused(["export", "wipe", "letter.bin", "--yes"], 1, "not_our_export")
    }

    @Test func `an encrypted export needs no yes, shows nothing, and comes back by the recovery code`() throws {
        let sandbox = try Self.given()
        sandbox["AURALYST_EXPORT_PASSPHRASE_FILE"] = try sandbox.write("an export's own 71 kettles", to: "words")
        for (name, words) in [("r.age", ["--encrypt-to", "recovery"]), ("p.age", ["--passphrase"])] {
            let outcome = try sandbox.start(["export", "json", "--out", name, "--json"] + words).wait()
            #expect(outcome.isDone && outcome.object["encrypted"] as? Bool == true, outcome.summary)
            #expect(!String(decoding: sandbox.bytes(sandbox.work + "/" + name), as: UTF8.self).contains("xylophone"))
        }
        try sandbox.refused(["export", "csv", "--out", "x", "--passphrase"], 64, "not_encrypted")
        try sandbox.refused(["export", "json", "--out", "x", "--encrypt-to", "age1nobody"], 64, "bad_recipient")
        try sandbox.refused(["export", "json", "--out", "x", "--encrypt-to", "recovery", "--passphrase"], 64, "usage")
        #expect(try sandbox.done("export", "list").text.contains("No unencrypted export"))

        let other = try Sandbox(copying: Given.diary.folder)
        for (name, secret) in [("p.age", "an export's own 71 kettles"), ("r.age", Given.empty.recoveryCode)] {
            try other.write(sandbox.bytes(sandbox.work + "/" + name), to: name)
            other["AURALYST_EXPORT_PASSPHRASE_FILE"] = try other.write("something else", to: "wrong")
            let refused = try other.run("import", "auralyst", name, "--json")
            #expect(!refused.isDone, refused.summary)
            other["AURALYST_EXPORT_PASSPHRASE_FILE"] = try other.write(secret, to: "words")
            let receipt = try other.done("import", "auralyst", name, "--json")
            #expect(receipt.object["kept"] as? Int ?? 0 == (name == "p.age" ? 3 : 0), receipt.summary)
        }
        #expect(try other.done("search", "xylophone", "--json").text.contains("xylophone"))
        // The files that 'backup restore' reads serve here too.
        other["AURALYST_EXPORT_PASSPHRASE_FILE"] = nil
        let code = try other.write(Given.empty.recoveryCode, to: "code")
        try other.done("import", "auralyst", "r.age", "--dry-run", "--json", extra: ["AURALYST_RECOVERY_CODE_FILE": code])
        try other.run("import", "auralyst", "r.age", "--json").expectRefusal(3, "no_recovery_code", asJSON: true)
        try other.keepKey()
        let words = try other.write("an export's own 71 kettles", to: "words")
        try other.done("import", "auralyst", "p.age", "--dry-run", "--json", extra: ["AURALYST_PASSPHRASE_FILE": words])
    }

    @Test func `what insights and trends say of an export is what they say of the vault`() throws {
        let sandbox = try Sandbox()
        try sandbox.done("demo", "--vault", sandbox.vault)
        sandbox["AURALYST_PASSPHRASE_FILE"] = try sandbox.write("demo", to: "demo")
        try sandbox.done("export", "json", "--out", "e.json", "--yes")
        for command in [["insights", "--report"], ["trends"]] {
            let own = try sandbox.start(command + ["--json"]).wait()
            let file = try sandbox.start(command + ["--json", "--file", "e.json"]).wait()
            #expect(own.isDone && own.text == file.text, "\(command)")
        }
    }

    @Test(
        .enabled("there is no /dev/full here") { FileManager.default.fileExists(atPath: "/dev/full") },
        arguments: ["export json --out - --yes", "remind calendar --out -"])
    func `an output that takes nothing is named`(command: String) throws {
        let sandbox = try Self.given()
        let outcome = try sandbox.start(program: "/bin/sh", ["-c", "exec \(Given.program) \(command) >/dev/full"]).wait()
        #expect(outcome.ending == .exited(1) && outcome.errors.contains("could not be written to the output"), outcome.summary)
    }

    @Test func `a disk that is full is named, and nothing is left of the export`() throws {
        let sandbox = try Self.given()
        // A limit on the length of files stands for a disk without room.
        let program = Given.program
        for format in ["json", "csv", "markdown", "html"] {
            let command = "trap '' XFSZ; ulimit -f 8; exec \(program) export \(format) --out out --yes --json"
            let outcome = try sandbox.start(program: "/bin/sh", ["-c", command]).wait()
            #expect(!outcome.isDone || format == "csv", outcome.summary)
            if format != "csv" { #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/out"), "\(format)") }
            #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/out.partial"))
        }
    }
}
