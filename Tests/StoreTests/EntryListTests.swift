import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct EntryListTests {
    private func list(_ scratch: ScratchStore, _ selection: Selection = Selection()) throws -> [String] {
        try scratch.store.entries(selection).list.map(\.entry.text)
    }

    @Test(arguments: Place.allCases)
    func `the newest comes first, from year 9999 down to year 1`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        let times: [Int64] = [
            253_402_300_799_999, 1_773_486_000_001, 1_773_486_000_000, 86_400_000, 1, 0, -1, -2, -86_400_000, -9_000_000_000_000,
            -62_135_596_799_999,
            -62_135_596_800_000,
        ]
        for (number, time) in times.sorted(by: { $0 % 7 < $1 % 7 }).enumerated() {
            let instant = try #require(Instant(milliseconds: time))
            let day = try #require(LocalDay(number: Int(floorDivide(time, by: 86_400_000).quotient)))
            chronicle.set(Given.id(number), Given.entry(String(time), instant: instant, day: day).fields)
        }
        try scratch.take(chronicle.written)
        #expect(try list(scratch) == times.map(String.init))
        #expect(try list(scratch, Selection(limit: 3)) == times.prefix(3).map(String.init))
        let word = try SearchQuery.parse("1*", today: Given.today)
        #expect(try list(scratch, Selection(query: word)) == ["1773486000001", "1773486000000", "1", "-1"])
        #expect(try scratch.store.days() == Given.day("0001-01-01")...Given.day("9999-12-31"))
        _ = try scratch.store.rebuild(open: Given.open)
        #expect(try list(scratch) == times.map(String.init))
    }

    @Test(arguments: Place.allCases)
    func `thousands of entries of one instant all have their place and none passes a later instant`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        var random = SplitMix64(seed: 5)
        // Names that begin alike want the same place.
        func id(_ number: Int) -> RecordID {
            let first: [UInt8] = number % 2 == 0 ? [0x10, 0] : [UInt8(number / 64 % 128), UInt8(number % 64)]
            return RecordID(firstBytesOf: first + (0..<14).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        for number in 0..<3000 {
            let later: Int64 = number % 500 == 3 ? Int64([1, 2, 50, 1000, 3000, 100_000][number / 500]) : 0
            chronicle.set(id(number), Given.entry("\(number)", instant: Given.noon.adding(milliseconds: later)).fields)
        }
        try scratch.take(chronicle.written)
        let entries = try scratch.store.entries(Selection()).list
        #expect(Set(entries.map(\.id)).count == 3000 && entries.count == 3000)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.entry.instant >= $1.entry.instant })
        #expect(entries.prefix(6).map(\.entry.text) == ["2503", "2003", "1503", "1003", "503", "3"])
        #expect(try scratch.store.entryCount() == 3000)
        let some = try SearchQuery.parse("1234", today: Given.today)
        #expect(try list(scratch, Selection(query: some)) == ["1234"])
    }

    @Test(arguments: Place.allCases)
    func `an entry that moves in time is found at its new place only`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        let made = (0..<5).map { number in
            chronicle.set(
                Given.id(number),
                Given.entry("n\(number)", instant: Given.noon.adding(milliseconds: Int64(number)), mood: "sad", tags: ["t"])
                    .fields)
        }
        chronicle.set(Given.id(4), ["instant": .int(-5), "day": "1969-12-31"])
        let seen = WriteName(stamp: made[0].payload?.stamp ?? .zero, device: chronicle.devices[0])
        chronicle.set(
            Given.id(0), ["text": "changed", "mood": nil, "tags t": nil, "tags other": "other", "starred": true],
            replacing: ["tags t": seen])
        try scratch.take(chronicle.written)
        #expect(try list(scratch) == ["n3", "n2", "n1", "changed", "n4"])
        func find(_ text: String) throws -> [String] { try list(scratch, Selection(query: .parse(text, today: Given.today))) }
        #expect(try find("n0") == [] && find("changed") == ["changed"] && find("is:starred") == ["changed"])
        #expect(
            try find("tag:t") == ["n3", "n2", "n1", "n4"] && find("mood:sad") == ["n3", "n2", "n1", "n4"]
                && find("tag:other") == ["changed"])
        #expect(try find("on:1969-12-31") == ["n4"] && find("n4 on:2026-03-14") == [])
        #expect(try scratch.store.tags().map(\.name) == ["t", "other"] && scratch.store.tags().map(\.count) == [4, 1])
    }

    @Test(arguments: Place.allCases)
    func `deleted entries leave list and search, and restored ones come back`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        for number in 0..<3 {
            chronicle.set(Given.id(number), Given.entry("walk \(number)", mood: "sad", tags: ["t"], starred: true).fields)
        }
        chronicle.set(Given.id(1), ["gone": true])
        let deletion = chronicle.wall
        try scratch.take(chronicle.written)
        var seen = chronicle.written.count
        func next() throws {
            try scratch.take(chronicle.written[seen...])
            seen = chronicle.written.count
        }
        let selections = try ["walk", "tag:t", "mood:sad", "is:starred", "-rain", "in:2026"].map {
            Selection(query: try .parse($0, today: Given.today))
        }
        for selection in selections + [Selection(), Selection(anniversaries: [Given.today])] {
            #expect(try Set(list(scratch, selection)) == ["walk 0", "walk 2"])
            #expect(try scratch.store.entryCount(selection) == 2)
        }
        #expect(try scratch.store.tags().map(\.count) == [2])
        #expect(try scratch.store.entry(Given.id(1))?.deleted == deletion)
        #expect(try scratch.store.entryIDs(in: Given.id(1)...Given.id(1), limit: 1) == [Given.id(1)])
        #expect(try scratch.store.deletedEntries(since: deletion).map(\.id) == [Given.id(1)])
        #expect(try scratch.store.deletedEntries(since: deletion + 1).isEmpty)
        // An edit while it is deleted is kept; the moment of deletion stays.
        chronicle.set(Given.id(1), ["text": "walk, later"])
        chronicle.set(Given.id(2), ["gone": true])
        try next()
        #expect(try scratch.store.deletedEntries(since: 0).map(\.entry.text) == ["walk 2", "walk, later"])
        #expect(try scratch.store.deletedEntries(since: 0).map(\.deleted) == [chronicle.wall, deletion])
        chronicle.set(Given.id(1), ["gone": false])
        try next()
        for selection in selections { #expect(try Set(list(scratch, selection)) == ["walk 0", "walk, later"]) }
        #expect(try scratch.store.entry(Given.id(1))?.deleted == nil)
        _ = try scratch.store.rebuild(open: Given.open)
        for selection in selections { #expect(try Set(list(scratch, selection)) == ["walk 0", "walk, later"]) }
    }

    @Test(arguments: Place.allCases)
    func `a record of kind entry that is not whole is kept and not listed`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        let whole = Given.entry("whole").fields
        let broken: [(String, JSON?)] = [
            ("instant", nil), ("instant", "1"), ("instant", .int(.max)), ("instant", .double(1)), ("day", nil),
            ("day", "2026-02-30"), ("day", 5),
            ("text", nil), ("text", 5), ("text", .null), ("zone", nil), ("zone", []),
        ]
        for (number, (field, value)) in broken.enumerated() {
            var fields = whole
            fields[field] = value
            chronicle.set(Given.id(number), fields)
        }
        try scratch.take(chronicle.written)
        #expect(try scratch.store.entryCount() == 0 && list(scratch).isEmpty)
        for number in broken.indices {
            #expect(try scratch.store.state(of: Given.id(number), kind: "entry")?["zone"] != "")
            chronicle.set(Given.id(number), whole)
        }
        try scratch.take(chronicle.written.suffix(broken.count))
        #expect(try scratch.store.entryCount() == broken.count)
    }

    @Test(
        arguments: [
            ("mood", 5), ("mood", ""), ("mood", "a\nb"), ("mood_source", "someone"), ("tags", "walk"), ("tags", [1, "", "a b"]),
            ("starred", "yes"),
            ("attachments", ["x", 1]), ("attachments", 5), ("created", "now"),
        ] as [(String, JSON)])
    func `what an entry can do without is left aside where it is malformed`(field: String, value: JSON) throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("a").fields.merging([field: value]) { $1 })
        try scratch.take(chronicle.written)
        let stored = try #require(try scratch.store.entry(Given.id(1)))
        #expect(stored.entry == Given.entry("a") && stored.attachments.isEmpty && stored.created == chronicle.wall)
        #expect(try scratch.store.state(of: Given.id(1), kind: "entry")?[field] == value)
    }

    @Test func `any entry comes back from its fields`() throws {
        let entries = [
            Given.entry(""), Given.entry("a\0b\n", mood: "happy", tags: ["Zoo", "été"], starred: true), Given.entry("e\u{301}é"),
            Entry(instant: Given.noon, zone: "UTC", day: Given.today, text: "x", mood: Mood("sad"), moodSource: .suggested),
        ]
        for entry in entries { #expect(Entry(fields: entry.fields) == entry) }
        #expect(Entry(fields: [:]) == nil)
    }

    @Test(arguments: Place.allCases)
    func `part of a name finds all that begin so`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        for number in 0..<200 { chronicle.set(Given.id(number), Given.entry("\(number)").fields) }
        chronicle.set(Given.id(7), ["gone": true])
        chronicle.set(Given.id(300), ["a": 1], kind: "dream")
        try scratch.take(chronicle.written)
        let all = (0..<200).map(Given.id).sorted()
        for number in [0, 7, 50, 199] {
            for count in [1, 2, 5, 26] {
                let prefix = String(Given.id(number).description.prefix(count))
                let range = try #require(RecordID.range(ofPrefix: prefix))
                #expect(try scratch.store.entryIDs(in: range, limit: 1000) == all.filter { $0.description.hasPrefix(prefix) })
                #expect(try scratch.store.entryIDs(in: range, limit: 1).count == 1)
            }
        }
        #expect(try scratch.store.entryIDs(in: Given.id(300)...Given.id(300), limit: 5).isEmpty)
        #expect(try scratch.store.entry(Given.id(300)) == nil && scratch.store.entry(Given.id(999)) == nil)
    }

    @Test(arguments: Place.allCases)
    func `an anniversary is every entry of its day of the year`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        for (number, day) in ["2026-03-14", "2025-03-14", "1999-03-14", "2025-03-15", "2025-04-14", "2024-02-29", "2023-02-28"]
            .enumerated()
        {
            let local = Given.day(day)
            let instant = try #require(Instant(milliseconds: Int64(local.number) * 86_400_000))
            chronicle.set(Given.id(number), Given.entry(day, instant: instant, day: local).fields)
        }
        try scratch.take(chronicle.written)
        #expect(try list(scratch, Selection(anniversaries: [Given.today])) == ["2026-03-14", "2025-03-14", "1999-03-14"])
        #expect(try list(scratch, Selection(anniversaries: [Given.today], limit: 1)) == ["2026-03-14"])
        let february = Given.day("2026-02-28").anniversaries(since: 2000)
        #expect(try list(scratch, Selection(anniversaries: february)) == ["2024-02-29", "2023-02-28"])
    }
}
