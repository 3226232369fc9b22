import Insights
import Testing

@Suite struct MoodLevelsTests {
    @Test func `a tag has the mean of its days, each once, and none of fewer than three`() throws {
        let readings = try [(18_001, 4.0), (18_002, 6), (18_003, 8), (18_004, 2)].map { try reading($0.0, $0.1) }
        let moods = MoodLevels(
            Outcome(.mood, readings), days: 18_000...18_010,
            tags: [
                (18_001, ["walk", "work"]), (18_001, ["walk"]), (18_002, ["walk"]), (18_003, ["walk", "work"]),
                (18_005, ["work"]),
                (18_004, ["tea"]), (18_003, ["tea"]), (18_002, ["tea"]),
            ])
        #expect(moods.tags.map(\.name) == ["tea", "walk"])
        #expect(moods.tags.map(\.days) == [3, 3] && moods.tags[1].mean == 6)
        #expect(moods.levels[18_001] == 4 && moods.levels[18_005] == nil && moods.levels.observed == 4)
        #expect(moods.week.weekdays[0].mean == 4)
    }
}
