import Insights
import Journal
import SeededChance
import Synchronization
import Testing

/// The state machine alone: what the families say is a table.
@Suite struct WatcherTests {
    private let walk = Hypothesis.factor(.tag("walk"), .mood, lag: 1)
    private let rain = Hypothesis.factor(.tag("rain"), .mood, lag: 0)
    private let tea = Hypothesis.factor(.tag("tea"), .mood, lag: 2)

    @Test(
        arguments: [
            (0...40, nil, []), (0...41, nil, [42]), (0...54, nil, [42]), (0...55, nil, [42, 56]),
            (0...90, nil, [42, 56, 70, 84]),
            (0...90, 42, [56, 70, 84]), (0...90, 41, [42, 56, 70, 84]), (0...90, 60, [70, 84]), (0...90, 84, []),
            (0...97, 84, [98]),
            (0...90, 500, []), (-100...(-40), nil, [-58, -44]), (1000...1041, nil, [1042]), (-7...90, 84, [91]),
            (-8...90, 84, [90]),
            (5...5, nil, []), (0...90, -500, [42, 56, 70, 84]), (0...90, Int.min, [42, 56, 70, 84]), (0...90, Int.max, []),
        ] as [(ClosedRange<Int>, Int?, [Int])])
    func `looks fall on a grid of fourteen days from the day on which six weeks are over`(
        days: ClosedRange<Int>, last: Int?, expected: [Int]
    ) {
        #expect(Watcher.looks(dueAfter: last, in: diary(days)) == expected)
    }

    @Test(arguments: [
        (0.02, 1.0, 1.0, true), (0.020_001, 1.0, 1.0, false), (0.001, 0.499, 1.0, false), (0.001, -0.5, 1.0, true),
        (0.001, 1.2, 2.5, false), (0.001, 1.25, 2.5, true), (0.001, 0, 0, false), (1, 9, 1, false), (.nan, 9, 1, false),
        (0.001, .nan, 1, false),
    ])
    func `what is sure enough and large enough is watched`(adjusted: Double, difference: Double, spread: Double, begins: Bool) {
        let found = finding(walk, difference, adjusted: adjusted, spread: spread)
        let state = watcher([42: [found]]).advance(WatchState(), diary(0...60), at: 42)
        #expect(state.watches.count == (begins ? 1 : 0))
        #expect(state.lastLook == 42)
        if begins {
            #expect(state.watches.first?.state == .watching)
            #expect(state.watches.first?.since == 42)
            #expect(state.watches.first?.name == "factor/tag:walk/mood/1@42")
            #expect(state.watches.first?.direction == (difference < 0 ? .lower : .higher))
        }
    }

    @Test(arguments: [
        (1.5, 0.05, true), (1.5, 0.050_001, false), (-1.5, 0.000_1, false), (0.1, 0.01, true), (1.5, 0.9, false),
        (1.5, .nan, false),
    ])
    func `one test on fresh days confirms in the direction seen first, or drops`(difference: Double, p: Double, holds: Bool) {
        let first = finding(walk, 2, adjusted: 0.01)
        let second = finding(walk, difference, p: p)
        let asked = Asked()
        let watcher = watcher(
            [42: [first]],
            confirming: { _, fresh in
                asked.note(fresh)
                return second
            })
        let state = watcher.replay(diary(0...110))
        #expect(asked.all == [42...83])
        #expect(state.watches.count == 1)
        switch state.watches.first?.state {
        case .confirmed(84, let found)?: #expect(holds && found.difference == second.difference)
        case .dropped(84, let found?)?: #expect(!holds && found.difference == second.difference)
        default: Issue.record("neither confirmed nor dropped")
        }
    }

    @Test func `one that was seen lower is confirmed by lower`() {
        let watcher = watcher(
            [42: [finding(walk, -2, adjusted: 0.01)]],
            confirming: { question, _ in
                self.finding(question, -1, p: 0.01)
            })
        #expect(watcher.replay(diary(0...84)).watches.first?.isCurrent(on: 84) == true)
    }

