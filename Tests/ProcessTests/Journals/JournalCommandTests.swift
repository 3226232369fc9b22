import ByteSearch
import Foundation
import Testing

/// Several journals on the command line, on two devices, and killed while one is made.
@Suite struct JournalCommandTests {
    private func journals(_ sandbox: Sandbox) throws -> [[String: Any]] { try sandbox.done("journal", "list", "--json").list }

    private func names(_ sandbox: Sandbox) throws -> [String] { try journals(sandbox).compactMap { $0["name"] as? String } }

    @Test func `a journal is made, named, written into and read by itself`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        #expect(try names(sandbox) == ["Journal"])
        _ = try sandbox.add("mine")
        #expect(!(try sandbox.done("list").text.contains("in Journal")), "one journal is not named")
        let made = try sandbox.done("journal", "new", "Back", "pain", "--json").object
        #expect(made["kind"] as? String == "journal" && made["name"] as? String == "Back pain")
        let id = try #require(made["id"] as? String)
        _ = try sandbox.add("it hurts", "--journal", "back", "--at", "2021-03-04 10:00")
        #expect(try sandbox.list("--journal", "BACK PAIN").count == 1)
        #expect(try sandbox.list("--journal", String(id.prefix(6))).first?["journal"] as? String == id)
        #expect(try sandbox.list().count == 2)
        #expect(try sandbox.done("search", "hurts", "--journal", "journal", "--json").list.isEmpty)
        #expect(try sandbox.done("list", "--on-this-day", "--on", "2022-03-04", "--journal", "back", "--json").list.count == 1)
        #expect(try sandbox.done("list", "--on-this-day", "--on", "2022-03-04", "--journal", "journal", "--json").list.isEmpty)
        let shown = try sandbox.done("list").text
        #expect(shown.contains("in Back pain") && shown.contains("in Journal"))
        #expect(try sandbox.done("show", "last").text.contains("in Back pain"))
        try sandbox.done("journal", "rename", "back", "Pain")
        try sandbox.done("journal", "use", "pain")
        _ = try sandbox.add("again")
        #expect(try journals(sandbox).map { $0["entries"] as? Int } == [1, 2])
        #expect(try journals(sandbox).map { $0["default"] as? Bool } == [false, true])
        #expect(try journals(sandbox).map { $0["first"] as? Bool } == [true, false])
        #expect(try journals(sandbox)[1]["last_day"] as? String != nil)
        #expect(try sandbox.done("journal").text.contains("* Pain"))
        try sandbox.done("symptom", "headache", "3", "--journal", "journal")
        let symptom = try sandbox.done("symptom", "headache", "4", "--json").object
        #expect(symptom["journal"] as? String == id)
        try sandbox.done("export", "json", "--out", sandbox.root + "/pain.json", "--journal", "pain", "--yes")
        let text = String(decoding: sandbox.bytes(sandbox.root + "/pain.json"), as: UTF8.self)
        #expect(text.contains("it hurts") && !text.contains("mine"))
        let repaired = try sandbox.run("repair", "--json")
        #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
    }

    @Test func `entries move to another journal by name or by search, after a look, and back`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write("attached words", to: "notes.txt")
        let one = try sandbox.add("One", "--attach", file)
        for number in 2...4 { _ = try sandbox.add("Walk \(number)", "--tag", "walk") }
        let work = try #require(try sandbox.done("journal", "new", "Work", "--json").object["id"] as? String)
        let moved = try sandbox.done("edit", one, "--journal", "work", "--tag", "desk", "--json").object
        #expect(moved["journal"] as? String == work && moved["tags"] as? [String] == ["desk"] && moved["id"] as? String != one)
        #expect((moved["attachments"] as? [[String: Any]])?.first?["name"] as? String == "notes.txt")
        #expect(try sandbox.done("show", "last", "--json").object["text"] as? String == "Walk 4")
        let original = try sandbox.done("show", one, "--json").object
        #expect(original["moved_to"] as? String == moved["id"] as? String && original["deleted"] != nil)
        #expect(try sandbox.done("show", one).text.contains("moved to another journal"))

        let words = ["edit", "--where", "tag:walk", "--journal", "Work"]
        let look = try sandbox.start(words + ["--dry-run"]).wait()
        #expect(look.text.contains("Walk 3") && look.text.hasSuffix("3 entries fit.\n"), look.summary)
        try sandbox.refused(words, 64, "not_confirmed")
        #expect(try sandbox.list("--journal", "work").count == 1)
        let outcome = try sandbox.start(words + ["--yes"]).wait()
        #expect(outcome.text == "Moved 3 entries to Work.\n", outcome.summary)
        #expect(try sandbox.list("--journal", "work").count == 4 && sandbox.list().count == 4)
        let both = try sandbox.start(words + ["--star", "--yes"]).wait()
        #expect(both.text == "Changed 3 entries.\n", both.summary)
        try sandbox.refused(["edit", one, "--journal", "nothing"], 1, "no_such_journal")
        try sandbox.done("restore", one)
        #expect(try sandbox.list("--journal", "journal").compactMap { $0["id"] as? String } == [one])
        #expect(try sandbox.list().count == 4)
        let repaired = try sandbox.done("repair", "--json")
        #expect(repaired.object["whole"] as? Bool == true, repaired.summary)
    }

    @Test func `what names no journal, or several, is refused precisely`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for name in ["Work", "Walks"] { try sandbox.done("journal", "new", name) }
        func code(_ words: String...) throws -> String? {
            let outcome = try sandbox.start(words + ["--json"]).wait()
            #expect(!outcome.isDone, outcome.summary)
            let error = (try? JSONSerialization.jsonObject(with: Data(outcome.errors.utf8))) as? [String: Any]
            return (error?["error"] as? [String: Any])?["code"] as? String
        }
        #expect(try code("list", "--journal", "w") == "ambiguous_journal")
        #expect(try code("add", "x", "--journal", "nothing") == "no_such_journal")
        #expect(try code("journal", "new", "WORK") == "journal_exists")
        #expect(try code("journal", "rename", "work", "walks") == "journal_exists")
        #expect(try code("journal", "new", "  ") == "bad_journal_name")
        #expect(try code("wipe", "--journal", "work", "--yes-wipe", "vault") == "several_journals")
        #expect(try sandbox.run("journal", "new", String(repeating: "x", count: 61)).ending == .exited(64))
        #expect(try sandbox.run("journal", "nwe").ending == .exited(64))
        #expect(try names(sandbox) == ["Journal", "Walks", "Work"])
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `a backup of a vault with two journals is verified, and restored by the recovery code`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("journal", "new", "Symptoms")
        _ = try sandbox.add("mine")
        _ = try sandbox.add("it hurts", "--journal", "symptoms")
        let folder = sandbox.root + "/backups"
        try sandbox.done("backup", "create", "--to", folder)
        try sandbox.done("backup", "verify", folder)
        try sandbox.write(Given.empty.recoveryCode + "\n", to: sandbox.root + "/code")
        let other = try Sandbox()
        try other.done(
            "backup", "restore", folder, "--to", other.vault, extra: ["AURALYST_RECOVERY_CODE_FILE": sandbox.root + "/code"])
        try other.keepKey(recoveryCode: Given.empty.recoveryCode)
        let restored = try journals(other)
        #expect(restored.compactMap { $0["name"] as? String } == ["Journal", "Symptoms"])
        #expect(restored.compactMap { $0["entries"] as? Int } == [1, 1])
    }

    @Test(.enabled(if: RelayProcess.program != nil, "auralyst-relay was not built beside the program under test"))
    func `two devices keep two journals in step, and the relay reads no name`() throws {
        let relay = try RelayProcess()
        let (one, two) = (try Sandbox(copying: Given.empty.folder), try Sandbox())
        try one.done("sync", "start", relay.address, "--yes")
        try two.link(to: relay, recoveryCode: Given.empty.recoveryCode)
        try one.done("journal", "new", "Thunderache")
        _ = try one.add("it hurts", "--journal", "thunder")
        for sandbox in [one, two] { try sandbox.done("sync", "now") }
        #expect(try names(two) == ["Journal", "Thunderache"])
        _ = try two.add("still", "--journal", "thunder")
        for sandbox in [two, one] { try sandbox.done("sync", "now") }
        #expect(try one.list("--journal", "thunder").count == 2)
        var search = ByteSearch()
        search.add(text: "thunderache")
        #expect(search.hits(below: [relay.folder]).hits.isEmpty)
        #expect(search.hits(below: [one.vault, two.vault]).hits.isEmpty)
    }
}

