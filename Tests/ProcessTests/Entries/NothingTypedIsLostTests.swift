import Foundation
import Testing

/// What was typed or piped is saved, or the program says that it is not and shows it.
@Suite struct NothingTypedIsLostTests {
    @Test(arguments: ["- had a headache", "-had a bad night", "-h is no option here", "--- a line of dashes", "- one\n- two"])
    func `text that begins with a dash is text wherever it is typed`(text: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let added = try sandbox.done("add", text, "--mood", "sad", "--json").object
        #expect(added["text"] as? String == text && added["mood"] as? String == "sad")
        try sandbox.done("note", "last", text)
        let shown = try sandbox.done("show", "last", "--json").object
        #expect((shown["notes"] as? [[String: Any]])?.first?["text"] as? String == text)
        let logged = try sandbox.done("symptom", "headache", "5", "--note", text, "--json").object
        #expect(logged["note"] as? String == text)
        let mixed = try sandbox.done("add", "before", text, "after", "--json").object
        #expect(mixed["text"] as? String == "before \(text) after")
    }

    @Test(arguments: ["- head ache", "-x y", "head ache - all day"])
    func `a symptom's name may begin with a dash, and its strength stays a number`(name: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        // 7:30 is over.
        try sandbox.setClock()
        for words in [[name, "5"], ["log", name, "5"], ["--at", "7:30", name, "5"]] {
            let logged = try sandbox.start(["symptom"] + words + ["--json"]).wait()
            #expect(logged.object["symptom"] as? String == name, logged.summary)
            #expect(logged.object["severity"] as? Int == 5, logged.summary)
        }
        let noted = try sandbox.done("check-in", "--mood", "3", "--note", name, "--json").object
        #expect(noted["note"] as? String == name && noted["mood"] as? Int == 3)
    }

    @Test(arguments: [
        ["add", "-had"], ["add", "-had", "a", "headache"], ["note", "last", "-hello"], ["symptom", "-hurt", "5"],
        ["add", "a good day", "--moood", "happy"], ["edit", "last", "other words"], ["check-in", "--moood", "5", "quite well"],
        ["check-in", "- so tired", "--mood", "3"], ["check-in", "add", "- so tired", "--mood", "3"],
    ])
    func `an unknown option is refused, and what was typed is shown again`(words: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("there before")
        try sandbox.refused(words, 64, "usage")
        let outcome = try sandbox.start(words).wait()
        #expect(outcome.errors.contains("nothing was saved. What you typed: "), outcome.summary)
        for word in words.dropFirst() where !word.hasPrefix("--") && word != "3" {
            #expect(outcome.errors.contains(word), outcome.summary)
        }
        #expect(try sandbox.list().count == 1)
    }

    @Test(arguments: [["add"], ["add", "-"], ["edit", "last", "--text", "-"], ["note", "last", "-"]])
    func `text that is piped into a locked vault stays in the pipe, and that is said`(words: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("there before")
        sandbox.withoutKeys()
        let text = Array("a long evening\n".utf8)
        let outcome = try sandbox.start(words, input: .offered(text)).wait()
        outcome.expectRefusal(3, "locked")
        #expect(outcome.errors.contains("nothing was saved: the piped text was not read"), outcome.summary)
        #expect(outcome.unread == text.count)
    }

    @Test(arguments: [
        ["add", "--attach", "missing.jpg"], ["add", "--attach", "."], ["add", "--mood", " "], ["add", "--tag", "a b"],
        ["add", "--at", "sometime"],
        ["add", "--journal", "nowhere"], ["add", "--attach", "there.txt", "--attach", "missing.jpg"],
        ["edit", "last", "--text", "-", "--attach", "missing.jpg"], ["edit", "last", "--text", "-", "--journal", "nowhere"],
        ["edit", "zzzz", "--text", "-"], ["edit", "last", "--text", "-", "--tag", "a b"], ["note", "zzzz", "-"],
        ["note", "edit", "zzzz", "-"],
        ["template", "set", "two\nlines", "-"], ["template", "set", " ", "-"],
    ])
    func `what is wrong already is said before a piped text is read`(words: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("there before")
        _ = try sandbox.write("a file", to: "there.txt")
        let text = Array("a long evening\n".utf8)
        let outcome = try sandbox.start(words, input: .offered(text)).wait()
        #expect(!outcome.isDone && outcome.unread == text.count, outcome.summary)
        #expect(try sandbox.list().count == 1)
    }