    /// Written days since day 42, and at which look the test comes; it is dropped untested after half a year.
    @Test(
        arguments: [
            (Array(42..<84), 84), (Array(58..<84), 84), (Array(59..<84), nil), (Array(59..<85), 98), (Array(98..<124), 126),
            (Array(42..<67), nil), ([], nil),
        ] as [([Int], Int?)])
    func `a test waits until 26 fresh days were written`(written: [Int], day: Int?) {
        let watcher = watcher(
            [42: [finding(walk, 2, adjusted: 0.01)]],
            confirming: { question, _ in
                self.finding(question, 2, p: 0.001)
            })
        let diary = diary(0...300, written: Array(0..<42) + written)
        let state = watcher.replay(diary)
        if let day {
            #expect(state.watches.first?.state == .confirmed(day: day, finding(walk, 2, p: 0.001)))
        } else {
            #expect(state.watches.first?.state == .dropped(day: 224, nil))
        }
    }

    @Test func `a family that cannot answer yet is asked again, with all fresh days`() {
        let asked = Asked()
        let watcher = watcher(
            [42: [finding(walk, 2, adjusted: 0.01)]],
            confirming: { question, fresh in
                asked.note(fresh)
                return fresh.count < 70 ? nil : self.finding(question, 2, p: 0.001)
            })
        let state = watcher.replay(diary(0...130))
        #expect(asked.all == [42...83, 42...97, 42...111])
        #expect(state.watches.first?.state == .confirmed(day: 112, finding(walk, 2, p: 0.001)))
    }

    @Test func `a factor is tested at each look from the 28th fresh day to the 112th, and then dropped`() {
        let asked = Asked()
        let watcher = watcher(
            [42: [finding(walk, 2, adjusted: 0.10)]], factors: .repeated,
            confirming: { question, fresh in
                asked.note(fresh)
                return self.finding(question, 2, p: 0.011)
            })
        let state = watcher.replay(diary(0...200))
        #expect(asked.all == stride(from: 69, through: 153, by: 14).map { 42...$0 })
        #expect(state.watches.first?.state == .dropped(day: 154, finding(walk, 2, p: 0.011)))
    }

    @Test func `the first test that is sure enough confirms`() {
        let watcher = watcher(
            [42: [finding(walk, 2, adjusted: 0.10)]], factors: .repeated,
            confirming: { question, fresh in self.finding(question, 2, p: fresh.count < 56 ? 0.011 : 0.01) })
        #expect(watcher.replay(diary(0...100)).watches.first?.state == .confirmed(day: 98, finding(walk, 2, p: 0.01)))
    }

    @Test(arguments: [(0.2, 0.0002, true), (0.2, 0.000_21, false), (0.21, 0.0002, false)])
    func `fresh days that lean the same way confirm what all days are sure of`(fresh: Double, all: Double, holds: Bool) {
        let watcher = watcher(
            [42: [finding(walk, 2, adjusted: 0.10)]], factors: .repeated,
            confirming: { question, _ in self.finding(question, 2, p: fresh) }, company: { _ in .init(p: all) })
        #expect(watcher.replay(diary(0...69)).watches.first?.isCurrent(on: 70) == holds)
    }

    @Test func `what its company explains is not confirmed, and what cannot be told apart is named`() {
        func state(_ company: Families.Company?) -> Watch.State? {
            watcher(
                [42: [finding(walk, 2, adjusted: 0.01)]], confirming: { question, _ in self.finding(question, 2) },
                company: { _ in company }
            ).replay(diary(0...100)).watches.first?.state
        }
        #expect(state(nil) == .dropped(day: 84, finding(walk, 2)))
        var named = finding(walk, 2)
        named.together = [.tag("rain")]
        #expect(state(.init(together: [.tag("rain")])) == .confirmed(day: 84, named))
        let both = [finding(walk, 2, adjusted: 0.01), finding(rain, 2, adjusted: 0.02)]
        let later = watcher(
            [42: [both[0]], 98: both], confirming: { question, _ in self.finding(question, 2) },
            company: { _ in .init(together: [.tag("rain")]) }
        ).replay(diary(0...100))
        #expect(later.watches.map(\.hypothesis) == [walk], "both would say the same")
    }

