import Base
import Basics
import Engine
import Findings
import GivenValues
import GivenVault
import HTTP
import Importing
import Journal
import Ledger
import MoodClassifier
import SeededChance
import Testing

/// Every way by which a text from outside comes in, with texts that no person writes. Nothing is timed: work that grows with the
/// square of the length would take these tests minutes in `make test` and hours in the other lanes.
@Suite struct HostileTextTests {
    private static let today = LocalDay.of("2026-03-14")
    private static let bytes = Lane.amount(quick: 1 << 13, ci: 1 << 17, all: 1 << 19)

    /// What is typed, shown or compared, by name.
    private static let readers: [String: @Sendable (String) throws -> Void] = [
        "dates": { text in
            _ = try? WhenPhrase.parse(text, today: today, nowMinutes: 600)
            _ = try? WhenPhrase.parseDays(text, today: today)
            _ = LocalDay(typed: text, today: today)
            _ = TimeOfDay(typed: text)
        },
        "searches": { text in
            _ = try? SearchQuery.parse(text, today: today)
            _ = try? SearchQuery.parse("on:" + text, today: today)
        },
        "schedules": { text in
            _ = try? SchedulePhrase.parse(text)
            _ = try? TaperPhrase.parse(text)
        },
        "names and numbers": { text in
            _ = (Tag(text), Mood(text), typedNumber(text), Measure.form(of: text), SymptomEntry.key(of: text))
            _ = try? JournalName(text)
        },
        "history": { text in
            _ = TextDifference.pieces(from: text, to: "x" + text + "y")
            _ = TextDifference.pieces(from: text, to: String(String.UnicodeScalarView(text.unicodeScalars.reversed())))
        },
        "normal forms": { text in _ = (text.composed, text.compatible, text.padded(to: 20), text.columns, trimmed(text)) },
        "messages": { text in _ = (Explanation.quoted(text), sentence(text)) },
        "moods": { text in _ = MoodModel.builtIn.moods(in: text) },
        "likeness": { text in _ = MoodModel.builtIn.vector(of: text) },
        "sentences": { text in _ = Sentences.of(text) },
        "tags in a text": { text in _ = (InlineTags.written(in: text), InlineTags.inJrnl(text, symbols: "#@")) },
        "HTML": { text in _ = (HTMLText.markdown(of: text), HTMLText.markdown(of: text, keepsLineEnds: true)) },
        "txt2tags": { text in _ = Txt2Tags.markdown(of: text, showsFile: { _ in }) },
        "JSON": { text in
            _ = try? JSON(reading: Array(text.utf8))
            _ = try JSON(reading: JSON.string(text).bytes)
        },
        "forms and addresses": { text in
            _ = try? FormFields(urlencoded: Array(text.utf8))
            _ = try? Target("/" + text)
            _ = (PercentCoding.encode(text, keeping: "-"), text.withoutPercents, Base64URL.bytes(text))
        },
        "notes": { text in
            for note in [text, "---\n\(text)\n---\nx", "---\ntags: \(text)\n---\nx", "---\ntags: [\(text)]\n---\nx"] {
                _ = try? MarkdownNote.read(path: "a.md", Array(note.utf8))
            }
            _ = try? MarkdownNote.read(path: text + ".md", Array("x".utf8))
        },
        "jrnl": { text in
            _ = try? JrnlText.read(Array(text.utf8))
            _ = try? JrnlText.read(Array(("[2026-03-14 09:00] " + text).utf8))
        },
    ]

    @Test(arguments: readers.keys.sorted())
    func `a hostile text is read in one go`(name: String) throws {
        let read = try #require(Self.readers[name])
        for shape in HostileShape.all {
            // Not ordered for Swift: as an import or another member's device hands it on.
            try read(shape.text(Self.bytes).withOrderedMarks)
        }
    }

