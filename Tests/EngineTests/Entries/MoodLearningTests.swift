import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import MoodClassifier
import Records
import Testing

@Suite struct MoodLearningTests {
    private static let anxious = "Could not sleep, my heart was racing and I was so scared before the exam"

    @Test func `a mood that was suggested and taken says so, and one that was chosen too`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let taken = try await open.add(NewEntry(text: Self.anxious, mood: .of("anxious"), moodSource: .suggested))
        #expect(taken.entry.moodSource == .suggested)
        let chosen = try await open.add(NewEntry(text: Self.anxious, mood: .of("sad")))
        #expect(chosen.entry.moodSource == .chosen)
        var change = EntryChange()
        (change.mood, change.moodSource) = (.some(.of("anxious")), .suggested)
        #expect(try await open.change(chosen.id, change).entry.moodSource == .suggested)
        #expect(try await open.add(NewEntry(text: Self.anxious)).entry.mood == nil)
    }

    @Test func `what its owner takes or corrects is learnt, counted, and forgotten when asked`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.moodLearning() == MoodLearning())
        for number in 0..<12 {
            vault.clock.advance(seconds: 60)
            _ = try await open.add(NewEntry(text: "\(Self.anxious) \(number)", mood: .of(number < 4 ? "anxious" : "angry")))
        }
        let learnt = try await open.moodLearning()
        #expect(learnt.outcomes.count == 10 && learnt.outcomes.count(where: \.isRight) == 2 && !learnt.bias.isEmpty)
        // Where no chip is shown, there is nothing to learn; nor from a mood of the owner's own.
        _ = try await open.add(NewEntry(text: "Bought two litres of milk.", mood: .of("happy")))
        _ = try await open.add(NewEntry(text: Self.anxious, mood: .of("wistful")))
        _ = try await open.add(NewEntry(text: Self.anxious))
        #expect(try await open.moodLearning() == learnt)
        try await open.resetMoodLearning()
        #expect(try await open.moodLearning() == MoodLearning())
    }

    @Test func `who turns suggestions off is asked nothing, and nothing is learnt`() async throws {
        let open = try TestVault().create()
        #expect(try await open.moodReading(of: Self.anxious)?.suggestions.isEmpty == false)
        try await open.setPreferences { $0.moodSuggestions = false }
        #expect(try await open.moodReading(of: Self.anxious) == nil)
        _ = try await open.add(NewEntry(text: Self.anxious, mood: .of("anxious")))
        #expect(try await open.moodLearning() == MoodLearning())
    }

    @Test func `the line about support is the owner's to turn off, and nothing of it is stored`() async throws {
        let open = try TestVault().create()
        let (dark, calm) = ("I don't want to live any more.", "This traffic is killing me.")
        #expect(try await open.showsSupport(for: dark))
        #expect(try await !open.showsSupport(for: calm))
        #expect(try await open.moodHint(for: dark) == nil)
        // The entry alone is written, and nothing is learnt from its mood.
        let before = try await open.logPosition()
        _ = try await open.add(NewEntry(text: dark, mood: .of("sad")))
        let plain = try await open.logPosition()
        _ = try await open.add(NewEntry(text: calm + " Again and again", mood: .of("wistful")))
        #expect(try await open.logPosition() - plain == plain - before)
        #expect(try await open.moodLearning() == MoodLearning())
        // It does not depend on suggestions.
        try await open.setPreferences { $0.moodSuggestions = false }
        #expect(try await open.showsSupport(for: dark))
        try await open.setPreferences { $0.supportLine = false }
        #expect(try await !open.showsSupport(for: dark))
    }

    @Test func `two devices that learn apart lose nothing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: Self.anxious, mood: .of("angry")))
        let own = try await open.moodLearning()
        let insides = try VaultInsides(vault)
        let other = try #require(RecordID(text: String(repeating: "0", count: 26)))
        let theirs = MoodLearning(bias: own.bias, outcomes: [.init(at: 5, isRight: true)])
        try insides.append(
            [Mutation(kind: MoodLearning.kind, record: other, fields: theirs.fields)], at: vault.clock.now + 9, by: OtherDevice())
        let both = try await open.moodLearning()
        #expect(both.outcomes.map(\.isRight) == [true, false])
        #expect(both.bias.numbers == own.bias.numbers.map { $0 * 2 })
        #expect(MoodLearning(fields: both.fields) == both)
        for broken: JSON in [
            .null, [1, 2], .array(Array(repeating: "x", count: 11)), .array(Array(repeating: .double(1e9), count: 11)),
        ] {
            #expect(MoodLearning(fields: ["numbers": broken]) == nil)
        }
    }
}
