import Journal

/// The usual course around a high moment, treated and untreated: the mean of each hour, from 24 hours before to 6 hours after.
///
/// Both curves fall after the moment, since levels fall after a peak with or without a medicine. What a medicine may add is the
/// distance between them; `AsNeededFamily` tests whether that is more than chance.
package struct EventCurve: Hashable, Sendable {
    /// Hour by hour around moments with a dose from 15 minutes before to an hour after.
    package let treated: [Point]
    /// The same around moments without.
    package let untreated: [Point]
    package let treatedMoments: Int
    package let untreatedMoments: Int

    /// The hours covered: hour 0 begins with the moment.
    package static let hours = -24..<6

    package struct Point: Hashable, Sendable {
        /// The beginning of the hour, relative to the moment.
        package let hour: Int
        /// The mean over moments of the readings in this hour; `nil` if there are none.
        package let mean: Double?
        /// Its 95 % confidence interval, clustered by day; `nil` for fewer than three days.
        package let interval: ClosedRange<Double>?
        /// The number of moments it is based on.
        package let moments: Int
    }

    /// The curves around the high moments of a window, as selected by `HighMoment`.
    package init(of outcome: Outcome, doses: [Instant], window: ClosedRange<Int>) {
        let moments = HighMoment.all(of: outcome, doses: doses.sorted(), window: window)
        let readings = outcome.readings.filter { $0.day <= window.upperBound }
        treated = EventCurve.points(moments.filter { $0.treated }, readings)
        untreated = EventCurve.points(moments.filter { !$0.treated }, readings)
        treatedMoments = moments.count { $0.treated }
        untreatedMoments = moments.count - treatedMoments
    }

    private static func points(_ moments: [HighMoment], _ readings: [Reading]) -> [Point] {
        let hour: Int64 = 3_600_000
        var values = [[(day: Int, mean: Double)]](repeating: [], count: hours.count)
        for moment in moments {
            let start = moment.instant.milliseconds
            var sums = [(sum: Double, count: Int)](repeating: (0, 0), count: hours.count)
            let first = readings.partitioningIndex { $0.instant.milliseconds >= start + Int64(hours.lowerBound) * hour }
            for reading in readings[first...] {
                let after = reading.instant.milliseconds - start - Int64(hours.lowerBound) * hour
                let place = Int(clamping: after / hour)
                guard place < hours.count else { break }
                sums[place] = (sums[place].sum + reading.value, sums[place].count + 1)
            }
            for (place, sum) in sums.enumerated() where sum.count > 0 {
                values[place].append((moment.day, sum.sum / Double(sum.count)))
            }
        }
        return zip(hours, values).map(point)
    }

    private static func point(_ hour: Int, _ values: [(day: Int, mean: Double)]) -> Point {
        guard !values.isEmpty else { return Point(hour: hour, mean: nil, interval: nil, moments: 0) }
        let mean = values.reduce(0) { $0 + $1.mean } / Double(values.count)
        var days: [Int: Double] = [:]
        for value in values { days[value.day, default: 0] += value.mean - mean }
        let groups = Double(days.count)
        guard groups >= 3 else { return Point(hour: hour, mean: mean, interval: nil, moments: values.count) }
        let squares = days.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
        let error = (squares * groups / (groups - 1)).squareRoot() / Double(values.count)
        let half = error * Distributions.studentQuantile(0.975, df: groups - 1)
        return Point(hour: hour, mean: mean, interval: (mean - half)...(mean + half), moments: values.count)
    }
}
