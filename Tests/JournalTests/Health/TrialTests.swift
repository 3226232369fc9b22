import Journal
import SeededChance
import Testing

@Suite struct TrialTests {
    private func day(_ iso: String) throws -> LocalDay { try #require(LocalDay(iso: iso)) }

    private func trial(_ first: String = "2026-03-15", blockDays: Int = 3, pairs: Int = 8, washOut: Int? = nil) throws -> Trial {
        Trial(
            action: " magnesium ", outcome: "mood", blockDays: blockDays, pairs: pairs, washOut: washOut, first: try day(first),
            seed: 1)
    }

    @Test func `a plan names all its faults, and does not calculate with numbers that cannot be`() throws {
        #expect(try trial().faults.isEmpty && trial().fault == nil)
        let block = HealthFault.outside(field: "days of a block", least: "2", most: "14")
        #expect(try trial(blockDays: 1, washOut: 13).faults == [block])
        #expect(
            try trial(blockDays: 0, pairs: .max, washOut: 14).faults == [
                block, .outside(field: "pairs", least: "2", most: "30"),
                .outside(field: "days that do not count", least: "1", most: "13"),
            ])
        #expect(try trial("9999-12-30").faults == [.outside(field: "first day", least: "year 1", most: "year 9999")])
    }

    @Test func `pairs have one block of either kind, and days lie in them without a gap`() throws {
        let base: UInt64 = 0xA11_0CA7E
        for step in 0..<200 as Range<UInt64> {
            var trial = try trial(blockDays: Int(step % 13) + 2, pairs: Int(step % 29) + 2)
            trial.seed = base &+ step
            let blocks = trial.blocks
            #expect(blocks.count == 2 * trial.pairs, "seed \(trial.seed)")
            for pair in 1...trial.pairs {
                #expect(Set(blocks.filter { $0.pair == pair }.map(\.arm)) == [.with, .without], "seed \(trial.seed)")
            }
            #expect(blocks.flatMap { Array($0.days) } == Array(trial.first.number...trial.last.number), "seed \(trial.seed)")
            #expect(
                blocks.allSatisfy {
                    $0.counted.upperBound == $0.days.upperBound && $0.counted.count == trial.blockDays - trial.washOut
                })
            for block in blocks {
                for number in block.days { #expect(trial.block(on: try #require(LocalDay(number: number))) == block) }
            }
        }
    }

    @Test func `each order comes about as often, in each place`() throws {
        let seed: UInt64 = 99
        var trial = try trial(pairs: 10)
        for pair in 1...10 {
            var first = 0
            for step in 0..<2000 as Range<UInt64> {
                trial.seed = seed &+ step
                if trial.firstArm(ofPair: pair) == .with { first += 1 }
            }
            // Four standard errors.
            #expect(abs(first - 1000) < 90, "pair \(pair): \(first) of 2000 from seed \(seed)")
        }
    }

    @Test func `the order of a seed never changes`() throws {
        // Computed apart, by SplitMix64 as its authors publish it.
        let order = try trial().blocks.map { $0.arm == .with ? "1" : "0" }.joined()
        #expect(order == "1010100101101010")
        #expect(try trial().blocks.map(\.arm) == trial().blocks.map(\.arm))
    }

    @Test func `weeks over a change of the clock, a leap day and the end of a year are counted in civil days`() throws {
        #expect(try trial("2026-03-15").last == day("2026-05-01"))
        #expect(try trial("2024-02-28", blockDays: 2, pairs: 2).last == day("2024-03-06"))
        #expect(try trial("1660-12-31", blockDays: 14, pairs: 30).days == 840)
    }

