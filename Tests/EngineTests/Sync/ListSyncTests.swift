import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Sync
import Testing

/// What two devices of one person add to a list at the same time.
@Suite struct ListSyncTests {
    private func settle(_ relay: TestRelay, _ devices: OpenVault...) async throws {
        for device in devices + devices { try await relay.round(device) }
    }

    private func change(adding tags: [String] = [], removing: [String] = [], file: String? = nil) -> EntryChange {
        var change = EntryChange()
        change.addedTags = tags.compactMap { Tag($0) }
        change.removedTags = removing.compactMap { Tag($0) }
        if let file { change.attachments = [file] }
        return change
    }

    @Test func `tags and files that two devices give one entry at the same time all stay, on both`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let entry = try await first.add(NewEntry(text: "Rain.", tags: [try #require(Tag("weather"))]))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        firstVault.clock.advance(seconds: 60)
        secondVault.clock.advance(seconds: 90)
        let files = try [firstVault, secondVault].enumerated().map { try $1.scratch.write([UInt8($0)], to: "photo\($0).jpg") }
        _ = try await first.change(entry.id, change(adding: ["walk"], file: files[0]))
        _ = try await second.change(entry.id, change(adding: ["river"], file: files[1]))
        try await settle(relay, first, second)
        for device in [first, second] {
            let found = try await device.find(entry.id.description)
            #expect(Set(found.entry.tags.map(\.name)) == ["weather", "walk", "river"])
            #expect(Set(try await device.attachments(of: found).map(\.name)) == ["photo0.jpg", "photo1.jpg"])
            for tag in ["walk", "river"] {
                let query = try SearchQuery.parse("tag:" + tag, today: entry.entry.day)
                #expect(try await device.entries(Selection(query: query)).list.map(\.id) == [entry.id])
            }
            let out = firstVault.scratch.path + "/\(UUID().uuidString).json"
            _ = try await device.export(ExportRequest(.json), to: out)
            let text = String(decoding: try contents(of: out), as: UTF8.self)
            for tag in ["walk", "river"] { #expect(text.contains("\"\(tag)\"")) }
            #expect(!text.contains("tags walk") && !text.contains("tags river"))
        }
        #expect(try VaultInsides(firstVault).store.recordsDigest() == VaultInsides(secondVault).store.recordsDigest())
        // Who added what, when, is in the history of both.
        let details = try await first.past(of: entry.id).details
        #expect(details == (try await second.past(of: entry.id).details))
        #expect(details.contains { $0.change == .tags(added: ["walk"], removed: []) && $0.isCurrent })
        #expect(details.contains { $0.change == .tags(added: ["river"], removed: []) && $0.isCurrent })
        #expect(details.contains { $0.change == .files(added: ["photo1.jpg"], removed: []) })
        #expect(Set(details.map(\.name.device)).count == 2)
        // What one of them takes away afterwards is gone on both, and nothing else.
        _ = try await first.change(entry.id, change(removing: ["river"]))
        try await settle(relay, first, second)
        for device in [first, second] {
            #expect(Set(try await device.find(entry.id.description).entry.tags.map(\.name)) == ["weather", "walk"])
        }
        #expect(try await second.past(of: entry.id).details.contains { $0.change == .tags(added: [], removed: ["river"]) })
        let (repaired, report) = try await firstVault.repair()
        #expect(report.rescued == 0 && report.missing == 0)
        #expect(Set(try await repaired.find(entry.id.description).entry.tags.map(\.name)) == ["weather", "walk"])
    }

    @Test func `triggers, what helped and the times of the check-in merge as well`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let made = try await first.add(firstVault.checkIn(craving: 4, triggers: ["bar"]))
        try await first.setPreferences { $0.checkInTimes = [.of("09:00")] }
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for (vault, device, word, time) in [(firstVault, first, "party", "12:00"), (secondVault, second, "stress", "21:00")] {
            vault.clock.advance(seconds: 60)
            var value = made.value
            (value.triggers, value.helped) = (["bar", word], [word + " talk"])
            try await device.change(made.id, to: value)
            try await device.setPreferences { $0.checkInTimes = [.of("09:00"), .of(time)] }
        }
        try await settle(relay, first, second)
        for device in [first, second] {
            let found = try await device.record(CheckIn.self, made.id).value
            #expect(Set(found.triggers) == ["bar", "party", "stress"])
            #expect(Set(found.helped) == ["party talk", "stress talk"])
            #expect(try await device.preferences().checkInTimes == [.of("09:00"), .of("12:00"), .of("21:00")])
        }
    }

    @Test func `what merging brings over a limit stays, and only more is refused`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let entry = try await first.add(NewEntry(text: "Rain."))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for (vault, device, letter) in [(firstVault, first, "a"), (secondVault, second, "b")] {
            vault.clock.advance(seconds: 60)
            _ = try await device.change(entry.id, change(adding: (1...Limits.tags).map { letter + String($0) }))
        }
        try await settle(relay, first, second)
        #expect(try await first.find(entry.id.description).entry.tags.count == 2 * Limits.tags)
        var reworded = EntryChange()
        reworded.text = "Rain at noon."
        _ = try await first.change(entry.id, reworded)
        _ = try await first.change(entry.id, change(removing: ["a1"]))
        let left = 2 * Limits.tags - 1
        #expect(try await first.find(entry.id.description).entry.tags.count == left)
        await #expect(throws: EngineError.entry(.tooManyTags(count: left + 1))) {
            try await first.change(entry.id, change(adding: ["more"]))
        }
    }

    @Test func `moods, stars and dates that two devices gave are in the history`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let entry = try await first.add(NewEntry(text: "Rain.", mood: Mood("sad")))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for (vault, device, mood) in [(firstVault, first, "happy"), (secondVault, second, "calm")] {
            vault.clock.advance(seconds: mood == "happy" ? 60 : 90)
            var change = EntryChange()
            (change.mood, change.starred) = (.some(Mood(mood)), true)
            _ = try await device.change(entry.id, change)
        }
        try await settle(relay, first, second)
        let details = try await first.past(of: entry.id).details
        let moods = details.filter { if case .mood = $0.change { true } else { false } }
        #expect(moods.map(\.change) == [.mood(Mood("calm")), .mood(Mood("happy")), .mood(Mood("sad"))])
        #expect(moods.map(\.isCurrent) == [true, false, false] && moods.map(\.isConcurrent) == [false, true, false])
        #expect(details.contains { $0.change == .starred(true) } && details.contains { $0.change == .starred(false) })
    }
}