    private static func json(_ text: String) -> String { String(decoding: JSON.string(text).bytes, as: UTF8.self) }
    private static func cell(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    /// An export of each program, with a place for a text.
    private static let exports: [(name: String, format: ImportFormat, write: @Sendable (String) -> String)] = [
        (
            "J.json", .dayone,
            {
                "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2026-03-14T20:05:00Z\", \"text\": \(json($0)), \"tags\": [\(json($0))]}]}"
            }
        ),
        (
            "R.json", .dayone,
            {
                "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2026-03-14T20:05:00Z\", \"richText\": \(json("{\"contents\":[{\"text\":\(json($0))}]}"))}]}"
            }
        ),
        (
            "a.json", .jrnl,
            {
                "{\"tags\": {}, \"entries\": [{\"title\": \(json($0)), \"body\": \(json($0)), \"date\": \"2026-03-14\", \"time\": \"09:00\", \"tags\": [], \"starred\": false}]}"
            }
        ),
        ("a.csv", .csv, { "date,text,mood,tags\n2026-03-14,\(cell($0)),\(cell($0)),\(cell($0))\n" }),
        ("b.csv", .csv, { "date,text,\(cell($0))\n\(cell($0)),x,y\n" }),
        ("c.csv", .csv, { "date,text\n" + $0 }),
        (
            "d.csv", .daylio,
            {
                "full_date,date,weekday,time,mood,activities,note_title,note\n2026-03-14,March 14,Saturday,20:05,good,\(cell($0)),t,\(cell($0))\n"
            }
        ),
        (
            "b.txt", .standardnotes,
            {
                "{\"version\": \"004\", \"items\": [{\"content_type\": \"Note\", \"uuid\": \"n\", \"created_at\": \"2024-04-28T09:29:22.642Z\", \"content\": {\"noteType\": \"rich-text\", \"text\": \(json($0))}}]}"
            }
        ),
        (
            "c.txt", .standardnotes,
            {
                "{\"version\": \"004\", \"items\": [{\"content_type\": \"Note\", \"uuid\": \"n\", \"created_at\": \"2024-04-28T09:29:22.642Z\", \"content\": {\"noteType\": \"code\", \"text\": \(json($0))}}]}"
            }
        ),
        (
            "\(String(repeating: "a", count: 32)).md", .joplin,
            {
                "Walk\n\n\($0)\n\nid: \(String(repeating: "a", count: 32))\nuser_created_time: 2024-04-13T16:23:00.000Z\nencryption_applied: 0\ntype_: 1"
            }
        ),
        (
            "Entries/2026-03-14.html", .applejournal,
            {
                "<html><body><div class=\"pageHeader\">Saturday, 14 March 2026</div><p>\($0)</p></body></html>"
            }
        ),
        (
            "DiaroBackup.xml", .diaro,
            {
                "<data version=\"2\"><table name=\"diaro_entries\"><r><uid>a</uid><date>1773518700000</date><title>t</title><text>\($0)</text></r></table></data>"
            }
        ),
        ("2026-03.txt", .rednotebook, { "14:\n  text: |\n    \($0.replacing("\n", with: "\n    "))\n" }),
        ("2026-04.txt", .rednotebook, { "14: {text: \($0)}\n" }),
        ("a.txt", .jrnl, { "[2026-03-14 09:00] \($0)\n" }),
        ("raw.json", .nomie, { $0 }), ("raw.csv", .bearable, { $0 }), ("tap.csv", .taplog, { $0 }),
        ("raw.html", .applejournal, { $0 }),
        ("raw.json", .journey, { $0 }), ("raw.json", .dayone, { $0 }), ("raw.csv", .daylio, { $0 }), ("raw.xml", .diaro, { $0 }),
        ("raw.md", .markdown, { $0 }),
    ]

    @Test(arguments: exports.indices)
    func `an export with a hostile text is read in one go, and each comparison of what is handed out too`(number: Int) throws {
        let (name, format, write) = Self.exports[number]
        for shape in HostileShape.all {
            let folder = try SampleFolder()
            let path = try folder.write(name, write(shape.text(Self.bytes)))
            for format in name.hasPrefix("raw") ? [format, nil] : [format] {
                guard let reading = try? readSource(path, format).output else { continue }
                for record in reading.records {
                    #expect(
                        record.text.utf8.elementsEqual(record.text.withOrderedMarks.utf8), "\(format?.rawValue ?? "-"): \(shape)")
                }
            }
        }
    }

    @Test func `the review of a month with a text of combining marks ends`() async throws {
        let open = try TestVault().create()
        let marks = String(repeating: "\u{301}\u{316}", count: 150_000)
        for text in [marks, "a" + String(repeating: "\u{301}", count: 300_000), "A river. " + marks + ". Another river."] {
            _ = try await open.add(NewEntry(text: text, moment: try .of("2026-03-02 20:00"), mood: nil))
        }
        let month = try #require(LocalMonth(iso: "2026-03"))
        #expect(try await open.review(month).entries == 3)
    }
}
