import Base
import Insights
import Journal

/// The data of all charts: one outcome of a diary, over the chosen days.
package struct ChartDays {
    /// A year of everything that can be counted.
    package let diary: Diary
    /// Medicines that may be compared: not those that a running trial tests.
    let compared: [Medicine]
    package let outcome: Outcome
    /// Its name within a sentence.
    let name: String
    let window: ClosedRange<Int>
    /// For the whole year, so that a mean at the window's beginning includes the days before it.
    let levels: DailyLevels
    let dates: DateLanguage

    /// - Parameter first: the first day with data: earlier days are no gaps.
    package init(
        _ diary: Diary, _ outcome: Outcome, name: String, range: InsightsChoice.Range, first: LocalDay?,
        closed: Set<Factor.Name> = [], dates: DateLanguage
    ) {
        (self.diary, self.outcome, self.name, self.dates) = (diary, outcome, name, dates)
        compared = diary.without(closed).medicines
        let last = diary.days.upperBound
        let begin = max(last - range.rawValue + 1, diary.days.lowerBound, min(first?.number ?? .min, last))
        window = begin...last
        levels = DailyLevels(of: outcome, days: diary.days)
    }

    /// The ends of the charts of a measure, somewhat below and above its levels; `nil` for levels of 0 to 10.
    var scale: ClosedRange<Double>? {
        let observed = observed
        guard case .measure = outcome.name, let low = observed.min(), let high = observed.max() else { return nil }
        let room = max((high - low) * 0.1, 0.5)
        return (low - room).rounded(.down)...(high + room).rounded(.up)
    }

    /// The name at the beginning of a sentence.
    var capital: String { name.prefix(1).uppercased() + name.dropFirst() }

    var observed: [Double] { window.compactMap { levels[$0] } }

    /// A day for an axis, readable by people and machines.
    func day(_ number: Int, _ style: DateLanguage.Style = .medium) -> String {
        LocalDay(number: number).map { dates.day($0, style: style) } ?? ""
    }

    func rowHeading(_ number: Int) -> HTML {
        guard let day = LocalDay(number: number) else { return "<th scope=\"row\"></th>" }
        return "<th scope=\"row\"><time datetime=\"\(day.iso)\">\(dates.day(day, style: .medium))</time></th>"
    }

    /// The mean of some levels; `nil` for none.
    static func mean(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

    /// The mean of the last `count` days of the window, `skipping` later ones.
    func recentMean(_ count: Int, skipping: Int = 0) -> Double? {
        let last = window.upperBound - skipping
        let values = ((last - count + 1)...last).compactMap { levels[$0] }
        return values.count * 2 >= count ? ChartDays.mean(values) : nil
    }
}
