import Journal

/// The rhythm of an outcome: do weekends differ from the other days of the same week, does a part of the day differ from the rest
/// of the same day?
///
/// Both kinds share their family's part of the error (x 2). Weekends of several outcomes share it by Bonferroni; parts of the day
/// of all outcomes by the greatest statistic under the same sign flips, which costs less power if they are correlated.
package enum RhythmFamily {
    package static let leastWeeks = 8
    /// The share of the days on which both the part and the rest of the day must be known: a person who writes in the evening
    /// only when it is bad has bad evenings for that reason alone.
    package static let leastShare = 0.6
    /// Sign flips for parts of the day; all possible ones if there are fewer.
    package static let flips = 1999
    /// Weeks of fresh days for a confirmation. The flips of five weeks give no p below 1/16, one-sided 1/32 = .031, which can
    /// never confirm. Six give .016.
    static let leastFresh = (weekends: 5, parts: 6)

    package static func look(_ diary: Diary, window: ClosedRange<Int>, flips: Int = flips) -> FamilyLook {
        let days = window.clamped(to: diary.days)
        var waiting: [FamilyLook.Waiting] = []
        var weekends: [Finding] = []
        var parts: [DayPart] = []
        for outcome in diary.outcomes {
            let weeks = Weekends(DailyLevels(of: outcome, days: days))
            if weeks.differences.count < leastWeeks {
                waiting.append(FamilyLook.Waiting(.weekend(outcome.name), .days(7 * (leastWeeks - weeks.differences.count))))
            } else if let finding = weeks.finding(outcome.name) {
                weekends.append(finding)
            } else {
                waiting.append(FamilyLook.Waiting(.weekend(outcome.name), .days(1)))
            }
            for part in DayPart.all(of: outcome, window: days) {
                if let need = part.need(weeks: leastWeeks) {
                    waiting.append(FamilyLook.Waiting(part.hypothesis, need))
                } else {
                    parts.append(part)
                }
            }
        }
        let chances = DayPart.chances(parts, flips: flips, seeded: Seeded(diary.seed, days.upperBound, 3))
        let times = zip(parts, chances).compactMap { part, chance in
            part.finding(p: chance.own)?.adjusted(to: 2 * chance.among)
        }
        let findings = weekends.map { $0.adjusted(to: $0.p * 2 * Double(weekends.count)) } + times
        return FamilyLook(.rhythm, asked: findings.count, findings: findings.surestFirst, waiting: waiting)
    }

    /// The same test on fresh days only, with at least five weeks of them, and six for a part of the day; otherwise `nil`.
    package static func confirm(_ hypothesis: Hypothesis, in diary: Diary, fresh: ClosedRange<Int>) -> Finding? {
        guard let outcome = diary.outcomes.first(where: { $0.name == hypothesis.outcome }), fresh.overlaps(diary.days) else {
            return nil
        }
        let days = fresh.clamped(to: diary.days)
        switch hypothesis {
        case .weekend(let name):
            let weeks = Weekends(DailyLevels(of: outcome, days: days))
            return weeks.differences.count < leastFresh.weekends ? nil : weeks.finding(name)
        case .timeOfDay(_, let slot):
            guard let part = DayPart.all(of: outcome, window: days).first(where: { $0.slot == slot }),
                part.need(weeks: leastFresh.parts) == nil
            else { return nil }
            let chance = DayPart.chances([part], flips: flips, seeded: Seeded(diary.seed, days.upperBound, 4))
            return chance.first.flatMap { part.finding(p: $0.own) }
        default:
            return nil
        }
    }

    /// How much higher weekends were than the other days of the same week (Monday to Sunday), for each week.
    struct Weekends {
        let levels: DailyLevels
        let differences: [Double]

        /// A week counts if it has a level on a day of its weekend and on two other days.
        init(_ levels: DailyLevels) {
            let first = isoWeek(levels.days.lowerBound)
            var weeks = [SIMD4<Double>](repeating: .zero, count: isoWeek(levels.days.upperBound) - first + 1)
            for (day, value) in zip(levels.days, levels.values) where !value.isNaN {
                weeks[isoWeek(day) - first] += isoWeekday(day) >= 5 ? [value, 1, 0, 0] : [0, 0, value, 1]
            }
            self.levels = levels
            // Sum and number of the days of the weekend, and of the other days.
            differences = weeks.filter { $0[1] >= 1 && $0[3] >= 2 }.map { $0[0] / $0[1] - $0[2] / $0[3] }
        }

        /// Student's t over the weeks, which are nearly independent; `nil` if they do not differ from each other.
        func finding(_ name: Outcome.Name) -> Finding? {
            let count = Double(differences.count)
            guard count > 1 else { return nil }
            let mean = differences.reduce(0, +) / count
            let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let size = differences.reduce(0) { max($0, abs($1)) }
            guard squares > 1e-18 * size * size else { return nil }
            return Finding(
                .weekend(name), estimate: mean, error: (squares / (count - 1) / count).squareRoot(), degrees: count - 1,
                with: differences.count, without: differences.count, levels: levels)
        }
    }
}
