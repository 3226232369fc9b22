import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct FindEntriesTests {
    @Test func `an entry is found by its name, the beginning of it, or as the last one`() async throws {
        let open = try TestVault().create()
        let older = try await open.add(NewEntry(text: "older", moment: .of("2020-01-01")))
        let newer = try await open.add(NewEntry(text: "newer"))
        let newest = try await open.add(NewEntry(text: "written before", moment: .of("2019-01-01")))
        for stored in [older, newer, newest] {
            #expect(try await open.find(stored.id.description).id == stored.id)
            #expect(try await open.find(stored.id.short.uppercased()).id == stored.id)
        }
        // The one that was written last, whatever its date.
        #expect(try await open.find("LAST").id == newest.id)
    }

    @Test func `a list to print is in order of time, and ends where it has enough`() async throws {
        let open = try TestVault().create()
        for day in 1...5 { _ = try await open.add(NewEntry(text: "0123456789", moment: .of("2026-01-0\(day)"))) }
        func days(_ limit: Int?, _ bytes: Int) async throws -> ([Int], Bool) {
            let found = try await open.entries(Selection(limit: limit), textBytes: bytes)
            return (found.list.map { $0.entry.day.parts.day }, found.isCut)
        }
        #expect(try await days(nil, 50) == ([1, 2, 3, 4, 5], false))
        #expect(try await days(5, 1000) == ([1, 2, 3, 4, 5], false))
        #expect(try await days(3, 1000) == ([3, 4, 5], true))
        #expect(try await days(nil, 29) == ([4, 5], true))
        // One is always shown.
        #expect(try await days(nil, 1) == ([5], true))
    }

    @Test(arguments: [
        ("rivr", ["river"]), ("rivr walk", ["river walk"]), ("walk  rivr", ["walk river"]), ("rivr wlak", ["river walk"]),
        ("rivr -walk", []), ("rivr in:2020", []), ("rivr*", []), ("\"rivr walk\"", []), ("river quokka", []), ("walk rain", []),
    ])
    func `a word that no entry has is replaced by a near one, if something is found then`(typed: String, near: [String])
        async throws
    {
        let open = try TestVault().create()
        for text in ["a walk by the river", "rain"] { _ = try await open.add(NewEntry(text: text, moment: .of("2026-01-01"))) }
        let query = try SearchQuery.parse(typed, today: .of("2026-03-14"))
        #expect(try await open.nearestSearches(to: Selection(query: query), typed: typed) == near)
    }

    @Test(arguments: ["", "abc", "uuuu", "ab-d", "abcd efg", "zzzzzzzzzzzzzzzzzzzzzzzzzzz", "ab\0cd", "ääää", "%%%%"])
    func `what can be no name is refused`(typed: String) async throws {
        let open = try TestVault().create()
        _ = try await open.add(NewEntry(text: "x"))
        await #expect(throws: EngineError.badEntryID(typed)) { try await open.find(typed) }
    }

    @Test func `a beginning that fits several or none is refused`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let insides = try VaultInsides(vault)
        let entry = try await open.add(NewEntry(text: "x"))
        let fields = entry.entry.fields
        for last in 1...12 as ClosedRange<UInt8> {
            let id = RecordID(firstBytesOf: [UInt8](repeating: 0xAA, count: 15) + [last])
            try insides.append([Mutation(kind: "entry", record: id, fields: fields)], at: TestVault.start)
            guard last == 2 else { continue }
            await #expect(throws: EngineError.ambiguousEntry("nana", count: 2)) { try await open.find("nana") }
        }
        let start = String(Base32.encode([0xAA, 0xAA, 0xAA, 0xAA]).prefix(5))
        await #expect(throws: EngineError.ambiguousEntry(start, count: 10)) { try await open.find(start) }
        await #expect(throws: EngineError.noSuchEntry("0000")) { try await open.find("0000") }
    }

    @Test func `on this day shows earlier years, the newest first, and never this year`() async throws {
        let open = try TestVault().create()
        for day in [
            "2026-03-14", "2025-03-14", "2024-03-14", "1661-03-14", "2025-03-13", "2025-03-15", "2027-03-14", "2025-04-14",
        ] {
            _ = try await open.add(NewEntry(text: day, moment: .of(day)))
        }
        #expect(try await open.onThisDay(.of("2026-03-14")).map(\.entry.text) == ["2025-03-14", "2024-03-14", "1661-03-14"])
        #expect(try await open.onThisDay(.of("2026-03-14"), limit: 2).map(\.entry.text) == ["2025-03-14", "2024-03-14"])
        #expect(try await open.onThisDay(.of("2026-03-14"), limit: 0).isEmpty)
        #expect(try await open.onThisDay(.of("1661-03-14")).isEmpty)
        #expect(try await open.onThisDay(.of("0001-01-01")).isEmpty)
    }

    @Test func `what was written on 29 February is remembered every year`() async throws {
        let open = try TestVault().create()
        for day in ["2020-02-29", "2024-02-29", "2023-02-28", "2024-02-28", "2024-03-01", "2024-02-27"] {
            _ = try await open.add(NewEntry(text: day, moment: .of(day)))
        }
        let expected = [
            "2024-02-29": ["2020-02-29"],
            "2028-02-29": ["2024-02-29", "2020-02-29"],
            "2025-02-28": ["2024-02-29", "2024-02-28", "2023-02-28", "2020-02-29"],
            "2024-02-28": ["2023-02-28"],
            "2028-02-28": ["2024-02-28", "2023-02-28"],
            "2025-03-01": ["2024-03-01"],
        ]
        for (today, texts) in expected {
            #expect(try await open.onThisDay(.of(today)).map(\.entry.text) == texts, "on \(today)")
        }
    }

    @Test func `an empty vault answers every question with nothing`() async throws {
        let open = try TestVault().create()
        #expect(try await open.onThisDay(.of("2026-03-14")).isEmpty)
        #expect(try await open.texts().isEmpty)
        #expect(try await open.recentlyDeleted().isEmpty)
        #expect(try await open.tags().isEmpty)
        let status = try await open.status()
        #expect(status.entries == 0 && status.operations == 1 && status.days == nil && status.journals.count == 1)
        #expect(status.recoveryProven == nil)
        await #expect(throws: EngineError.noSuchEntry("last")) { try await open.find("last") }
    }

    @Test func `a journal is named by the beginning of its name`() async throws {
        let open = try TestVault().create()
        let journal = try #require(try await open.status().journals.first)
        #expect(try await open.journal(named: nil) == nil)
        #expect(try await open.journal(named: String(journal.description.prefix(5)).uppercased()) == journal)
        for typed in ["", "nope", journal.description + "0"] {
            await #expect(throws: EngineError.noSuchJournal(typed)) { try await open.journal(named: typed) }
        }
        let unknown = JournalID(firstBytesOf: [UInt8](repeating: 9, count: 16))
        await #expect(throws: EngineError.noSuchJournal(unknown.description)) {
            try await open.add(NewEntry(text: "x", journal: unknown))
        }
        #expect(try await open.status().operations == 1)
    }

    @Test(
        arguments: [
            ("walk", nil, 1), ("wal", .beginning, 2), ("wal*", nil, 2), ("\"wal\"", nil, 0), ("rain wal", .beginning, 1),
            ("wal rain", nil, 0), ("-wal", nil, 3), ("quokka", nil, 0), ("#out", nil, 1), ("#river", .signsAsWords, 1),
            ("#riv", .signsAsBeginning, 1), ("#quokka", nil, 0), ("tag:river", nil, 0), ("#out #river", nil, 0),
            ("#river walk", .signsAsWords, 1), ("#river #rain", nil, 0), ("walk is:starred", nil, 0),
        ] as [(String, SearchQuery.Reading?, Int)])
    func `a search that finds nothing is read in another way, and says so`(
        typed: String, reading: SearchQuery.Reading?, count: Int
    ) async throws {
        let open = try TestVault().create()
        _ = try await open.add(NewEntry(text: "A walk by the river", tags: [.of("out")]))
        _ = try await open.add(NewEntry(text: "Walked in the rain"))
        _ = try await open.add(NewEntry(text: "Tea"))
        let selection = try Selection.search(typed)
        let found = try await open.reading(of: selection)
        #expect(found?.reading == reading)
        #expect(try await open.count(found?.selection ?? selection) == count)
        let page = try await open.hits(found?.selection ?? selection).list
        #expect(page.count == count)
        // A second page is read as the first one was.
        guard let last = page.last else { return }
        var next = selection
        next.after = last.entry.id
        #expect(try await open.reading(of: next)?.reading == reading)
        if let reading = try await open.reading(of: next) {
            #expect(reading.selection.after == last.entry.id)
            #expect(reading.sentence.hasPrefix("Nothing was found"))
        }
    }

    @Test func `a search shows the words where they stand`() async throws {
        let open = try TestVault().create()
        _ = try await open.add(NewEntry(text: "A long walk by the river", tags: [.of("out")]))
        _ = try await open.add(NewEntry(text: "Rain all day", mood: .of("sad")))
        let hits = try await open.hits(.search("walk*")).list
        #expect(hits.map(\.entry.entry.text) == ["A long walk by the river"])
        #expect(hits[0].snippet.filter(\.isMatch).map(\.text) == ["walk"])
        #expect(hits[0].snippet.map(\.text).joined() == "A long walk by the river")
        #expect(try await open.hits(.search("tag:out")).list.map(\.snippet.count) == [0])
        #expect(try await open.count(.search("-walk")) == 1)
        #expect(try await open.count(.search("mood:sad rain")) == 1)
        #expect(try await open.count(.search("mood:happy")) == 0)
    }
}
