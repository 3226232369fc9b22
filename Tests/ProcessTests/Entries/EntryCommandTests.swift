import Foundation
import SeededChance
import Testing

/// The everyday commands as scripts see them.
@Suite struct EntryCommandTests {
    private static let entryKeys: Set = [
        "id", "kind", "journal", "instant", "zone", "day", "text", "mood", "mood_source", "mood_score", "tags", "starred",
        "attachments",
        "created",
        "modified",
    ]

    @Test func `a mood is a number, a word or both, and is refused where it could be either`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let added = try sandbox.done("add", "--json", "Rested.", "--mood", "7 Calm").object
        #expect(added["mood"] as? String == "calm" && added["mood_score"] as? Int == 7)
        // What is not said stays.
        let edited = try sandbox.done("edit", "last", "--json", "--mood", "9").object
        #expect(edited["mood"] as? String == "calm" && edited["mood_score"] as? Int == 9)
        let checked = try sandbox.done("check-in", "--json", "--mood", "4 worn out").object
        #expect(checked["mood"] as? Int == 4 && checked["mood_word"] as? String == "worn out")
        #expect(try sandbox.list("--mood", "9").count == 1)
        for mood in ["calm 7", "7 8", "11"] { try sandbox.refused(["add", "Rested.", "--mood", mood], 64, "bad_mood") }
        let bare = try sandbox.done("edit", "last", "--json", "--no-mood").object
        #expect(bare["mood"] is NSNull && bare["mood_score"] is NSNull)
    }

    @Test func `an entry goes from add to restore with exactly the documented shape`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write("attached words", to: "notes.txt")
        let added = try sandbox.done(
            "add", "--json", "Slept well, walked.", "--at", "2026-03-14 21:00", "--mood", "Happy", "--tag", "walk", "--tag",
            "#River",
            "--star", "--attach", file
        ).object
        #expect(Set(added.keys) == Self.entryKeys)
        #expect(added["kind"] as? String == "entry" && added["text"] as? String == "Slept well, walked.")
        #expect(
            added["instant"] as? String == "2026-03-14T21:00:00.000+01:00"
                || added["instant"] as? String == "2026-03-14T21:00:00+01:00")
        #expect(added["zone"] as? String == "Europe/Vienna" && added["day"] as? String == "2026-03-14")
        #expect(
            added["mood"] as? String == "happy" && added["mood_source"] as? String == "chosen"
                && added["starred"] as? Bool == true)
        #expect(added["tags"] as? [String] == ["River", "walk"])
        let id = try #require(added["id"] as? String)
        #expect(id.count == 26)

        let listed = try #require(try sandbox.list().first)
        #expect(Set(listed.keys) == Self.entryKeys && Snapshot.spelling(listed) == Snapshot.spelling(added))
        let shown = try sandbox.done("show", id, "--json").object
        let attachments = try #require(shown["attachments"] as? [[String: Any]])
        #expect(attachments.map { Set($0.keys) } == [["id", "kind", "name", "type", "size"]])
        #expect(attachments[0]["name"] as? String == "notes.txt" && attachments[0]["size"] as? Int == 14)
        #expect(Snapshot.spelling(shown) == Snapshot.spelling(added))

        let edited = try sandbox.done("edit", id, "--json", "--text", "Slept badly.", "--no-mood", "--untag", "walk", "--no-star")
            .object
        #expect(Set(edited.keys) == Self.entryKeys && edited["text"] as? String == "Slept badly." && edited["mood"] is NSNull)
        #expect(
            edited["mood_source"] is NSNull && edited["tags"] as? [String] == ["River"] && edited["starred"] as? Bool == false)
        let past = try sandbox.done("history", id, "--json").list
        let history = past.filter { $0["kind"] as? String == "version" }
        #expect(history.map { $0["text"] as? String } == ["Slept badly.", "Slept well, walked."])
        #expect(history.map { $0["current"] as? Bool } == [true, false])
        #expect(
            history.allSatisfy { Set($0.keys) == ["id", "kind", "instant", "zone", "text", "current", "concurrent", "author"] })
        let changes = Array(past.dropFirst(history.count))
        #expect(changes.map { $0["field"] as? String } == ["mood", "starred", "tags", "mood", "starred", "tags"])
        #expect(changes[0]["value"] is NSNull && changes[4]["value"] as? Bool == true)
        #expect(changes[2]["removed"] as? [String] == ["walk"] && (changes[5]["added"] as? [String])?.count == 2)
        let common: Set = ["id", "kind", "instant", "zone", "field", "current", "concurrent", "author"]
        for change in changes {
            let isList = change["field"] as? String == "tags"
            #expect(Set(change.keys) == common.union(isList ? ["added", "removed"] : ["value"]))
        }
        let whole = try sandbox.done("export", "json", "--history", "--out", "-", "--yes").object
        let record = try #require((whole["records"] as? [[String: Any]])?.first { $0["id"] as? String == id })
        #expect(NSArray(array: record["history"] as? [[String: Any]] ?? []) == NSArray(array: past))
        let usual = try sandbox.done("export", "json", "--out", "-", "--yes")
        #expect(!usual.text.contains(#""history""#))
        try sandbox.refused(["export", "csv", "--history", "--out", "tables", "--yes"], 64, "usage")

        let deleted = try sandbox.done("delete", id, "--json").list
        #expect(deleted.count == 1 && Set(deleted[0].keys) == Self.entryKeys.union(["deleted"]))
        #expect(try sandbox.list().isEmpty)
        #expect(try sandbox.list("--deleted").map { $0["id"] as? String } == [id])
        try sandbox.refused(["delete", id], 1, "entry_deleted")
        try sandbox.refused(["edit", id, "--star"], 1, "entry_deleted")
        let restored = try sandbox.done("restore", id, "--json").list
        #expect(restored.count == 1 && Snapshot.spelling(restored[0]) == Snapshot.spelling(edited))
        try sandbox.refused(["restore", id], 1, "entry_not_deleted")
        #expect(try sandbox.list().count == 1 && sandbox.list("--deleted").isEmpty)
    }

    @Test func `wherever an entry is shown its attachments are named, and in full where it stands alone`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let id = try sandbox.add("with a file", "--attach", try sandbox.write("words", to: "notes.txt"))
        for (words, keys) in [
            (["show", id], ["id", "kind", "name", "type", "size"]), (["list"], ["id", "kind"]),
            (["search", "file"], ["id", "kind"]),
        ] {
            let outcome = try sandbox.start(words + ["--json"]).wait()
            let entry = outcome.list.first ?? outcome.object
            let attachments = entry["attachments"] as? [[String: Any]] ?? []
            #expect(attachments.map { Set($0.keys) } == [Set(keys)], "\(words): \(outcome.text)")
        }
    }

    @Test func `attachments of any size come back byte for byte, and nothing is overwritten`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        var generator = SplitMix64(seed: 11)
        // Around the chunks of 64 KiB that a sealed stream has.
        let sizes = [0, 1, 15, 65_535, 65_536, 65_537, 131_072, 1_000_003]
        var files: [String: [UInt8]] = [:]
        for size in sizes { files["file \(size) ä.bin"] = (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
        for (name, bytes) in files { try sandbox.write(bytes, to: name) }
        let id = try #require(
            try sandbox.start(["add", "--json", "many files"] + files.keys.sorted().flatMap { ["--attach", $0] }).wait().object[
                "id"] as? String)
        try FileManager.default.createDirectory(atPath: sandbox.work + "/opened", withIntermediateDirectories: false)
        try sandbox.done("show", id, "--save-attachments", "opened")
        for (name, bytes) in files { #expect(sandbox.bytes(sandbox.work + "/opened/" + name) == bytes, "\(name)") }
        let again = try sandbox.run("show", id, "--json", "--save-attachments", "opened")
        #expect(again.code == 1 && again.errors.contains("exists"), again.summary)
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault + "/attachments")
        #expect(names.count == sizes.count && names.allSatisfy { !$0.contains("file") })
    }

    @Test func `global options stand before the command, behind it, or at its end`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        sandbox["AURALYST_VAULT"] = nil
        let vault = sandbox.vault
        let ways = [
            ["--vault", vault, "--json", "list", "--limit", "3"], ["--json", "list", "--limit", "3", "--vault=" + vault],
            ["--vault=" + vault, "list", "--json", "--limit", "3"], ["list", "--vault", vault, "--limit", "3", "--json"],
            ["--json", "--vault", vault, "search", "from:1900-01-01", "--limit", "3"],
            ["search", "--limit", "3", "--json", "--vault", vault, "from:1900-01-01"],
        ]
        for words in ways {
            let outcome = try sandbox.start(words).wait()
            #expect(outcome.isDone && outcome.list.count == 3, "\(words): \(outcome.summary)")
        }
        try sandbox.refused(["bogus"], 64, "unknown_command")
        let message = try sandbox.run("--json", "bogus").errors
        #expect(
            message.contains("bogus") && !message.contains("'--json'"), "the wrong word is named, not the right one: \(message)")
    }

    @Test func `an entry is named by its beginning or as the last one`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let ids = try sandbox.list().compactMap { $0["id"] as? String }
        #expect(try sandbox.done("show", "last", "--json").object["id"] as? String == ids[0])
        #expect(try sandbox.done("show", "LAST", "--json").object["id"] as? String == ids[0])
        for id in ids.prefix(5) {
            #expect(try sandbox.done("show", String(id.prefix(8)), "--json").object["id"] as? String == id)
            #expect(try sandbox.done("show", id.uppercased(), "--json").object["id"] as? String == id)
        }
        try sandbox.refused(["show", ids[3] + "0"], 64, "bad_entry_id")
        // Deleting several: all are found before the first is touched.
        try sandbox.refused(["delete", ids[0], "zzzzzzzz"], 1, "no_such_entry")
        #expect(try sandbox.list().count == ids.count)
        #expect(try sandbox.done("delete", ids[0], ids[1], "--json").list.count == 2)
        #expect(try sandbox.list().count == ids.count - 2)
    }

    @Test func `a list goes by month, newest first, and obeys its filters`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let days = try sandbox.list().compactMap { $0["day"] as? String }
        #expect(days == days.sorted(by: >) && days.count == 301)
        #expect(try sandbox.list("--month", "1990-04").allSatisfy { ($0["day"] as? String)?.hasPrefix("1990-04") == true })
        #expect(try sandbox.list("--from", "1990-01-01", "--to", "1990-12-31").count == 12)
        #expect(try sandbox.list("--on", "1990").count == 12)
        #expect(try sandbox.list("--limit", "7").count == 7 && sandbox.list("--limit", "0").count == 301)
        #expect(try sandbox.list("--tag", Diary.made.tags[3].uppercased()).count == 15)
        #expect(try sandbox.list("--tag", "nosuchtag").isEmpty && sandbox.list("--mood", "happy").isEmpty)
        let text = try sandbox.done("list", "--on", "1990").text
        #expect(text.hasPrefix("December 1990\n  ") && text.contains("\n\nNovember 1990\n  "))
        #expect(!text.contains("\u{1B}"), "no colours where nobody looks")
    }

    @Test func `status tells what is there`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try sandbox.done("delete", "last")
        let status = try sandbox.done("status", "--json").object
        #expect(
            status["entries"] as? Int == 300 && status["recently_deleted"] as? Int == 1
                && status["first_day"] as? String == "1981-01-01")
        #expect(status["slots"] as? [String] == ["argon2id", "recovery"] && status["recovery_proven"] is NSNull)
        let operations = status["operations"] as? Int ?? 0
        #expect(operations >= 302)
    }

    private static func has(_ shell: String) -> Bool {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
    }

    private func expectWholeCompletions(for shell: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write(try sandbox.done("completions", shell).text, to: shell)
        let checked = try sandbox.start(program: "/usr/bin/env", [shell, "-n", shell]).wait()
        #expect(checked.isDone, checked.summary)
    }

    @Test(.enabled(if: has("zsh"), "zsh is not on this machine"))
    func `completions for zsh are whole`() throws { try expectWholeCompletions(for: "zsh") }

    @Test(.enabled(if: has("fish"), "fish is not on this machine"))
    func `completions for fish are whole`() throws { try expectWholeCompletions(for: "fish") }

    @Test func `completions are given for three shells, and are whole`() throws {
        let sandbox = try Sandbox()
        for shell in ["bash", "zsh", "fish"] {
            let script = try sandbox.done("completions", shell).text
            #expect(script.contains("on-this-day") && script.contains("passphrase"))
            try sandbox.write(script, to: shell)
        }
        let checked = try sandbox.start(program: "/usr/bin/env", ["bash", "-n", "bash"]).wait()
        #expect(checked.isDone && checked.errors.isEmpty, checked.summary)
        try sandbox.run("completions", "tcsh").expectRefusal(64)
    }

    @Test func `the demo is a vault with a year in it, and what stands alone needs none`() throws {
        let sandbox = try Sandbox()
        let folder = sandbox.work + "/demo"
        let made = try sandbox.done("demo", "--vault", folder, "--json").object
        #expect((made["entries"] as? Int ?? 0) > 300)
        try sandbox.write("demo\n", to: sandbox.root + "/passphrase")
        #expect(try sandbox.list("--vault", folder).count == made["entries"] as? Int)
        let repair = try sandbox.done("repair", "--json", "--vault", folder).object
        #expect(repair["whole"] as? Bool == true)
        try sandbox.done("lock", "--vault", folder)
        #expect(try sandbox.done().text.contains("auralyst init"))
        #expect(try sandbox.done("--help").text.contains("Exit codes"))
        #expect(try sandbox.done("--version").text.contains("0."))
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault))
    }

    @Test func `a reader that goes away ends the program quietly`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let outcome = try sandbox.start(program: "/bin/sh", ["-c", "\"$0\" list --json | head -c 10 > /dev/null", Given.program])
            .wait()
        #expect(outcome.errors.isEmpty, outcome.summary)
    }
}