extension CrashTests {
    @Test func `a journal is taken out wholly or not at all`() throws {
        let given = try Sandbox(copying: Given.empty.folder)
        try given.done("journal", "new", "Thunderache")
        let thunder = (10..<40).map { "[2021-03-04 10:\($0)] thunder \($0)\n\n" }.joined()
        try given.done("import", "jrnl", try given.write(thunder, to: "thunder.txt"), "--journal", "thunderache")
        _ = try given.add("stays")
        let sandbox = try Sandbox()
        try sandbox.crash("journal remove", percent: 5) { _ in
            try sandbox.replaceVault(by: given.vault)
            return ["journal", "remove", "thunderache", "--yes"]
        } check: { cutOff in
            let count = try sandbox.done("journal", "list", "--json").list.count
            let left = try sandbox.list().count
            #expect(
                (count == 2 && left == 31) || (count == 1 && left == 1), "\(count) journals, \(left) entries: \(cutOff.summary)")
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
        }
    }

    @Test func `a journal is made wholly or not at all, and can be written into`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        func names() throws -> [String] {
            try sandbox.done("journal", "list", "--json").list.compactMap { $0["name"] as? String }
        }
        var known = try names()
        try sandbox.crash("journal new", percent: 5) { number in
            // A vault can have a hundred.
            if known.count == 90 {
                try sandbox.replaceVault(by: Given.empty.folder)
                known = try names()
            }
            return ["journal", "new", "number \(number)", "--json"]
        } check: { cutOff in
            let name = "number \(cutOff.number)"
            let now = try names()
            let isThere = now.contains(name)
            #expect(Set(now) == Set(known + (isThere ? [name] : [])), "\(cutOff): other journals are changed")
            if cutOff.outcome.json != nil { #expect(isThere, "\(cutOff): what was confirmed is gone") }
            if isThere { _ = try sandbox.add("in it", "--journal", name) }
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
            #expect(try names() == now)
            known = now
        }
    }
}
