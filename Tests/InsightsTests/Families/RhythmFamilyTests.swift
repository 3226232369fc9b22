import Insights
import Journal
import Testing

@Suite struct RhythmFamilyTests {
    private let slots: [(minute: Int, share: Double)] = [(480, 0.95), (840, 0.9), (1140, 0.95)]

    private func lived(_ days: Int, rho: Double, morning: Double = 0, weekend: Double = 0, _ random: inout Seeded) throws -> Diary
    {
        var readings: [Reading] = []
        var level = random.nextNormal()
        for day in 18_001..<(18_001 + days) {
            for (place, slot) in slots.enumerated() {
                level = rho * level + (1 - rho * rho).squareRoot() * random.nextNormal()
                guard random.nextUnit() < slot.share else { continue }
                // 18 001 is a Monday.
                let lift = (place == 0 ? morning : 0) + ((day - 18_001) % 7 >= 5 ? weekend : 0)
                readings.append(try reading(day, slot.minute, min(max((4 + 2 * level + lift).rounded(), 0), 10)))
            }
        }
        return Diary(days: 18_001...(18_000 + days), outcomes: [Outcome(pain, readings)], seed: random.next())
    }

    @Test func `weekends are those of SciPy`() throws {
        let golden = try FamilyNumbers.golden.get()
        for (number, series) in golden.series.enumerated() {
            let diary = try diary(series.values, from: golden.start)
            let look = RhythmFamily.look(diary, window: diary.days)
            let finding = try #require(look.finding(.weekend(pain)), "series \(number)")
            #expect(agrees(finding, series.weekend), "series \(number): \(finding)")
            #expect(finding.with == series.weekend.weeks && finding.adjusted == min(2 * finding.p, 1))
        }
    }

    @Test func `parts of the day are those of all sign flips`() throws {
        let golden = try FamilyNumbers.golden.get()
        #expect(golden.parts.count == 9)
        for (number, part) in golden.parts.enumerated() {
            let readings = try part.readings.map { try reading(Int($0[0]), Int($0[1]), $0[2]) }
            let diary = Diary(days: golden.start...(golden.start + part.length - 1), outcomes: [Outcome(pain, readings)])
            let look = RhythmFamily.look(diary, window: diary.days)
            for expected in part.expect {
                let slot = try #require(expected.slot.flatMap(DaySlot.init(rawValue:)))
                let finding = try #require(look.finding(.timeOfDay(pain, slot)), "case \(number)")
                #expect(agrees(finding, expected), "case \(number), \(slot): \(finding)")
                #expect(agrees(finding.adjusted, expected.adjusted ?? .nan), "case \(number), \(slot): \(finding.adjusted)")
            }
            let times = look.findings.count { if case .timeOfDay = $0.hypothesis { true } else { false } }
            #expect(times == part.expect.count && look.isSound)
        }
    }

    @Test func `eight weeks are waited for, and both halves of the day`() throws {
        var random = Seeded(1)
        let short = try lived(49, rho: 0.3, &random)
        let look = RhythmFamily.look(short, window: short.days)
        #expect(look.need(.weekend(pain)) == .days(7) && look.need(.timeOfDay(pain, .morning)) == .days(7))
        #expect(look.need(.timeOfDay(pain, .night)) == nil && look.findings.isEmpty)

        // Evenings on every third day: nobody knows why just then.
        let readings = try (0..<70).flatMap { day in
            [try reading(18_001 + day, 500, Double(day % 5))] + (day % 3 == 0 ? [try reading(18_001 + day, 1200, 8)] : [])
        }
        let seldom = Diary(days: 18_001...18_070, outcomes: [Outcome(pain, readings)])
        let late = RhythmFamily.look(seldom, window: seldom.days)
        #expect(late.need(.timeOfDay(pain, .evening)) == .days(42 - 24) && late.finding(.timeOfDay(pain, .morning)) == nil)
    }

