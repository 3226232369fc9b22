import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct AddAndChangeTests {
    @Test func `an entry is kept as it was given, beside the moment and the zone`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let given = NewEntry(
            text: "  Walk *by* the river\r\n\n", mood: .of("Happy"), tags: [.of("#Walk"), .of("a"), .of("walk")], starred: true)
        let stored = try await open.add(given)
        #expect(stored.entry.text == given.text)
        #expect(stored.entry.instant.milliseconds == TestVault.start && stored.created == TestVault.start)
        #expect(stored.entry.zone == "Europe/Vienna" && stored.entry.day.iso == "2026-03-14")
        #expect(stored.entry.mood?.name == "happy" && stored.entry.moodSource == .chosen)
        #expect(stored.entry.tags.map(\.name) == ["a", "Walk"] && stored.entry.starred)
        #expect(stored.deleted == nil && stored.attachments.isEmpty)
        #expect(try await vault.open().find(stored.id.description) == stored)
        #expect(try await open.tags().map(\.name) == ["a", "walk"])
    }

    @Test func `a text of 1 MiB is saved whole, one byte more is refused`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let whole = String(repeating: "é", count: Limits.textBytes / 2)
        #expect(try await open.add(NewEntry(text: whole)).entry.text == whole)
        let before = try VaultInsides(vault).log().count
        await #expect(throws: EngineError.entry(.textTooLong(bytes: Limits.textBytes + 1))) {
            try await open.add(NewEntry(text: whole + "x"))
        }
        let id = try await open.find("last").id
        var change = EntryChange()
        change.text = "x" + whole
        let longer = change
        await #expect(throws: EngineError.entry(.textTooLong(bytes: Limits.textBytes + 1))) { try await open.change(id, longer) }
        #expect(try VaultInsides(vault).log().count == before)
        #expect(try await open.texts() == [whole])
    }

    @Test func `words of a text become tags, up to the most an entry has, in one change, if its owner wants that`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.add(NewEntry(text: "#lake")).entry.tags.isEmpty)
        try await open.setPreferences { $0.textTags = true }
        let tags = (0..<98).map { Journal.Tag.of("tag\($0)") }
        let stored = try await open.add(NewEntry(text: "#lake", tags: tags))
        #expect(stored.entry.tags.count == 99 && stored.entry.tags.contains(.of("lake")))
        let before = try VaultInsides(vault).log().count
        var change = EntryChange()
        (change.text, change.tagsBefore) = ("#lake #one #two", [.of("lake")])
        let longer = change
        let changed = try await open.change(stored.id, longer).entry.tags
        #expect(changed.count == 100 && changed.contains(.of("one")) && !changed.contains(.of("two")))
        #expect(try VaultInsides(vault).log().count == before + 1)
    }

    @Test func `a hundred tags are kept, a hundred and one are refused`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let tags = (0..<100).map { Journal.Tag.of("tag\($0)") }
        let id = try await open.add(NewEntry(text: "x", tags: tags)).id
        #expect(try await open.tags().count == 100)
        var change = EntryChange()
        change.addedTags = [.of("more")]
        let more = change
        await #expect(throws: EngineError.entry(.tooManyTags(count: 101))) { try await open.change(id, more) }
        await #expect(throws: EngineError.entry(.tooManyTags(count: 101))) {
            try await open.add(NewEntry(text: "x", tags: tags + [.of("more")]))
        }
        change.removedTags = [.of("TAG7")]
        let exchanged = change
        #expect(try await open.change(id, exchanged).entry.tags.count == 100)
    }

    @Test(arguments: [("", .textEmpty), (" \n\t\u{3000}", .textEmpty), ("a\0b", .textHoldsNUL)] as [(String, EntryFault)])
    func `a text that cannot be one is refused and nothing is written`(text: String, fault: EntryFault) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        await #expect(throws: EngineError.entry(fault)) { try await open.add(NewEntry(text: text)) }
        #expect(try VaultInsides(vault).log().count == 1)
    }

    @Test func `a word for moods is renamed in entries and check-ins, and nothing else of them changes`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let id = try await open.add(NewEntry(text: "one", mood: .of("worn"), moodScore: 3)).id
        let other = try await open.add(NewEntry(text: "two", mood: .of("happy"))).id
        let moment = try vault.moment(after: -60)
        let check = CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day, mood: 4, word: .of("worn"))
        let stored = try await open.add(check)
        #expect(try await open.renameMood(.of("worn"), to: .of("tired")) == 2)
        let (first, second) = (try await open.find(id.description).entry, try await open.find(other.description).entry)
        #expect(first.feeling.text == "3 tired" && first.text == "one" && second.feeling.text == "happy")
        #expect(try await open.record(CheckIn.self, stored.id).value.feeling.text == "4 tired")
        #expect(try await open.renameMood(.of("worn"), to: .of("tired")) == 0)
    }

    @Test func `a number finds the entries with it, beside words that are numbers`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "seven", moodScore: 7))
        _ = try await open.add(NewEntry(text: "calm", mood: .of("calm"), moodScore: 8))
        _ = try await open.add(NewEntry(text: "old", mood: .of("7")))
        func found(_ words: String) async throws -> [String] {
            try await open.entries(Selection(query: SearchQuery.parse(words, today: vault.surroundings.wall.day))).list.map(
                \.entry.text)
        }
        #expect(try await Set(found("mood:7")) == ["old", "seven"])
        #expect(try await found("mood:8") == ["calm"])
        #expect(try await found("mood:calm") == ["calm"])
        #expect(try await found("mood:9").isEmpty)
    }

    @Test func `the history of a number is told beside that of the word`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let id = try await open.add(NewEntry(text: "one", moodScore: 3)).id
        var change = EntryChange()
        change.moodScore = .some(8)
        let raised = change
        _ = try await open.change(id, raised)
        #expect(try await open.past(of: id).details.map { $0.words { _ in "" } } == ["Mood: 8 of 10", "Mood: 3 of 10"])
    }

    @Test func `a change writes only the fields that change, and what they replace`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let id = try await open.add(NewEntry(text: "one", mood: .of("sad"), tags: [.of("a")])).id
        let first = try VaultInsides(vault).lastPayload()
        #expect(
            Set(first.mutations[0].fields.keys) == [
                "instant", "zone", "day", "text", "mood", "mood_source", "tags", "starred", "created",
            ])
        var expected: [(EntryChange, Set<String>)] = []
        for fields in ["text", "mood", "no mood", "number", "tags", "star", "moment", "text and star"] {
            var change = EntryChange()
            switch fields {
            case "text": (change.text, change.starred) = ("two", false)
            case "mood": change.mood = .some(.of("happy"))
            case "no mood": change.mood = .some(nil)
            case "number": change.moodScore = .some(7)
            case "tags": (change.addedTags, change.removedTags) = ([.of("b")], [.of("A")])
            case "star": (change.starred, change.text) = (true, "two")
            case "moment": change.moment = try .of("2026-03-13 21:15")
            default: (change.text, change.starred) = ("three", false)
            }
            let keys: Set<String> =
                switch fields {
                case "mood": ["mood"]
                case "number": ["mood_score"]
                case "tags": ["tags a", "tags b"]
                case "no mood": ["mood", "mood_source"]
                case "star": ["starred"]
                case "moment": ["instant", "day"]
                case "text and star": ["text", "starred"]
                default: [fields]
                }
            expected.append((change, keys))
        }
        for (change, keys) in expected {
            _ = try await open.change(id, change)
            let payload = try VaultInsides(vault).lastPayload()
            #expect(payload.mutations.count == 1 && payload.mutations[0].record == id)
            #expect(Set(payload.mutations[0].fields.keys) == keys)
            #expect(Set(payload.mutations[0].replaced.keys) == keys.subtracting(["tags b", "mood_score"]))
        }
        let entry = try await open.find(id.description).entry
        #expect(entry.text == "three" && entry.mood == nil && entry.tags == [.of("b")] && !entry.starred)
        #expect(entry.day.iso == "2026-03-13")
    }

    @Test func `a change that changes nothing writes no operation`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.add(NewEntry(text: "one", mood: .of("sad"), tags: [.of("a")], starred: true))
        let before = try VaultInsides(vault).log().count
        var same = EntryChange()
        #expect(same.isEmpty)
        (same.text, same.mood, same.addedTags, same.removedTags, same.starred) = (
            "one", .some(.of("SAD")), [.of("A")], [.of("z")], true
        )
        same.moment = Moment(instant: stored.entry.instant, zone: stored.entry.zone, day: stored.entry.day)
        #expect(!same.isEmpty)
        vault.clock.advance(seconds: 60)
        #expect(try await open.change(stored.id, same) == stored)
        #expect(try await open.change(stored.id, EntryChange()) == stored)
        #expect(try VaultInsides(vault).log().count == before)
    }

    @Test func `one letter in another composition is a change of the text`() async throws {
        let open = try TestVault().create()
        let id = try await open.add(NewEntry(text: "caf\u{E9}")).id
        var change = EntryChange()
        change.text = "cafe\u{301}"
        let decomposed = change
        let stored = try await open.change(id, decomposed)
        #expect(Array(stored.entry.text.utf8) == Array("cafe\u{301}".utf8))
        #expect(try await open.history(id).count == 2)
    }

    @Test func `fields of a newer version survive an edit, a deletion and a repair`() async throws {
        let vault = try TestVault()
        var open = try vault.create()
        let id = try await open.add(NewEntry(text: "one")).id
        let weather: JSON = ["sky": "blue", "degrees": [12, .double(0.5)], "wind": nil]
        let insides = try VaultInsides(vault)
        try insides.append([insides.mutation(of: id, setting: ["weather": weather])], at: TestVault.start + 1)
        try insides.append(
            [Mutation(kind: "dream", record: id, fields: ["depth": 7])], at: TestVault.start + 2)
        var change = EntryChange()
        change.text = "two"
        let edit = change
        _ = try await open.change(id, edit)
        _ = try await open.delete(id)
        _ = try await open.restore(id)
        for _ in 0..<2 {
            #expect(try insides.store.state(of: id, kind: "entry")?["weather"] == weather)
            #expect(try insides.store.state(of: id, kind: "dream")?["depth"] == 7)
            #expect(try await open.texts() == ["two"])
            open = try await vault.repair().vault
        }
    }

    @Test func `tags and attachments that another process adds meanwhile are not lost`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let picture = try vault.scratch.write([1, 2, 3], to: "picture.png")
        let id = try await open.add(NewEntry(text: "one", tags: [.of("a")], attachments: [picture])).id
        let first = try #require(try await open.find(id.description).attachments.first)
        let other = RecordID(firstBytesOf: [UInt8](repeating: 7, count: 16))
        // The work on the attachments is reported between reading and writing: there the other process comes in.
        let meddle = ProgressReport { _, _, _ in
            do {
                let insides = try VaultInsides(vault)
                let list = JSON.array([.string(first.description), .string(other.description)])
                try insides.append(
                    [insides.mutation(of: id, setting: ["tags": ["a", "theirs"], "attachments": list])], at: TestVault.start + 5)
            } catch {
                Issue.record(error)
            }
        }
        var change = EntryChange()
        (change.addedTags, change.attachments) = ([.of("ours")], [picture])
        let edit = change
        let stored = try await open.change(id, edit, progress: meddle)
        #expect(stored.entry.tags.map(\.name) == ["a", "ours", "theirs"])
        #expect(stored.attachments.count == 3 && Array(stored.attachments.prefix(2)) == [first, other])
    }

    @Test(arguments: [4, 5] as [UInt64])
    func `the civil day of an entry never moves, wherever the vault is opened`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var vault = try TestVault(seed: seed)
        var written: [RecordID: (day: LocalDay, instant: Instant)] = [:]
        _ = try vault.create()
        for _ in 0..<12 {
            vault.zone = try #require(
                [
                    "Europe/Vienna", "Pacific/Apia", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu",
                    "America/Los_Angeles",
                    "Africa/Casablanca", "Australia/Lord_Howe", "UTC",
                ].randomElement(using: &random).flatMap(Zone.init(identifier:)))
            vault.clock.advance(seconds: Int64.random(in: 0...40_000_000, using: &random))
            let open = try vault.open()
            let today = open.surroundings.wall.day
            var generator = random
            let id = try await open.add(NewEntry(text: "seed \(generator.next())")).id
            random = generator
            let stored = try await open.find(id.description)
            #expect(stored.entry.day == today, "seed \(seed): \(vault.zone.identifier)")
            written[id] = (today, stored.entry.instant)
            for (id, expected) in written {
                let entry = try await open.find(id.description).entry
                #expect(entry.day == expected.day && entry.instant == expected.instant, "seed \(seed): \(vault.zone.identifier)")
                #expect(try await open.entries(.on(expected.day.iso)).list.contains { $0.id == id }, "seed \(seed)")
            }
        }
    }
}
