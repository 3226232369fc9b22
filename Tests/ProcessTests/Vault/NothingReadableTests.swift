import ByteSearch
import Foundation
import Testing

/// No byte of what the owner wrote stands in clear on any disk.
@Suite struct NothingReadableTests {
    @Test func `nothing of a made-up diary is readable in any file after a day's work`() throws {
        let diary = Diary.made
        try check(
            diary.jrnl, days: diary.entries.map(\.day), words: diary.words + diary.tags, called: "the made-up diary")
    }

    @Test(.enabled(if: RealDiary.isHere, "the diary of Samuel Pepys is not on this machine"))
    func `nothing of a real diary is readable in any file after a day's work`() throws {
        let diary = try RealDiary()
        // The vault's first lines name its slots in clear (docs/formats): 'recovery' is one of their words.
        let words = diary.words(ofAtLeast: 8).filter { $0 != "recovery" }
        try check(diary.text, days: diary.days, words: words, called: "the diary of Samuel Pepys")
    }

    /// Writes, changes, finds and repairs, then looks through every file.
    private func check(_ jrnl: String, days: [String], words: [String], called name: String) throws {
        #expect(words.count >= 2000)
        let sandbox = try Sandbox()
        var search = search(for: words, days: days)
        let watch = try FolderWatch([sandbox.root + "/home", sandbox.root + "/tmp", sandbox.work])
        // What the owner's own commands must write in clear stands outside the places that are looked through.
        let outside = sandbox.root + "/output"
        let journal = try sandbox.write(jrnl, to: outside + "/journal.txt")
        let attachment = try sandbox.write(
            "attached: quicksilverling under floorboardish\n", to: outside + "/doctorsletter-zebrafish.txt")
        let editor = try sandbox.script(#"sed -i s/typewritten/handwrittenly/ "$1""#, name: outside + "/editor")

        search.add(text: try sandbox.makeVault())
        search.add(text: Given.passphrase)
        // The key waits where it does for the owner: in the kernel, where that keeps keys.
        sandbox["AURALYST_KEY_HOLDER"] = nil
        try sandbox.done("unlock", "--for", "8h")
        defer { _ = try? sandbox.run("lock") }
        #expect(try sandbox.done("import", "jrnl", journal, "--json").object["kept"] as? Int == days.count)
        let id = try sandbox.add(
            "firstdraftish at the typewritten desk", "--mood", "wistfully", "--tag", "moonlighting", "--at", "2019-04-05 06:07")
        try sandbox.done("edit", id, "--text", "typewritten seconddraftish")
        try sandbox.done("edit", id, "--tag", "starlighting", "--mood", "anxious", "--attach", attachment)
        try sandbox.done("edit", id, extra: ["EDITOR": editor])
        #expect(try sandbox.done("show", id, "--json").object["text"] as? String == "handwrittenly seconddraftish")
        #expect(try sandbox.done("search", words[0], "--json").list.count > 0)
        try sandbox.done("search", "tag:moonlighting", "mood:anxious", "--json")
        try sandbox.done("list", "--month", String(days[0].prefix(7)))
        #expect(try sandbox.done("history", id, "--json").list.count { $0["kind"] as? String == "version" } == 3)
        let gone = try sandbox.add("to be deletedsoonish", "--at", "2018-03-02 11:12")
        try sandbox.done("delete", gone)
        try sandbox.done("restore", gone)
        try sandbox.done("delete", gone)
        #expect(try !sandbox.run("show", "zzzz-firstdraftish").isDone)
        #expect(try sandbox.done("repair", "--json").object["whole"] as? Bool == true)
        try sandbox.done("lock")

        let result = search.hits(below: sandbox.places)
        #expect(result.hits.isEmpty)
        #expect(result.files >= 5 && result.bytes > jrnl.utf8.count, "too little was looked through to mean anything")
        #expect(watch.names() == [], "a file was made beside the vault, if only for a moment")
        print(
            "\(name): \(words.count) words, \(Set(days).count) days, moods, tags, name, keys: \(search.count) patterns,",
            "\(result.files) files, \(result.bytes) bytes, \(result.hits.count) hits")

        // The same search over the same words does find what stands in clear.
        try sandbox.write(jrnl, to: sandbox.root + "/home/in-clear.txt")
        #expect(!search.hits(below: sandbox.places).hits.isEmpty)
    }

    private func search(for words: [String], days: [String]) -> ByteSearch {
        var search = ByteSearch()
        for word in words { search.add(text: word) }
        search.add(days: days + ["2019-04-05", "2018-03-02"])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Vienna") ?? .gmt
        let moment = calendar.date(from: DateComponents(year: 2019, month: 4, day: 5, hour: 6, minute: 7))
        if let moment { search.add(milliseconds: Int64(moment.timeIntervalSince1970) * 1000, named: "the entry's moment") }
        let own = [
            "wistfully", "anxious", "moonlighting", "starlighting", "firstdraftish", "seconddraftish", "typewritten",
            "handwrittenly",
            "deletedsoonish", "doctorsletter-zebrafish", "quicksilverling", "floorboardish",
        ]
        for word in own { search.add(text: word) }
        return search
    }

    @Test(arguments: ["UTF-8", "UTF-16LE", "UTF-16BE"])
    func `the search finds a single planted word`(encoding: String) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        var search = ByteSearch()
        for word in Diary.made.words { search.add(text: word) }
        #expect(search.hits(below: sandbox.places).hits.isEmpty)
        let word = Diary.made.words[1234].uppercased()
        let bytes: [UInt8] =
            switch encoding {
            case "UTF-16LE": word.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
            case "UTF-16BE": word.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            default: Array(word.utf8)
            }
        let path = sandbox.vault + "/journal.db"
        var database = sandbox.bytes(path)
        // Between bytes that are no halves of letters: a zero beside them would make the same word in the other order of bytes, too.
        database.replaceSubrange(5000..<(5002 + bytes.count), with: [1] + bytes + [1])
        try sandbox.write(database, to: path)
        #expect(search.hits(below: sandbox.places).hits.count == 1)
    }

    @Test func `the search finds a moment kept as a number`() {
        var search = ByteSearch()
        search.add(milliseconds: 1_554_437_220_000, named: "then")
        #expect(search.hits(in: Array("x1554437220000y".utf8)).count == 1)
        #expect(search.hits(in: [0, 0, 0x01, 0x69, 0xeb, 0xad, 0xa6, 0xa0, 9]) == ["then (big-endian)"])
        #expect(search.hits(in: [7, 0xa0, 0xa6, 0xad, 0xeb, 0x69, 0x01, 0, 0]) == ["then (little-endian)"])
        #expect(search.hits(in: Array("1554437220001 and more".utf8)).isEmpty)
    }
}
