import Base
import Insights
import Journal
import Report

/// A value over time: a dot for each day with a record, and for each week or month its mean and range. Days without a record stay
/// empty.
struct ReportChart {
    let title: String
    /// The levels of days, ascending; the second number of a pair has hollow dots.
    let series: [[(day: Int, level: Double)]]
    /// The levels with a line across, ascending, at least two: the first is the bottom of the chart, the last its top.
    let axis: [Double]
    let rows: [ReportCourse.Row]
    let isConnected: Bool
    let days: ClosedRange<LocalDay>
    /// Days on which a medicine was started, changed or ended.
    let marks: [Mark]
    let dates: DateLanguage

    /// A day to mark, and what stands beside its line; may be empty.
    struct Mark {
        let day: LocalDay
        let label: String
    }

    init(course: ReportCourse, days: ClosedRange<LocalDay>, marks: [Mark], dates: DateLanguage) {
        (title, rows, axis, isConnected) = (course.title, course.rows, [0, 5, 10], false)
        series = [course.levels.days.compactMap { number in course.levels[number].map { (number, $0) } }]
        (self.days, self.marks, self.dates) = (days, marks, dates)
    }

    /// - Parameter rows: those of one measure, the upper number of a pair first.
    init(measure rows: [ReportMeasure], days: ClosedRange<LocalDay>, marks: [Mark], dates: DateLanguage) {
        let measure = rows.first?.measure
        let levels = rows.flatMap(\.levels.values)
        let range = (levels.min() ?? 0)...(levels.max() ?? 0)
        title = measure?.name ?? ""
        series = rows.map { row in row.levels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
        // A scale that was another one before has levels beyond its ends.
        let scale = measure?.form == .scale ? measure?.range ?? range : range
        axis = ReportChart.axis(min(range.lowerBound, scale.lowerBound)...max(range.upperBound, scale.upperBound))
        (self.rows, isConnected) = ([], true)
        (self.days, self.marks, self.dates) = (days, marks, dates)
    }

    /// Three to six round numbers around a range.
    static func axis(_ range: ClosedRange<Double>) -> [Double] {
        let (low, high) = (range.lowerBound, range.upperBound)
        // Small changes of a large number would look like leaps.
        let width = max(high - low, max(abs(low), abs(high)) * 0.02, 0.01)
        var ten = 1.0
        while ten > width / 4 { ten /= 10 }
        while ten * 10 <= width / 4 { ten *= 10 }
        let step = [1, 2, 5].map { ten * $0 }.first { $0 >= width / 4 } ?? ten * 10
        let middle = (low + high) / 2
        let first = ((middle - width / 2) / step).rounded(.down)
        let last = max(((middle + width / 2) / step).rounded(.up), first + 1)
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    private static let (top, bottom) = (6.0, 74.0)
    /// Dots farther apart than this many days are not connected.
    private static let longestLine = 14

    var html: HTML {
        let scale = ReportScale(days: days)
        return """
            <svg class="sheet-chart" viewBox="0 0 720 92" role="img" aria-label="\(title), day by day; the table below has the numbers">\(grid(scale))\(bands(scale))\(lines(scale))\(dots(scale))\(means(scale))\(scale.ticks(dates, top: ReportChart.bottom, bottom: ReportChart.bottom + 4, label: ReportChart.bottom + 15))</svg>
            """
    }

    private func y(_ value: Double) -> Double {
        let (low, high) = (axis.first ?? 0, axis.last ?? 10)
        return ReportChart.bottom - (ReportChart.bottom - ReportChart.top) * (min(max(value, low), high) - low) / (high - low)
    }

    private func grid(_ scale: ReportScale) -> HTML {
        // There is room for four characters.
        let longest = axis.map { numberText($0).count }.max() ?? 1
        let size = decimal(9.5 * min(4 / Double(longest), 1))
        return axis.html { level in
            let y = y(level)
            return
                "<path d=\"M\(decimal(scale.first)) \(decimal(y))H718\" stroke=\"#cbd5e1\" stroke-width=\"0.75\"/><text x=\"20\" y=\"\(decimal(y + 3.3))\" font-size=\"\(size)\" text-anchor=\"end\" fill=\"#475569\">\(numberText(level))</text>"
        }
    }

    /// From the lowest to the highest record of each span.
    private func bands(_ scale: ReportScale) -> HTML {
        rows.html { row in
            guard let least = row.least, let most = row.most else { return .empty }
            let (left, right) = edges(of: row, scale)
            let (high, low) = (y(Double(most)), y(Double(least)))
            return
                "<rect x=\"\(decimal(left))\" y=\"\(decimal(high))\" width=\"\(decimal(right - left))\" height=\"\(decimal(max(low - high, 1)))\" fill=\"#dbe7ff\"/>"
        }
    }

    private func means(_ scale: ReportScale) -> HTML {
        rows.html { row in
            guard let mean = row.mean else { return .empty }
            let (left, right) = edges(of: row, scale)
            return "<path d=\"M\(decimal(left)) \(decimal(y(mean)))H\(decimal(right))\" stroke=\"#1d4ed8\" stroke-width=\"2.5\"/>"
        }
    }

    private func dots(_ scale: ReportScale) -> HTML {
        let radius = decimal(days.count > 130 ? 1.2 : 1.9)
        return series.enumerated().html { place, points in
            let look: HTML = place == 0 ? "fill=\"#475569\"" : "fill=\"#ffffff\" stroke=\"#475569\""
            let dots = points.html { day, level in
                "<circle cx=\"\(decimal(scale.middle(of: day)))\" cy=\"\(decimal(y(level)))\" r=\"\(radius)\" \(look)/>"
            }
            return "\(connection(points, scale), if: isConnected)\(dots)"
        }
    }

    private func connection(_ points: [(day: Int, level: Double)], _ scale: ReportScale) -> HTML {
        var (path, last) = ("", Int.min / 2)
        for (day, level) in points {
            path += (day - last > ReportChart.longestLine ? "M" : "L") + decimal(scale.middle(of: day)) + " " + decimal(y(level))
            last = day
        }
        return "<path d=\"\(path)\" fill=\"none\" stroke=\"#475569\" stroke-width=\"1\"/>"
    }

    private func lines(_ scale: ReportScale) -> HTML {
        marks.html { mark in
            let x = scale.left(of: mark.day.number)
            let label: HTML =
                "<text x=\"\(decimal(x + 2))\" y=\"\(decimal(ReportChart.top + 4))\" font-size=\"9.5\" font-weight=\"700\" fill=\"#0f172a\">\(mark.label)</text>"
            return
                "\(label, if: !mark.label.isEmpty)<path d=\"M\(decimal(x)) \(decimal(ReportChart.top - 4))V\(decimal(ReportChart.bottom))\" stroke=\"#0f172a\" stroke-width=\"1\" stroke-dasharray=\"3 2\"/>"
        }
    }

    private func edges(of row: ReportCourse.Row, _ scale: ReportScale) -> (Double, Double) {
        (scale.left(of: row.days.lowerBound.number) + 0.75, scale.left(of: row.days.upperBound.number + 1) - 0.75)
    }
}
