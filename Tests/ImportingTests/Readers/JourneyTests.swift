import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct JourneyTests {
    private func entry(_ members: [String: String] = [:]) -> String {
        var all = [
            "id": "\"J1\"", "date_journal": "1625133600000", "date_modified": "1625494100149", "timezone": "\"Europe/Vienna\"",
            "text": "\"<p dir=\\\"auto\\\">Rain <strong>all</strong> day</p>\"", "type": "\"html\"", "mood": "0",
            "lat": "1.7976931348623157e+308", "lon": "1.7976931348623157e+308", "address": "\"\"", "favourite": "false",
            "tags": "[]", "photos": "[]", "sentiment": "0",
            "weather": "{\"id\": -1, \"degree_c\": 1.7976931348623157e+308, \"description\": \"\"}",
        ]
        all.merge(members) { $1 }
        return "{" + all.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    private func read(_ text: String, _ more: [(String, [UInt8])] = []) throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(try folder.zip("journey.zip", [("a.json", Array(text.utf8))] + more))
        #expect(found.format == .journey)
        return found.output
    }

    @Test func `an entry without any values has none`() throws {
        let record = try #require(try read(entry()).records.first)
        #expect(record.text == "Rain **all** day")
        #expect(record.day.iso == "2021-07-01")
        #expect(shown(record.time) == "12:00")
        #expect((record.zone, record.offset ?? 0) == ("Europe/Vienna", 7200))
        #expect(record.rating == nil && record.place == nil && record.tags.isEmpty && !record.starred && record.files.isEmpty)
        #expect(record.more.isEmpty && record.changes.isEmpty)
        #expect(record.modified == 1_625_494_100_149)
    }

    @Test(
        arguments: [
            ("0", nil), ("1", 5), ("3", 3), ("5", 1), ("6", nil), ("-1", nil), ("2.5", nil), ("\"1\"", nil), ("1e300", nil),
        ] as [(String, Int?)])
    func `a mood has a level only where it was chosen`(mood: String, level: Int?) throws {
        #expect(try read(entry(["mood": mood])).records.map(\.rating?.level) == [level])
    }

    @Test func `everything else that says something is kept`() throws {
        let record = try #require(
            try read(
                entry([
                    "timezone": "\"Europe\\\\/Vienna\"", "favourite": "true", "tags": "[\"sea\", \"Long Way\"]", "lat": "48.2",
                    "lon": "0",
                    "address": "\"Pier\"", "weather": "{\"id\": -1, \"degree_c\": 27.2, \"description\": \"Clouds\"}",
                    "music_title": "\"Tango\"", "photos": "[\"p 1.jpg\", \"gone.jpg\", \"p 1.jpg\", \"../x.jpg\"]",
                ]), [("p 1.jpg", [1])]
            ).records.first)
        #expect(record.zone == "Europe/Vienna")
        #expect(record.starred)
        #expect(record.tags.map(\.name) == ["Long-Way", "sea"])
        #expect(record.place == Place(name: "Pier", latitude: 48.2, longitude: 0))
        #expect(
            record.more == [
                "weather": .object(["degree_c": .double(27.2), "description": .string("Clouds")]),
                "music_title": .string("Tango"),
            ])
        #expect(
            record.files == [
                .found(path: "p 1.jpg"), .left(LeftFile(name: "gone.jpg", reason: .notFound)),
                .left(LeftFile(name: "../x.jpg", reason: .notFound)),
            ])
    }

    @Test func `winter and summer have their own offsets`() throws {
        let winter = try read(entry(["date_journal": "1610000000000"])).records.first?.offset
        #expect(winter == 3600)
    }

    @Test func `a picture without words is an entry of its own`() throws {
        let record = try #require(try read(entry(["text": "\"<p></p>\"", "photos": "[\"a b.jpg\"]"])).records.first)
        #expect(record.text == "![photo](a%20b.jpg)")
        #expect(record.changes == [.wordsFromFacts])
    }

    @Test(
        arguments: [
            ("[]", .malformed), ("{\"date_journal\": tru}", .malformed), ("{", .malformed), ("{}", .noDate),
            ("{\"date_journal\": \"x\"}", .noDate), ("{\"date_journal\": 1e300}", .impossibleDate),
            ("{\"date_journal\": 9223372036854775807}", .impossibleDate), ("{\"date_journal\": 0}", .empty),
        ] as [(String, ImportProblem.Reason)])
    func `a bad entry is a problem and stops no other`(bad: String, reason: ImportProblem.Reason) throws {
        let output = try read(entry(), [("b.json", Array(bad.utf8)), ("c.json", Array(entry().utf8))])
        #expect(output.records.count == 2)
        #expect(output.problems == [ImportProblem(position: SourcePosition(file: "b.json", ordinal: 1), reason: reason)])
    }

    @Test(.realExports) func `a real export gives as many records as it has`() throws {
        let script = """
            import json, sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            entries = [json.loads(z.read(n)) for n in z.namelist() if n.endswith('.json')]
            print(len(entries), sum(len(e['photos']) for e in entries))
            """
        let (path, count) = try countedByPython("journey_json/andi0b_journey-multiple-1.zip", script)
        let (format, output) = try readSource(path)
        #expect(format == .journey)
        #expect("\(output.items) \(output.records.map(\.files.count).reduce(0, +))" == count)
        #expect(output.problems.isEmpty)
        let other = path.replacing("andi0b_journey-multiple-1", with: "andi0b_unrelated_negative")
        #expect((try? readSource(other).format) != .journey)
    }

    @Test func `whatever is broken in an entry, reading ends`() throws {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let folder = try SampleFolder()
        for _ in 0..<200 {
            let path = try folder.write("a.json", mutated(Array(entry().utf8), &generator))
            do { _ = try readSource(path, .journey) } catch is ImportError { continue }
        }
    }
}
