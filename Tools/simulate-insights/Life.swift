import Insights
import Journal

/// How a made-up person lives and writes: the course of a symptom's level, and the factors, which are unrelated to it unless an
/// effect is planted. Everything is chosen at random from a seed.
package struct Life: Sendable {
    package var days: Int
    /// The correlation of the level with that of the day before.
    package var rho: Double
    /// Points by which weekends are worse; half of the factors are then more frequent on weekends, too.
    package var weekend = 0.0
    /// Points by which one day of the week is worse; half of the factors then come mostly on a weekday of their own.
    package var weekday = 0.0
    /// Points by which the level changes for good on some day; each factor then also changes its frequency, on a day of its own.
    package var change = 0.0
    /// Points by which the day `lag` days after the first factor is worse.
    package var planted = 0.0
    /// The lag of the planted effect, in days.
    package var lag = 1
    /// Whether factors are known even on days without an entry.
    package var factorsAlwaysKnown = false
    /// What is left out on good days.
    package var noting = Noting.everything
    /// Whether the second factor comes with four of five days of the first, and with one of ten others; it has no effect.
    package var hasCompanion = false
    /// The number of tags that are ever written down.
    package var tags = Life.factors
    /// The standard deviation of a day's level, as a share of the usual two points.
    package var range = 1.0

    /// What a person writes down, which may depend on how bad the day is.
    package enum Noting: Sendable {
        /// Each tag of each written day.
        case everything
        /// Each tag for itself, the more often the worse the day.
        case tagsWhenBad
        /// All tags of a day or none, the more often the worse the day.
        case allTagsWhenBad
        /// The day itself, the more often the worse it is; then with all its tags.
        case daysWhenBad
        /// Only the first tag, the more often the worse the day; all others always.
        case firstTagWhenBad
    }

    /// The number of factors besides missed doses, if `tags` says nothing else.
    package static let factors = 10
    /// The factor with the planted effect, if there is one.
    package static let plantedFactor = Factor.Name.tag("tag 0")
    /// The factor that comes with it, if `hasCompanion`.
    package static let companion = Factor.Name.tag("tag 1")
    package static let symptom = Outcome.Name.symptom("headache")
    /// The medicine taken as needed, more often the worse it is; it has no effect.
    package static let reliever = RecordID(firstBytesOf: Array("reliever".utf8) + [UInt8](repeating: 0, count: 8))
    /// The daily medicine that is begun in a bad spell; it has no effect.
    package static let preventer = RecordID(firstBytesOf: Array("preventer".utf8) + [UInt8](repeating: 0, count: 7))

    package init(days: Int, rho: Double) { (self.days, self.rho) = (days, rho) }

    package func diary(seed: UInt64) -> Diary {
        var random = Seeded(seed, 11)
        let start = 20_000 + random.next(below: 7)
        let span = start...(start + days - 1)
        var written = daysWritten(&random)
        var factors = (0..<Life.factors).map { factor($0, start: start, &random) }
        // What later kinds of people need has its own dice, so that the earlier ones stay who they are.
        var dice = Seeded(seed, 12)
        if hasCompanion { factors[1] = factors[0].map { dice.nextUnit() < ($0 ? 0.8 : 0.1) } }
        var week = Seeded(seed, 13)
        let bad = week.next(below: 7)
        if weekday != 0 { for index in stride(from: 0, to: Life.factors, by: 2) { factors[index] = weekly(start: start, &week) } }
        let levels = levels(start: start, planted: factors[0], bad: bad, &random)
        leaveOut(levels, &written, &factors, &dice)
        var doses: [Instant] = []
        var readings: [Reading] = []
        for day in 0..<days where written[day] {
            DayOfWriting(number: start + day, level: levels[day]).write(&readings, &doses, &random)
        }
        let outcome = Outcome(Life.symptom, readings)
        let known = factors.prefix(tags).enumerated().map { index, there in
            Factor(.tag("tag \(index)"), byDay(start: start, there, where: factorsAlwaysKnown ? nil : written))
        }
        let preventer = preventer(outcome, span: span, written: written, &random)
        let missed = preventer.due.compactMapValues { $0.unknown > 0 ? nil : $0.missed > 0 }
        return Diary(
            days: span, outcomes: [outcome],
            factors: known + (missed.isEmpty ? [] : [Factor(.missed(Life.preventer), missed)]),
            medicines: [Medicine(id: Life.reliever, asNeeded: true, taken: doses), preventer], seed: random.next())
    }

    // MARK: what happens

    /// The level of each day before it is logged: it is rounded and limited later.
    private func levels(start: Int, planted there: [Bool], bad: Int, _ random: inout Seeded) -> [Double] {
        let turn = Int(Double(days) * (0.3 + 0.4 * random.nextUnit()))
        let direction = random.next(below: 2) == 0 ? -1.0 : 1.0
        var noise = random.nextNormal()
        return (0..<days).map { day in
            if day > 0 { noise = rho * noise + (1 - rho * rho).squareRoot() * random.nextNormal() }
            var level = Life.mean + range * Life.spread * noise
            if isWeekend(start + day) { level += weekend }
            if (start + day) % 7 == bad { level += weekday }
            if day >= turn { level += direction * change }
            if day >= lag, there[day - lag] { level += self.planted }
            return level
        }
    }

    /// Whether a factor was present on each day: a chain of two states, with random frequency and duration for each factor.
    private func factor(_ index: Int, start: Int, _ random: inout Seeded) -> [Bool] {
        let share = 0.2 + 0.3 * random.nextUnit()
        let carried = 0.5 * random.nextUnit()
        let turn = Int(Double(days) * (0.3 + 0.4 * random.nextUnit()))
        let turned = change == 0 ? 0.0 : share < 0.35 ? 0.35 : -0.15
        var there = random.nextUnit() < share
        return (0..<days).map { day in
            var often = share + (day >= turn ? turned : 0)
            if weekend != 0, index % 2 == 0, isWeekend(start + day) { often = min(often + 0.4, 0.9) }
            if random.nextUnit() >= carried { there = random.nextUnit() < often }
            return there
        }
    }

    /// Present on nine of ten days of one weekday, and on one of ten others.
    private func weekly(start: Int, _ random: inout Seeded) -> [Bool] {
        let own = random.next(below: 7)
        return (0..<days).map { random.nextUnit() < ((start + $0) % 7 == own ? 0.9 : 0.1) }
    }

    /// Takes away what is not noted: of what there was, 36 % is noted on a day of level 2, 62 % at 4, and 88 % at 6.
    private func leaveOut(_ levels: [Double], _ written: inout [Bool], _ factors: inout [[Bool]], _ dice: inout Seeded) {
        guard noting != .everything else { return }
        for (day, level) in levels.enumerated() {
            let share = min(max(0.1 + 0.13 * level, 0.05), 0.98)
            let whole = dice.nextUnit() < share
            for index in factors.indices {
                let own = dice.nextUnit() < share
                switch noting {
                case .tagsWhenBad where !own, .allTagsWhenBad where !whole: factors[index][day] = false
                case .firstTagWhenBad where index == 0 && !own: factors[index][day] = false
                default: break
                }
            }
            if noting == .daysWhenBad, !whole { written[day] = false }
        }
    }

    /// Every fifth day is missing, and about every 90 days a run of five to ten.
    private func daysWritten(_ random: inout Seeded) -> [Bool] {
        var written = (0..<days).map { _ in random.nextUnit() >= 0.2 }
        for _ in 0..<max(1, days / 90) {
            let length = 5 + random.next(below: 6)
            let first = random.next(below: max(1, days - length))
            for day in first..<min(first + length, days) { written[day] = false }
        }
        return written
    }

    /// Begun on the first day, after eight weeks, on which the mean of the last seven is 1.2 points above that of all before.
    private func preventer(
        _ outcome: Outcome, span: ClosedRange<Int>, written: [Bool], _ random: inout Seeded
    ) -> Medicine {
        let levels = DailyLevels(of: outcome, days: span)
        func mean(_ part: Range<Int>) -> Double? {
            let known = part.compactMap { levels[span.lowerBound + $0] }
            return known.count >= 4 ? known.reduce(0, +) / Double(known.count) : nil
        }
        let begun = stride(from: 56, to: days, by: 1).first { day in
            guard let week = mean((day - 7)..<day), let before = mean(0..<day) else { return false }
            return week >= before + 1.2
        }
        guard let begun else { return Medicine(id: Life.preventer, asNeeded: false, taken: []) }
        var due: [Int: Medicine.DoseDay] = [:]
        for day in begun..<days {
            let chance = random.nextUnit()
            due[span.lowerBound + day] =
                !written[day]
                ? .init(unknown: 1) : chance < 0.75 ? .init(taken: 1) : chance < 0.8 ? .init(late: 1) : .init(missed: 1)
        }
        return Medicine(
            id: Life.preventer, asNeeded: false, taken: [], steps: [.init(day: span.lowerBound + begun, kind: .start)], due: due)
    }

    private func byDay(start: Int, _ there: [Bool], where known: [Bool]?) -> [Int: Bool] {
        var found: [Int: Bool] = [:]
        for (day, value) in there.enumerated() where known?[day] != false { found[start + day] = value }
        return found
    }

    private func isWeekend(_ day: Int) -> Bool { (LocalDay(number: day)?.weekday ?? 1) >= 6 }

    /// Mean and standard deviation of a day's level: with the variation within the day, the daily levels have one of 2.
    private static let (mean, spread) = (4.0, 1.85)
}
