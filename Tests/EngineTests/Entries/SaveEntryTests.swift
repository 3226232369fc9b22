import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Sync
import Testing

@Suite struct SaveEntryTests {
    private func change(_ text: String, seen: WriteName?) -> EntryChange {
        var change = EntryChange()
        change.text = text
        change.seenText = seen
        return change
    }

    @Test func `alone, a person hears of no other text, however often they save`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let entry = try await open.add(NewEntry(text: "zero"))
        var seen = try await open.textName(of: entry.id)
        for text in ["one", "two", "two", "zero", "three"] {
            vault.clock.advance(seconds: 1)
            let outcome = try await open.save(entry.id, change(text, seen: seen))
            #expect(outcome.concurrent == nil && outcome.entry.entry.text == text)
            #expect(try await outcome.textName == open.textName(of: entry.id))
            seen = outcome.textName
        }
    }

    @Test func `two windows: the later one stands, and its person hears of the other text, which stays in the history`()
        async throws
    {
        let vault = try TestVault()
        let (first, second) = (try vault.create(), try vault.open())
        let entry = try await first.add(NewEntry(text: "base"))
        let seen = try await first.textName(of: entry.id)
        vault.clock.advance(seconds: 1)
        let one = try await first.save(entry.id, change("from the first", seen: seen))
        #expect(one.concurrent == nil)
        vault.clock.advance(seconds: 1)
        let two = try await second.save(entry.id, change("from the second", seen: seen))
        let other = try #require(two.concurrent)
        #expect(
            other.text == "from the first" && !other.stands && other.at == TestVault.start + 1000 && other.name == one.textName)
        #expect(two.entry.entry.text == "from the second")
        let history = try await first.history(entry.id)
        #expect(history.map(\.write.value) == ["from the second", "from the first", "base"])
        #expect(history.map(\.isConcurrent) == [false, true, false])
        // The first window saves on, and hears of the second.
        let three = try await first.save(entry.id, change("from the first, and more", seen: one.textName))
        #expect(three.concurrent?.text == "from the second" && three.concurrent?.stands == false)
        // Each is told once.
        #expect(try await second.save(entry.id, change("merged", seen: three.textName)).concurrent == nil)
    }

    @Test func `two windows in different places: both changes are in the text, and each text is in the history`() async throws {
        let vault = try TestVault()
        let (first, second) = (try vault.create(), try vault.open())
        let entry = try await first.add(NewEntry(text: "Slept badly. Walked home."))
        let seen = try await first.textName(of: entry.id)
        vault.clock.advance(seconds: 1)
        let one = try await first.save(entry.id, change("Slept badly. Ran home.", seen: seen))
        vault.clock.advance(seconds: 1)
        let two = try await second.save(entry.id, change("Slept well. Walked home.", seen: seen))
        #expect(two.entry.entry.text == "Slept well. Ran home.")
        #expect(two.concurrent?.isCombined == true && two.concurrent?.stands == false && two.concurrent?.name == one.textName)
        #expect(try await two.textName == first.textName(of: entry.id))
        // The first window saves on from its own text, and the second's change stays.
        vault.clock.advance(seconds: 1)
        let three = try await first.save(entry.id, change("Slept badly. Ran home. Ate.", seen: one.textName))
        #expect(three.entry.entry.text == "Slept well. Ran home. Ate." && three.concurrent?.isCombined == true)
        let history = try await first.history(entry.id)
        #expect(
            history.map(\.write.value.string) == [
                "Slept well. Ran home. Ate.", "Slept well. Ran home.", "Slept badly. Ran home.", "Slept badly. Walked home.",
            ])
        #expect(!history.contains { $0.isConcurrent })
        // A text that is the combined one already writes nothing.
        let position = try await first.logPosition()
        let four = try await second.save(entry.id, change("Slept well. Ran home. Ate.", seen: seen))
        #expect(four.entry.entry.text == "Slept well. Ran home. Ate.")
        #expect(try await first.logPosition() == position)
    }

    @Test func `what another device sent while a draft was kept is combined with the draft, and each text is in the history`()
        async throws
    {
        let relay = try await TestRelay()
        let (vault, first) = try await relay.firstDevice()
        let entry = try await first.add(NewEntry(text: "Slept badly. Walked home."))
        try await relay.round(first)
        let (otherVault, second) = try await relay.linked(to: first)
        let draft = Draft(text: "Slept well. Walked home.", seenText: try await first.textName(of: entry.id))
        _ = try await first.keep(draft, as: Draft.Name(entry.id))
        otherVault.clock.advance(seconds: 1)
        let other = try await second.textName(of: entry.id)
        _ = try await second.save(entry.id, change("Slept badly. Ran home.", seen: other))
        try await relay.round(second)
        try await relay.round(first)
        #expect(try await first.find(entry.id.description).entry.text == "Slept badly. Ran home.")
        vault.clock.advance(seconds: 2)
        let kept = try #require(try await first.draft(Draft.Name(entry.id)))
        let saved = try await first.save(entry.id, change(kept.text, seen: kept.seenText))
        #expect(saved.entry.entry.text == "Slept well. Ran home." && saved.concurrent?.isCombined == true)
        try await relay.round(first)
        try await relay.round(second)
        for device in [first, second] {
            #expect(
                try await device.history(entry.id).map(\.write.value.string) == [
                    "Slept well. Ran home.", "Slept badly. Ran home.", "Slept badly. Walked home.",
                ])
        }
    }

    @Test func `a text that was left as it was seen does not undo what somebody else made of it`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let entry = try await open.add(NewEntry(text: "base"))
        let seen = try await open.textName(of: entry.id)
        let other = try await open.save(entry.id, change("another", seen: seen))
        var onlyMood = change("base", seen: seen)
        onlyMood.mood = .some(.of("happy"))
        let outcome = try await open.save(entry.id, onlyMood)
        #expect(outcome.entry.entry.text == "another" && outcome.entry.entry.mood == .of("happy"))
        #expect(outcome.concurrent?.text == "another" && outcome.concurrent?.stands == true && outcome.textName == other.textName)
    }

    @Test func `the same text from two windows is no conflict`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let entry = try await open.add(NewEntry(text: "base"))
        let seen = try await open.textName(of: entry.id)
        _ = try await open.save(entry.id, change("the same", seen: seen))
        #expect(try await open.save(entry.id, change("the same", seen: seen)).concurrent == nil)
        #expect(try await open.history(entry.id).count == 2)
    }

    @Test func `another form of the same letters is another text`() async throws {
        let open = try TestVault().create()
        let entry = try await open.add(NewEntry(text: "cafe\u{301}"))
        let seen = try await open.textName(of: entry.id)
        let outcome = try await open.save(entry.id, change("café", seen: seen))
        #expect(Array(outcome.entry.entry.text.utf8) == Array("café".utf8) && outcome.concurrent == nil)
    }

    @Test func `without a text, or without saying what was seen, it is a change like any other`() async throws {
        let open = try TestVault().create()
        let entry = try await open.add(NewEntry(text: "base"))
        var star = EntryChange()
        star.starred = true
        star.seenText = try await open.textName(of: entry.id)
        #expect(try await open.save(entry.id, star).entry.entry.starred)
        #expect(try await open.save(entry.id, change("new", seen: nil)).concurrent == nil)
        #expect(try await open.save(entry.id, EntryChange()).entry.entry.text == "new")
    }

    @Test func `what cannot be saved is refused, and what somebody deleted meanwhile`() async throws {
        let open = try TestVault().create()
        let entry = try await open.add(NewEntry(text: "base"))
        let seen = try await open.textName(of: entry.id)
        await #expect(throws: EngineError.entry(.textEmpty)) { try await open.save(entry.id, change(" ", seen: seen)) }
        _ = try await open.delete(entry.id)
        await #expect(throws: EngineError.entryDeleted(entry.id)) { try await open.save(entry.id, change("x", seen: seen)) }
        #expect(try await open.history(entry.id).map(\.write.value) == ["base"])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `no word that any window saved is lost`(seed: UInt64) async throws {
        let vault = try TestVault(seed: seed)
        let windows = [try vault.create(), try vault.open(), try vault.open()]
        var random = SplitMix64(seed: seed)
        let entry = try await windows[0].add(NewEntry(text: "base"))
        let start = try await windows[0].textName(of: entry.id)
        var seen = [WriteName?](repeating: start, count: windows.count)
        var saved: Set<String> = ["base"]
        for number in 0..<40 {
            let window = Int.random(in: 0..<windows.count, using: &random)
            vault.clock.advance(milliseconds: Int64.random(in: -50...100, using: &random))
            let before = try await windows[0].history(entry.id)[0].write
            let outcome = try await windows[window].save(entry.id, change("text \(number)", seen: seen[window]))
            saved.insert("text \(number)")
            // Whoever replaces a text that they have not seen is told so, and which.
            #expect(outcome.concurrent?.name == (before.name == seen[window] ? nil : before.name), "seed \(seed), \(number)")
            seen[window] = outcome.textName
        }
        let kept = try await windows[0].history(entry.id).compactMap(\.write.value.string)
        #expect(saved.isSubset(of: kept), "seed \(seed)")
    }
}
