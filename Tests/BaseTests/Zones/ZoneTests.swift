import Base
import Foundation
import Journal
import SeededChance
import Testing

/// Held against Foundation's own list of rules.
@Suite struct ZoneTests {
    /// What Foundation and we may have of different editions: then a few zones differ.
    private static let mostChanged = CivilTime.rules == TimeZone.timeZoneDataVersion ? 0 : 20
    private static let year1900: Int64 = -2_208_988_800
    private static let year2100: Int64 = 4_102_444_800

    /// A zone in both forms, and seconds since 1970 to look at: around each change, and by chance.
    private struct Pair {
        let zone: Zone
        let known: TimeZone
        var seconds: [Int64] = []

        init?(_ name: String, source: ZoneSource = .system) {
            guard let zone = Zone(identifier: name, source: source), let known = TimeZone(identifier: name) else { return nil }
            (self.zone, self.known) = (zone, known)
        }

        func expected(_ seconds: Int64) -> Int { known.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) }
        func differs(_ seconds: Int64) -> Bool { zone.offset(at: seconds * 1000) != expected(seconds) }

        /// Found by halving between days that differ.
        mutating func look(from start: Int64, to end: Int64, chances: Int, using random: inout SplitMix64) {
            seconds = (0..<chances).map { _ in Int64.random(in: start...end, using: &random) }
            var before = expected(start)
            for day in stride(from: start, to: end, by: 8 * 86_400) {
                var (low, high) = (day, day + 8 * 86_400)
                let after = expected(high)
                defer { before = after }
                guard before != after else { continue }
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    if expected(middle) == before { low = middle } else { high = middle }
                }
                seconds += [high - 3600, high - 1, high, high + 3600]
            }
        }
    }

    @Test func `since 1970 every zone has the offsets that Foundation gives it, to the year 9999`() throws {
        let seed: UInt64 = 11
        var random = SplitMix64(seed: seed)
        var changed: [String] = []
        for name in TimeZone.knownTimeZoneIdentifiers {
            var pair = try #require(Pair(name), "\(name)")
            #expect(pair.zone.identifier == pair.known.identifier)
            pair.look(from: 0, to: Self.year2100, chances: 100, using: &random)
            pair.seconds += (0..<50).map { _ in Int64.random(in: Self.year2100...253_402_000_000, using: &random) }
            if let second = pair.seconds.first(where: pair.differs) {
                changed.append("\(name) at \(second): \(pair.zone.offset(at: second * 1000)), not \(pair.expected(second))")
            }
        }
        #expect(changed.count <= Self.mostChanged, "seed \(seed): \(changed)")
    }

    /// Debian keeps for some hundred zones what is known of the time before 1970. Foundation's list gives them the history of a
    /// neighbour: where the offsets differ, they are those of another zone.
    @Test func `before 1970 a zone has the offsets that Foundation gives it, or knows more`() throws {
        let seed: UInt64 = 12
        var random = SplitMix64(seed: seed)
        var (alike, unexplained): (Int, [String]) = (0, [])
        let names = TimeZone.knownTimeZoneIdentifiers
        for name in names {
            var pair = try #require(Pair(name), "\(name)")
            pair.look(from: Self.year1900, to: 0, chances: 100, using: &random)
            if !pair.seconds.contains(where: pair.differs) {
                alike += 1
            } else if !names.contains(where: { other in
                let other = Zone(identifier: other)
                return pair.seconds.allSatisfy { other?.offset(at: $0 * 1000) == pair.expected($0) }
            }) {
                unexplained.append(name)
            }
        }
        #expect(alike > names.count * 2 / 3 && unexplained.count <= Self.mostChanged, "seed \(seed): \(alike), \(unexplained)")
    }

    @Test func `what the program carries is what the system has`() throws {
        var random = SplitMix64(seed: 13)
        let carried = ZoneSource(folders: [])
        #expect(carried.edition == CivilTime.rules)
        for name in TimeZone.knownTimeZoneIdentifiers {
            let (system, own) = (try #require(Zone(identifier: name)), try #require(Zone(identifier: name, source: carried)))
            let instants = (0..<200).map { _ in Int64.random(in: -5_000_000_000_000...10_000_000_000_000, using: &random) }
            #expect(instants.first { own.offset(at: $0) != system.offset(at: $0) } == nil, "\(name)")
        }
    }

    /// A calendar names the stretches so. Morocco's are the zones that Foundation takes for summer from one Ramadan to the next.
    @Test func `summer time is when Foundation says so, also where the file calls the winter daylight saving time`() throws {
        var changed: Set<String> = []
        for name in TimeZone.knownTimeZoneIdentifiers {
            let pair = try #require(Pair(name))
            for second in stride(from: Int64(1_577_836_800), to: 2_300_000_000, by: 1_728_000)
            where pair.zone.isSummer(at: second * 1000)
                != pair.known.isDaylightSavingTime(for: Date(timeIntervalSince1970: Double(second)))
            {
                changed.insert(name)
            }
        }
        #expect(changed.subtracting(["Africa/Casablanca", "Africa/El_Aaiun"]).count <= Self.mostChanged, "\(changed)")
        let dublin = try #require(Zone(identifier: "Europe/Dublin"))
        #expect(dublin.isSummer(at: 1_783_000_000_000) && !dublin.isSummer(at: 1_768_000_000_000))
        #expect(dublin.isSummer(at: 4_938_000_000_000) && !dublin.isSummer(at: 4_924_000_000_000))
    }

    @Test(arguments: [
        ("GMT", "GMT", 0), ("UTC", "GMT", 0), ("GMT+0", "GMT", 0), ("GMT-00:00", "GMT", 0), ("GMT+8", "GMT+0800", 28_800),
        ("UTC-3:30", "GMT-0330", -12_600), ("GMT+0545", "GMT+0545", 20_700), ("GMT+18", "GMT+1800", 64_800),
        ("GMT-18:00", "GMT-1800", -64_800), ("UTC+09", "GMT+0900", 32_400), ("GMT0", "GMT0", 0),
        ("Etc/GMT-3", "Etc/GMT-3", 10_800),
        ("Etc/UTC", "Etc/UTC", 0), ("EST", "EST", -18_000), ("Zulu", "Zulu", 0), ("US/Pacific", "US/Pacific", -28_800),
        ("Asia/Calcutta", "Asia/Calcutta", 19_800), ("PRC", "PRC", 28_800), ("Europe/Kiev", "Europe/Kiev", 7200),
        ("W-SU", "W-SU", 10_800),
    ])
    func `older names and fixed offsets are read as Foundation reads them`(name: String, identifier: String, offset: Int) throws {
        let pair = try #require(Pair(name))
        #expect(pair.zone.identifier == identifier && pair.known.identifier == identifier)
        #expect(pair.zone.offset(at: 1_768_000_000_000) == offset && pair.expected(1_768_000_000) == offset)
    }

    @Test(arguments: [
        "", " ", "Mars/Olympus", "europe/vienna", "EUROPE/VIENNA", "Europe/vienna", "Europe", "Europe/", "/Europe/Vienna",
        "Europe//Vienna",
        "../zoneinfo/UTC", "Europe/../UTC", "./UTC", "Europe/Vienna ", "Europe/Vienna\n", "/usr/share/zoneinfo/Europe/Vienna",
        "localtime",
        "posixrules", "posix/Europe/Vienna", "right/UTC", "tzdata.zi", "zone.tab", "leapseconds", "gmt", "utc", "Z", "GMT+",
        "GMT+19",
        "GMT+18:01", "GMT+800", "GMT+8:5", "GMT+0860", "GMT+008", "GMT--8", "GMT 8", "GMT+٨", "UTC0", "+08:00", "EDT", "CEST",
        String(repeating: "A", count: 10_000), "Europe/Wien\u{0}",
    ])
    func `a name that is none has no zone`(name: String) {
        #expect(Zone(identifier: name) == nil)
        #expect(Zone(identifier: name, source: ZoneSource(folders: [])) == nil)
    }

    @Test func `zones are alike when their names are`() throws {
        let vienna = try #require(Zone(identifier: "Europe/Vienna"))
        #expect(vienna == Zone(identifier: "Europe/Vienna") && vienna != Zone(identifier: "Europe/Berlin"))
        #expect(Set([vienna, .utc, vienna]).count == 2 && Zone(identifier: "UTC") == .utc && Zone(offset: 0) == .utc)
        #expect(Zone(offset: 64_800) != nil && Zone(offset: 64_860) == nil && Zone(offset: Int.min) == nil)
        for instant in [Int64.min, Int64.max, 0] { #expect((3600...7200).contains(vienna.offset(at: max(instant, 0)))) }
        #expect(vienna.offset(at: Int64.min) == 3921)
    }

    @Test func `an import that names thousands of zones leaves the known ones as they are`() {
        let source = ZoneSource(folders: [])
        for number in 0..<5000 { #expect(Zone(identifier: "Mars/Base_\(number)", source: source) == nil) }
        #expect(Zone(identifier: "Asia/Tokyo", source: source)?.offset(at: 0) == 32_400)
    }
}
