import Findings
import Importing
import Insights
import Journal

/// How an outcome went over some days.
struct InsightsCourse {
    let name: Outcome.Name
    let days: ClosedRange<LocalDay>
    let levels: DailyLevels
    /// Means of the days before, as `DailyLevels.rolling` gives them.
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

    /// The levels of the days on which there is one.
    var known: [Double] { levels.values.filter { !$0.isNaN } }

    /// The lowest, the mean and the highest level; `nil` where there is none.
    var summary: (low: Double, mean: Double, high: Double)? {
        let known = known
        guard let low = known.min(), let high = known.max() else { return nil }
        return (low, known.reduce(0, +) / Double(known.count), high)
    }

    /// The mean of the observed among the last days, and how many those are.
    func last(_ count: Int) -> (mean: Double, days: Int)? {
        let last = levels.values.suffix(count).filter { !$0.isNaN }
        return last.isEmpty ? nil : (last.reduce(0, +) / Double(last.count), last.count)
    }

    /// From where to where is drawn: from nothing to 5 or to 10, a mood from 1 to 10, and what is on no such scale from its lowest to
    /// its highest.
    var scale: ClosedRange<Double> {
        let (low, _, high) = summary ?? (0, 0, 10)
        let usual = name == .mood ? 1.0...10.0 : 0.0...(high <= 5 ? 5.0 : 10.0)
        if usual.contains(low), usual.contains(high) { return usual }
        return low < high ? low...high : (low - 1)...(high + 1)
    }
}

/// What became of the doses of one medicine over some days.
struct InsightsDoses {
    let medicine: Medicine
    let title: String
    let days: ClosedRange<LocalDay>
    /// How many doses as needed were taken on each day.
    let taken: [Int: Int]
    /// `nil` for one that is taken as needed.
    let adherence: Adherence?

    /// All medicines of which something is known on these days.
    static func all(in diary: Diary?, days: ClosedRange<LocalDay>, of source: InsightsSource) async throws -> [InsightsDoses] {
        guard let diary, !diary.medicines.isEmpty else { return [] }
        let (titles, intakes) = (try await source.medicines(), try await source.intakes(days))
        let numbers = days.lowerBound.number...days.upperBound.number
        return diary.medicines.compactMap { medicine in
            var taken: [Int: Int] = [:]
            for intake in intakes where intake.medication == medicine.id && intake.outcome == .taken {
                taken[intake.day.number, default: 0] += 1
            }
            let doses = InsightsDoses(
                medicine: medicine, title: titles[medicine.id] ?? "a medicine", days: days, taken: taken,
                adherence: Adherence(of: medicine, days: numbers))
            return taken.isEmpty && doses.adherence == nil ? nil : doses
        }
    }

    /// Days in the span on which it was begun, ended or changed.
    var steps: [Medicine.Step] { medicine.steps.filter { (days.lowerBound.number...days.upperBound.number).contains($0.day) } }
}

extension InsightsSource {
    /// The doses of some days that somebody settled.
    func intakes(_ days: ClosedRange<LocalDay>) async throws -> ArraySlice<Intake> {
        switch self {
        case .vault(let vault): try await vault.logged(days).intakes
        case .file(let file): file.logged.intakes.filter { days.contains($0.day) }
        }
    }
}