    @Test(arguments: Degenerate.allCases)
    func `nothing to find is no number and no trap`(kind: Degenerate) throws {
        let diary = try diary(kind.values(84))
        #expect(RhythmFamily.look(diary, window: diary.days).isSound)
        let twice = try kind.values(84).enumerated().flatMap { day, value in
            try value.map { [try reading(18_000 + day, 500, $0), try reading(18_000 + day, 900, $0)] } ?? []
        }
        let parts = Diary(days: diary.days, outcomes: [Outcome(pain, twice)])
        let look = RhythmFamily.look(parts, window: parts.days)
        #expect(look.isSound && look.finding(.timeOfDay(pain, .morning)) == nil)
        #expect(RhythmFamily.confirm(.timeOfDay(pain, .morning), in: parts, fresh: parts.days) == nil)
    }

    @Test func `few people without a rhythm are told of one`() throws {
        let seed: UInt64 = 2
        var random = Seeded(seed)
        var told = (weekend: 0, parts: 0)
        for _ in 0..<200 {
            let diary = try lived(70, rho: 0.8, &random)
            let look = RhythmFamily.look(diary, window: diary.days)
            told.weekend += (look.finding(.weekend(pain))?.p ?? 1) <= 0.05 ? 1 : 0
            told.parts += look.findings.contains { $0.hypothesis != .weekend(pain) && $0.adjusted <= 0.1 } ? 1 : 0
        }
        // 10 expected at .05, parts of the day at twice that for the family; more than 20 in one run of 500.
        #expect(told.weekend <= 20 && told.parts <= 20, "seed \(seed): \(told)")
    }

    @Test func `bad mornings and weekends are found and confirmed on fresh days, in the right direction`() throws {
        var random = Seeded(3)
        let diary = try lived(140, rho: 0.5, morning: 2, weekend: -2, &random)
        let look = RhythmFamily.look(diary, window: 18_001...18_098)
        let morning = try #require(look.finding(.timeOfDay(pain, .morning)))
        let weekend = try #require(look.finding(.weekend(pain)))
        #expect(morning.adjusted <= 0.01 && morning.difference > 1 && weekend.adjusted <= 0.01 && weekend.difference < -1)
        for hypothesis in [morning.hypothesis, weekend.hypothesis] {
            let finding = try #require(RhythmFamily.confirm(hypothesis, in: diary, fresh: 18_099...18_140))
            let first = try #require(look.finding(hypothesis))
            #expect(finding.p / 2 <= 0.025 && (finding.difference > 0) == (first.difference > 0) && finding.with == 6)
        }
    }

    @Test func `other questions, other outcomes and four weeks confirm nothing`() throws {
        var random = Seeded(4)
        let diary = try lived(120, rho: 0.3, &random)
        let fresh = 18_079...18_120
        #expect(RhythmFamily.confirm(.trend(pain), in: diary, fresh: fresh) == nil)
        #expect(RhythmFamily.confirm(.weekend(.mood), in: diary, fresh: fresh) == nil)
        #expect(RhythmFamily.confirm(.weekend(pain), in: diary, fresh: 18_093...18_120) == nil)
        #expect(RhythmFamily.confirm(.timeOfDay(pain, .morning), in: diary, fresh: 18_093...18_120) == nil)
        #expect(RhythmFamily.confirm(.timeOfDay(pain, .night), in: diary, fresh: fresh) == nil)
        #expect(RhythmFamily.confirm(.weekend(pain), in: diary, fresh: 20_000...20_042) == nil)
    }

    @Test func `five weeks confirm a weekend, and no part of the day, whatever they say`() throws {
        var random = Seeded(6)
        let diary = try lived(120, rho: 0.3, morning: 5, weekend: -4, &random)
        let five = 18_086...18_120
        #expect(RhythmFamily.confirm(.timeOfDay(pain, .morning), in: diary, fresh: five) == nil)
        #expect(try #require(RhythmFamily.confirm(.weekend(pain), in: diary, fresh: five)).p / 2 <= 0.025)
        let six = try #require(RhythmFamily.confirm(.timeOfDay(pain, .morning), in: diary, fresh: 18_079...18_120))
        #expect(six.p / 2 <= 0.025 && six.with == 6)
    }

    @Test func `the same seed flips the same weeks`() throws {
        var random = Seeded(5)
        let diary = try lived(120, rho: 0.6, morning: 0.3, &random)
        #expect(RhythmFamily.look(diary, window: diary.days) == RhythmFamily.look(diary, window: diary.days))
    }
}
