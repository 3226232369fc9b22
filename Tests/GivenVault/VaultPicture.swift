import Engine
import GivenValues
import Journal
import Ledger
import Records
import SeededChance
import Store

/// All that a vault answers, to compare it with itself after a repair or with another copy.
package struct VaultPicture: Equatable {
    /// Newest first, in the order in which they are listed.
    package var entries: [StoredEntry] = []
    package var deleted: [StoredEntry] = []
    package var tags: [String] = []
    package var histories: [RecordID: [FieldHistory.Version]] = [:]
    package var found: [String: [RecordID]] = [:]
    package var onThisDay: [RecordID] = []
    package var attachments: [RecordID: [AttachmentRecord]] = [:]

    package static let words = [
        "walk", "rain", "wal*", "\"long walk\"", "-rain", "tag:out", "mood:sad", "is:starred", "march 2026", "émigré", "🌧",
    ]

    package init(of vault: OpenVault) async throws {
        entries = try await vault.entries(Selection()).list
        deleted = try await vault.recentlyDeleted()
        tags = try await vault.tags().map { "\($0.name) \($0.count)" }
        for stored in entries + deleted {
            histories[stored.id] = try await vault.history(stored.id)
            attachments[stored.id] = try await vault.attachments(of: stored)
        }
        for words in VaultPicture.words { found[words] = try await vault.hits(.search(words)).list.map(\.entry.id) }
        onThisDay = try await vault.onThisDay(.of("2026-03-14")).map(\.id)
    }

    /// The entries alone, by name: what must come back whatever happened to the log.
    package var values: [RecordID: Entry] { Dictionary(uniqueKeysWithValues: (entries + deleted).map { ($0.id, $0.entry) }) }
}

/// A person who does anything at any time, as a seed has it.
package struct RandomOwner {
    package var random: SplitMix64
    package private(set) var known: [RecordID] = []

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let words = ["walk", "long walk", "rain", "🌧", "émigré", "soup", "Mira", "\n\n", "*", "river"]
    private static let moods = ["sad", "happy", "so-so"]
    private static let tags = ["out", "home", "Out", "work"]

    private mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &random)] }

    package mutating func text(words count: ClosedRange<Int> = 1...30) -> String {
        "x" + (0..<Int.random(in: count, using: &random)).map { _ in pick(RandomOwner.words) }.joined(separator: " ")
    }

    private mutating func moment() throws -> Moment {
        let year = Int.random(in: 2020...2026, using: &random)
        let day = String(Int.random(in: 10...28, using: &random))
        return try .of("\(year)-0\(Int.random(in: 1...4, using: &random))-\(day) 12:\(Int.random(in: 10...12, using: &random))")
    }

    package mutating func act(on vault: OpenVault, in folder: TestVault) async throws {
        folder.clock.advance(seconds: Int64.random(in: -100...10_000, using: &random))
        let choice = known.isEmpty ? 0 : Int.random(in: 0..<12, using: &random)
        if choice < 4 {
            var new = NewEntry(text: text(), moment: Bool.random(using: &random) ? try moment() : nil)
            if Bool.random(using: &random) { new.mood = .of(pick(RandomOwner.moods)) }
            new.tags = [.of(pick(RandomOwner.tags)), .of(pick(RandomOwner.tags))]
            if choice == 0 { new.attachments = [try folder.scratch.write(text(), to: "note.txt")] }
            known.append(try await vault.add(new).id)
            return
        }
        let stored = try await vault.find(pick(known).description)
        if stored.deleted != nil {
            _ = try? await vault.restore(stored.id)
        } else if choice < 6 {
            _ = try await vault.delete(stored.id)
        } else {
            var change = EntryChange()
            if Bool.random(using: &random) { change.text = text() }
            if Bool.random(using: &random) { change.starred = Bool.random(using: &random) }
            if Bool.random(using: &random) {
                change.mood = .some(Bool.random(using: &random) ? nil : .of(pick(RandomOwner.moods)))
            }
            if Bool.random(using: &random) { change.addedTags = [.of(pick(RandomOwner.tags))] }
            if Bool.random(using: &random) { change.removedTags = [.of(pick(RandomOwner.tags))] }
            if Bool.random(using: &random) { change.moment = try moment() }
            _ = try await vault.change(stored.id, change)
        }
    }
}
