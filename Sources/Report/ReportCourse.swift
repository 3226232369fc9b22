import Insights
import Journal

/// The course of one outcome over a period: its level day by day, and mean, lowest and highest of each week or month.
package struct ReportCourse: Hashable, Sendable {
    package let name: Outcome.Name
    /// The person's last spelling: `Headache`; `Mood`, `Craving`.
    package let title: String
    /// The level of each day; NaN for missing days.
    package let levels: DailyLevels
    /// One for each span of the report.
    package let rows: [Row]
    /// The same for the whole period.
    package let total: Row
    /// The number of bad days: a symptom or craving of 7 or more, a mood of 3 or less.
    package let badDays: Int

    /// The symptom's key; `nil` for mood and craving.
    package var symptom: String? {
        guard case .symptom(let key) = name else { return nil }
        return key
    }

    /// The number of days with it: a level above 0; for mood, days with a record.
    package var presentDays: Int { levels.values.count { $0 > 0 } }

    package struct Row: Hashable, Sendable {
        package let days: ClosedRange<LocalDay>
        /// The number of days with a record.
        package let observed: Int
        /// The mean of those days' levels; `nil` if there is none.
        package let mean: Double?
        /// The lowest and the highest single record.
        package let least, most: Int?
    }

    /// Whether a value is bad: 7 or more, for mood 3 or less.
    package static func isBad(_ value: Double, _ name: Outcome.Name) -> Bool { name == .mood ? value <= 3 : value >= 7 }

    package var scale: ClosedRange<Int> { name == .mood ? CheckIn.moodRange : SymptomEntry.severityRange }

    init(_ outcome: Outcome, title: String, days: ClosedRange<LocalDay>, spans: [ClosedRange<LocalDay>]) {
        let levels = DailyLevels(of: outcome, days: days.numbers)
        let readings = outcome.readings.filter { days.numbers.contains($0.day) }
        (name, self.title, self.levels) = (outcome.name, title, levels)
        rows = spans.map { Row($0, levels: levels, readings: readings) }
        total = Row(days, levels: levels, readings: readings)
        badDays = Set(readings.filter { ReportCourse.isBad($0.value, outcome.name) }.map(\.day)).count
    }
}

extension ReportCourse.Row {
    fileprivate init(_ days: ClosedRange<LocalDay>, levels: DailyLevels, readings: [Reading]) {
        let part = levels.within(days.numbers)
        let known = part.values.filter { !$0.isNaN }
        let values = readings.filter { days.numbers.contains($0.day) }.map { Int($0.value) }
        (self.days, observed) = (days, known.count)
        mean = known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
        (least, most) = (values.min(), values.max())
    }
}

/// Sleep and steps of one week or month: means of the days on which they are known, with the number of days.
package struct ReportSleep: Hashable, Sendable {
    package let days: ClosedRange<LocalDay>
    /// How the person rates their nights, 1 (very bad) to 5 (very good).
    package let quality: Mean?
    /// Minutes asleep, as a device measured them.
    package let minutes: Mean?
    /// Steps a day, as a device measured them.
    package let steps: Mean?

    /// With more rows than this, months are shown.
    package static let mostRows = 15

    package struct Mean: Hashable, Sendable {
        /// The mean over days.
        package let value: Double
        package let days: Int

        init?(_ values: [Int: Double]) {
            guard !values.isEmpty else { return nil }
            value = values.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value } / Double(values.count)
            days = values.count
        }
    }

    init(_ days: ClosedRange<LocalDay>, _ logged: Logged) {
        func measured(_ measure: HealthSample.Measure) -> [Int: Double] {
            let samples = logged.samples.filter { $0.measure == measure && days.contains($0.day) }
            // If two devices measured the same night, it is not counted twice.
            return Dictionary(samples.map { ($0.day.number, $0.value) }, uniquingKeysWith: max)
        }
        let said = logged.checkIns.compactMap { check in check.sleep.map { (check.day, Double($0)) } }.filter {
            days.contains($0.0)
        }
        self.days = days
        quality = Mean(Dictionary(said.map { ($0.0.number, $0.1) }) { first, _ in first })
        (minutes, steps) = (Mean(measured(.sleep)), Mean(measured(.steps)))
    }

    /// Whether anything is known of these days.
    var isKnown: Bool { quality != nil || minutes != nil || steps != nil }
}
