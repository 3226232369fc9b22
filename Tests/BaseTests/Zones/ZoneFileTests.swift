import Base
import Foundation
import GivenValues
import Journal
import SeededChance
import Testing

@Suite struct ZoneFileTests {
    private let scratch = ScratchFolder()

    /// Bytes as the file of a zone with a name that no other zone has.
    private func zone(_ bytes: [UInt8], _ name: String = "Test/Zone") throws -> Zone? {
        try FileManager.default.createDirectory(atPath: scratch.path + "/Test", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: scratch.path + "/Europe", withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: scratch.path + "/" + name))
        return Zone(identifier: name, source: ZoneSource(folders: [scratch.path]))
    }

    /// A file of version 2 with no change and a rule.
    private static func file(_ rule: String, version: Character = "2", leapSeconds: UInt8 = 0) -> [UInt8] {
        func part(_ leapSeconds: UInt8, _ width: Int) -> [UInt8] {
            Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, leapSeconds]
                + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4] + [0, 0, 0, 0, 0, 0] + Array("LMT\u{0}".utf8)
                + [UInt8](repeating: 0, count: Int(leapSeconds) * (width + 4))
        }
        return part(0, 4) + (version == "\u{0}" ? [] : part(leapSeconds, 8) + Array("\n\(rule)\n".utf8))
    }

    @Test(arguments: [
        // Last Sunday of March to last Sunday of October, at one o'clock UTC.
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2500-03-28T00:59:59Z", 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2500-03-28T01:00:00Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-10-31T00:59:59Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-10-31T01:00:00Z", 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "0001-07-01T00:00:00Z", 7200),
        // South of the equator.
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2100-01-01T00:00:00Z", 39_600),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2100-06-01T00:00:00Z", 36_000),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2099-12-31T23:59:59Z", 39_600),
        // The hour before midnight, and one of the day after the next.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2100-03-28T00:59:59Z", -7200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2100-03-28T01:00:00Z", -3600),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2100-03-26T23:59:59Z", 7200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2100-03-27T00:00:00Z", 10_800),
        // Half an hour, and offsets with minutes.
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2100-07-01T00:00:00Z", 37_800),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2100-01-01T00:00:00Z", 39_600),
        // Days by number: with and without 29 February.
        ("AAA0BBB,J60/0,J300/0", "2096-02-29T23:59:59Z", 0), ("AAA0BBB,J60/0,J300/0", "2096-03-01T00:00:00Z", 3600),
        ("AAA0BBB,J60/0,J300/0", "2095-03-01T00:00:00Z", 3600), ("AAA0BBB,59/0,299/0", "2096-02-29T00:00:00Z", 3600),
        ("AAA0BBB,59/0,299/0", "2095-02-28T23:59:59Z", 0), ("AAA0BBB,59/0,299/0", "2095-03-01T00:00:00Z", 3600),
        // Daylight saving time all year.
        ("XXX3EDT4,0/0,J365/23", "2100-01-01T02:59:59Z", -14_400), ("XXX3EDT4,0/0,J365/23", "2100-01-01T03:00:00Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2100-07-01T03:00:00Z", -14_400),
        // One offset for ever, and none said: that of the last change.
        ("<+0545>-5:45", "2100-07-01T03:00:00Z", 20_700), ("UTC0", "2100-07-01T03:00:00Z", 0), ("", "2100-07-01T03:00:00Z", 0),
    ])
    func `the rule at the end of a file holds for ever`(rule: String, instant: String, offset: Int) throws {
        let zone = try #require(try zone(Self.file(rule)))
        let seconds = try #require(ISO8601DateFormatter().date(from: instant)).timeIntervalSince1970
        #expect(zone.offset(at: Int64(seconds) * 1000) == offset)
    }

    @Test(arguments: [
        "garbage", "CET", "CET-1CEST", "CET-25", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1CEST,J0,J365",
        "CET-1CEST,0,366",
        "<CET-1", "CE-1", "CET-1:60", "CET-1CEST,M3.5.0,M10.5.0,", "CET-99999999999999999999",
    ])
    func `a file with another last line is none`(rule: String) throws { #expect(try zone(Self.file(rule)) == nil) }

    @Test(arguments: [0x80, 0xFF] as [UInt8]) func `a file that says it has more than any is none`(high: UInt8) throws {
        for place in 0..<6 {
            var bytes = Self.file("CET-1")
            bytes[20 + place * 4] = high
            #expect(try zone(bytes) == nil)
        }
    }

    @Test func `files of all versions are read, and none that counts leap seconds`() throws {
        for version in ["2", "3", "4"] as [Character] {
            #expect(try zone(Self.file("CET-1", version: version))?.offset(at: 0) == 3600)
        }
        #expect(try zone(Self.file("", version: "\u{0}"))?.offset(at: 0) == 0)
        #expect(try zone(Self.file("CET-1", leapSeconds: 2)) == nil)
        #expect(try zone([]) == nil && zone(Array("TZif2".utf8)) == nil && zone([UInt8](repeating: 0xFF, count: 300)) == nil)
    }

    @Test func `a damaged file of a known zone gives way to what the program carries`() throws {
        let vienna = try #require(try zone(Array("nothing of the kind".utf8), "Europe/Vienna"))
        #expect(vienna.offset(at: 1_783_000_000_000) == 7200)
    }

    @Test func `damage to a file never does more than change or refuse it`() throws {
        let sound = Array(try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Vienna")))
        let instants = [Int64.min, -5_000_000_000_000, 0, 1_783_000_000_000, 9_000_000_000_000, 253_402_300_799_999, Int64.max]
        let seed: UInt64 = 14
        var random = SplitMix64(seed: seed)
        var refused = 0
        let count = 2000
        for _ in 0..<count {
            var bytes = Bool.random(using: &random) ? sound : Self.file("CET-1CEST,M3.5.0,M10.5.0/3")
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
            case 2:
                // In the head of a part, where the counts are.
                let start = Bool.random(using: &random) ? 20 : (bytes.dropFirst(44).firstIndex(of: UInt8(ascii: "T")) ?? 20)
                let end = min(start + 30, bytes.count)
                bytes[Int.random(in: start..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
            default:
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let zone = try zone(bytes) else {
                refused += 1
                continue
            }
            for instant in instants {
                #expect((-89_999...93_599).contains(zone.offset(at: instant)), "seed \(seed)")
                _ = zone.isSummer(at: instant)
            }
        }
        #expect(refused > count / 4 && refused < count, "seed \(seed): \(refused)")
    }
}