    @Test func `a cue is measured on the days after it, each time that they have doubled`() {
        let watcher = watcher(
            [42: [finding(walk, 2, adjusted: 0.01)]],
            confirming: { question, fresh in self.finding(question, 2, 1...3, fresh, p: fresh.lowerBound == 42 ? 0.001 : 0.9) })
        let measured = [112, 130, 140, 190, 196, 250, 266, 300].map { watcher.replay(diary(0...$0)).watches.first?.measured }
        // Confirmed on day 84.
        #expect(measured == [nil, nil, 84...139, 84...139, 84...195, 84...195, 84...195, 84...195])
        #expect(watcher.replay(diary(0...300)).watches.first?.isCurrent(on: 260) == true, "its p decides nothing")
    }

    /// What the 56 days after the confirmation show, of a pattern that was seen higher or lower.
    @Test(
        arguments: [
            (2, 0.1...3.9, false, false), (2, 0...4, true, false), (2, -1...2, true, false), (2, -3 ... -1, true, true),
            (-2, -3.9 ... -0.1, false, false), (-2, -4...0, true, false), (-2, 1...3, true, true),
        ] as [(Double, ClosedRange<Double>, Bool, Bool)])
    func `a cue that later days do not show is over`(
        first: Double, later: ClosedRange<Double>, isUnseen: Bool, isContradicted: Bool
    ) {
        let watcher = watcher(
            [42: [finding(walk, first, adjusted: 0.01)]],
            confirming: { question, fresh in
                fresh.lowerBound == 42
                    ? self.finding(question, first, -9...9, fresh) : self.finding(question, 0, later, fresh, p: 0.9)
            })
        let before = watcher.replay(diary(0...138)).watches.first
        #expect(before?.isCurrent(on: 138) == true && before?.isUnseen == false, "days chosen for it say nothing")
        let watch = watcher.replay(diary(0...300)).watches.first
        #expect(watch?.isUnseen == isUnseen && watch?.isContradicted == isContradicted)
        #expect(watch?.isCurrent(on: 141) == !isUnseen && watch?.confirmed != nil)
        #expect(watch?.measured == (isUnseen ? 84...139 : 84...195), "what is over is not measured again")
    }

    @Test func `what is over may be watched again, from the look that ended it on`() {
        let again = [42, 98, 140].map { ($0, [finding(walk, 2, adjusted: 0.01)]) }
        let state = watcher(
            Dictionary(uniqueKeysWithValues: again),
            confirming: { question, fresh in self.finding(question, 2, fresh.lowerBound == 84 ? -1...1 : 1...3, fresh) }
        ).replay(diary(0...150))
        #expect(state.watches.map(\.since) == [42, 140])
    }

    @Test(arguments: [(2.0, 84), (-2.0, 364)]) func `a question confirmed again is measured from its first confirmation`(
        second: Double, start: Int
    ) {
        // Lower instead of higher, it is another claim.
        let found = [42: [finding(walk, 2, adjusted: 0.01)], 322: [finding(walk, second, adjusted: 0.01)]]
        let watcher = watcher(
            found,
            confirming: { question, fresh in
                let difference = fresh.lowerBound >= 322 ? second : 2
                return self.finding(question, difference, (difference - 1)...(difference + 1), fresh)
            })
        #expect(watcher.replay(diary(0...362)).watches.map(\.isWatching) == [false, true])
        let atOnce = watcher.replay(diary(0...363)).watches.last
        #expect(atOnce?.measured == (second == 2 ? 84...363 : nil))
        #expect(watcher.replay(diary(0...430)).watches.last?.measured == (second == 2 ? start...363 : start...419))
    }

    @Test func `a size comes from one year at most`() {
        let found = [42, 294, 546].map { ($0, [finding(walk, 2, adjusted: 0.01)]) }
        let state = watcher(
            Dictionary(uniqueKeysWithValues: found), confirming: { question, fresh in self.finding(question, 2, 1...3, fresh) }
        ).replay(diary(0...600))
        #expect(state.watches.map(\.measured) == [84...195, 84...335, 224...587])
    }

    @Test func `two factors at most are watched at once, the surest first`() {
        let found = [finding(tea, 2, adjusted: 0.015), finding(walk, 2, adjusted: 0.001), finding(rain, 2, adjusted: 0.01)]
        let state = watcher([42: found, 56: found]).replay(diary(0...60))
        #expect(state.watches.map(\.hypothesis) == [walk, rain])
    }

