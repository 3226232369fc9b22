import Journal
import Testing

@Suite struct StreakTests {
    /// `x` for a day with an entry, `.` for one without; the last letter is today.
    @Test(arguments: [
        ("", 0, false), (".", 0, false), ("x", 1, true), ("x.", 1, false), ("x..", 0, false), ("xx", 2, true),
        (".xx", 2, true), ("xx.", 2, false), ("xx..", 0, false), ("x.x", 1, true), ("xxx.x", 1, true), ("xxx.x.", 1, false),
        (".xxxxxxx", 7, true), ("xxxxxxx.", 7, false), ("xxxxxxx.x.x", 1, true), ("x.xx.xxx", 3, true),
    ])
    func `days in a row up to today or yesterday count`(calendar: String, days: Int, includesToday: Bool) throws {
        let today = try day("2026-03-02")
        let written = Set(
            calendar.reversed().enumerated().filter { $0.element == "x" }.compactMap { today.adding(days: -$0.offset) })
        let streak = Streak(today: today) { last in
            var length = 0
            while let day = last.adding(days: -length), written.contains(day) { length += 1 }
            return length
        }
        #expect(streak == Streak(days: days, includesToday: includesToday))
    }

    @Test func `yesterday is asked for only when today has nothing, and never before the calendar begins`() throws {
        var asked: [String] = []
        let today = try day("2026-03-14")
        _ = Streak(today: today) {
            asked.append($0.iso); return 3
        }
        #expect(asked == ["2026-03-14"])
        asked = []
        _ = Streak(today: today) {
            asked.append($0.iso); return 0
        }
        #expect(asked == ["2026-03-14", "2026-03-13"])
        asked = []
        let first = Streak(today: try day("0001-01-01")) {
            asked.append($0.iso); return 0
        }
        #expect(asked == ["0001-01-01"] && first == Streak(days: 0, includesToday: false))
    }
}
