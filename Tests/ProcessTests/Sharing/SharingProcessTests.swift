import Foundation
import Testing

/// Three people, each with a vault and a program of their own, and a relay between them: as they share a journal on the command line.
@Suite(.enabled(if: RelayProcess.program != nil, "auralyst-relay was not built beside the program under test"))
struct SharingProcessTests {
    /// Somebody who asks with a link; what is to be read aloud.
    private func ask(_ guest: Sandbox, _ link: String, as name: String) throws -> String {
        let asked = try guest.done("share", "join", link, "--as", name, "--json").object
        return try #require(asked["fingerprint"] as? String)
    }

    private func members(_ sandbox: Sandbox, _ journal: String) throws -> [[String: Any]] {
        try #require(
            try sandbox.done("share", "members", "--journal", journal, "--json").object["members"] as? [[String: Any]])
    }

    @Test func `three people share a journal: invite, let in, note, write at once, change a role, leave, remove, succeed`() throws
    {
        let relay = try RelayProcess()
        let (ben, ann, cem) = (try Sandbox(), try Sandbox(), try Sandbox())
        for sandbox in [ann, cem] { try sandbox.makeVault() }
        let code = try ben.makeVault()
        ben["AURALYST_RECOVERY_CODE_FILE"] = try ben.write(code, to: ben.root + "/code")
        let nowhere = try ben.run("sync", "start", "http://127.0.0.1:9", "--yes")
        #expect(nowhere.ending == .exited(1) && nowhere.errors.contains("nothing was started"), nowhere.summary)
        try ben.done("sync", "start", relay.address, "--yes")
        try ben.done("journal", "new", "Migraine log")
        let entry = try ben.add("Headache since noon.", "--journal", "Migraine log")
        let secret = try ben.add("Nobody else reads this.")

        // What is the owner's alone is not shared by mistake.
        let refused = try ben.run("share", "invite", "--role", "reader")
        #expect(refused.ending == .exited(64) && refused.errors.contains("medicines"), refused.summary)

        let first = try ben.done(
            "share", "invite", "--journal", "Migraine log", "--role", "note", "--for", "Ann", "--as", "Ben", "--json"
        ).object
        let journal = try #require(first["journal"] as? String)
        let link = try #require(first["link"] as? String)
        let words = try ask(ann, link, as: "Ann")
        let requests = try ben.done("share", "requests", "--json").list
        #expect(requests.map { $0["name"] as? String } == ["Ann"])
        #expect(requests.map { $0["fingerprint"] as? String } == [words])
        #expect(try ben.done("share", "requests").text.contains("Ann  asks to join 'Migraine log': can read and add notes"))
        try ben.done("share", "approve", "Ann", "--yes")
        try ann.done("sync", "now")
        #expect(try ann.list().map { $0["text"] as? String } == ["Headache since noon."])
        let stranger = try ann.run("show", secret)
        #expect(stranger.ending == .exited(1), "another journal stays closed")

        try ann.done("note", entry, "Did you sleep?")
        let role = try ann.run("edit", entry, "--text", "No headache.")
        #expect(role.ending == .exited(1) && role.errors.contains("add notes"), role.summary)
        try ann.done("sync", "now")
        try ben.done("sync", "now")
        let notes = try #require(try ben.done("show", entry, "--json").object["notes"] as? [[String: Any]])
        #expect(notes.map { $0["text"] as? String } == ["Did you sleep?"] && notes.map { $0["author"] as? String } == ["Ann"])
        #expect(try ben.done("show", entry).text.contains("Ann"))

        // A third one, and a role that changes; both write at the same time.
        let second = try ben.done("share", "invite", "--journal", "Migraine log", "--role", "editor", "--json").object
        let third = try ben.done("share", "invite", "--journal", "Migraine log", "--role", "editor", "--json").object
        _ = try ask(cem, try #require(second["link"] as? String), as: "Cem")
        // Somebody who asks twice is one person.
        _ = try ask(cem, try #require(third["link"] as? String), as: "Cem")
        let reader = try ben.done(
            "share", "invite", "--journal", "Migraine log", "--role", "reader", "--for", "the wrong one", "--json")
        _ = try ask(cem, try #require(reader.object["link"] as? String), as: "Cem")
        let which = try ben.run("share", "approve", "Cem", "--yes")
        #expect(which.ending == .exited(64) && which.errors.contains("give different rights"), which.summary)
        try ben.done("share", "withdraw", "the wrong one", "--journal", "Migraine log")
        try ben.done("share", "approve", "Cem", "--yes")
        try ben.done("share", "role", "Ann", "editor", "--journal", "Migraine log")
        for sandbox in [ann, cem] { try sandbox.done("sync", "now") }
        try ann.done("edit", entry, "--text", "Headache since noon, says Ann.")
        try cem.done("edit", entry, "--tag", "weather")
        _ = try cem.add("Thunder.", "--journal", journal)
        for sandbox in [ann, cem, ben, ann, cem] { try sandbox.done("sync", "now") }
        for sandbox in [ann, cem, ben] {
            let shown = try sandbox.done("show", entry, "--json").object
            #expect(shown["text"] as? String == "Headache since noon, says Ann." && shown["tags"] as? [String] == ["weather"])
        }
        #expect(try members(ben, journal).map { $0["name"] as? String } == ["Ben", "Ann", "Cem"])
        #expect(try members(cem, journal).map { $0["role"] as? String } == ["owner", "editor", "editor"])
        for (words, columns) in [("share members --journal Migr", 40), ("sync status", 40), ("sync devices", 80), ("share", 200)]
        {
            let shown = try ben.onTerminal(words, columns: columns)
            // An invitation's link is one line, as it is copied.
            for line in shown.split(separator: "\n") where !line.contains("://") {
                #expect(TerminalTests.width(line) <= columns, "\(words): \(line)")
            }
            #expect(!shown.contains("…"), "\(words): \(shown)")
        }

        #expect(try ben.done("history", entry).text.contains("by Ann"))
        let versions = try ann.done("history", entry, "--json").list.filter { $0["kind"] as? String == "version" }
        #expect(versions.map { $0["author"] as? String } == [nil, "Ben"])
        // The present text is Ann's: said on all sides, before it was sent as well.
        #expect(try ben.done("show", entry).text.contains("edited by Ann"))
        #expect(try ben.done("list").text.contains("edited by Ann"))
        #expect(try ben.done("search", "headache").text.contains("edited by Ann"))
        let shown = try ben.done("show", entry, "--json").object
        #expect(shown["edited_by"] as? String == "Ann" && shown["author"] == nil)
        let own = try #require(try ann.done("list", "--json").list.first { $0["id"] as? String == entry })
        #expect(own["author"] as? String == "Ben" && own["edited_by"] is NSNull)
        #expect(try ann.done("show", entry).text.contains("by Ben · edited by you"))
        let known = try ann.run("share", "join", link, "--as", "Ann")
        #expect(known.ending == .exited(1) && known.errors.contains("a journal you already have"), known.summary)

        // A role is taken while something waits to be sent: that stays, is said, and the rest goes on.
        try ben.done("share", "role", "Ann", "reader", "--journal", "Migraine log")
        let unsent = try ann.add("Too late.", "--journal", journal)
        let told = try ann.run("sync", "now")
        #expect(told.isDone, told.summary)
        #expect(
            told.errors.contains("1 change in 'Migraine log' stays on this device: you may only read there now"), told.summary)
        #expect(try ann.done("sync", "status").text.contains("Kept here     1 change in 'Migraine log'"))
        let kept = try #require(try ann.done("sync", "status", "--json").object["kept"] as? [[String: Any]])
        #expect(kept.map { $0["changes"] as? Int } == [1] && kept.map { $0["role"] as? String } == ["reader"])
        try ben.done("sync", "now")
        #expect(try ben.run("show", unsent).ending == .exited(1), "nobody else gets it")

        // One leaves, one is taken out: neither opens what is written then.
        try cem.done("share", "leave", "--journal", journal, "--yes")
        try ben.done("sync", "now")
        try ben.done("share", "remove", "Ann", "--journal", "Migraine log", "--yes")
        _ = try ben.add("Between us.", "--journal", "Migraine log")
        try ben.done("sync", "now")
        let ended = try ann.run("sync", "now")
        #expect(ended.ending == .exited(1) && ended.errors.contains("you were removed from a journal"), ended.summary)
        #expect(ended.errors.contains("'Migraine log'"), ended.summary)
        let late = try ann.run("add", "late", "--journal", "Migraine log", "--json")
        #expect(late.ending == .exited(1) && late.errors.contains("journal_ended"), late.summary)
        // Said once: from then on sync is what it is for everything else, and status knows.
        try ann.done("sync", "now")
        #expect(try ann.done("sync", "status").text.contains("Ended         Migraine log: you were removed from this journal"))
        try cem.done("sync", "now")
        #expect(try cem.done("sync", "status").text.contains("Ended         Migraine log: you left this journal"))
        #expect(try cem.list().count == 2, "what was read stays")
        #expect(try ann.list().count == 3, "and so does what was not sent")
        #expect(try members(ben, journal).map { $0["name"] as? String } == ["Ben"])

        // A device was taken while it was open: the paper takes everything back.
        try ben.done("keys", "lost-device", "--yes")
        _ = try ben.add("After the theft.")
        try ben.done("sync", "now")
        #expect(try ben.list().count == 5)
        #expect(try ben.done("sync", "status", "--json").object["waiting"] as? Int == 0)
        let two = try Sandbox()
        try two.link(to: relay, recoveryCode: code)
        #expect(try two.list().count == 5, "the recovery code opens what there is now")

        // A relay that does not answer is no failure of what was decided.
        _ = relay.stop()
        let offline = try ben.run("share", "invite", "--journal", "Migraine log", "--role", "reader", "--yes")
        #expect(offline.isDone && offline.errors.contains("the relay does not answer"), offline.summary)
    }

    @Test func `an owner ends a journal, and everybody puts it away in their own time`() throws {
        let relay = try RelayProcess()
        let (ben, ann) = (try Sandbox(), try Sandbox())
        for sandbox in [ben, ann] { try sandbox.makeVault() }
        try ben.done("sync", "start", relay.address, "--yes")
        try ben.done("journal", "new", "Thunderache")
        _ = try ben.add("Headache since noon.", "--journal", "thunder")
        let made = try ben.done("share", "invite", "--journal", "thunder", "--role", "reader", "--as", "Ben", "--json").object
        _ = try ask(ann, try #require(made["link"] as? String), as: "Ann")
        try ben.done("share", "approve", "Ann", "--yes")
        try ann.done("sync", "now")
        func code(_ sandbox: Sandbox, _ words: String...) throws -> String? {
            let outcome = try sandbox.start(words + ["--json"]).wait()
            // What is asked stands before it.
            let told = outcome.errors.drop { $0 != "{" }
            let error = (try? JSONSerialization.jsonObject(with: Data(told.utf8))) as? [String: Any]
            return (error?["error"] as? [String: Any])?["code"] as? String
        }
        #expect(try code(ben, "journal", "destroy", "journal", "--yes") == "first_journal")
        #expect(try code(ben, "journal", "remove", "thunder", "--yes") == "journal_not_ended")
        #expect(try code(ann, "journal", "remove", "thunder", "--yes") == "still_shared")
        #expect(try code(ben, "journal", "destroy", "thunder") == "not_confirmed")
        #expect(try ben.run("journal", "destroy", "thunder").ending == .exited(64), "nobody can be asked here")
        let inside = try ben.run("share", "page", "--with", "symptoms", "--until", "tomorrow", "--out", ben.vault + "/page.html")
        #expect(inside.ending == .exited(64) && inside.errors.contains("vault's folder"), inside.summary)
        let ended = try ben.done("journal", "destroy", "thunder", "--yes", "--json").object
        #expect(ended["ended"] as? String == "destroyed")
        #expect(try code(ben, "add", "late", "--journal", "thunder") == "journal_ended")
        try ann.done("sync", "now")
        let status = try #require(try ann.done("sync", "status", "--json").object["ended"] as? [[String: Any]])
        #expect(status.map { $0["ended"] as? String } == ["destroyed"])
        for sandbox in [ben, ann] {
            #expect(try sandbox.list().count == 1, "what is here stays")
            let removed = try sandbox.done("journal", "remove", "thunder", "--yes", "--json").object
            #expect(removed["kind"] as? String == "journal_removed" && removed["name"] as? String == "Thunderache")
            try sandbox.done("sync", "now")
            #expect(try sandbox.list().isEmpty)
            #expect(try sandbox.done("journal", "list", "--json").list.count == 1)
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
        }
    }

    @Test func `three mistakes are answered in a sentence, and change nothing`() throws {
        let relay = try RelayProcess()
        let (ben, ann) = (try Sandbox(copying: Given.empty.folder), try Sandbox())
        try ann.makeVault()
        let offline = try ben.run("share", "invite", "--role", "note", "--yes")
        #expect(offline.ending == .exited(1) && offline.errors.contains("sync is turned off"), offline.summary)
        try ben.done("sync", "start", relay.address, "--yes")
        let wrong = try ann.run("share", "join", "https://relay.example.org/join#abc", "--as", "Ann")
        #expect(wrong.ending == .exited(64) && wrong.errors.contains("not an invitation"), wrong.summary)
        let made = try ben.done("share", "invite", "--role", "note", "--yes", "--json").object
        let link = try #require(made["link"] as? String)
        let short = try #require(try ben.done("share", "members", "--json").object["invitations"] as? [[String: Any]])
        try ben.done("share", "withdraw", try #require(short.first?["id"] as? String))
        let late = try ann.run("share", "join", link, "--as", "Ann")
        #expect(late.ending == .exited(1) && late.errors.contains("withdrawn"), late.summary)
        let unknown = try ben.run("share", "remove", "Ann", "--yes")
        #expect(unknown.ending == .exited(1) && unknown.errors.contains("no single member"), unknown.summary)
    }
}
