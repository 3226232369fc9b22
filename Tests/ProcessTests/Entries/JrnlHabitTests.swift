import Foundation
import Testing

/// What somebody types who comes from jrnl.
@Suite struct JrnlHabitTests {
    @Test func `a date before a colon makes an entry of that day`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.setClock()
        for line in [
            ["yesterday:", "Long", "day."], ["yesterday: Long day."], ["yesterday", "9pm:", "Long day."],
            ["2026-03-14 21:00: Long day."],
        ] {
            let outcome = try sandbox.start(line).wait()
            #expect(outcome.isDone, outcome.summary)
        }
        let list = try sandbox.list()
        #expect(list.count == 4 && list.allSatisfy { $0["text"] as? String == "Long day." })
        #expect(list.contains { ($0["instant"] as? String)?.hasPrefix("2026-03-14T21:00:00") == true })
    }

    @Test func `a day and a time before a colon in 'add' say when it was, and nothing else does`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.setClock()
        for line in [["yesterday 9pm: Long day."], ["yesterday", "21:00:", "Long", "day."], ["2026-03-17 21:00: Long day."]] {
            let added = try sandbox.start(["add", "--json"] + line).wait().object
            #expect(added["text"] as? String == "Long day." && added["day"] as? String == "2026-03-17", "\(line)")
            #expect((added["instant"] as? String)?.hasPrefix("2026-03-17T21:00:00") == true)
        }
        for text in ["yesterday: a list", "9pm: one tablet", "todo 9pm: buy milk", "yesterday 25:00: x", "yesterday 9pm:"] {
            let added = try sandbox.done("add", text, "--json").object
            #expect(added["text"] as? String == text && added["day"] as? String == "2026-03-18", "\(text)")
        }
        let given = try sandbox.done("add", "yesterday 9pm: kept", "--at", "8:00", "--json").object
        #expect(given["text"] as? String == "yesterday 9pm: kept")
        let wrong = try sandbox.run("yesterday", "25:00:", "x")
        #expect(wrong.code == 64 && wrong.errors.contains("'25:00' is not a time of day"), wrong.summary)
        #expect(wrong.errors.contains("What you typed: yesterday 25:00: x"), wrong.summary)
    }

    @Test(arguments: [["yestreday:", "text"], ["note:", "text"], ["lits", "x:", "y"], ["TODO: buy milk"], [": text"]])
    func `what is not a date in every word is never saved`(line: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let outcome = try sandbox.start(line).wait()
        #expect(outcome.code == 64, outcome.summary)
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `a star before the first word stars the entry, and Markdown stays`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for text in ["*Best day of all", "* a list", "*emphasis* first", "**bold**"] { try sandbox.done("add", text) }
        try sandbox.done("yesterday:", "*Yesterday was better")
        let starred = try sandbox.list("--starred").compactMap { $0["text"] as? String }
        #expect(Set(starred) == ["Best day of all", "Yesterday was better"])
        #expect(try sandbox.list().count == 5)
    }

    @Test func `lists and searches come short, full, as text and as JSON`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for number in 1...4 { _ = try sandbox.add("Entry \(number)\nwith a second line", "--at", "2026-03-0\(number) 09:00") }
        #expect(try sandbox.done("list", "-n", "3", "--json").list.count == 3)
        #expect(try sandbox.done("list", "-n", "2", "--format", "json").list.count == 2)
        let full = try sandbox.done("list", "-n", "2", "--full").text
        #expect(full.contains("Entry 4\nwith a second line") && !full.contains("Entry 2"))
        #expect(try sandbox.done("search", "second", "-n", "1", "--full").text.contains("Entry 4\nwith a second line"))
        let text = try sandbox.done("list", "--format", "text").text
        #expect(text.hasPrefix("[2026-03-01 09:00] Entry 1\nwith a second line\n\n[2026-03-02"))
        try sandbox.write(text, to: "back.txt")
        #expect(try sandbox.done("import", "jrnl", "back.txt", "--dry-run", "--json").object["read"] as? Int == 4)
        // A star is in the title, as jrnl writes it, and comes back.
        _ = try sandbox.add("Title\nand a line", "--star", "--at", "2026-03-06 09:00")
        let starred = try sandbox.done("list", "--starred", "--format", "text").text
        #expect(starred.hasPrefix("[2026-03-06 09:00] Title *\nand a line\n"), "\(starred)")
        try sandbox.refused(["list", "--full", "--format", "short"], 64, "usage")
        try sandbox.done("delete", "last")
        #expect(try sandbox.done("list", "--deleted", "-n", "1", "--json").list.count == 1)
        try sandbox.refused(["list", "--deleted", "--tag", "x"], 64, "usage")
        try sandbox.refused(["list", "-n", "-1"], 64)
    }

    @Test func `a number alone lists so many, and a word with @ those with the tag`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for number in 1...3 { _ = try sandbox.add("Entry \(number)", "--tag", number == 2 ? "even" : "odd") }
        _ = try sandbox.add("Entry 4", "--tag", "even", "--tag", "river")
        #expect(try sandbox.done("-3", "--json").list.count == 3)
        #expect(try sandbox.done("--vault", sandbox.vault, "-1", "--full").text.contains("Entry 4"))
        #expect(try sandbox.done("@odd", "--json").list.count == 2)
        #expect(try sandbox.done("@even", "@river", "--json").list.count == 1)
        try sandbox.refused(["-0"], 64)
        try sandbox.refused(["@"], 64)
    }

    @Test func `several entries are shown at once`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let (one, two) = (try sandbox.add("First"), try sandbox.add("Second"))
        let shown = try sandbox.done("show", one, two).text
        #expect(shown.contains("First") && shown.contains("Second"))
        #expect(try sandbox.done("show", one, two, "--json").list.count == 2)
        #expect(try sandbox.done("show", one, "--json").object["text"] as? String == "First")
    }

    @Test func `tags are listed with how many entries have them`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        #expect(try sandbox.done("tags").text.contains("No tags yet"))
        _ = try sandbox.add("a", "--tag", "walk")
        _ = try sandbox.add("b", "--tag", "walk", "--tag", "rain")
        #expect(try sandbox.done("tags").text == "2  walk\n1  rain\n")
        #expect(try sandbox.done("tags", "--json").list.map { $0["count"] as? Int } == [2, 1])
    }

    @Test func `words with a mark become tags once their owner wants that`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        func tags(_ text: String) throws -> [String] {
            try sandbox.done("add", "--json", text).object["tags"] as? [String] ?? []
        }
        #expect(try tags("With @Anna at the #lake.").isEmpty, "nobody was asked")
        #expect(try sandbox.done("preferences", "--text-tags", "on", "--json").object["text_tags"] as? Bool == true)
        #expect(try tags("With @Anna at the #lake. #lake again, issue #5, a@b.org") == ["Anna", "lake"])
        try sandbox.done("edit", "last", "--text", "With @Ben")
        #expect(Set(try sandbox.done("show", "last", "--json").object["tags"] as? [String] ?? []) == ["Anna", "Ben", "lake"])
        // What was taken off stays off, and code has no tags.
        try sandbox.done("edit", "last", "--untag", "ben", "--text", "With @Ben, and `#code`")
        #expect(try Set(sandbox.done("show", "last", "--json").object["tags"] as? [String] ?? []) == ["Anna", "lake"])
        #expect(try tags("```\n#include\n```\nThen #rain") == ["rain"])
        // The same words are tags in a file of jrnl.
        let text = "At #work/desk with @Ann-Lee, #sun😀 and #c++"
        let typed = try tags(text)
        #expect(typed == ["Ann-Lee", "c++", "sun😀", "work/desk"])
        try sandbox.write("[2021-03-14 21:00] \(text)\n\n", to: "tags.txt")
        try sandbox.done("import", "jrnl", "tags.txt")
        #expect(try sandbox.list("--on", "2021-03-14").first?["tags"] as? [String] == typed)
        try sandbox.done("preferences", "--text-tags", "off")
        #expect(try tags("At the #lake").isEmpty)
    }

    @Test func `entries are changed and deleted as a search finds them, after a look`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for number in 1...3 { _ = try sandbox.add("Walk \(number)", "--tag", "wlak") }
        let other = try sandbox.add("Something else")
        #expect(try sandbox.done("edit", "--where", "tag:wlak", "--untag", "wlak", "--dry-run").text.contains("Walk 3"))
        #expect(try sandbox.list("--tag", "wlak").count == 3)
        try sandbox.refused(["edit", "--where", "tag:wlak", "--untag", "wlak"], 64, "not_confirmed")
        let changed = try sandbox.done("edit", "--where", "tag:wlak", "--untag", "wlak", "--tag", "walk", "--yes", "--json")
        #expect(changed.list.count == 3)
        #expect(try sandbox.list("--tag", "walk").count == 3 && sandbox.list("--tag", "wlak").isEmpty)
        try sandbox.done("edit", other, "last", "--star")
        #expect(try sandbox.list("--starred").count == 1)
        try sandbox.done("delete", "--where", "tag:walk", "--yes")
        #expect(try sandbox.list().compactMap { $0["id"] as? String } == [other])
        try sandbox.refused(["delete"], 64, "usage")
        for command in ["delete", "edit", "show"] { try sandbox.refused([command, "-3"], 64, "usage") }
        #expect(try sandbox.run("delete", "-3").errors.contains("'auralyst list -n 3'"))
        try sandbox.refused(["edit", "--where", "tag:x", "--text", "y", "--yes"], 64, "usage")
    }

    @Test func `a text behind an entry's name is told where it belongs`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let id = try sandbox.add("First")
        let outcome = try sandbox.run("edit", id, "a better text")
        #expect(outcome.code == 64 && outcome.errors.contains("--text 'a better text'"), outcome.summary)
        #expect(try sandbox.list().first?["text"] as? String == "First")
    }

    @Test func `templates are kept, changed and begun with`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("template", "set", "morning", "Slept:")
        #expect(
            try sandbox.done("template", "set", "Morning", "Slept well:", "--json").object["text"] as? String == "Slept well:")
        #expect(try sandbox.done("template", "--json").list.count == 1)
        #expect(try sandbox.done("template", "show", "morning").text == "Slept well:\n")
        let editor = try sandbox.write("#!/bin/sh\nprintf ' yes' >> \"$1\"\n", to: "editor", permissions: 0o700)
        try sandbox.done("add", "--template", "morning", extra: ["EDITOR": editor])
        #expect(try sandbox.list().first?["text"] as? String == "Slept well: yes")
        try sandbox.refused(["template", "show", "mornign"], 1, "no_such_template")
        try sandbox.done("template", "delete", "morning", "--yes")
        #expect(try sandbox.done("template", "list", "--json").list.isEmpty)
    }

    @Test func `preferences are shown and changed`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        #expect(try sandbox.done("preferences").text.contains("lock-after        10 minutes"))
        let changed = try sandbox.done(
            "preferences", "--lock-after", "30", "--week-start", "sunday", "--dates", "de-AT", "--theme", "dark", "--json")
        #expect(changed.object["idle_minutes"] as? Int == 30 && changed.object["week_start"] as? Int == 7)
        #expect(
            try sandbox.done("preferences", "--week-start", "language", "--dates", "system", "--json").object["week_start"]
                is NSNull)
        try sandbox.refused(["preferences", "--lock-after", "0"], 64, nil)
        try sandbox.refused(["preferences", "--week-start", "someday"], 64, "usage")
    }

    @Test func `the locale says whether the day or the month comes first`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        func day(_ locale: String?) throws -> String? {
            let extra = locale.map { ["LC_TIME": $0] } ?? [:]
            return try sandbox.done("add", "--json", "x", "--at", "3/4/26", extra: extra).object["day"] as? String
        }
        #expect(try day(nil) == "2026-03-04" && day("en_US.UTF-8") == "2026-03-04")
        #expect(try day("de_AT.UTF-8") == "2026-04-03" && day("en_GB.UTF-8") == "2026-04-03")
        let found = try sandbox.done("search", "3/4/26", "--json", extra: ["LC_TIME": "de_AT.UTF-8"]).list
        #expect(found.count == 2 && found.allSatisfy { $0["day"] as? String == "2026-04-03" })
        #expect(try sandbox.done("search", "3/14/26", "--json", extra: ["LC_TIME": "de_AT.UTF-8"]).list.isEmpty)
    }

    @Test func `the owner's setting says which comes first, wherever a date is typed`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("preferences", "--dates", "de-AT")
        for words in [
            ["add", "x", "--at", "3/4/26"], ["add", "3/4/26 9pm: x"], ["3/4/26: x"],
            ["symptom", "headache", "3", "--at", "3/4/26"],
        ] {
            let outcome = try sandbox.start(words + ["--json"]).wait()
            #expect(outcome.object["day"] as? String == "2026-04-03", outcome.summary)
        }
        #expect(try sandbox.list("--on", "3/4/26").count == 3 && sandbox.done("day", "3/4/26", "--json").list.count == 4)
        #expect(try sandbox.done("search", "from:3/4/26", "to:3/4/26", "--json").list.count == 3)
        try sandbox.done("preferences", "--dates", "en-US")
        let added = try sandbox.done("add", "x", "--at", "3/4/26", "--json", extra: ["LC_TIME": "de_AT.UTF-8"]).object
        #expect(added["day"] as? String == "2026-03-04")
        let unknown = try sandbox.run("preferences", "--dates", "xx-YY")
        #expect(unknown.code == 64 && unknown.errors.contains("pt-BR"), unknown.summary)
        #expect(try sandbox.done("preferences", "--json").object["date_language"] as? String == "en-US")
    }

    @Test func `deleted records of the health log can be listed`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("symptom", "headache", "5")
        try sandbox.done("check-in", "--mood", "7")
        try sandbox.done("medication", "add", "Ibuprofen", "--as-needed")
        try sandbox.done("dose", "take", "ibuprofen")
        try sandbox.done("support", "step", "add", "Walk")
        for kind in ["symptom", "check-in", "dose"] {
            #expect(try sandbox.done(kind, "list", "--deleted", "--json").list.isEmpty)
            try sandbox.done(kind, "delete", "last")
            let deleted = try sandbox.done(kind, "list", "--deleted", "--json").list
            #expect(deleted.count == 1, "\(kind)")
            let id = String(try #require(deleted.first?["id"] as? String).prefix(8))
            #expect(try sandbox.done(kind, "list", "--deleted").text.contains(id.prefix(7)))
            try sandbox.done(kind, "restore", id)
        }
        try sandbox.done("support", "step", "remove", "1")
        #expect(try sandbox.done("support", "step", "list", "--deleted").text.contains("Walk"))
    }
}
