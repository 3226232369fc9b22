/// How high the level usually is on each day of the week and in each hour, with how many days and readings that rests on.
/// What a chart shows; whether a difference is real is `RhythmFamily`'s to say.
package struct WeekPattern: Hashable, Sendable {
    /// Monday to Sunday: the mean of the levels of these days.
    package let weekdays: [Cell]
    /// 0 to 23 o'clock: the mean over days of what was written down in this hour, so that no day counts more than once.
    package let hours: [Cell]
    /// Night, morning, afternoon, evening, in the order of `DaySlot`, as the hours.
    package let slots: [Cell]

    /// A mean and what it rests on.
    package struct Cell: Hashable, Sendable {
        /// `nil` where there is nothing.
        package let mean: Double?
        /// How many days.
        package let days: Int
        /// How many readings.
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
            // In the order of the days: sums of the same numbers in another order differ in the last place.
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

/// The number of the Monday-to-Sunday week that a civil day lies in; weeks follow each other by one.
func isoWeek(_ day: Int) -> Int { (day + 3 - isoWeekday(day)) / 7 }
