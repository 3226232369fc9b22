import Foundation
import Testing

@Suite struct ExchangeTests {
    @Test func `what is imported is exported byte for byte, and importing it again adds nothing`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write(Diary.made.jrnl, to: "diary.txt")
        let first = try sandbox.done("import", "jrnl", file, "--json")
        expectReceiptAddsUp(first)
        #expect(
            Set(first.object.keys) == [
                "kind", "format", "dry_run", "read", "kept", "changed", "merged", "skipped", "findings", "ratings", "records",
            ])
        #expect(first.object["kind"] as? String == "receipt" && first.object["kept"] as? Int == 300)
        let days = try sandbox.list().compactMap { $0["day"] as? String }
        #expect(days.sorted() == Diary.made.entries.map(\.day).sorted())
        try sandbox.done("export", "jrnl", "--order", "written", "--out", "copy.txt", "--yes")
        #expect(sandbox.bytes(sandbox.work + "/copy.txt") == Array(Diary.made.jrnl.utf8))
        var status = stat()
        #expect(
            unsafe stat(sandbox.work + "/copy.txt", &status) == 0 && status.st_mode & 0o777 == 0o600,
            "an export is for its owner alone")

        let before = sandbox.bytes(sandbox.vault + "/journal.db")
        let second = try sandbox.done("import", file, "--json")
        expectReceiptAddsUp(second)
        #expect(
            second.object["kept"] as? Int == 0 && second.object["changed"] as? Int == 0 && second.object["skipped"] as? Int == 300
        )
        #expect(sandbox.bytes(sandbox.vault + "/journal.db") == before, "an import that adds nothing writes nothing")
        #expect(try sandbox.list().count == 300)
        #expect(try sandbox.done("import", "copy.txt", "--json").object["kept"] as? Int == 0)
    }

    private static let pepys = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/fixtures/long_diaries/pepys_1660-1664.jrnl.txt").path

    @Test(.enabled(if: FileManager.default.fileExists(atPath: pepys), "the diary of Samuel Pepys is not on this machine"))
    func `a real diary of 1,803 entries comes in with its dates and goes out byte for byte`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let receipt = try sandbox.done("import", Self.pepys, "--json").object
        #expect(receipt["read"] as? Int == 1803 && receipt["kept"] as? Int == 1803)
        let bytes = sandbox.bytes(Self.pepys)
        let days = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("[1") }
            .map { String($0.dropFirst().prefix(10)) }
        #expect(try sandbox.list().compactMap { $0["day"] as? String } == days.sorted(by: >))
        try sandbox.done("export", "jrnl", "--order", "written", "--out", "copy.txt", "--yes")
        #expect(sandbox.bytes(sandbox.work + "/copy.txt") == bytes)
        let again = try sandbox.done("import", Self.pepys, "--json").object
        #expect(again["kept"] as? Int == 0 && again["skipped"] as? Int == 1803)
        let repair = try sandbox.done("repair", "--json").object
        #expect(repair["whole"] as? Bool == true)
    }

    @Test func `a table comes in by named columns and an order of dates, and is updated when it has changed`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write("id,When=,Said,Weather\n1,03/04/24 9:05 PM,A line.,wet\n", to: "diary.csv")
        let options = ["--column", "date=When=", "--column", "text=Said", "--date-order", "day"]
        let first = try sandbox.start(["import", file] + options).wait()
        #expect(first.isDone && first.errors.contains("'Weather'"), first.summary)
        #expect(try sandbox.list().map { $0["day"] as? String } == ["2024-04-03"])
        try sandbox.write("id,When=,Said,Weather\n1,03/04/24 9:05 PM,A better line.,wet\n", to: "diary.csv")
        let receipt = try sandbox.start(["import", file, "--json", "--update"] + options).wait()
        #expect(receipt.object["merged"] as? Int == 1, receipt.summary)
        let entry = try #require(try sandbox.list().first)
        #expect(entry["text"] as? String == "A better line.")
        let history = try sandbox.done("history", try #require(entry["id"] as? String)).text
        #expect(history.contains("A line."))
        let noise = try sandbox.write([UInt8](repeating: 0xA7, count: 4096), to: "noise.csv")
        try sandbox.refused(["import", noise], 1, "not_a_table")
    }

    @Test(arguments: ["notes", "table.csv"])
    func `the order that the receipt offers is accepted, and gives the other reading`(source: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try FileManager.default.createDirectory(atPath: sandbox.work + "/notes", withIntermediateDirectories: true)
        try sandbox.write("Rain.", to: "notes/02-03-2026.md")
        try sandbox.write("date,text\n02.03.2026,Rain.\n", to: "dots.csv")
        try sandbox.write("date,text\n03/02/2026,Rain.\n", to: "table.csv")
        let first = try sandbox.run("import", source, "--dry-run")
        #expect(first.isDone && first.errors.contains("2026-03-02 would otherwise be 2026-02-03"), first.summary)
        let hint = try #require(first.errors.split(separator: "\n").first { $0.contains("if that is wrong: ") })
        let typed = try #require(hint.range(of: "--")).lowerBound
        let second = try sandbox.start(["import", source] + hint[typed...].split(separator: " ").map(String.init)).wait()
        #expect(second.isDone, second.summary)
        #expect(try sandbox.list().map { $0["day"] as? String } == ["2026-02-03"])
        #expect(try sandbox.run("import", "dots.csv", "--dry-run").errors.isEmpty, "with dots the day is first everywhere")
    }

    @Test func `the zone of a source without one is the one that is named`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write("date,text\n2026-03-15T02:30:00Z,a\n2026-03-14 21:00,b\n", to: "table.csv")
        try sandbox.done("import", "table.csv", "--zone", "America/New_York")
        let list = try sandbox.list()
        #expect(list.map { $0["day"] as? String } == ["2026-03-14", "2026-03-14"])
        #expect(list.map { $0["instant"] as? String } == ["2026-03-14T22:30:00-04:00", "2026-03-14T21:00:00-04:00"])
        #expect(list.map { $0["zone"] as? String } == ["America/New_York", "America/New_York"])
        try sandbox.refused(["import", "table.csv", "--zone", "Nowhere/Town"], 64, "usage")
    }

    @Test func `a dry run gives the same receipt and writes nothing at all`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write(Diary.made.jrnl, to: "diary.txt")
        let before = try listing(sandbox.vault)
        let dry = try sandbox.done("import", "jrnl", file, "--dry-run", "--json").object
        #expect(try listing(sandbox.vault) == before)
        let real = try sandbox.done("import", "jrnl", file, "--json").object
        for count in ["read", "kept", "changed", "merged", "skipped"] { #expect(dry[count] as? Int == real[count] as? Int) }
        #expect(dry["dry_run"] as? Bool == true && real["dry_run"] as? Bool == false)
        #expect(try sandbox.list().count == 300)
    }

    @Test func `the JSON export of a journal adds nothing behind its text file, nor the other way round`() throws {
        let entries = Diary.made.entries.map { entry -> [String: Any] in
            let parts = entry.text.split(separator: "\n", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            return [
                "title": parts[0], "body": parts.count > 1 ? parts[1] : "", "date": entry.day, "time": entry.time,
                "tags": ["#" + (entry.text.split(separator: "#").last.map(String.init) ?? "")], "starred": false,
            ]
        }
        let json = try JSONSerialization.data(withJSONObject: ["tags": [String: Int](), "entries": entries])
        for order in [["diary.txt", "diary.json"], ["diary.json", "diary.txt"]] {
            let sandbox = try Sandbox(copying: Given.empty.folder)
            try sandbox.write(Diary.made.jrnl, to: "diary.txt")
            try sandbox.write(Array(json), to: "diary.json")
            let first = try sandbox.done("import", "jrnl", order[0], "--json").object
            #expect(first["kept"] as? Int == 300, "\(order[0]): \(first["kept"] ?? "")")
            let second = try sandbox.done("import", "jrnl", order[1], "--json").object
            #expect(second["kept"] as? Int == 0 && second["changed"] as? Int == 0, "\(order)")
            #expect(try sandbox.list().count == 300)
        }
    }

    @Test func `an entry that was typed in is not added a second time by an import`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("Walked far.", "--at", "2026-03-14 21:00", "--mood", "happy")
        try sandbox.write("[2026-03-14 21:00] Walked far. *\n\n[2026-03-14 21:01] Walked far.\n\n", to: "diary.txt")
        let outcome = try sandbox.done("import", "jrnl", "diary.txt", "--json")
        expectReceiptAddsUp(outcome)
        #expect(outcome.object["kept"] as? Int == 1)
        #expect(try sandbox.list().count == 2)
        // What the owner has deleted does not come back.
        try sandbox.done("delete", "last")
        #expect(try sandbox.done("import", "jrnl", "diary.txt", "--json").object["kept"] as? Int == 0)
        #expect(try sandbox.list().count == 1)
    }

    @Test func `the same entry twice in one source is kept twice, once`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write("[2026-03-14 21:00] Again.\n\n[2026-03-14 21:00] Again.\n\n", to: "diary.txt")
        #expect(try sandbox.done("import", "jrnl", "diary.txt", "--json").object["kept"] as? Int == 2)
        #expect(try sandbox.done("import", "jrnl", "diary.txt", "--json").object["kept"] as? Int == 0)
        #expect(try sandbox.list().count == 2)
        try sandbox.done("export", "jrnl", "--out", "copy.txt", "--yes")
        #expect(sandbox.bytes(sandbox.work + "/copy.txt") == sandbox.bytes(sandbox.work + "/diary.txt"))
    }

    @Test func `text that looks like a new entry survives export and import`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let texts = [
            "first\n[2020-01-01 10:00] not a new entry\nlast", "[2021-01-01 11:00] at the very front", "a star at the end *",
            "  blanks around  ", "tabs\tand\r\nline ends\n\n\n\nmany",
        ]
        for (index, text) in texts.enumerated() { _ = try sandbox.add(text, "--at", "2026-03-14 0\(index):00") }
        try sandbox.done("export", "jrnl", "--out", "copy.txt", "--yes")
        let other = try Sandbox(copying: Given.empty.folder)
        try other.write(sandbox.bytes(sandbox.work + "/copy.txt"), to: "copy.txt")
        #expect(try other.done("import", "jrnl", "copy.txt", "--json").object["read"] as? Int == texts.count)
        let back = try other.list().reversed().compactMap { $0["text"] as? String }
        #expect(back == texts)
    }
}
