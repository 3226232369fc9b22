import Journal

/// The sums for one sample: one measure on one civil day.
package struct DaySum {
    /// Steps, or the seconds of each sleep stage.
    private(set) var amounts = [Double](repeating: 0, count: SleepStage.allCases.count)
    /// The first and the last second that counts.
    private var first = Int64.max
    private var last = Int64.min
    /// The offset and zone at the last second.
    private var place: (offset: Int, zone: UInt16) = (0, 0)
    private var shares: [UInt16: Double] = [:]
    /// The number of records that counted fully, partly and not at all.
    package private(set) var records: (whole: Int, part: Int, none: Int) = (0, 0, 0)

    /// Adds the part of a record that counts.
    mutating func add(_ amount: Double, _ stage: SleepStage? = nil, span: Range<Int64>, source: UInt16, offset: Int, zone: UInt16)
    {
        amounts[stage.map { Int($0.rawValue) } ?? 0] += amount
        if stage != .awake, stage != .inBed { shares[source, default: 0] += amount } else { shares[source, default: 0] += 0 }
        first = min(first, span.lowerBound)
        // If two end at the same time, the one further east: so the result does not depend on the order.
        if (span.upperBound, offset) > (last, last == Int64.min ? Int.min : place.offset) {
            (last, place) = (span.upperBound, (offset, zone))
        }
    }

    /// Counts one record by how much of it was used.
    mutating func note(gotAll: Bool, gotSome: Bool) {
        if gotAll { records.whole += 1 } else if gotSome { records.part += 1 } else { records.none += 1 }
    }

    /// Whether only the time in bed is known of a night.
    package var isOnlyInBed: Bool { asleep == 0 && minutes(.inBed) > 0 }

    private var asleep: Double { minutes(.deep) + minutes(.rem) + minutes(.core) + minutes(.asleep) }

    private func minutes(_ stage: SleepStage) -> Double { DaySum.minutes(amounts[Int(stage.rawValue)]) }

    private static func minutes(_ seconds: Double) -> Double { (seconds / 6).rounded() / 10 }

    /// The sample; `nil` if there is nothing to add up.
    package func sample(_ measure: HealthSample.Measure, day: LocalDay, merge: HealthMerge) -> HealthSample? {
        guard first <= last, let start = Instant(milliseconds: first * 1000), let end = Instant(milliseconds: last * 1000) else {
            return nil
        }
        var value = amounts[0].rounded()
        var parts: [String: Double] = [:]
        if measure == .sleep {
            for stage in SleepStage.allCases where minutes(stage) > 0 { parts[stage.part] = minutes(stage) }
            // Rounded once: a sum of rounded parts would be inaccurate.
            value = DaySum.minutes(SleepStage.allCases.reduce(0) { $0 + ($1.isAsleep ? amounts[Int($1.rawValue)] : 0) })
            if value == 0 {
                value = max(0, DaySum.minutes(amounts[Int(SleepStage.inBed.rawValue)] - amounts[Int(SleepStage.awake.rawValue)]))
                guard value > 0 else { return nil }
            }
        }
        return HealthSample(
            measure: measure, instant: start, end: end, zone: merge.zoneName(place.zone, offset: place.offset, at: last),
            day: day,
            value: value, source: merge.names(of: shares), parts: parts)
    }
}

extension SleepStage {
    var isAsleep: Bool { self != .awake && self != .inBed }
}
