import Insights
import Journal

/// One measure over the period of a report; of a pair, one of its two numbers.
package struct ReportMeasure: Hashable, Sendable {
    /// Its name and unit: `Weight, kg`; of a pair also which number.
    package let title: String
    /// What its latest entry says of it: rows of one measure are drawn in one chart.
    package let measure: Measure
    /// The mean of each day with it, by the number of the day.
    package let levels: [Int: Double]
    /// The mean over days, and the lowest, the highest and the last single value.
    package let mean, least, most, last: Double
    /// The mean over the days of the period before; `nil` if there is none.
    package let before: Double?

    package var days: Int { levels.count }

    package static let mostRows = 12

    /// All measures, the one on the most days first. Yes is 1 and no is 0.
    static func all(_ entries: ArraySlice<MeasureEntry>, before: ArraySlice<MeasureEntry>) -> [ReportMeasure] {
        typealias Value = (day: Int, instant: Instant, value: Double, entry: MeasureEntry)
        func series(_ entries: ArraySlice<MeasureEntry>) -> [String: [Value]] {
            let all = entries.flatMap { entry in
                entry.series.map { ($0.key, (entry.day.number, entry.instant, $0.value, entry) as Value) }
            }
            return Dictionary(grouping: all, by: \.0).mapValues { $0.map(\.1) }
        }
        func levels(_ values: [Value]) -> [Int: Double] {
            Dictionary(grouping: values, by: \.day).mapValues { list in list.reduce(0) { $0 + $1.value } / Double(list.count) }
        }
        func average(_ days: [Int: Double]) -> Double? {
            days.isEmpty ? nil : days.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value } / Double(days.count)
        }
        let earlier = series(before)
        let rows = series(entries).compactMap { key, values -> ReportMeasure? in
            let days = levels(values)
            guard let mean = average(days), let last = values.max(by: { $0.instant < $1.instant }) else { return nil }
            let numbers = values.map(\.value)
            let measure = last.entry.measure
            let unit = measure.form == .yesNo ? "yes is 1" : measure.unit
            return ReportMeasure(
                title: "\(measure.name)\(key.dropFirst(measure.key.count))\(unit.isEmpty ? "" : ", " + unit)",
                measure: measure, levels: days, mean: mean, least: numbers.min() ?? mean, most: numbers.max() ?? mean,
                last: last.value, before: earlier[key].flatMap { average(levels($0)) })
        }
        // The upper number of a pair comes first.
        let sorted = rows.sorted { ($1.days, $0.measure.key, $1.title) < ($0.days, $1.measure.key, $0.title) }
        return Array(sorted.prefix(mostRows))
    }
}
