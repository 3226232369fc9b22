import Base
import Findings
import Insights
import Journal
import Report

extension ReportDocument {
    /// The first page: what a doctor needs in a minute.
    var summary: HTML {
        """
        <section class="sheet-summary" aria-label="Summary">\(questions)\(inShort)\(medicinesInShort)\(acute)\(mainChart)</section>
        """
    }

    // MARK: symptoms

    private var inShort: HTML {
        let (used, length) = (report.coverage.used.count, report.days.count)
        let today: HTML = " Today is not over yet."
        let basis: HTML =
            "Something was logged on <b>\(used) of \(counted(length, "day"))</b>\(before).\(today, if: report.includesToday)"
        return """
            <div class="sheet-part"><h2>In short</h2><p>\(basis) A day without a record does not mean that there was nothing.</p>\(rows)</div>
            """
    }

    private var before: HTML? {
        report.summary.before.map { before in
            ", and on \(before.used) of the \(counted(before.days.count, "day")) before (\(span(before.days)))"
        }
    }

    private var rows: HTML? {
        guard !report.summary.rows.isEmpty else { return nil }
        let hasBefore = report.summary.before != nil
        let head: HTML = "<th scope=\"col\">Days before</th><th scope=\"col\">Strong days before</th>"
        let lines = report.summary.rows.html { row in
            """
            <tr><th scope="row" dir="auto">\(row.course.title)</th><td><b>\(row.course.presentDays)</b></td><td><b>\(row.course.badDays)</b></td><td>\(row.course.total.mean.map(tenths) ?? "–")</td>\(earlier(row, row.before?.presentDays), if: hasBefore)\(earlier(row, row.before?.badDays), if: hasBefore)</tr>
            """
        }
        let mood: HTML = " For mood, days with a record, and days of 3 or less."
        return """
            <table class="sheet-table sheet-brief sheet-counts"><caption>Days with it, and strong days: 7 or more of 10.\(mood, if: report.summary.rows.contains { $0.course.name == .mood }) The mean is of days with a record. A strong day is one with a single record so strong; the dots below are the means of days.</caption>
            <thead><tr><th scope="col">What</th><th scope="col">Days</th><th scope="col">Strong days</th><th scope="col">Mean</th>\(head, if: hasBefore)</tr></thead><tbody>\(lines)</tbody></table>
            """
    }

    private func earlier(_ row: ReportSummary.Row, _ days: Int?) -> HTML {
        days.map { "<td>\($0)</td>" } ?? "<td class=\"none\">not logged</td>"
    }

    // MARK: medicines

    private var medicinesInShort: HTML? {
        // What was taken comes first, where there is no room for all.
        let medicines = report.medicines.filter(\.isTaken) + report.medicines.filter { !$0.isIdle && !$0.isTaken }
        guard !medicines.isEmpty else { return nil }
        let rows = medicines.prefix(ReportDocument.mostInShort).html { medicine in
            let dose = medicine.schedules.filter { $0.until == nil }.map { words($0, unit: medicine.unit) }.joined(separator: " ")
            return """
                <tr><th scope="row" dir="auto">\(medicine.title)</th><td>\(dose.isEmpty ? (medicine.asNeeded ? say("As needed.") : say("No schedule in these days.")) : dose)</td><td>\(takenInShort(medicine))</td></tr>
                """
        }
        let more: HTML = "<p>\(medicines.count - ReportDocument.mostInShort) more are listed under Medicines.</p>"
        return """
            <div class="sheet-part"><h2>Medicines and doses</h2><table class="sheet-table sheet-brief"><thead><tr><th scope="col">Medicine</th><th scope="col">Dose</th><th scope="col">Taken</th></tr></thead><tbody>\(rows)</tbody></table>\(more, if: medicines.count > ReportDocument.mostInShort)</div>
            """
    }

    /// The most medicines on the first page.
    private static let mostInShort = 8

    private func takenInShort(_ medicine: ReportMedicine) -> String {
        var parts: [String] = []
        if let adherence = medicine.adherence, let rate = adherence.rate {
            parts.append(say("\(percent(rate)) on time (\(grouped(adherence.count(.taken))) of \(grouped(adherence.known)))"))
        }
        if medicine.extraDoses > 0 {
            parts.append(
                "\(counted(medicine.extraDoses, medicine.asNeeded ? "dose" : "extra dose")), on \(counted(medicine.extraDays, "day"))"
            )
        }
        return parts.isEmpty ? say("Nothing logged.") : parts.joined(separator: "; ")
    }

    private var acute: HTML? {
        guard let acute = report.summary.acute else { return nil }
        let heads = acute.months.html { month in
            let part = month == month.lowerBound.month.days ? "" : " (\(counted(month.count, "day")))"
            return "<th scope=\"col\">\(dates.month(month.lowerBound.month) + part)</th>"
        }
        let rows = (acute.kinds + [acute.together].compactMap(\.self)).html { row in
            "<tr><th scope=\"row\">\(row.kind?.title ?? say("Any of them"))</th>\(row.days.html { "<td>\($0)</td>" })<td>\(row.reference)</td></tr>"
        }
        return """
            <div class="sheet-part"><h2>Days with acute medicines</h2><table class="sheet-table sheet-brief sheet-counts"><caption>Days with a logged dose, by month. The last column is a reference, not a judgement: the headache classification ICHD-3 speaks of overuse from so many days a month on, for more than three months.</caption>
            <thead><tr><th scope="col">Kind</th>\(heads)<th scope="col">Reference</th></tr></thead><tbody>\(rows)</tbody></table></div>
            """
    }

    // MARK: chart

    /// The course with the most strong days, or of what was logged most, with what changed among the medicines.
    private var mainChart: HTML? {
        let strongest = report.courses.map(\.badDays).max()
        guard let course = report.courses.first(where: { $0.badDays == strongest }) else { return nil }
        let changes = report.medicines.flatMap { one in one.changes.map { ($0, one.title) } }.sorted {
            ($0.0.day, $0.1) < ($1.0.day, $1.1)
        }
        let marks = changes.prefix(ReportDocument.mostMarks).enumerated().map { place, change in
            ReportChart.Mark(day: change.0.day, label: "\(place + 1)")
        }
        let legend = zip(marks, changes).map { mark, change in
            "\(mark.label) \(day(change.0.day)): \(change.1) \(change.0.kind.words)"
        }.joined(separator: "; ")
        let words: HTML? = legend.isEmpty ? nil : "<p class=\"sheet-note\" dir=\"auto\">Medicines: \(legend).</p>"
        return """
            <figure class="sheet-figure sheet-part"><h2>Course of \(course.title)</h2>\(ReportChart(course: course, days: report.days, marks: marks, dates: dates).html)\(words)</figure>
            """
    }

    /// The most numbered changes in the chart of the first page.
    private static let mostMarks = 8
}

extension ReportMedicine.Change.Kind {
    /// `started`, `changed`, `last day`.
    var words: String {
        switch self {
        case .begun: "started"
        case .changed: "changed"
        case .ended: say("last day")
        }
    }
}