    @Test func `among equals the smaller p comes first, then the name`() {
        let equal = [walk, tea, rain].map { finding($0, 2, p: 0.001, adjusted: 0.01) }
        #expect(watcher([42: equal]).replay(diary(0...41)).watches.map(\.hypothesis) == [rain, tea])
        let surer = [finding(walk, 2, p: 0.000_1, adjusted: 0.01)] + equal.dropFirst()
        #expect(watcher([42: surer]).replay(diary(0...41)).watches.map(\.hypothesis) == [walk, rain])
    }

    @Test func `lags of one factor are one question`() {
        let found = (0...3).map { finding(.factor(.tag("walk"), .mood, lag: $0), 2, adjusted: 0.01 + Double($0) / 1000) }
        let state = watcher([42: found, 56: found]).replay(diary(0...60))
        #expect(state.watches.map(\.name) == ["factor/tag:walk/mood/0@42"])
    }

    @Test func `a factor takes the place that one before it left`() {
        let found = [walk, rain].map { finding($0, 2, adjusted: 0.001) }
        let later = [walk, tea].map { finding($0, 2, adjusted: 0.001) }
        let state = watcher(
            [42: found, 84: later],
            confirming: { question, _ in
                self.finding(question, question == self.walk ? 2 : -2, p: 0.001)
            }
        ).replay(diary(0...84))
        #expect(state.watches.map(\.hypothesis) == [rain, walk, tea])
        #expect(state.watches.map(\.isWatching) == [false, false, true])
    }

