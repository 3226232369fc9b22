import GivenValues
import Importing
import Journal
import SeededChance
import Testing

@Suite struct JrnlWriterTests {
    @Test func `an entry is written as jrnl writes it, with a blank line behind`() {
        let day = LocalDay.of("2026-03-14")
        let written = JrnlText.write([
            .init(day: day, time: TimeOfDay(hour: 9, minute: 5), text: "Title.\nBody"),
            .init(day: day, time: TimeOfDay(hour: 21, minute: 0, second: 7), text: "Second", starred: true),
            .init(day: day, time: nil, text: "Third\n\nwith more", starred: true),
        ])
        let expected = """
            [2026-03-14 09:05] Title.
            Body

            [2026-03-14 21:00:07] Second *

            [2026-03-14] Third *

            with more


            """
        #expect(String(decoding: written, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("a\n[2026-03-14 21:00] b", "a\n\u{2060}[2026-03-14 21:00] b"), ("a *", "a *\u{2060}"),
        ("a *\nb", "a *\u{2060}\nb"),
        ("a\n\u{2060}[2026-03-14] b", "a\n\u{2060}\u{2060}[2026-03-14] b"), ("a *\u{2060}", "a *\u{2060}\u{2060}"),
        ("a\n[99999-01-01 10:00] b", "a\n\u{2060}[99999-01-01 10:00] b"), ("a\n[09:14] b", "a\n\u{2060}[09:14] b"),
        ("[2026-03-14] a", "[2026-03-14] a"), ("a\n[1] b", "a\n[1] b"), ("a*\nb *", "a*\u{2060}\nb *"),
        ("**a**", "**a**\u{2060}"), ("a * \nb", "a * \u{2060}\nb"), ("a\nb *", "a\nb *"), ("a\u{2060}", "a\u{2060}"),
    ])
    func `only a line that would be read as something else is guarded`(text: String, body: String) throws {
        let item = JrnlText.Item(day: .of("2026-03-14"), time: TimeOfDay(hour: 21, minute: 0), text: text)
        let written = JrnlText.write([item])
        #expect(String(decoding: written, as: UTF8.self) == "[2026-03-14 21:00] \(body)\n\n")
        let entry = try #require(try JrnlText.read(written).entries.first)
        #expect(Array(entry.text.utf8) == Array(text.utf8))
        #expect(!entry.starred)
        #expect(entry.changes == (text == body ? [] : [.guardRemoved(1)]))
    }

    @Test(arguments: 0..<200)
    func `what is written is read again byte for byte`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let items = (0..<Int.random(in: 1...30, using: &random)).map { _ in JrnlWriterTests.item(&random) }
        let written = JrnlText.write(items)
        let reading = try JrnlText.read(written)
        #expect(reading.problems.isEmpty, "seed \(seed)")
        let back = reading.entries.map { JrnlText.Item(day: $0.day, time: $0.time, text: $0.text, starred: $0.starred) }
        #expect(back == items, "seed \(seed)")
        // Swift compares strings by what they mean, a diary is kept by its bytes.
        #expect(back.map { Array($0.text.utf8) } == items.map { Array($0.text.utf8) }, "seed \(seed)")
        #expect(JrnlText.write(back) == written, "seed \(seed)")
    }

    @Test(arguments: 0..<200)
    func `damaged journals lose no entry unsaid and never trap`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed) &+ 77_000)
        var bytes = JrnlText.write((0..<10).map { _ in JrnlWriterTests.item(&random) })
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            }
        }
        guard let reading = try? JrnlText.read(bytes) else { return }
        #expect(
            reading.entries.allSatisfy { !$0.text.utf8.contains(0) && $0.text.utf8.count <= Limits.textBytes },
            "seed \(seed)")
        let lines = (reading.entries.map(\.position) + reading.problems.map(\.position)).map(\.ordinal).filter {
            $0 > 0
        }.sorted()
        #expect(lines == Array(1...max(lines.count, 1)).prefix(lines.count).map { $0 }, "seed \(seed)")
    }

    @Test(.realExports) func `the diary of Samuel Pepys is written again as it was read`() throws {
        let file = try fixture("long_diaries/pepys_1660-1664.jrnl.txt")
        let reading = try JrnlText.read(file)
        #expect(reading.entries.count == 1803)
        #expect(reading.problems.isEmpty)
        // Two days of the edition are dated out of their order.
        #expect(reading.findings == [1385, 1753].map { .entryMayBeText(line: $0, because: .outOfOrder) })
        #expect(reading.entries.first?.day.iso == "1660-01-11")
        #expect(reading.entries.allSatisfy { $0.changes.isEmpty })
        let items = reading.entries.map {
            JrnlText.Item(day: $0.day, time: $0.time, text: $0.text, starred: $0.starred)
        }
        #expect(JrnlText.write(items) == file)
        #expect(Set(reading.entries.map(\.sameness)).count == 1803)
    }

    /// Texts made of what is hard: heads, stars, guards, line ends, marks, emoji.
    private static func item(_ random: inout SplitMix64) -> JrnlText.Item {
        let pieces = [
            "[2026-03-14 21:00] ", "[99999-01-01] ", "[1] ", "[2026-03-14]", "\n", "\n\n", "\r\n", "\r", " *", "*",
            "**b**",
            "\u{2060}", "\u{2060}\u{2060}", "\u{FEFF}", "👩‍🚀", "e\u{301}", " ", "\t", "word", "@tag", "# Heading", "```",
            "\u{2028}", "\u{85}", "[09:14 AM] ", "\n[2020-01-01 10:00] ", "\n\u{2060}[2020-01-01 10:00] ", " *\n",
            " *\u{2060}\n",
            "2013-06-09 15:39 x", "\n2013-06-09 15:39 x", "\u{1}", "\u{202F}", "日記。",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }
        if !text.contains(where: { !$0.isWhitespace }) { text += "word" }
        let day = LocalDay(number: Int.random(in: -700_000...2_900_000, using: &random)) ?? .of("2026-03-14")
        let time = TimeOfDay(milliseconds: Int.random(in: 0..<86_400_000, using: &random))
        return JrnlText.Item(
            day: day, time: Bool.random(using: &random) ? time : nil, text: text, starred: Bool.random(using: &random))
    }
}
