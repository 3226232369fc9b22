import Insights
import Journal

/// Diaries of which it is known what is in them: AR(1) noise around 4 of 10, rounded and clipped, a fifth of the days and some days
/// in a row not written, and factors that come at random, some of them in spells.
struct FactorWorld {
    var days = 90
    var start = 10_003
    var rho = 0.5
    var factors = 10
    var outcomes = 1
    /// In standard deviations, of the first factor on the first outcome, `lag` days later.
    var effect = 0.0
    var lag = 1
    /// Outcomes and factors are both otherwise on Saturdays and Sundays.
    var hasWeekend = false
    /// Points by which Mondays are worse; each factor then comes on nine of ten days of one weekday, and on one of ten others.
    var mondays = 0.0
    /// Outcomes and factors both change once, each on its own day.
    var hasChanges = false
    /// Nothing is known of the factors on days on which nothing was written.
    var isUnknownWhereMissing = false

    func diary(_ seed: UInt64) -> Diary {
        var random = Seeded(seed, 77)
        let present = (0..<factors).map { index in
            mondays == 0 ? factor(&random, rho: [0, 0.3, 0.6][index % 3]) : weekly(&random, on: index % 7)
        }
        let (gap, length) = (random.next(below: days - 10), 4 + random.next(below: 5))
        let written = (0..<days).map { random.nextUnit() >= 0.2 && !(gap..<(gap + length)).contains($0) }
        let outcomes = (0..<outcomes).map { index in
            let effects = present.first.map { first in (0..<days).map { index == 0 && first[$0 + 3 - lag] ? 2 * effect : 0 } }
            return Outcome(.symptom("s\(index)"), readings(&random, written: written, effects: effects ?? []))
        }
        let named = present.enumerated().map { index, present in
            let known = present.indices.filter { $0 < 3 || !isUnknownWhereMissing || written[$0 - 3] }
            return Factor(.tag("f\(index)"), Dictionary(uniqueKeysWithValues: known.map { (start + $0 - 3, present[$0]) }))
        }
        return Diary(days: start...(start + days - 1), outcomes: outcomes, factors: named, seed: seed)
    }

    private func weekday(_ day: Int) -> Int { (((start + day + 3) % 7) + 7) % 7 }

    private func isWeekend(_ day: Int) -> Bool { weekday(day) >= 5 }

    /// From three days before the first on.
    private func weekly(_ random: inout Seeded, on own: Int) -> [Bool] {
        (-3..<days).map { random.nextUnit() < (weekday($0) == own ? 0.9 : 0.1) }
    }

    /// From three days before the first on.
    private func factor(_ random: inout Seeded, rho: Double) -> [Bool] {
        let bar = Distributions.normalQuantile(0.8 - 0.3 * random.nextUnit())
        let change = hasChanges ? 10 + random.next(below: days - 20) : days
        var state = random.nextNormal()
        return (-3..<days).map { day in
            state = rho * state + (1 - rho * rho).squareRoot() * random.nextNormal()
            return state + (hasWeekend && isWeekend(day) ? 1.2 : 0) + (day >= change ? 1 : 0) > bar
        }
    }

    private func readings(_ random: inout Seeded, written: [Bool], effects: [Double]) -> [Reading] {
        let change = hasChanges ? 10 + random.next(below: days - 20) : days
        var state = random.nextNormal()
        return (0..<days).compactMap { day in
            state = rho * state + (1 - rho * rho).squareRoot() * random.nextNormal()
            let level = 4 + 2 * state + (effects.isEmpty ? 0 : effects[day])
            let shift =
                (hasWeekend && isWeekend(day) ? 1.6 : 0) + (day >= change ? 1.5 : 0) + (weekday(day) == 0 ? mondays : 0)
            guard written[day], let noon = Instant(milliseconds: Int64(start + day) * 86_400_000 + 43_200_000) else { return nil }
            return Reading(instant: noon, day: start + day, minute: 720, value: min(max((level + shift).rounded(), 0), 10))
        }
    }
}
