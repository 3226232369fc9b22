/// The mean of each part of each civil day of a span.
struct SlotMeans {
    /// The numbers of the days covered.
    let days: ClosedRange<Int>
    private var sums: [SIMD4<Double>]
    private var counts: [SIMD4<Int32>]

    init(of outcome: Outcome, days: ClosedRange<Int>) {
        self.days = days
        sums = Array(repeating: .zero, count: days.count)
        counts = Array(repeating: .zero, count: days.count)
        for reading in outcome.readings where days.contains(reading.day) {
            let (day, slot) = (reading.day - days.lowerBound, reading.slot.rawValue)
            sums[day][slot] += reading.value
            counts[day][slot] += 1
        }
    }

    /// The mean of one part of a day, numbered from the first of the span; NaN without readings.
    func mean(of day: Int, _ slot: DaySlot) -> Double { sums[day][slot.rawValue] / Double(counts[day][slot.rawValue]) }

    /// The mean of a day's parts, except one; NaN if none is known.
    func mean(of day: Int, besides other: DaySlot? = nil) -> Double {
        var (sum, known) = (0.0, 0.0)
        for slot in 0..<4 where slot != other?.rawValue && counts[day][slot] > 0 {
            sum += sums[day][slot] / Double(counts[day][slot])
            known += 1
        }
        return sum / known
    }

    func counts(of day: Int) -> Int { Int(counts[day].wrappedSum()) }
}
