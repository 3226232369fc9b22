import Insights
import Journal

/// The time of one full look of all five families at a diary of ten years with the maximum of data that is ever looked at.
enum Timing {
    /// Seconds on one core.
    static func fullLook(seed: UInt64) -> Double {
        let diary = diary(seed: seed)
        guard let window = diary.window(before: diary.days.upperBound + 1) else { return .nan }
        let families = Families.five()
        let clock = ContinuousClock()
        let took = clock.measure {
            for family in Family.allCases { _ = families.look(family, diary, window) }
        }
        let (seconds, attoseconds) = took.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// Three outcomes that are correlated from day to day, and twenty factors; every fifth day is missing.
    private static func diary(seed: UInt64) -> Diary {
        var dice = Seeded(seed, 77)
        let days = 0...3649
        let names: [Outcome.Name] = [.mood, .craving, .symptom("headache")]
        let outcomes = names.map { name in
            var level = 0.0
            var readings: [Reading] = []
            for day in days {
                level = 0.5 * level + dice.nextNormal()
                guard dice.nextUnit() > 0.2, let instant = Instant(milliseconds: Int64(day) * 86_400_000 + 36_000_000) else {
                    continue
                }
                readings.append(
                    Reading(instant: instant, day: day, minute: 600, value: min(max((5 + 2 * level).rounded(), 0), 10)))
            }
            return Outcome(name, readings)
        }
        let factors = (0..<20).map { number in
            Factor(.tag("factor \(number)"), Dictionary(uniqueKeysWithValues: days.map { ($0, dice.nextUnit() < 0.35) }))
        }
        return Diary(days: days, outcomes: outcomes, factors: factors, seed: seed)
    }
}
