import Base
import Findings
import Insights
import Journal
import Report

extension ReportDocument {
    var course: HTML? {
        guard !report.courses.isEmpty else { return nil }
        return """
            <section class="sheet-part" aria-labelledby="report-course"><h2 id="report-course">Course</h2>
            <p class="sheet-note">Each dot is the level of a day with a record. Blue lines are the means of \(unit)s, light areas reach from the lowest to the highest record.\(changesLegend, if: !changes.isEmpty)</p>
            \(report.courses.html(figure))\(others)\(numbers)</section>
            """
    }

    /// The days on which a medicine was started, changed or ended.
    private var changes: [ReportChart.Mark] {
        Set(report.medicines.flatMap(\.changes).map(\.day)).sorted().map { ReportChart.Mark(day: $0, label: "") }
    }

    private var changesLegend: HTML { " A dashed line: a medicine was started, changed or ended." }

    private var unit: String { report.goesByMonths ? "month" : "week" }

    private func figure(_ course: ReportCourse) -> HTML {
        """
        <figure class="sheet-figure" tabindex="0"><figcaption><b dir="auto">\(course.title)</b> \(summary(course))</figcaption>
        \(ReportChart(course: course, days: report.days, marks: changes, dates: dates).html)</figure>
        """
    }

    /// `38 of 91 days, mean 5.4, from 1 to 9; 7 or more on 12 days`.
    private func summary(_ course: ReportCourse) -> String {
        guard let mean = course.total.mean, let least = course.total.least, let most = course.total.most else { return "" }
        let bad = course.name == .mood ? say("3 or less") : say("7 or more")
        let often = course.badDays == 0 ? "never \(bad)" : "\(bad) on \(counted(course.badDays, "day"))"
        return
            "logged on \(course.total.observed) of \(counted(report.days.count, "day")), mean of those days \(tenths(mean)), from \(least) to \(most); \(often)"
    }

    private var others: HTML? {
        guard !report.otherSymptoms.isEmpty else { return nil }
        let words = report.otherSymptoms.prefix(12).map { say("\($0.name) (\(counted($0.days, "day")), up to \($0.most))") }
            .joined(
                separator: ", ")
        let more: HTML = ", and \(report.otherSymptoms.count - 12) more"
        return "<p dir=\"auto\">Also logged: \(words)\(more, if: report.otherSymptoms.count > 12).</p>"
    }

    private var numbers: HTML {
        let heads = report.courses.html { "<th scope=\"col\" dir=\"auto\">\(breakable($0.title))</th>" }
        let rows = report.spans.enumerated().html { place, days in
            "<tr><th scope=\"row\">\(row(days, isMonth: report.goesByMonths))</th>\(report.courses.html { cell($0.rows[place]) })</tr>"
        }
        return """
            <table class="sheet-table sheet-numbers"><caption>For each \(unit): the mean of the days with a record, in brackets the lowest and the highest record, and then the number of days with a record (d). A dash means that nothing was logged.</caption>
            <thead><tr><th scope="col">\(report.goesByMonths ? "Month" : "Week" as HTML)</th>\(heads)</tr></thead><tbody>\(rows)</tbody>
            <tfoot><tr><th scope="row">All \(counted(report.days.count, "day"))</th>\(report.courses.html { cell($0.total) })</tr></tfoot></table>
            """
    }

    private func cell(_ row: ReportCourse.Row) -> HTML {
        guard let mean = row.mean, let least = row.least, let most = row.most else { return "<td class=\"none\">–</td>" }
        return
            "<td><b>\(tenths(mean))</b> <span>(\(least == most ? "\(least)" : "\(least)–\(most)"))</span> <span class=\"sheet-d\">\(row.observed) d</span></td>"
    }

