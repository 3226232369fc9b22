import Base
import Insights
import Journal
import Report

/// A value over time: a dot for each day, and for each week or month its mean and range. Days without a record stay empty.
struct ReportChart {
    let course: ReportCourse
    let days: ClosedRange<LocalDay>
    /// Days on which a medicine was started, changed or ended.
    let marks: [Mark]
    let dates: DateLanguage

    /// A day to mark, and what stands beside its line; may be empty.
    struct Mark {
        let day: LocalDay
        let label: String
    }

    private static let (top, bottom) = (6.0, 74.0)

    var html: HTML {
        let scale = ReportScale(days: days)
        return """
            <svg class="sheet-chart" viewBox="0 0 720 92" role="img" aria-label="\(course.title), day by day; the table below has the numbers">\(grid(scale))\(bands(scale))\(lines(scale))\(dots(scale))\(means(scale))\(scale.ticks(dates, top: ReportChart.bottom, bottom: ReportChart.bottom + 4, label: ReportChart.bottom + 15))</svg>
            """
    }

    private func y(_ value: Double) -> Double {
        ReportChart.bottom - (ReportChart.bottom - ReportChart.top) * min(max(value, 0), 10) / 10
    }

    private func grid(_ scale: ReportScale) -> HTML {
        [0, 5, 10].html { level in
            let y = decimal(y(Double(level)))
            return
                "<path d=\"M\(decimal(scale.first)) \(y)H718\" stroke=\"#cbd5e1\" stroke-width=\"0.75\"/><text x=\"20\" y=\"\(decimal(self.y(Double(level)) + 3.3))\" font-size=\"9.5\" text-anchor=\"end\" fill=\"#475569\">\(level)</text>"
        }
    }

    /// From the lowest to the highest record of each span.
    private func bands(_ scale: ReportScale) -> HTML {
        course.rows.html { row in
            guard let least = row.least, let most = row.most else { return .empty }
            let (left, right) = edges(of: row, scale)
            let (high, low) = (y(Double(most)), y(Double(least)))
            return
                "<rect x=\"\(decimal(left))\" y=\"\(decimal(high))\" width=\"\(decimal(right - left))\" height=\"\(decimal(max(low - high, 1)))\" fill=\"#dbe7ff\"/>"
        }
    }

    private func means(_ scale: ReportScale) -> HTML {
        course.rows.html { row in
            guard let mean = row.mean else { return .empty }
            let (left, right) = edges(of: row, scale)
            return "<path d=\"M\(decimal(left)) \(decimal(y(mean)))H\(decimal(right))\" stroke=\"#1d4ed8\" stroke-width=\"2.5\"/>"
        }
    }

    private func dots(_ scale: ReportScale) -> HTML {
        let radius = decimal(days.count > 130 ? 1.2 : 1.9)
        return course.levels.days.html { number in
            guard let level = course.levels[number] else { return .empty }
            return
                "<circle cx=\"\(decimal(scale.middle(of: number)))\" cy=\"\(decimal(y(level)))\" r=\"\(radius)\" fill=\"#475569\"/>"
        }
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
