import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct DayOneTests {
    private func journal(_ entries: String...) -> String {
        "{\"metadata\": {\"version\": \"1.0\"}, \"entries\": [" + entries.joined(separator: ", ") + "]}"
    }

    private func entry(_ members: String) -> String {
        "{\"uuid\": \"A1\", \"creationDate\": \"2026-03-14T20:05:00Z\", \"text\": \"Rain.\"" + members + "}"
    }

    private func read(_ text: String, _ name: String = "Journal.json") throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.write(name, text))
        #expect(found.format == .dayone)
        return found.output
    }

    private func one(_ members: String) throws -> ImportedRecord { try #require(try read(journal(entry(members))).records.first) }

    @Test(
        arguments: [
            // The writer's day, not UTC's; a backslash that some versions leave in the zone; no zone is the owner's.
            (", \"timeZone\": \"America/Los_Angeles\"", "2026-03-14", "13:05", -25_200, "America/Los_Angeles"),
            (", \"timeZone\": \"Asia/Tokyo\"", "2026-03-15", "05:05", 32_400, "Asia/Tokyo"),
            (", \"timeZone\": \"Etc\\\\/GMT\"", "2026-03-14", "20:05", 0, "Etc/GMT"),
            (", \"timeZone\": \"Mars/Olympus\"", "2026-03-14", "21:05", 3600, "Mars/Olympus"),
            ("", "2026-03-14", "21:05", 3600, nil),
        ] as [(String, String, String, Int, String?)])
    func `an entry stays on the day its writer lived it`(members: String, day: String, time: String, offset: Int, zone: String?)
        throws
    {
        let record = try one(members)
        #expect(record.day.iso == day)
        #expect(shown(record.time) == time)
        #expect(record.offset == offset)
        #expect(record.zone == zone)
        #expect(record.created == 1_773_518_700_000)
    }

    @Test func `an entry of a whole day has no time`() throws {
        let all =
            "{\"creationDate\": \"2024-04-16T23:00:00Z\", \"timeZone\": \"Europe/Dublin\", \"isAllDay\": true, \"text\": \"x\"}"
        let record = try #require(try read(journal(all)).records.first)
        #expect(record.day.iso == "2024-04-17")
        #expect(record.time == nil)
        #expect(record.offset == nil)
    }

    @Test func `everything that has a place finds it, and the rest is kept beside the entry`() throws {
        let record = try one(
            """
            , "tags": ["walk", "Long Way", "walk"], "starred": true, "isPinned": true, "modifiedDate": "2026-03-13T00:00:00Z",
            "location": {"placeName": "Café Central", "localityName": "Vienna", "country": "Austria", "latitude": 48.21,
            "longitude": 16.36, "administrativeArea": "Wien", "region": {"radius": 75}}, "weather": {"temperatureCelsius": 11},
            "userActivity": {"activityName": "Walking", "stepCount": 3572}, "creationDevice": "phone", "editingTime": 12.5, "duration": 0
            """)
        #expect(record.sourceID == "A1")
        #expect(record.tags.map(\.name) == ["Long-Way", "walk"])
        #expect(record.starred)
        #expect(record.modified == 1_773_360_000_000)
        #expect(record.place == Place(name: "Café Central, Vienna, Austria", latitude: 48.21, longitude: 16.36))
        #expect(Set(record.more.keys) == ["isPinned", "weather", "userActivity", "location"])
        #expect(record.more["location"] == .object(["administrativeArea": .string("Wien")]))
        #expect(record.changes == [.tagsRespelled(1)])
    }

    @Test(
        arguments: [
            ("It rained\\\\. Well\\\\!", "It rained. Well!"),
            ("a\\\\-b \\\\(c\\\\) \\\\+ 1\\\\. x", "a-b (c) + 1. x"),
            ("snake\\\\_case and \\\\_not\\\\_", "snake_case and \\_not\\_"),
            ("\\\\# no heading, \\\\#tag, C\\\\# too", "\\# no heading, #tag, C# too"),
            ("\\\\*no\\\\* 3 \\\\* 4", "\\*no\\* 3 * 4"),
            ("\\\\[x\\\\] \\\\[note\\\\] \\\\[a\\\\](b)", "\\[x\\] \\[note\\] \\[a\\](b)"),
            ("see \\\\[note\\\\] - \\\\[ \\\\] x", "see [note] - \\[ ] x"),
            ("`a\\\\.b` c\\\\.", "`a\\.b` c."),
            ("```\\na\\\\.b\\n```\\nc\\\\.", "```\na\\.b\n```\nc."),
            ("`open c\\\\.", "`open c."),
            ("a\\\\\\\\b C:\\\\temp", "a\\\\b C:\\temp"),
            ("end\\\\", "end\\"),
            ("4 \\\\< 5 \\\\<b> Q\\\\&A \\\\&amp;", "4 < 5 \\<b> Q\\&A \\&amp;"),
        ])
    func `backslashes that say nothing are taken off`(written: String, text: String) throws {
        let record = try #require(
            try read(journal("{\"creationDate\": \"2026-03-14T20:05:00Z\", \"text\": \"\(written)\"}")).records.first)
        #expect(record.text == text)
    }

    private let photo = "\"photos\": [{\"identifier\": \"AB12\", \"md5\": \"c0ffee\", \"type\": \"jpeg\", \"orderInEntry\": 0}]"

    @Test func `media are found by their sums, shown by their names and attached once`() throws {
        let folder = try SampleFolder()
        let text =
            "![](dayone-moment://AB12) and ![](dayone-moment://AB12) then ![](dayone-moment:/video/CD34) ![](dayone-moment:/audio/GONE)"
        let entry = """
            {"creationDate": "2026-03-14T20:05:00Z", "text": "\(text)", \(photo), "videos": [{"identifier": "CD34", "md5": "bead"}],
            "audios": [{"identifier": "X1", "md5": "f00d", "format": ".mp3"}], "pdfAttachments": [{"pdfName": "My File.pdf", "md5": "9df"}]}
            """
        let zip = try folder.zip(
            "export.zip",
            [
                ("Journal.json", Array(journal(entry).utf8)), ("photos/c0ffee.jpeg", [1]), ("videos/bead.mov", [2]),
                ("audios/f00d.m4a", [3]),
            ])
        let (format, output) = try readSource(zip)
        let record = try #require(output.records.first)
        #expect(format == .dayone)
        #expect(
            record.text
                == "![photo](c0ffee.jpeg) and ![photo](c0ffee.jpeg) then ![video](bead.mov) ![audio missing](dayone-moment:/audio/GONE)"
        )
        #expect(
            record.files == [
                .found(path: "photos/c0ffee.jpeg"), .found(path: "videos/bead.mov"),
                .left(LeftFile(name: "GONE", reason: .notFound)), .found(path: "audios/f00d.m4a"),
                .left(LeftFile(name: "9df", reason: .notFound)),
            ])
    }

    @Test(
        arguments: [
            ("{}", "photo"), ("{\"identifier\": \"AB12\"}", "AB12"), ("{\"md5\": \"c0ffee\"}", "c0ffee"),
            ("{\"type\": \"png\", \"filename\": \"tree.png\"}", "tree.png"), ("{\"md5\": 5, \"type\": []}", "photo"),
        ])
    func `a photo without name or kind costs only itself`(photo: String, name: String) throws {
        let record = try one(", \"photos\": [\(photo), null, 7]")
        #expect(record.text == "Rain.")
        #expect(record.files == [.left(LeftFile(name: name, reason: .withoutFolder))])
    }

    @Test func `an entry without words is made of its photos, tags and place`() throws {
        let only =
            "{\"creationDate\": \"2026-03-14T20:05:00Z\", \"tags\": [\"sea\"], \(photo), \"location\": {\"placeName\": \"Pier\"}}"
        let record = try #require(try read(journal(only)).records.first)
        #expect(record.text == "![photo](c0ffee.jpeg)\n\n#sea\n\nPier")
        #expect(record.changes == [.wordsFromFacts])
    }

    @Test func `rich text is read where there is no other`() throws {
        let rich = """
            {\\"contents\\":[{\\"attributes\\":{\\"line\\":{\\"header\\":2}},\\"text\\":\\"Day\\\\n\\"},
            {\\"attributes\\":{\\"bold\\":true},\\"text\\":\\"Well \\"},{\\"text\\":\\"slept.\\\\n\\"},
            {\\"attributes\\":{\\"line\\":{\\"listStyle\\":\\"bulleted\\",\\"indentLevel\\":1}},\\"text\\":\\"one\\\\n\\"},
            {\\"attributes\\":{\\"line\\":{\\"listStyle\\":\\"checkbox\\",\\"checked\\":true}},\\"text\\":\\"two\\\\n\\"},
            {\\"attributes\\":{\\"line\\":{\\"codeBlock\\":true}},\\"text\\":\\"let x\\\\n\\"},
            {\\"embeddedObjects\\":[{\\"type\\":\\"photo\\",\\"identifier\\":\\"AB12\\"}]},{\\"text\\":\\"end\\"}]}
            """.replacing("\n", with: "")
        let only = "{\"creationDate\": \"2026-03-14T20:05:00Z\", \"richText\": \"\(rich)\", \(photo)}"
        let record = try #require(try read(journal(only)).records.first)
        #expect(record.text == "## Day\n\n**Well** slept.\n\n- one\n- [x] two\n\n```\nlet x\n```\n\n![photo](c0ffee.jpeg)\n\nend")
        let plain = "{\"creationDate\": \"2026-03-14T20:05:00Z\", \"richText\": \"just words\"}"
        #expect(try read(journal(plain)).records.map(\.text) == ["just words"])
    }

    @Test(
        arguments: [
            ("5", .malformed), ("[]", .malformed), ("{\"a\": tru}", .malformed), ("{}", .noDate), ("{\"text\": \"x\"}", .noDate),
            ("{\"text\": \"x\", \"creationDate\": \"soon\"}", .impossibleDate),
            ("{\"text\": \"x\", \"creationDate\": \"2026-02-30T10:00:00Z\"}", .impossibleDate),
            ("{\"text\": \"x\", \"creationDate\": \"0000-01-01T10:00:00Z\"}", .impossibleDate),
            ("{\"text\": \"x\", \"creationDate\": \"9999-12-31T23:59:59Z\"}", .impossibleDate),
            ("{\"text\": \" \\u0000\", \"creationDate\": \"2026-03-14T20:05:00Z\"}", .empty),
            ("{\"text\": 5, \"creationDate\": \"2026-03-14T20:05:00Z\"}", .empty),
            (
                "{\"text\": \"" + String(repeating: "x", count: 1 << 20) + "y\", \"creationDate\": \"2026-03-14T20:05:00Z\"}",
                .tooLong(bytes: 1_048_577)
            ),
        ] as [(String, ImportProblem.Reason)])
    func `a bad entry is a problem and stops no other`(bad: String, reason: ImportProblem.Reason) throws {
        let output = try read(journal(entry(""), bad, entry("")))
        #expect(output.records.map(\.text) == ["Rain.", "Rain."])
        #expect(output.problems == [ImportProblem(position: SourcePosition(ordinal: 2), reason: reason)])
    }

    @Test func `every journal of an archive is read, and a broken one stops no other`() throws {
        let folder = try SampleFolder()
        let good = Array(journal(entry("")).utf8)
        let zip = try folder.zip(
            "two.zip",
            [
                ("A.json", good), ("B.json", Array("{\"metadata\": {}, \"entries\": [".utf8)), ("__MACOSX/._A.json", [1]),
                ("C.json", good),
            ])
        let output = try readSource(zip).output
        #expect(output.records.map(\.position.label) == ["A.json", "C.json"])
        #expect(output.problems.map(\.position.file) == ["B.json"])
        #expect(output.problems.map(\.reason) == [.refused(.brokenJSON(line: 1))])
    }

    @Test(arguments: [
        ("{\"metadata\": {},\n\n\"entries\":\n\n", ImportError.brokenJSON(line: 3)),
        ("{\"metadata\": {},\n\"entries\": [}", .brokenJSON(line: 2)), ("{\"metadata\": 1, \"entries\": {}}", .notThisFormat),
        ("{\"metadata\": 1, \"entries\": " + String(repeating: "[", count: 70), .nestedTooDeeply(limit: 64)),
    ])
    func `a journal that is no whole JSON is refused with its line`(text: String, error: ImportError) throws {
        #expect(throws: error) { try read(text) }
    }

    @Test(.realExports) func `a real broken export is refused with its line`() throws {
        let script = "import sys; print(len(open(sys.argv[1]).read().rstrip().split(chr(10))))"
        let (path, lines) = try countedByPython("dayone_json/kulapard_invalid.json", script)
        #expect(throws: ImportError.brokenJSON(line: Int(lines) ?? 0)) { try readSource(path) }
    }

    @Test func `a classic folder is read entry by entry`() throws {
        let folder = try SampleFolder()
        func plist(_ members: String) -> String {
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://x/y.dtd\">"
                + "<plist version=\"1.0\"><dict>\(members)</dict></plist>"
        }
        let date = "<key>Creation Date</key><date>2013-05-17T18:39:20Z</date>"
        try folder.write(
            "J.dayone/entries/AA.doentry",
            plist(
                date + "<key>Entry Text</key><string>Keeps \\. and &amp;</string><key>Starred</key><true/><key>Tags</key><array>"
                    + "<string>work</string></array><key>Time Zone</key><string>America/Los_Angeles</string><key>UUID</key><string>U1</string>"
            ))
        try folder.write("J.dayone/entries/BB.doentry", plist(date + "<key>Entry Text</key><string></string>"))
        try folder.write("J.dayone/photos/BB.jpg", [1])
        try folder.write("J.dayone/entries/CC.doentry", plist("<key>Entry Text</key><string>no date</string>"))
        try folder.write("J.dayone/entries/DD.doentry", "<plist><dict><key>")
        try folder.write("J.dayone/entries/EE.doentry", "<!DOCTYPE p [<!ENTITY a \"b\">]><plist>" + plist(date) + "</plist>")
        let (format, output) = try readSource(folder.path)
        #expect(format == .dayone)
        #expect(output.records.map(\.text) == ["Keeps \\. and &", "![photo](BB.jpg)"])
        #expect(output.records.map { shown($0.time) } == ["11:39:20", "20:39:20"])
        #expect(output.records.map(\.sourceID) == ["U1", "BB"])
        #expect(output.records.map(\.starred) == [true, false])
        #expect(output.records.map(\.files) == [[], [.found(path: "J.dayone/photos/BB.jpg")]])
        #expect(output.problems.map(\.reason) == [.noDate, .malformed, .malformed])
    }

    @Test(
        arguments: [
            ("Date:\t15 January 2024", "2024-01-15", "-"), ("Datum:\t3. März 2024 um 09:30", "2024-03-03", "09:30"),
            ("Date:\t3 août 2023 à 7:05", "2023-08-03", "07:05"), ("Fecha:\t29 de febrero de 2024", "2024-02-29", "-"),
            ("Date:\tJanuary 15, 2024 at 9:30:00 PM GMT+1", "2024-01-15", "21:30"), ("日付:\t2024年1月15日", "2024-01-15", "-"),
        ])
    func `the plain text names its days in the owner's language`(line: String, day: String, time: String) throws {
        let output = try read(
            "Not an entry.\n\n\t\(line)\n\tWeather:\t10°C\n\tTags:\ta, b\n\nRain.\n\nAll day.\n\n", "export.txt")
        let record = try #require(output.records.first)
        #expect(output.items == 1)
        #expect(record.text == "Rain.\n\nAll day.")
        #expect(record.day.iso == day)
        #expect(shown(record.time) == time)
        #expect(record.tags.map(\.name) == ["a", "b"])
        #expect(record.more == ["Weather": .string("10°C")])
        #expect(record.position.line == 3)
    }

    @Test func `a date of the plain text that does not exist costs its entry only`() throws {
        let output = try read(
            "\tDate:\t30 February 2024\n\nx\n\tDate:\tsoon\n\ny\n\tDate:\t1 March 2024\n\n\n\tDate:\t2 March 2024\n\nz\n", "a.txt"
        )
        #expect(output.records.map(\.text) == ["z"])
        #expect(output.problems.map(\.reason) == [.impossibleDate, .impossibleDate, .empty])
        #expect(output.problems.map(\.position.line) == [1, 4, 7])
    }

    @Test(
        .realExports,
        arguments: [
            "dayone_json/automattic_Fictional Journal.json", "dayone_json/automattic_fictional.zip",
            "dayone_json/jimmy_test2_dayone-to-obsidian.zip", "dayone_json/kulapard_MyJournal.json",
            "dayone_json/marcdonald_Dev Journal.json",
        ])
    func `a real export gives as many records as it has`(fixture: String) throws {
        let script = """
            import json, sys, zipfile
            p = sys.argv[1]
            texts = [open(p).read()] if p.endswith('json') else [zipfile.ZipFile(p).read(n) for n in zipfile.ZipFile(p).namelist() if n.endswith('.json')]
            entries = [e for t in texts for e in json.loads(t)['entries']]
            print(len(entries), sum(bool(e.get('starred')) for e in entries), sum(len(e.get('tags', [])) for e in entries))
            """
        let (path, count) = try countedByPython(fixture, script)
        let (format, output) = try readSource(path)
        #expect(format == .dayone)
        let records = output.records
        #expect("\(output.items) \(records.count(where: \.starred)) \(records.map(\.tags.count).reduce(0, +))" == count)
        #expect(output.problems.isEmpty)
    }

    @Test(
        .realExports,
        arguments: ["dayone_classic/dayone.dayone", "dayone_classic/bug780.dayone", "dayone_txt/minidiarium_dayone-sample.txt"])
    func `a real journal of another kind gives as many records as it has`(fixture: String) throws {
        let script = """
            import os, sys
            p = sys.argv[1]
            print(sum(f.endswith('.doentry') for _, _, fs in os.walk(p) for f in fs) if os.path.isdir(p) else open(p).read().count('\\tDate:\\t'))
            """
        let (path, count) = try countedByPython(fixture, script)
        let (format, output) = try readSource(path)
        #expect(format == .dayone)
        #expect(String(output.items) == count)
        #expect(output.problems.isEmpty)
    }

    @Test func `whatever is broken in a journal, reading ends`() throws {
        let folder = try SampleFolder()
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let samples = [
            journal(entry(", \(photo), \"richText\": \"{\\\"contents\\\":[]}\""), entry("")),
            "\tDate:\t15 January 2024\n\nx\n\tDate:\t16 January 2024\n\ny",
        ]
        for round in 0..<300 {
            let path = try folder.write("sample", mutated(Array(samples[round % 2].utf8), &generator))
            do {
                _ = try readSource(path, .dayone)
            } catch is ImportError {
                continue
            }
        }
    }
}
