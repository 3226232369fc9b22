import Findings
import Insights
import Journal

struct InsightsCourse {
    let name: Outcome.Name
    let days: ClosedRange<LocalDay>
    let levels: DailyLevels
    /// Rolling means from `DailyLevels.rolling`.
    let week, month: [Double]
    let pattern: WeekPattern

    init(_ outcome: Outcome, days: ClosedRange<LocalDay>) {
        let numbers = days.lowerBound.number...days.upperBound.number
        (name, self.days) = (outcome.name, days)
        levels = DailyLevels(of: outcome, days: numbers)
        week = levels.rolling(7, least: 4)
        month = levels.rolling(28, least: 14)
        pattern = WeekPattern(of: outcome, window: numbers)
    }

    var known: [Double] { levels.values.filter { !$0.isNaN } }

    /// The lowest, the mean and the highest level; `nil` if there is none.
    var summary: (low: Double, mean: Double, high: Double)? {
        let known = known
        guard let low = known.min(), let high = known.max() else { return nil }
        return (low, known.reduce(0, +) / Double(known.count), high)
    }

    /// The mean of the observed last days, and their number.
    func last(_ count: Int) -> (mean: Double, days: Int)? {
        let last = levels.values.suffix(count).filter { !$0.isNaN }
        return last.isEmpty ? nil : (last.reduce(0, +) / Double(last.count), last.count)
    }

    /// The range of the chart: 0 to 5 or to 10, a mood from 1 to 10, and outcomes without a scale from their lowest to their
    /// highest value.
    var scale: ClosedRange<Double> {
        let (low, _, high) = summary ?? (0, 0, 10)
        let usual = name == .mood ? 1.0...10.0 : 0.0...(high <= 5 ? 5.0 : 10.0)
        if usual.contains(low), usual.contains(high) { return usual }
        return low < high ? low...high : (low - 1)...(high + 1)
    }
}

struct InsightsDoses {
    let medicine: Medicine
    let title: String
    let days: ClosedRange<LocalDay>
    /// The number of as-needed doses on each day.
    let taken: [Int: Int]
    /// `nil` for one taken as needed.
    let adherence: Adherence?

    /// All medicines with data on these days.
    static func all(in diary: Diary?, days: ClosedRange<LocalDay>, of source: InsightsSource) async throws -> [InsightsDoses] {
        guard let diary, !diary.medicines.isEmpty else { return [] }
        let logged = try await source.logged(days)
        let numbers = days.lowerBound.number...days.upperBound.number
        return diary.medicines.compactMap { medicine in
            var taken: [Int: Int] = [:]
            for intake in logged.intakes where intake.medication == medicine.id && intake.outcome == .taken {
                taken[intake.day.number, default: 0] += 1
            }
            let doses = InsightsDoses(
                medicine: medicine, title: logged.medications[medicine.id]?.title ?? "a medicine", days: days, taken: taken,
                adherence: Adherence(of: medicine, days: numbers))
            return taken.isEmpty && doses.adherence == nil ? nil : doses
        }
    }

    /// Days in the range on which it was started, ended or changed.
    var steps: [Medicine.Step] { medicine.steps.filter { (days.lowerBound.number...days.upperBound.number).contains($0.day) } }
}
