import Foundation
import Testing

/// Files in clear that the program has written are known, are never written over, and go when they are told to.
@Suite struct ClearFileTests {
    @Test func `reports and calendars are listed beside exports, and wiped like them`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.keepKey()
        try sandbox.done("remind", "calendar", "--out", "doses.ics", "--yes")
        try sandbox.done("report", "--out", "report.html", "--yes")
        try sandbox.done("export", "json", "--out", "all.json", "--yes")
        let listed = try sandbox.done("export", "list", "--json").list.compactMap { $0["format"] as? String }
        #expect(listed == ["calendar", "report", "json"])
        for name in ["doses.ics", "report.html", "all.json"] {
            try sandbox.done("export", "wipe", name, "--yes")
            #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/" + name))
        }
        #expect(try sandbox.done("export", "list", "--json").list.isEmpty)
    }

    @Test func `attachments that were saved in clear are listed and wiped as well`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.keepKey()
        _ = try sandbox.add("with a file", "--attach", try sandbox.write("a letter", to: "letter.txt"))
        try FileManager.default.createDirectory(atPath: sandbox.work + "/saved", withIntermediateDirectories: false)
        try sandbox.done("show", "last", "--save-attachments", "saved")
        let listed = try sandbox.done("export", "list", "--json").list
        #expect(listed.compactMap { $0["format"] as? String } == ["attachment"])
        try sandbox.done("export", "wipe", "saved/letter.txt", "--yes")
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/saved/letter.txt"))
        #expect(try sandbox.done("export", "list", "--json").list.isEmpty)
    }

    @Test func `a calendar is not written over anything`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write("mine", to: "doses.ics")
        try sandbox.refused(["remind", "calendar", "--out", "doses.ics", "--yes"], 1, "exists")
        #expect(sandbox.bytes(sandbox.work + "/doses.ics") == Array("mine".utf8))
    }

    @Test func `a part of an export that stays in clear is no success`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try sandbox.keepKey()
        try sandbox.done("export", "markdown", "--out", "notes", "--yes")
        let names = FileManager.default.enumerator(atPath: sandbox.work + "/notes")?.compactMap { $0 as? String } ?? []
        let note = try #require(names.sorted().first { $0.hasSuffix(".md") })
        try sandbox.write("changed", to: "notes/" + note)
        let outcome = try sandbox.run("export", "wipe", "notes", "--yes")
        #expect(outcome.code == 1 && outcome.errors.contains("still there in clear"), outcome.summary)
        #expect(outcome.text.contains(note))
        try sandbox.done("export", "wipe", "notes", "--yes", "--edited")
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/notes"))
    }
}