    @Test func `of other families one question is watched for each outcome`() {
        let found: [Finding] = [
            finding(.trend(.mood), 2, adjusted: 0.01), finding(.change(.mood), 2, adjusted: 0.001),
            finding(.trend(.craving), 2, adjusted: 0.01), finding(.weekend(.mood), 2, adjusted: 0.01),
            finding(.timeOfDay(.mood, .night), 2, adjusted: 0.01),
            finding(.asNeeded(RecordID(test: "A"), .mood), 2, adjusted: 0.01),
            finding(.asNeeded(RecordID(test: "B"), .mood), 2, adjusted: 0.002),
            finding(.step(RecordID(test: "A"), .mood, day: 20), 2, adjusted: 0.01),
            finding(walk, 2, adjusted: 0.01),
        ]
        let state = watcher([42: found]).replay(diary(0...60, of: [.mood, .craving]))
        #expect(
            state.watches.map(\.hypothesis.text) == [
                "factor/tag:walk/mood/1", "change/mood", "trend/craving", "time/mood/night",
                "as-needed/\(RecordID(test: "B"))/mood",
                "step/\(RecordID(test: "A"))/mood/20",
            ])
    }

    @Test func `what was dropped is watched again as soon as it stands out again, on new days`() {
        let always = Dictionary(
            uniqueKeysWithValues: stride(from: 42, through: 200, by: 14).map { ($0, [finding(walk, 2, adjusted: 0.01)]) })
        let state = watcher(always, confirming: { question, _ in self.finding(question, 0.2, p: 0.5) }).replay(diary(0...200))
        #expect(state.watches.map(\.since) == [42, 84, 126, 168])
        #expect(Set(state.watches.map(\.name)).count == 4)
    }

    @Test func `what was dropped and stands out no more is let go`() {
        let found = [42, 98, 140].map { ($0, [finding(walk, 2, adjusted: 0.01)]) }
        let state = watcher(
            Dictionary(uniqueKeysWithValues: found), confirming: { question, _ in self.finding(question, -2, p: 0.000_1) }
        ).replay(diary(0...200))
        #expect(state.watches.map(\.since) == [42, 98, 140])
        #expect(state.watching.isEmpty)
    }

    @Test func `a cue is not watched beside itself while it is news, and may be when it is earlier`() {
        let always = Dictionary(
            uniqueKeysWithValues: stride(from: 42, through: 400, by: 14).map { ($0, [finding(walk, 2, adjusted: 0.01)]) })
        let state = watcher(always, confirming: { question, _ in self.finding(question, 2, p: 0.001) }).replay(diary(0...400))
        #expect(state.watches.map(\.since) == [42, 266])
        #expect(state.watches.first?.isCurrent(on: 84 + 181) == true)
        #expect(state.watches.first?.isCurrent(on: 84 + 182) == false)
    }

    @Test func `what turned is watched beside the cue that it contradicts`() {
        let state = watcher(
            [42: [finding(.trend(.mood), 2, adjusted: 0.01)], 98: [finding(.change(.mood), -2, adjusted: 0.01)]],
            confirming: { question, _ in self.finding(question, 2, p: 0.001) }
        ).replay(diary(0...100))
        #expect(state.watches.map(\.name) == ["trend/mood@42", "change/mood@98"])
    }

    @Test func `a look sees nothing of its day or later`() {
        let seen = Asked()
        let families = Families(
            look: { family, diary, window in
                seen.note(diary.days)
                let latest = diary.outcomes.flatMap(\.readings).map(\.day) + diary.factors.flatMap(\.days.keys)
                #expect(latest.allSatisfy { $0 < window.upperBound + 1 })
                return FamilyLook(family, asked: 0, findings: [], waiting: [])
            }, confirm: { _, _, _ in nil })
        _ = Watcher(families).replay(diary(0...100))
        #expect(Set(seen.all.map(\.upperBound)) == [41, 55, 69, 83, 97])
    }

    @Test func `a test sees what families ask for from before the window of its watch, and no whole life`() {
        let seen = Asked()
        let first = finding(walk, 2, adjusted: 0.01)
        let families = Families(
            look: { family, _, window in
                let begins = family == .factors && window.upperBound == 601
                return FamilyLook(family, asked: 1, findings: begins ? [first] : [], waiting: [])
            },
            confirm: { _, diary, _ in
                seen.note(diary.days)
                return nil
            })
        _ = Watcher(families, factors: .once).replay(diary(0...700))
        // 182 days of a window, and 126 before the 56 that a change of medicine is compared with.
        #expect(seen.all.map(\.upperBound) == [643, 657, 671, 685, 699])
        #expect(seen.all.allSatisfy { (100...(602 - 182 - 126)).contains($0.lowerBound) })
    }

    @Test func `windows are the last 182 days at most, in whole weeks`() {
        #expect(diary(0...400).window(before: 41) == nil)
        #expect(diary(0...400).window(before: 42) == 0...41)
        #expect(diary(0...400).window(before: 48) == 6...47)
        #expect(diary(0...400).window(before: 182) == 0...181)
        #expect(diary(0...400).window(before: 300) == 118...299)
        #expect(diary(-300...400).window(before: -200) == -298...(-201))
    }

    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func `replay is the same as look by look, in any number of sittings`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let diary = diary(0...500, written: (0...500).filter { _ in Int.random(in: 0..<10, using: &random) < 8 })
        let watcher = chancy(seed)
        let whole = watcher.replay(diary)
        var stepwise = WatchState()
        for day in Watcher.looks(dueAfter: nil, in: diary) { stepwise = watcher.advance(stepwise, diary, at: day) }
        #expect(whole == stepwise, "seed \(seed)")
        var sittings = WatchState()
        var end = 0
        while end < 500 {
            end = min(500, end + Int.random(in: 1...80, using: &random))
            if let sofar = diary.cut(to: end + 1) { sittings = watcher.replay(sofar, from: sittings) }
        }
        #expect(whole == sittings, "seed \(seed)")
        #expect(whole.watches.contains { $0.confirmed != nil }, "seed \(seed): nothing was confirmed")
        #expect(
            whole.watches.contains { if case .dropped = $0.state { true } else { false } }, "seed \(seed): nothing was dropped")
    }

    @Test(arguments: [41, 42, 43] as [UInt64])
    func `laws hold in any course`(seed: UInt64) {
        let diary = diary(0...700, of: [.mood, .craving])
        let watcher = chancy(seed)
        var state = WatchState()
        for day in Watcher.looks(dueAfter: nil, in: diary) {
            let before = state
            state = watcher.advance(state, diary, at: day)
            let watching = state.watching.map(\.hypothesis)
            #expect(watching.count { $0.family == .factors } <= 2, "seed \(seed)")
            for family in Family.allCases where family != .factors {
                let outcomes = watching.filter { $0.family == family }.map(\.outcome)
                #expect(outcomes.count == Set(outcomes).count, "seed \(seed)")
            }
            for watch in before.watches where !watch.isWatching {
                #expect(
                    state.watches.contains { $0.name == watch.name && decision($0) == decision(watch) },
                    "seed \(seed): \(watch.name) was decided twice")
            }
            #expect(Set(state.watches.map(\.name)).count == state.watches.count, "seed \(seed)")
            #expect(state == watcher.advance(state, diary, at: day), "seed \(seed): a look was taken twice")
        }
        for watch in state.watches {
            if case .confirmed(let day, _) = watch.state { #expect(day - watch.since >= 42, "seed \(seed)") }
        }
    }

    @Test func `days that are filled in later change nothing that was decided`() {
        let dropping = watcher(
            [42: [finding(walk, 2, adjusted: 0.01)]], confirming: { question, _ in self.finding(question, 0, p: 1) })
        let decided = dropping.replay(diary(0...90, written: Array(0..<90)))
        let confirming = watcher(
            [42: [finding(rain, 2, adjusted: 0.01)]], confirming: { question, _ in self.finding(question, 2, p: 0.001) })
        for filled in [diary(0...90), diary(0...95, of: [.mood, .craving]), diary(-5...97)] {
            #expect(confirming.replay(filled, from: decided).watches == decided.watches)
        }
        #expect(confirming.advance(decided, diary(0...90), at: 84) == decided)
        #expect(confirming.advance(decided, diary(0...90), at: 42) == decided)
    }

    @Test func `an entry of centuries ago costs no look at empty years`() {
        let asked = Asked()
        let families = Families(
            look: { family, _, window in
                asked.note(window)
                return FamilyLook(family, asked: 0, findings: [], waiting: [])
            }, confirm: { _, _, _ in nil })
        let state = Watcher(families).replay(diary(-113_215...20_600, written: [-113_215] + Array(20_500...20_600)))
        #expect(state.lastLook.map { (20_587...20_601).contains($0) } == true)
        #expect(asked.all.count <= 8 * Family.allCases.count)
        #expect(asked.all.count >= 6 * Family.allCases.count)
    }

    @Test func `doses are cut where the day began on the wall of the writer`() throws {
        // 14 hours ahead of UTC: day 50 began at 10:00 UTC of day 49.
        let readings = (0...60).map { day in reading(day, 720, ahead: 14 * 60) }
        let doses = [-60, -1, 0, 60].compactMap { Instant(milliseconds: Int64(50 * 1440 - 14 * 60 + $0) * 60_000) }
        let whole = Diary(
            days: 0...60, outcomes: [Outcome(.mood, readings)],
            medicines: [
                Medicine(
                    id: RecordID(test: "A"), asNeeded: true, taken: doses,
                    steps: [.init(day: 49, kind: .start), .init(day: 50, kind: .stop)],
                    due: [49: .init(taken: 1), 50: .init(taken: 1)])
            ], seed: 7)
        let cut = try #require(whole.cut(to: 50))
        #expect(cut.medicines.first?.taken == Array(doses.prefix(2)))
        #expect(cut.medicines.first?.steps.map(\.day) == [49])
        #expect(cut.medicines.first?.due.keys.sorted() == [49])
        #expect(cut.outcomes.first?.readings.map(\.day) == Array(0...49))
        #expect(cut.seed == 7)
        #expect(cut.days == 0...49)
        #expect(whole.cut(to: 0) == nil)
        #expect(whole.cut(to: -5) == nil)
        #expect(whole.cut(to: 100) == whole)
        #expect(whole.cut(to: 50, from: 10)?.days == 10...49)
        #expect(whole.cut(to: 50, from: 50) == nil)
        #expect(cut.cut(to: 50) == cut)
    }

    // MARK: what is given

    /// What was decided, and when; a size may still be measured.
    private func decision(_ watch: Watch) -> String {
        switch watch.state {
        case .watching: "watching"
        case .confirmed(let day, _): "confirmed \(day)"
        case .dropped(let day, _): "dropped \(day)"
        }
    }

    /// Says what a table has for the day of a look, and confirms as told.
    private func watcher(
        _ found: [Int: [Finding]], factors: Watcher.Rule = .once,
        confirming: @escaping @Sendable (Hypothesis, ClosedRange<Int>) -> Finding? = { _, _ in nil },
        company: @escaping @Sendable (Finding) -> Families.Company? = { _ in Families.Company() }
    ) -> Watcher {
        Watcher(
            Families(
                look: { family, _, window in
                    let findings = (found[window.upperBound + 1] ?? []).filter { $0.hypothesis.family == family }
                    return FamilyLook(family, asked: findings.count, findings: findings, waiting: [])
                }, confirm: { question, _, fresh in confirming(question, fresh) }, company: { finding, _, _ in company(finding) }),
            factors: factors)
    }

    /// Families whose answers are drawn from the seed, the window and the question alone.
    private func chancy(_ seed: UInt64) -> Watcher {
        let questions: [Hypothesis] =
            (0..<6).flatMap { tag in (0...3).map { .factor(.tag("t\(tag)"), .mood, lag: $0) } }
            + [.trend(.mood), .change(.mood), .trend(.craving), .weekend(.mood), .timeOfDay(.craving, .evening)]
            + [.asNeeded(RecordID(test: "A"), .mood), .step(RecordID(test: "B"), .mood, day: 30)]
        @Sendable func draw(_ question: Hypothesis, _ place: Int, rarely: Int) -> Finding {
            let state = seed &+ UInt64(bitPattern: Int64(place)) &* 977
            var random = SplitMix64(seed: question.text.utf8.reduce(state) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 })
            let hit = Int.random(in: 0..<rarely, using: &random) == 0
            let difference = Double.random(in: -3...3, using: &random)
            return Finding(
                question, difference: difference, interval: (difference - 1)...(difference + 1), with: 10, without: 20,
                window: 0...41, spread: 2, p: hit ? 0.01 : 0.5, adjusted: hit ? Double.random(in: 0...0.02, using: &random) : 0.5)
        }
        return Watcher(
            Families(
                look: { family, _, window in
                    let asked = questions.filter { $0.family == family }
                    return FamilyLook(
                        family, asked: asked.count, findings: asked.map { draw($0, window.upperBound, rarely: 12) }, waiting: [])
                },
                confirm: { question, _, fresh in
                    fresh.count % 4 == 0 && fresh.count < 60 ? nil : draw(question, fresh.upperBound + 100_000, rarely: 2)
                }), factors: .once)
    }

    private func finding(
        _ question: Hypothesis, _ difference: Double, _ interval: ClosedRange<Double>, _ window: ClosedRange<Int>,
        p: Double = 0.001
    ) -> Finding {
        Finding(
            question, difference: difference, interval: interval, with: 10, without: 30, window: window, spread: 2, p: p,
            adjusted: p)
    }

    private func finding(
        _ question: Hypothesis, _ difference: Double, p: Double = 0.001, adjusted: Double = 0.001, spread: Double = 2
    ) -> Finding {
        Finding(
            question, difference: difference, interval: -9...9, with: 10, without: 30, window: 0...41, spread: spread, p: p,
            adjusted: adjusted)
    }

    private func diary(_ days: ClosedRange<Int>, written: [Int]? = nil, of names: [Outcome.Name] = [.mood]) -> Diary {
        let readings = (written ?? Array(days)).map { reading($0, 720, ahead: 0) }
        return Diary(days: days, outcomes: names.map { Outcome($0, readings) }, seed: 1)
    }

    private func reading(_ day: Int, _ minute: Int, ahead: Int) -> Reading {
        let milliseconds = Int64(day * 1440 + minute - ahead) * 60_000
        guard let instant = Instant(milliseconds: milliseconds) else {
            preconditionFailure("a day of a test lies in years 1 to 9999")
        }
        return Reading(instant: instant, day: day, minute: minute, value: Double(day % 10))
    }
}

/// What a stand-in was asked, in order.
private final class Asked: Sendable {
    private let ranges = Mutex<[ClosedRange<Int>]>([])
    var all: [ClosedRange<Int>] { ranges.withLock { $0 } }
    func note(_ range: ClosedRange<Int>) { ranges.withLock { $0.append(range) } }
}

extension Watch {
    /// Whether it was confirmed so long ago that it is shown as "earlier", or was not seen since.
    fileprivate func isEarlier(on day: Int) -> Bool { confirmed != nil && !isCurrent(on: day) }
}