    /// Measurements: a chart for each measure in numbers, and one row each.
    var measures: HTML? {
        guard !report.measures.isEmpty else { return nil }
        func cell(_ value: Double?) -> HTML { "<td>\(value.map { numberText(($0 * 10).rounded() / 10) } ?? "–")</td>" }
        let rows = report.measures.html { row in
            """
            <tr><th scope="row" dir="auto">\(breakable(row.title))</th><td>\(row.days) d</td>\(cell(row.mean))\(cell(row.least))\(cell(row.most))\(cell(row.last))\(cell(row.before))</tr>
            """
        }
        return """
            <section class="sheet-part" aria-labelledby="report-measures"><h2 id="report-measures">Measurements</h2>
            \(measureCharts)<table class="sheet-table sheet-numbers"><caption>The number of days with a measurement (d), their mean, the lowest, the highest and the last measurement, and the mean of the days before.</caption><thead><tr><th scope="col">What</th><th scope="col">Days</th><th scope="col">Mean</th><th scope="col">Lowest</th><th scope="col">Highest</th><th scope="col">Last</th><th scope="col">Mean before</th></tr></thead><tbody>\(rows)</tbody></table></section>
            """
    }

    /// A chart for each of the measures on the most days.
    private var measureCharts: HTML? {
        let least = report.days.count > 28 ? DoctorReport.leastCourseDays : 2
        let drawn = report.measures.filter { $0.measure.form != .yesNo && $0.days >= least }
        var keys: [String] = []
        for row in drawn where !keys.contains(row.measure.key) { keys.append(row.measure.key) }
        guard !keys.isEmpty else { return nil }
        let figures = keys.prefix(ReportDocument.mostMeasureCharts).html { key in
            let rows = drawn.filter { $0.measure.key == key }
            let measure = rows[0].measure
            let unit = measure.unit.isEmpty ? "" : ", " + measure.unit
            return """
                <figure class="sheet-figure" tabindex="0"><figcaption><b dir="auto">\(measure.name)\(unit)</b> measured on \(rows[0].days) of \(counted(report.days.count, "day"))</figcaption>
                \(ReportChart(measure: rows, days: report.days, marks: changes, dates: dates).html)</figure>
                """
        }
        let pair: HTML = " Of two numbers, the upper one has filled dots, the lower one hollow dots."
        return """
            <p class="sheet-note">Each dot is the mean of a day with a record. No line crosses more than two weeks without one.\(pair, if: drawn.contains { $0.measure.form == .pair })\(changesLegend, if: !changes.isEmpty)</p>
            \(figures)
            """
    }

    private static let mostMeasureCharts = 6

    var sleep: HTML? {
        guard !report.sleep.isEmpty else { return nil }
        let has = (
            quality: report.sleep.contains { $0.quality != nil }, minutes: report.sleep.contains { $0.minutes != nil },
            steps: report.sleep.contains { $0.steps != nil }
        )
        func head(_ words: HTML, _ isThere: Bool) -> HTML { isThere ? "<th scope=\"col\">\(words)</th>" : .empty }
        func cell(_ mean: ReportSleep.Mean?, _ isThere: Bool, _ words: (Double) -> String) -> HTML {
            guard isThere else { return .empty }
            guard let mean else { return "<td class=\"none\">–</td>" }
            return "<td><b>\(words(mean.value))</b> <span class=\"sheet-d\">\(mean.days) d</span></td>"
        }
        let isByMonths = report.sleep.map(\.days) != report.spans || report.goesByMonths
        let unit = isByMonths ? "month" : "week"
        let rows = report.sleep.html { sleep in
            """
            <tr><th scope="row">\(row(sleep.days, isMonth: isByMonths))</th>\(cell(sleep.quality, has.quality, tenths))\(cell(sleep.minutes, has.minutes) { durationText($0.rounded()) })\(cell(sleep.steps, has.steps) { grouped(Int($0.rounded())) })</tr>
            """
        }
        return """
            <section class="sheet-part" aria-labelledby="report-sleep"><h2 id="report-sleep">Sleep and steps</h2>
            <table class="sheet-table sheet-numbers"><caption>By \(unit): mean, and number of days (d).</caption><thead><tr><th scope="col">\(isByMonths ? "Month" : "Week" as HTML)</th>\(head("Nights, own rating 1–5", has.quality))\(head("Sleep, by a device", has.minutes))\(head("Steps a day, by a device", has.steps))</tr></thead><tbody>\(rows)</tbody></table></section>
            """
    }
}
