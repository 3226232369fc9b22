/// The usual level on each day of the week and in each hour, with the number of days and readings behind it, for a chart.
/// `RhythmFamily` tests whether a difference is real.
package struct WeekPattern: Hashable, Sendable {
    /// Monday to Sunday: the mean of the levels of these days.
    package let weekdays: [Cell]
    /// Hours 0 to 23: the mean over days of the readings in this hour, so that each day counts once.
    package let hours: [Cell]
    /// Night, morning, afternoon, evening, in the order of `DaySlot`; means as for the hours.
    package let slots: [Cell]

    /// A mean and what it is based on.
    package struct Cell: Hashable, Sendable {
        /// `nil` if there are no readings.
        package let mean: Double?
        package let days: Int
        package let readings: Int
    }

    /// Counts the readings of `window`.
    package init(of outcome: Outcome, window: ClosedRange<Int>) {
        let levels = DailyLevels(of: outcome, days: window)
        var weekdays = [Tally](repeating: Tally(), count: 7)
        for (index, level) in levels.values.enumerated() where !level.isNaN {
            weekdays[isoWeekday(window.lowerBound + index)].add(level, readings: levels.counts[index])
        }
        self.weekdays = weekdays.map { $0.cell }
        let readings = outcome.readings.filter { window.contains($0.day) }
        hours = WeekPattern.cells(24, readings) { $0.minute / 60 }
        slots = WeekPattern.cells(DaySlot.allCases.count, readings) { $0.slot.rawValue }
    }

    private static func cells(_ count: Int, _ readings: [Reading], _ place: (Reading) -> Int) -> [Cell] {
        var days = [[Int: Tally]](repeating: [:], count: count)
        for reading in readings { days[place(reading)][reading.day, default: Tally()].add(reading.value, readings: 1) }
        return days.map { days in
            var tally = Tally()
            // In the order of the days: summing the same numbers in another order changes the last digit.
            for (_, day) in days.sorted(by: { $0.key < $1.key }) {
                tally.add(day.sum / Double(day.count), readings: day.readings)
            }
            return tally.cell
        }
    }

    private struct Tally {
        var sum = 0.0
        var count = 0
        var readings = 0

        mutating func add(_ value: Double, readings more: Int) {
            (sum, count, readings) = (sum + value, count + 1, readings + more)
        }

        var cell: Cell { Cell(mean: count > 0 ? sum / Double(count) : nil, days: count, readings: readings) }
    }
}

/// The day of the week of a civil day number, 0 = Monday … 6 = Sunday.
func isoWeekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

/// The number of the Monday-to-Sunday week of a civil day; consecutive weeks have consecutive numbers.
func isoWeek(_ day: Int) -> Int { (day + 3 - isoWeekday(day)) / 7 }
