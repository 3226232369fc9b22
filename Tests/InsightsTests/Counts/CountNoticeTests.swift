import Insights
import Journal
import Testing

@Suite struct CountNoticeTests {
    private let question = CountNotice.Question(pain)

    /// Morning levels of days that end with day 18 199.
    private func outcome(_ values: [Double?], minute: Int = 500) throws -> Outcome {
        Outcome(
            pain,
            try values.enumerated().compactMap { place, value in
                try value.map { try reading(18_200 - values.count + place, minute, $0) }
            })
    }

    @Test func `a surprise is that of SciPy's beta-binomial distribution`() throws {
        let golden = try FamilyNumbers.golden.get()
        #expect(golden.counts.count == 20)
        for (number, count) in golden.counts.enumerated() {
            let weeks = count.weeks.map { CountNotice.Week($0[0], of: $0[1]) }
            let p = try #require(CountNotice.surprise(weeks[0], after: Array(weeks.dropFirst())))
            #expect(agrees(p, count.expect), "case \(number): \(p) is not \(count.expect)")
        }
    }

    @Test func `three mornings of seven are said, two are not, and other parts of the day do not count`() throws {
        let quiet = [Double?](repeating: 3, count: 70)
        let three = try #require(CountNotice(question, in: try outcome(quiet + [7, 8, 2, 7, 1, 6.9, 3]), through: 18_199))
        #expect(three.count == 3 && three.observed == 7 && three.days == 18_193...18_199)
        #expect(CountNotice(question, in: try outcome(quiet + [7, 8, 2, 6, 1, nil, 3]), through: 18_199) == nil)
        #expect(CountNotice(question, in: try outcome(quiet + [9, 9, 9, 9, 9, 9, 9], minute: 800), through: 18_199) == nil)
        #expect(CountNotice(question, in: try outcome(quiet + [9, 9, 9, 9, 9, 9, 9]), through: 18_195) != nil)
        #expect(CountNotice(question, in: try outcome(quiet + [9, 9, 9, 9, 9, 9, 9]), through: 18_194) == nil)
        #expect(CountNotice(question, in: Outcome(.mood, []), through: 18_199) == nil)
    }

    @Test func `the mean of a morning counts, not its highest level`() throws {
        var readings = try (18_193...18_199).flatMap { [try reading($0, 400, 9), try reading($0, 500, 4)] }
        #expect(CountNotice(question, in: Outcome(pain, readings), through: 18_199) == nil)
        readings += try (18_193...18_195).map { try reading($0, 600, 10) }
        #expect(CountNotice(question, in: Outcome(pain, readings), through: 18_199)?.count == 3)
    }

    @Test func `a week is a surprise after eight quiet ones, not after seven, and not again within 28 days`() throws {
        let bad: [Double?] = [8, 8, 9, 8, 7, 8, 9]
        let eight = try outcome([Double?](repeating: 2, count: 56) + bad)
        let notice = try #require(CountNotice(question, in: eight, through: 18_199))
        let seven = try #require(
            CountNotice(question, in: try outcome([Double?](repeating: 2, count: 49) + bad), through: 18_199))
        #expect(notice.p != nil && seven.p == nil && !seven.isSurprise)
        let long = try outcome([Double?](repeating: 2, count: 182) + bad)
        #expect(try #require(CountNotice(question, in: long, through: 18_199)).isSurprise)
        for (last, surprises) in [(18_172, false), (18_171, true), (18_199, false), (18_192, false), (18_227, true)] {
            #expect(CountNotice(question, in: long, through: 18_199, lastSurprise: last)?.isSurprise == surprises, "\(last)")
        }
    }

    @Test func `whoever is high each week is told no surprise`() throws {
        let values = (0..<189).map { day -> Double? in day % 7 < 4 ? 8 : 3 }
        let notice = try #require(CountNotice(question, in: try outcome(values), through: 18_199))
        #expect(notice.count == 4 && !notice.isSurprise && (notice.p ?? 0) > 0.2)
    }

    @Test func `weeks with nothing, all or too much are no trap`() throws {
        let full = [CountNotice.Week](repeating: CountNotice.Week(7, of: 7), count: 12)
        let empty = [CountNotice.Week](repeating: CountNotice.Week(0, of: 0), count: 12)
        #expect(CountNotice.surprise(CountNotice.Week(3, of: 7), after: empty) == nil)
        #expect(CountNotice.surprise(CountNotice.Week(0, of: 0), after: full) == nil)
        #expect(CountNotice.surprise(CountNotice.Week(7, of: 7), after: Array(full.prefix(7)) + empty) == nil)
        #expect((try #require(CountNotice.surprise(CountNotice.Week(7, of: 7), after: full))) > 0.9)
        #expect(CountNotice.Week(9, of: 7) == CountNotice.Week(7, of: 7) && CountNotice.Week(-1, of: -4).observed == 0)
    }
}
