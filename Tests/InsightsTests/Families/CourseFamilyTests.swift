import Insights
import Journal
import Testing

@Suite struct CourseFamilyTests {
    @Test func `trend and change are those of statsmodels and SciPy`() throws {
        let golden = try FamilyNumbers.golden.get()
        #expect(golden.series.count == 36)
        for (number, series) in golden.series.enumerated() {
            let diary = try diary(series.values, from: golden.start, seed: series.seed)
            let look = CourseFamily.look(diary, window: diary.days, surrogates: 99)
            let trend = try #require(look.finding(.trend(pain)), "series \(number)")
            let change = try #require(look.finding(.change(pain)), "series \(number)")
            #expect(agrees(trend, series.trend), "series \(number): \(trend)")
            #expect(agrees(change, series.change), "series \(number): \(change)")
            #expect(trend.adjusted == min(2 * trend.p, 1) && change.adjusted == min(2 * change.p, 1))
            #expect(look.asked == 2 && look.waiting.isEmpty && look.isSound)
        }
    }

    @Test func `days that are missing are waited for, by both questions`() throws {
        var random = Seeded(1)
        let diary = try diary(noise(55, rho: 0.3, missing: 0, &random))
        let look = CourseFamily.look(diary, window: diary.days)
        #expect(look.need(.trend(pain)) == .days(1) && look.need(.change(pain)) == .days(1))
        #expect(look.asked == 0 && look.findings.isEmpty)
    }

    @Test(arguments: Degenerate.allCases)
    func `nothing to find is no number and no trap`(kind: Degenerate) throws {
        let diary = try diary(kind.values(84))
        let look = CourseFamily.look(diary, window: diary.days, surrogates: 99)
        #expect(look.isSound)
        if [.constant, .one, .none, .line].contains(kind) {
            #expect(look.findings.isEmpty && look.waiting.count == 2)
        }
        let fresh = (diary.days.upperBound - 41)...diary.days.upperBound
        if let finding = CourseFamily.confirm(.trend(pain), in: diary, fresh: fresh) {
            #expect(finding.p <= 1 && finding.difference.isFinite && kind != .constant)
        }
    }

    @Test func `outcomes share the error, and the order of the findings is that of their sureness`() throws {
        var random = Seeded(2)
        let names: [Outcome.Name] = [pain, .mood, .craving]
        let outcomes = try names.map { name in
            Outcome(
                name,
                try noise(120, rho: 0.5, &random).enumerated().compactMap { day, value in
                    try value.map { try reading(18_000 + day, $0 + (name == .mood ? Double(day) / 12 : 0)) }
                })
        }
        let diary = Diary(days: 18_000...18_119, outcomes: outcomes)
        let look = CourseFamily.look(diary, window: diary.days, surrogates: 199)
        #expect(look.asked == 6 && look.findings.count == 6)
        #expect(look.findings.allSatisfy { $0.adjusted == min(1, 6 * $0.p) })
        #expect(look.findings.first?.hypothesis.outcome == .mood)
        #expect(zip(look.findings, look.findings.dropFirst()).allSatisfy { $0.adjusted <= $1.adjusted })
    }

    @Test(arguments: [3, 4, 5] as [UInt64])
    func `stopping early says no where the whole run says no, and the same otherwise`(seed: UInt64) throws {
        var random = Seeded(seed)
        for lift in [0.0, 2, 4] {
            let values = noise(90, rho: 0.4, &random).enumerated().map { day, value in value.map { $0 + (day < 50 ? 0 : lift) } }
            let diary = try diary(values, seed: seed)
            let whole = CourseFamily.look(diary, window: diary.days).findings.filter { $0.adjusted <= 0.02 }
            let early = CourseFamily.look(diary, window: diary.days, stopAbove: 0.02).findings.filter { $0.adjusted <= 0.02 }
            #expect(whole == early, "seed \(seed)")
        }
    }

    @Test func `few people without a trend or a change are told of one`() throws {
        let seed: UInt64 = 6
        var random = Seeded(seed)
        var told = (trend: 0, change: 0)
        for _ in 0..<150 {
            let diary = try diary(noise(91, rho: 0.7, &random), seed: random.next())
            let look = CourseFamily.look(diary, window: diary.days, surrogates: 199, stopAbove: 0.2)
            told.trend += look.finding(.trend(pain)).map { $0.p <= 0.05 ? 1 : 0 } ?? 0
            told.change += look.finding(.change(pain)).map { $0.p <= 0.05 ? 1 : 0 } ?? 0
        }
        // 7.5 expected at .05; more than 16 of 150 in one run of 500. Least squares alone gives 50.
        #expect(told.trend <= 16 && told.change <= 16, "seed \(seed): \(told)")
    }

    @Test func `a step is found, and fresh days on its side confirm it`() throws {
        var random = Seeded(7)
        let values = noise(160, rho: 0.4, &random).enumerated().map { day, value in value.map { $0 + (day < 80 ? -1.5 : 1.5) } }
        let diary = try diary(values)
        let window = 18_000...18_117
        let look = CourseFamily.look(diary, window: window)
        let change = try #require(look.finding(.change(pain)))
        #expect(change.adjusted <= 0.01 && change.difference > 1)
        let fresh = try #require(CourseFamily.confirm(.change(pain), in: diary, fresh: 18_118...18_159))
        #expect(fresh.difference > 0 && fresh.p < 0.05 && fresh.window == 18_118...18_159)
    }

    @Test func `a trend's sign, interval and p never contradict each other`() throws {
        let seed: UInt64 = 9
        var random = Seeded(seed)
        var clear = 0
        for step in 0..<300 {
            // Seldom more than nothing, so that half of all pairs of days are alike.
            let values = (0..<70).map { day -> Double? in
                random.nextUnit() < 0.25 ? (random.nextUnit() * 8).rounded() + (step % 2 == 0 && day > 50 ? 2 : 0) : 0
            }
            let diary = try diary(values)
            guard let trend = CourseFamily.look(diary, window: diary.days, surrogates: 9).finding(.trend(pain)) else { continue }
            #expect((trend.p < 0.05) == !trend.interval.contains(0), "seed \(seed), \(step): \(trend)")
            if !trend.interval.contains(0) {
                clear += 1
                #expect((trend.difference > 0) == (trend.interval.lowerBound > 0), "seed \(seed), \(step): \(trend)")
            }
        }
        #expect(clear > 5, "seed \(seed): \(clear)")
    }

    @Test func `other questions and too few fresh days confirm nothing`() throws {
        var random = Seeded(8)
        let diary = try diary(noise(120, rho: 0.3, &random))
        #expect(CourseFamily.confirm(.weekend(pain), in: diary, fresh: 18_070...18_119) == nil)
        #expect(CourseFamily.confirm(.trend(.mood), in: diary, fresh: 18_070...18_119) == nil)
        #expect(CourseFamily.confirm(.trend(pain), in: diary, fresh: 18_110...18_119) == nil)
        #expect(CourseFamily.confirm(.trend(pain), in: diary, fresh: 19_110...19_119) == nil)
        #expect(CourseFamily.confirm(.trend(pain), in: diary, fresh: 18_000...18_119) == nil)
    }
}
