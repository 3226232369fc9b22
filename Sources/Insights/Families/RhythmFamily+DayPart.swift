import Journal

extension RhythmFamily {
    /// One part of the day compared with the mean of the other parts of the same day, summed by weeks.
    ///
    /// Days of one week are correlated, weeks hardly: by chance alone each week's sum could equally have the other sign.
    struct DayPart {
        let outcome: Outcome.Name
        let slot: DaySlot
        let levels: DailyLevels
        /// For each week of the window, the newest first: the sum of the differences, and the number of days on which both were
        /// known.
        let sums: [Double]
        let counts: [Int]

        var hypothesis: Hypothesis { .timeOfDay(outcome, slot) }

        /// The parts that were logged on a quarter of the days: a person who never writes at night need not wait for nights.
        static func all(of outcome: Outcome, window: ClosedRange<Int>) -> [DayPart] {
            let means = SlotMeans(of: outcome, days: window)
            let levels = DailyLevels(means)
            return DaySlot.allCases.compactMap { slot in
                let written = (0..<window.count).count { !means.mean(of: $0, slot).isNaN }
                guard written > 0, written * 4 >= window.count else { return nil }
                var sums = [Double](repeating: 0, count: (window.count + 6) / 7)
                var counts = [Int](repeating: 0, count: sums.count)
                for day in 0..<window.count {
                    let difference = means.mean(of: day, slot) - means.mean(of: day, besides: slot)
                    guard !difference.isNaN else { continue }
                    let week = (window.count - 1 - day) / 7
                    sums[week] += difference
                    counts[week] += 1
                }
                return DayPart(outcome: outcome.name, slot: slot, levels: levels, sums: sums, counts: counts)
            }
        }

        /// The number of weeks with a day on which both were known.
        var weeks: Int { counts.count { $0 > 0 } }

        /// What is missing before it can be asked; `nil` if nothing is.
        func need(weeks least: Int) -> FamilyLook.Waiting.Need? {
            if weeks < least { return .days(7 * (least - weeks)) }
            let needed = Int((leastShare * Double(levels.days.count)).rounded(.up))
            let both = counts.reduce(0, +)
            if both < needed { return .days(needed - both) }
            return size > 0 && error != nil ? nil : .days(1)
        }

        /// The root of the sum of squares, which no sign flip changes.
        var size: Double { sums.reduce(0) { $0 + $1 * $1 }.squareRoot() }

        /// How much higher that part is, per day.
        var difference: Double { sums.reduce(0, +) / Double(counts.reduce(0, +)) }

        /// Standard error of that ratio over weeks; `nil` if weeks do not differ.
        var error: Double? {
            let (days, count) = (Double(counts.reduce(0, +)), Double(weeks))
            guard count > 1 else { return nil }
            let squares = zip(sums, counts).reduce(0) { sum, week in
                let away = week.0 - difference * Double(week.1)
                return sum + away * away
            }
            guard squares > 1e-18 * size * size else { return nil }
            return (squares * count / (count - 1)).squareRoot() / days
        }

        func finding(p: Double) -> Finding? {
            guard let error,
                let finding = Finding(
                    hypothesis, estimate: difference, error: error, degrees: Double(weeks - 1), with: weeks, without: weeks,
                    levels: levels)
            else { return nil }
            return Finding(
                hypothesis, difference: difference, interval: finding.interval, with: weeks, without: weeks,
                window: levels.days, spread: levels.spread, p: p, adjusted: p)
        }

        /// For each part: the share of sign flips under which its own statistic, and the greatest of all parts, is at least as
        /// great.
        ///
        /// The statistic is |sum of weeks| / root of the sum of squares. The same weeks are flipped for all parts and outcomes.
        /// Up to ten weeks all flips are made, so that the share is exact; otherwise `flips` of them, and the observed one counts
        /// as one more.
        static func chances(_ parts: [DayPart], flips: Int, seeded: Seeded) -> [(own: Double, among: Double)] {
            let weeks = parts.map { $0.sums.count }.max() ?? 0
            let whole = weeks <= 10
            let rounds = whole ? 1 << weeks : flips
            var random = seeded
            // Equal sums that were added in another order count as equal.
            let seen = parts.map { abs($0.sums.reduce(0, +)) / $0.size * (1 - 1e-12) }
            var own = parts.map { _ in whole ? 0 : 1 }
            var among = own
            for round in 0..<rounds {
                let signs = whole ? UInt64(round) : random.next()
                var most = 0.0
                for (place, part) in parts.enumerated() {
                    var sum = 0.0
                    for week in part.sums.indices { sum += signs >> UInt64(week) & 1 == 0 ? part.sums[week] : -part.sums[week] }
                    let statistic = abs(sum) / part.size
                    most = max(most, statistic)
                    if statistic >= seen[place] { own[place] += 1 }
                }
                for place in parts.indices where most >= seen[place] { among[place] += 1 }
            }
            let all = Double(whole ? rounds : rounds + 1)
            return parts.indices.map { (Double(own[$0]) / all, Double(among[$0]) / all) }
        }
    }
}