    @Test(arguments: [
        (["--vault", "other", "init", "--recovery-out", "there.txt"], "there.txt"),
        (["export", "json", "--out", "new", "--encrypt-to", "age1wrong"], "age1wrong"),
        (["backup", "restore", "missing", "--to", "new"], "missing"),
        (["backup", "restore", "there.txt", "--to", "full"], "full"),
    ])
    func `what is wrong already is said before a secret is asked for`(words: [String], wrong: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        sandbox.withoutKeys()
        _ = try sandbox.write("a file", to: "there.txt")
        try FileManager.default.createDirectory(atPath: sandbox.work + "/full", withIntermediateDirectories: false)
        _ = try sandbox.write("a file", to: "full/file")
        let outcome = try sandbox.start(words).wait()
        #expect(!outcome.isDone && outcome.errors.contains(wrong), outcome.summary)
    }

    @Test func `what a report leaves out is looked up before its questions are asked`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let words = ["report", "--out", "new.html", "--yes", "--leave-out", "no such symptom", "--ask", "-"]
        let questions = Array("Why?\n".utf8)
        let outcome = try sandbox.start(words, input: .offered(questions)).wait()
        #expect(!outcome.isDone && outcome.unread == questions.count, outcome.summary)
    }

    @Test func `an export goes to the pipe, byte for byte what a file would hold`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try sandbox.keepKey()
        try sandbox.done("export", "jrnl", "--out", "all.txt", "--yes")
        let piped = try sandbox.done("export", "jrnl", "--out", "-", "--yes")
        #expect(Array(piped.output) == sandbox.bytes(sandbox.work + "/all.txt"))
        let json = try sandbox.done("export", "json", "--out", "-", "--yes")
        #expect(json.object["format"] as? String == "auralyst", json.summary)
        let sealed = try sandbox.done("export", "json", "--out", "-", "--encrypt-to", "recovery")
        #expect(sealed.text.hasPrefix("age-encryption.org/v1"))
        try sandbox.run("export", "json", "--out", "-").expectRefusal(64)
        try sandbox.refused(["export", "csv", "--out", "-", "--yes"], 64)
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/-"))
    }

    @Test func `an export that lacks a file says so and does not end as done`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let files = FileManager.default.enumerator(atPath: sandbox.vault + "/attachments")?.compactMap { $0 as? String } ?? []
        for name in files {
            let path = sandbox.vault + "/attachments/" + name
            if try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular {
                try FileManager.default.removeItem(atPath: path)
            }
        }
        let outcome = try sandbox.run("export", "json", "--out", "all.json", "--yes")
        #expect(outcome.code == 4 && outcome.errors.contains("letter.bin"), outcome.summary)
        let piped = try sandbox.run("export", "json", "--out", "-", "--yes")
        #expect(piped.code == 4 && piped.errors.contains("not everything is in it"), piped.summary)
    }

    @Test func `a passphrase that is easy to guess is refused from a file, in whatever letters`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for (number, weak) in ["password1", "ｐａｓｓｗｏｒｄ", "trustno1", "aaaaaaaaaaaaaaaa"].enumerated() {
            let file = try sandbox.write(weak + "\n", to: "weak\(number)")
            try sandbox.refused(["keys", "passphrase"], 64, "weak_passphrase", extra: ["AURALYST_NEW_PASSPHRASE_FILE": file])
        }
        #expect(try sandbox.list().isEmpty)
    }
}
