import Foundation
import GivenValues
import Importing
import Journal
import SeededChance
import Testing

/// Records of other programs with more of one thing than anybody has. A reader that compared or copied each with all the others
/// would need hours for one of them, so these tests end only where none does.
@Suite struct ReaderLinearTimeTests {
    @Test func `a property list with hundreds of thousands of tags is read in one go`() throws {
        let folder = try SampleFolder()
        let tags = (0..<Lane.amount(quick: 200_000, ci: 500_000, all: 500_000)).map { "<string>t\($0)</string>" }.joined()
        let more = (0..<100_000).map { "<key>k\($0)</key><true/>" }.joined()
        try folder.write(
            "J.dayone/entries/AA.doentry",
            "<plist><dict><key>Creation Date</key><date>2026-03-14T20:05:00Z</date><key>Entry Text</key><string>Rain.</string>"
                + "<key>Tags</key><array>\(tags)</array>\(more)</dict></plist>")
        let record = try #require(try readSource(folder.path, .dayone).output.records.first)
        #expect(record.text == "Rain." && record.tags.count == Limits.tags && record.more.count == 100_000)
    }

    @Test func `an entry that shows thirty thousand media is read in one go, each of them once and in its order`() throws {
        let folder = try SampleFolder()
        let count = 30_000
        let shown = (0..<count).map { "![](dayone-moment://\(String($0, radix: 36)))" }.joined()
        let listed = (0..<count).map { "{\"identifier\": \"\(String($0, radix: 36))\", \"md5\": \"m\($0)\"}" }.joined(
            separator: ",")
        for photos in ["", ", \"photos\": [\(listed)]"] {
            let path = try folder.write(
                "Journal.json",
                "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2026-03-14T20:05:00Z\", \"text\": \"\(shown)\"\(photos)}]}"
            )
            let output = try readSource(path, .dayone).output
            let names = output.records.first?.files.map { if case .left(let file) = $0 { file.name } else { "" } }
            // Longer than an entry may be with its files' names: then it is a problem, and found so as quickly.
            #expect(names.map { $0.count == count && Set($0).count == count } ?? (output.problems.count == 1))
            if photos.isEmpty, let names { #expect(names == (0..<count).map { String($0, radix: 36) }) }
        }
    }

    @Test func `a note with as many resources is read in one go`() throws {
        let folder = try SampleFolder()
        let ids = (0..<25_000).map { String(repeating: "0", count: 32 - String($0, radix: 16).count) + String($0, radix: 16) }
        let id = String(repeating: "a", count: 32)
        try folder.write(
            id + ".md",
            "Walk\n\n" + ids.map { "![](:/\($0))" }.joined()
                + "\n\nid: \(id)\nuser_created_time: 2024-04-13T16:23:00.000Z\nencryption_applied: 0\ntype_: 1")
        let record = try #require(try readSource(folder.path, .joplin).output.records.first)
        #expect(record.files == ids.map { .left(LeftFile(name: $0, reason: .notFound)) })
    }

    private func standardNote(_ content: String) throws -> ImportReading {
        let folder = try SampleFolder()
        return try readSource(
            try folder.write(
                "backup.txt",
                "{\"version\": \"004\", \"items\": [{\"content_type\": \"Note\", \"uuid\": \"n\", "
                    + "\"created_at\": \"2024-04-28T09:29:22.642Z\", \"content\": {\(content)}}]}"), .standardnotes
        ).output
    }

    @Test func `a super note with as many files is read in one go`() throws {
        let files = (0..<20_000).map { "{\"type\":\"snfile\",\"fileUuid\":\"\($0)\"}" }.joined(separator: ",")
        let tree = "{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[\(files)]}]}}"
        let escaped = tree.replacing("\"", with: "\\\"")
        let record = try #require(try standardNote("\"noteType\": \"super\", \"text\": \"\(escaped)\"").records.first)
        #expect(record.files.count == 20_000 && Set(record.files).count == 20_000)
    }

    @Test func `code of backquotes alone stands in a fence that is longer, found in one go`() throws {
        let quotes = String(repeating: "`", count: 300_000)
        let record = try #require(try standardNote("\"noteType\": \"code\", \"text\": \"\(quotes)\"").records.first)
        #expect(record.text == quotes + "`\n" + quotes + "\n`" + quotes)
        let short = try #require(try standardNote("\"noteType\": \"code\", \"text\": \"a `b` c\"").records.first)
        #expect(short.text == "```\na `b` c\n```")
    }

    @Test func `a line of blanks and backslashes is freed of them in one go`() throws {
        let folder = try SampleFolder()
        let line = String(repeating: " ", count: 300_000) + String(repeating: "\\\\#", count: 150_000)
        let path = try folder.write(
            "Journal.json",
            "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2026-03-14T20:05:00Z\", \"text\": \"x\\n\(line)\"}]}"
        )
        let record = try #require(try readSource(path, .dayone).output.records.first)
        // Only the first could begin a heading.
        #expect(record.text.utf8.count { $0 == UInt8(ascii: "\\") } == 1)
        #expect(record.text.utf8.count { $0 == UInt8(ascii: "#") } == 150_000)
    }
}