    @Test func `its state follows from the day`() throws {
        var trial = try trial("2026-03-15", blockDays: 2, pairs: 2)
        for (today, state) in [
            ("2026-03-14", Trial.State.waiting), ("2026-03-15", .running), ("2026-03-22", .running), ("2026-03-23", .ended),
        ] {
            #expect(try trial.state(on: day(today)) == state)
            #expect(try trial.isOpen(on: day(today)) == (state != .ended))
        }
        trial.stopped = try day("2026-03-16")
        for today in ["2026-03-16", "2026-03-23", "2030-01-01"] { #expect(try trial.state(on: day(today)) == .stopped) }
        #expect(try trial.block(on: day("2026-03-14")) == nil && trial.block(on: day("2026-03-23")) == nil)
    }

    @Test func `what cannot be a plan is refused`() throws {
        #expect(try trial().fault == nil)
        #expect(try trial(blockDays: 2, pairs: 2).fault == nil && trial(blockDays: 2).washOut == 1)
        // In a block of one day, or one that counts whole, what was done the evening before would be counted for the wrong block.
        #expect(
            try trial(blockDays: 1, washOut: 0).fault == .outside(field: "days of a block", least: "2", most: "14")
                && trial(blockDays: 2, washOut: 0).fault == .outside(field: "days that do not count", least: "1", most: "1"))
        var wrong: [Trial] = [
            try trial(blockDays: 0, washOut: 0), try trial(blockDays: 1), try trial(blockDays: 3, washOut: 0),
            try trial(blockDays: 2, washOut: 2), try trial(blockDays: 15), try trial(blockDays: -1, washOut: 0),
            try trial(pairs: 1),
            try trial(pairs: 31), try trial(pairs: Int.max), try trial(blockDays: 3, washOut: 3),
            try trial(blockDays: 3, washOut: -1),
            try trial("9999-12-01"),
        ]
        for (action, outcome, note) in [
            ("", "mood", ""), (" ", "mood", ""), ("a\nb", "mood", ""), ("a", "", ""), ("a", "mood", "\0"),
        ] {
            wrong.append(Trial(action: action, outcome: outcome, first: try day("2026-03-15"), note: note))
        }
        wrong.append(Trial(action: "a", sign: .tag(" "), outcome: "mood", first: try day("2026-03-15")))
        for trial in wrong { #expect(trial.fault != nil, "\(trial)") }
    }

    /// A wall that is so many minutes east of UTC, always.
    private struct Fixed: ZoneRules {
        let minutes: Int64
        func instant(day: LocalDay, time: TimeOfDay) -> Instant? {
            Instant(milliseconds: Int64(day.number) * 86_400_000 + Int64(time.milliseconds) - minutes * 60_000)
        }
        func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)? { nil }
    }

    @Test func `each block is reminded of once, where its owner is, until something was said of its first day`() throws {
        var trial = try trial("2026-03-15", blockDays: 2, pairs: 2)
        trial.remindAt = TimeOfDay(hour: 8, minute: 0)
        let link = RecordID(test: "t")
        let days = try day("2026-03-10")...day("2026-03-30")
        func names(_ trial: Trial, east minutes: Int64 = 60) -> [String] {
            Reminder.open(trials: [(id: link, trial: trial)], on: days, rules: Fixed(minutes: minutes))
                .map { $0.name.text.replacing(link.description, with: "t") }
        }
        #expect(names(trial) == ["trial t 1", "trial t 2", "trial t 3", "trial t 4"])
        // Other walls, the same reminders at another time.
        #expect(names(trial, east: 14 * 60) == names(trial, east: -12 * 60))
        let due = Reminder.open(trials: [(id: link, trial: trial)], on: days, rules: Fixed(minutes: 60)).map(\.due.milliseconds)
        #expect(due.first == Int64(try day("2026-03-15").number) * 86_400_000 + 7 * 3_600_000)
        trial.answers[try day("2026-03-17")] = false
        #expect(names(trial) == ["trial t 1", "trial t 3", "trial t 4"])
        var silent = trial
        silent.remindAt = nil
        trial.stopped = try day("2026-03-16")
        #expect(names(trial).isEmpty && names(silent).isEmpty)
    }

    @Test func `the name of a reminder is read back, and nothing else`() {
        let abc = RecordID(test: "abc")
        #expect(Reminder.Name(text: "trial \(abc) 12") == .trial(abc, block: 12))
        #expect(Reminder.Name.trial(abc, block: 12).kind == .trial)
        for text in [
            "trial", "trial \(abc)", "trial \(abc) 0", "trial \(abc) -1", "trial \(abc) +1", "trial \(abc) 01", "trial \(abc) x",
            "trial \(abc) 1 2", "trial abc 12",
            "trial  1",
        ] {
            #expect(Reminder.Name(text: text) == nil, "\(text)")
        }
    }
}
