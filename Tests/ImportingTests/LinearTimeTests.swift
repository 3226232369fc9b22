import GivenValues
import Importing
import Journal
import Testing

/// Texts of 1 MiB, the most that an entry may have, out of what begins something and never ends it. A reader that looked
/// from each such place to the end would need hours for one of them, so these tests end only where none does.
@Suite struct LinearTimeTests {
    private static func repeated(_ unit: String) -> String {
        String(repeating: unit, count: (Limits.textBytes - 64) / unit.utf8.count)
    }

    /// Runs of backquotes of ever other lengths: none has a partner.
    private static let lonelyRuns: String = {
        var text = ""
        var length = 1
        while text.utf8.count + length + 1 < Limits.textBytes - 64 {
            text += String(repeating: "`", count: length) + " "
            length += 1
        }
        return text
    }()

    private static let units = [
        "![", "![[", "![x](", "![x](<", "![x]( ", "![](a", "![](aaaaaaaaaaaaaaaaaaaaaaa", "![[a|", "![[a#", "![]", "![[]", "[",
        "[[", "]", "](", "](<", "`", "` `` ", "``x`", "``` ", "<", "#a", "#a ", "#", "# ", "@a @", "[2026-03-14 10:00] ",
        "\u{2060}", " *", "*", "\"", "'", "\\", "%41", "---", "- ", "\r", "\u{301}", "🇦🇹",
    ]

    @Test(arguments: units)
    func `a note of any mark, said again and again, is read in one go`(unit: String) throws {
        for end in ["", "](a.png)]]`>)"] {
            let text = "Walk " + Self.repeated(unit) + end
            guard case .note(let entry, _) = try MarkdownNote.read(path: "2026-03-14.md", Array(text.utf8)) else {
                Issue.record("not taken")
                return
            }
            #expect(entry.text.utf8.suffix(64).elementsEqual(text.utf8.suffix(64).map { $0 == 0x0D ? 0x0A : $0 }))
        }
    }

    @Test(arguments: units)
    func `an entry of any mark, said again and again, is read and written in one go`(unit: String) throws {
        let text = "Walk " + Self.repeated(unit) + " end"
        let entries = try jrnl("[2026-03-14 10:00] " + text + "\n\n").entries
        #expect(entries.count == 1 && entries.first?.text.utf8.count == text.utf8.count)
        let broken = String(decoding: text.utf8.map { $0 == 0x20 ? 0x0A : $0 }, as: UTF8.self)
        let lines = try jrnl("[2026-03-14 10:00] Walk\n" + broken + "\n\n").entries
        #expect(lines.count >= 1)
        let item = JrnlText.Item(day: .of("2026-03-14"), time: .of("10:00"), text: text)
        #expect(try JrnlText.read(JrnlText.write([item])).entries.map(\.text.utf8.count) == [text.utf8.count])
    }

    @Test func `backquotes that find no partner do not hide the tags behind them`() throws {
        let text = Self.lonelyRuns + "#yes"
        guard case .note(let entry, _) = try MarkdownNote.read(path: "2026-03-14.md", Array(text.utf8)) else {
            Issue.record("not taken")
            return
        }
        #expect(entry.tags == [.of("yes")])
    }

    @Test func `front matter without an end is text`() throws {
        for line in ["a: [", "a: \"", "- ", "a: '", "a: [[", "x"] {
            let text = "---\n" + Self.repeated(line + "\n")
            guard case .note(let entry, _) = try MarkdownNote.read(path: "2026-03-14.md", Array(text.utf8)) else {
                Issue.record("not taken")
                return
            }
            #expect(entry.text == text)
        }
    }

    @Test(arguments: ["+", "1", " ", "+01:00", "March ", "Z", "."])
    func `an export with an endless date has a problem`(unit: String) throws {
        let date = "2026-03-14 10:00" + Self.repeated(unit)
        let reading = try JrnlJSON.read(Array("{\"entries\": [{\"title\": \"a\", \"date\": \"\(date)\"}]}".utf8))
        #expect(reading.entries.count + reading.problems.count == 1)
    }

    @Test func `an export whose tags all begin with another character is read in one go`() throws {
        // 20,000 symbols and 100,000 words: looked up in pairs they would be 2,000,000,000 questions.
        let symbols = (0x4E00..<0x9C20).compactMap { Unicode.Scalar($0) }.map { "\"\($0)word\"" }.joined(separator: ",")
        let body = (0..<100_000).map { "一w\($0)" }.joined(separator: " ").prefix(1_000_000)
        let export =
            "{\"entries\": [{\"title\": \"a\", \"body\": \"\(body)\", \"date\": \"2026-03-14\", \"tags\": [\(symbols)]}]}"
        let entry = try #require(try JrnlJSON.read(Array(export.utf8)).entries.first)
        #expect(entry.tags.count == Limits.tags)
    }
}
