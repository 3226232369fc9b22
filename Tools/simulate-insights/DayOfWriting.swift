import Insights
import Journal

/// One day of a made-up person: the level varies around that of the day, some of it is logged, high moments are asked about again
/// two hours later, and a medicine is taken more often the worse it is.
struct DayOfWriting {
    let number: Int
    let level: Double

    /// Morning, afternoon, evening: the range of each entry, in quarters of an hour since seven.
    private static let entries = [0...8, 22...34, 44...54]
    private static let quarters = 68
    /// Within a day the level deviates by 0.9 points, and the deviation decays in four hours.
    private static let (spread, carried) = (0.9, 0.939_413)

    /// Adds the readings and doses of this day.
    func write(_ readings: inout [Reading], _ doses: inout [Instant], _ random: inout Seeded) {
        let course = course(&random)
        var asked = Set<Int>()
        var planned = Set<Int>()
        for entry in DayOfWriting.entries where random.nextUnit() < 0.7 {
            planned.insert(entry.lowerBound + random.next(below: entry.count))
        }
        if planned.isEmpty { planned.insert(DayOfWriting.entries[1].lowerBound + random.next(below: 13)) }
        for quarter in 0..<DayOfWriting.quarters where planned.contains(quarter) || asked.contains(quarter) {
            let value = min(max(course[quarter].rounded(), 0), 10)
            guard let instant = instant(quarter) else { continue }
            readings.append(Reading(instant: instant, day: number, minute: 420 + 15 * quarter, value: value))
            guard value >= 5 else { continue }
            if planned.contains(quarter), random.nextUnit() < 0.8 { asked.insert(quarter + 7 + random.next(below: 3)) }
            let sinceDose = doses.last.map { instant.milliseconds - $0.milliseconds } ?? .max
            if sinceDose > 6 * 3_600_000, random.nextUnit() < 0.25 + 0.12 * (value - 5),
                let taken = Instant(milliseconds: instant.milliseconds + Int64(random.next(below: 20)) * 60_000)
            {
                doses.append(taken)
            }
        }
    }

    private func course(_ random: inout Seeded) -> [Double] {
        let step = DayOfWriting.spread * (1 - DayOfWriting.carried * DayOfWriting.carried).squareRoot()
        var away = DayOfWriting.spread * random.nextNormal()
        return (0..<DayOfWriting.quarters).map { _ in
            away = DayOfWriting.carried * away + step * random.nextNormal()
            return level + away
        }
    }

    private func instant(_ quarter: Int) -> Instant? {
        Instant(milliseconds: (Int64(number) * 1440 + 420 + 15 * Int64(quarter)) * 60_000)
    }
}
