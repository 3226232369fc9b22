import Base
import Findings
import Insights
import Journal

/// The usual level on each day of the week and in each hour, with the number of days.
package struct WeekCharts {
    let days: ChartDays
    private let pattern: WeekPattern

    package init(days: ChartDays) {
        self.days = days
        pattern = WeekPattern(of: days.outcome, window: days.window)
    }

    package var html: HTML {
        "<div class=\"chart-pair\">\(weekdays)\(hours)</div>"
    }

    private typealias Named = (name: String, cell: WeekPattern.Cell)

    /// The fewest days for naming a mean in a sentence.
    private static let least = 3

    private static func extremes(_ cells: [Named], _ things: String) -> String {
        let known = cells.compactMap { cell in cell.cell.mean.map { (cell.name, $0, cell.cell.days) } }.filter { $0.2 >= least }
        guard let high = known.max(by: { $0.1 < $1.1 }), let low = known.min(by: { $0.1 < $1.1 }), known.count > 1 else {
            return say("Too little was logged to compare \(things).")
        }
        return
            say(
                "Highest \(high.0): \(tenths(high.1)), on \(counted(high.2, "day")). Lowest \(low.0): \(tenths(low.1)), on \(counted(low.2, "day"))."
            )
    }

    private static let hollow = say("A hollow bar is based on fewer than five days.")

    private var weekdays: HTML {
        // In the order of the owner's week.
        let order = (0..<7).map { (days.dates.firstWeekday - 1 + $0) % 7 }
        let cells: [Named] = order.map { ("on \(weekday($0))", pattern.weekdays[$0]) }
        let rows = order.html { index in row(weekday(index), pattern.weekdays[index]) }
        return ChartFigure(
            kind: .weekdays, title: say("By day of the week"),
            sentence: WeekCharts.extremes(cells, say("days of the week")),
            caution: WeekCharts.hollow, table: table("Day", rows), scale: days.scale
        ).html
    }

    private func weekday(_ index: Int) -> String {
        // 1970-01-05 was a Monday.
        LocalDay(number: 4 + index).map { days.dates.day($0, style: .weekday) } ?? ""
    }

    private var hours: HTML {
        let cells: [Named] = pattern.hours.enumerated().map { ("from \(padded($0.offset, to: 2)):00", $0.element) }
        let rows = pattern.hours.enumerated().html { row(padded($0.offset, to: 2) + ":00", $0.element) }
        return ChartFigure(
            kind: .hours, title: say("By hour"), sentence: WeekCharts.extremes(cells, "hours"), caution: WeekCharts.hollow,
            table: table("Hour", rows), scale: days.scale
        ).html
    }

    private func row(_ name: String, _ cell: WeekPattern.Cell) -> HTML {
        "<tr><th scope=\"row\">\(name)</th>\(levelCell(cell.mean))<td>\(cell.days)</td><td>\(cell.readings)</td></tr>"
    }

    private func table(_ first: HTML, _ rows: HTML) -> HTML {
        """
        <table class="numbers"><thead><tr><th scope="col" data-role="label">\(first)</th><th scope="col" data-role="level">Level</th><th scope="col" data-role="days">Days</th><th scope="col">Readings</th></tr></thead><tbody>\(rows)</tbody></table>
        """
    }
}
