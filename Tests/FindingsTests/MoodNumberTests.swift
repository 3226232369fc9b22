import Base
import Engine
import Findings
import GivenValues
import GivenVault
import Insights
import Journal
import Records
import Testing

/// The number of a mood counts alike in an entry and in a check-in; a word is no number.
@Suite struct MoodNumberTests {
    @Test func `insights count the numbers of entries beside those of check-ins`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for day in -20 ... -1 {
            let moment = try vault.moment(after: Int64(day * 86_400))
            if day % 2 == 0 {
                try await open.add(CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day, mood: 4))
            } else {
                _ = try await open.add(NewEntry(text: "day \(day)", moment: moment, mood: .of("happy"), moodScore: 8))
            }
            _ = try await open.add(NewEntry(text: "wordy", moment: moment, mood: .of("sad")))
        }
        let today = vault.surroundings.wall.day
        let days = try #require(today.adding(days: -30))...today
        let diary = try #require(try await open.diary(days: days))
        #expect(diary.outcomes.map(\.name) == [.mood])
        #expect(
            diary.outcomes[0].readings.map(\.value).sorted() == Array(repeating: 4, count: 10) + Array(repeating: 8, count: 10))
        // What was taken away no longer counts.
        let id = try #require(
            try await open.entries(Selection(query: SearchQuery(), limit: nil)).list.first { $0.entry.moodScore != nil }
        ).id
        var change = EntryChange()
        change.moodScore = .some(nil)
        let removal = change
        _ = try await open.change(id, removal)
        #expect(try await open.logged(days).checkIns.compactMap(\.mood).count == 19)
    }
}
