import Insights
import Journal
import Testing

@Suite struct WeekPatternTests {
    @Test func `days of the week are means of days, hours are means over days, each with what it rests on`() throws {
        // 18 001 is Monday, 15 April 2019.
        let readings = [
            try reading(18_001, 480, 2), try reading(18_001, 490, 4), try reading(18_001, 800, 7), try reading(18_008, 485, 1),
            try reading(18_007, 1380, 9), try reading(17_999, 480, 10),
        ]
        let pattern = WeekPattern(of: Outcome(pain, readings), window: 18_000...18_010)
        #expect(pattern.weekdays.map(\.mean) == [3, nil, nil, nil, nil, nil, 9])
        #expect(pattern.weekdays.map(\.days) == [2, 0, 0, 0, 0, 0, 1] && pattern.weekdays[0].readings == 4)
        #expect(
            pattern.hours.count == 24 && pattern.hours[8].mean == 2 && pattern.hours[8].days == 2
                && pattern.hours[8].readings == 3)
        #expect(pattern.hours[13].mean == 7 && pattern.hours[12].mean == nil && pattern.hours[23].readings == 1)
        #expect(pattern.slots.map(\.mean) == [9, 2, 7, nil])
    }

    @Test func `no reading is nothing, never 0, also before 1970`() throws {
        let empty = WeekPattern(of: Outcome(pain, []), window: -5...5)
        #expect((empty.weekdays + empty.hours + empty.slots).allSatisfy { $0.mean == nil && $0.days == 0 && $0.readings == 0 })
        // 31 December 1969 was a Wednesday; 1 January 1660 a Thursday.
        for (day, place) in [(-1, 2), (-113_225, 3)] {
            let pattern = WeekPattern(of: Outcome(pain, [try reading(day, 0, 5)]), window: day...day)
            #expect(pattern.weekdays[place].mean == 5 && pattern.hours[0].mean == 5)
        }
    }
}
