import Base
import Findings
import Insights
import Journal
import Report

extension ReportDocument {
    /// The first page: what a doctor needs in a minute.
    var summary: HTML {
        """
        <section class="sheet-summary" aria-label="Summary">\(questions)\(inShort)\(months)\(mainChart)\(medicinesInShort)</section>
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
            let begins: HTML = ", when logging began"
            return
                ", and on \(before.used) of the \(counted(before.days.count, "day")) before (\(span(before.days))\(begins, if: before.isBeginning))"
        }
    }

    private var rows: HTML? {
        guard !report.summary.rows.isEmpty else { return nil }
        let before = report.summary.before
        let (used, length) = (report.coverage.used.count, report.days.count)
        let names = Set(report.summary.rows.map { $0.course.name == .mood })
        let worst: HTML = names.count > 1 ? "Strong or low" : names.contains(true) ? "Low" : "Strong"
        let groups: HTML? = before.map { before in
            "<tr><td></td><th scope=\"colgroup\" colspan=\"3\">These \(counted(length, "day"))</th><th scope=\"colgroup\" colspan=\"2\">The \(counted(before.days.count, "day")) before</th></tr>"
        }
        let heads: HTML = "<th scope=\"col\">Days with it</th><th scope=\"col\">\(worst)</th>"
        let lines = report.summary.rows.html { row in
            """
            <tr><th scope="row" dir="auto">\(breakable(row.course.title))</th><td><b>\(row.course.presentDays)</b> <span>\(share(row.course.presentDays, of: used))</span></td><td><b>\(row.course.badDays)</b> <span>\(bad(row.course))</span></td><td>\(row.course.total.mean.map(tenths) ?? "–")</td>\(before.map { earlier(row, $0.used) })</tr>
            """
        }
        return """
            <table class="sheet-table sheet-brief sheet-counts"><caption>\(key)</caption>
            <thead>\(groups)<tr><th scope="col">What</th>\(heads)<th scope="col">Mean</th>\(heads, if: before != nil)</tr></thead><tbody>\(lines)</tbody></table>
            """
    }

    private var key: HTML {
        let names = report.summary.rows.map(\.course.name)
        let strong: HTML = " A day is strong if it has a record of 7 or more out of 10."
        let low: HTML = " A day is low if it has a mood of 3 or less out of 10."
        let mood: HTML = " Of mood, all days with a record are counted."
        return
            "How many days had it, with the share of the days on which anything was logged.\(strong, if: names.contains { $0 != .mood })\(low, if: names.contains(.mood))\(mood, if: names.contains(.mood)) The mean is of the days with a record."
    }

    private func bad(_ course: ReportCourse) -> HTML { course.name == .mood ? "low" : "strong" }

    /// `38 %`; nothing without a day.
    private func share(_ days: Int, of all: Int) -> String { all == 0 ? "" : percent(Double(days) / Double(all)) }

    private func earlier(_ row: ReportSummary.Row, _ used: Int) -> HTML {
        guard let before = row.before else { return "<td class=\"none\" colspan=\"2\">not logged</td>" }
        return
            "<td>\(before.presentDays) <span>\(share(before.presentDays, of: used))</span></td><td>\(before.badDays) <span>\(bad(before))</span></td>"
    }

    // MARK: medicines

    private var medicinesInShort: HTML? {
        // What was taken comes first, where there is no room for all.
        let medicines = report.medicines.filter(\.isTaken) + report.medicines.filter { !$0.isIdle && !$0.isTaken }
        guard !medicines.isEmpty else { return nil }
        let rows = medicines.prefix(ReportDocument.mostInShort).html { medicine in
            let dose = medicine.schedules.filter { $0.until == nil }.map { words($0, unit: medicine.unit) }.joined(separator: " ")
            return """
                <tr><th scope="row" dir="auto">\(breakable(medicine.title))</th><td>\(dose.isEmpty ? (medicine.asNeeded ? say("As needed.") : say("No schedule in these days.")) : dose)</td><td>\(takenInShort(medicine))</td></tr>
                """
        }
        let more: HTML = "<p>\(medicines.count - ReportDocument.mostInShort) more are listed under Medicines.</p>"
        return """
            <div class="sheet-part"><h2>Medicines and doses</h2><table class="sheet-table sheet-brief"><thead><tr><th scope="col">Medicine</th><th scope="col">Dose</th><th scope="col">Taken</th></tr></thead><tbody>\(rows)</tbody></table>\(more, if: medicines.count > ReportDocument.mostInShort)</div>
            """
    }

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

    // MARK: months

    private var months: HTML? {
        guard let monthly = report.summary.months else { return nil }
        let heads = monthly.months.html { month in
            let part: HTML = " <span>(\(counted(month.count, "day")))</span>"
            return "<th scope=\"col\">\(shortMonth(month.lowerBound))\(part, if: month != month.lowerBound.month.days)</th>"
        }
        let hasReference = !monthly.kinds.isEmpty
        func line(_ title: HTML, _ cells: HTML, reference: HTML = "") -> HTML {
            "<tr><th scope=\"row\" dir=\"auto\">\(title)</th>\(cells)\("<td>\(reference)</td>", if: hasReference)</tr>"
        }
        let symptoms = monthly.symptoms.html { row in
            let cells = zip(row.days, row.strong).html { days, strong in
                "<td><b>\(days)</b>\(" <span>\(strong) strong</span>", if: strong > 0)</td>"
            }
            return line(breakable(row.title), cells)
        }
        let kinds = (monthly.kinds + [monthly.together].compactMap(\.self)).html { row in
            line("\(row.kind?.title ?? say("Any of them"))", row.days.html { "<td>\($0)</td>" }, reference: "\(row.reference)")
        }
        let what: HTML =
            !hasReference
            ? "Symptom days by month"
            : monthly.symptoms.isEmpty ? "Days with acute medicines" : "Symptom days and acute medicines by month"
        let reference: HTML =
            " The last column is a reference, not a judgement: the headache classification ICHD-3 speaks of overuse from so many days a month on, for more than three months."
        return """
            <div class="sheet-part sheet-months" role="region" aria-label="\(what)" tabindex="0"><h2>\(what)</h2><table class="sheet-table sheet-brief sheet-counts"><caption>On how many days of each month.\(reference, if: hasReference)</caption>
            <thead><tr><th scope="col">Days with</th>\(heads)\("<th scope=\"col\">Reference</th>", if: hasReference)</tr></thead><tbody>\(symptoms)\(kinds)\(line("Any record", monthly.used.html { "<td>\($0)</td>" }))</tbody></table></div>
            """
    }

    /// `Sep 2026`: twelve narrow columns have no room for September.
    private func shortMonth(_ day: LocalDay) -> String {
        let letters = dates.day(day, style: .dayMonth).filter { $0.isLetter }
        return "\(letters.isEmpty ? "\(day.parts.month)/" : letters + " ")\(day.year)"
    }

    // MARK: chart

    /// The course that was chosen; otherwise the one with the most strong days, or of what was logged most. With it, what changed
    /// among the medicines.
    private var mainChart: HTML? {
        let strongest = report.courses.map(\.badDays).max()
        let chosen = report.courses.first { $0.symptom != nil && $0.symptom == report.choice.charted }
        guard let course = chosen ?? report.courses.first(where: { $0.badDays == strongest }) else { return nil }
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
            <figure class="sheet-figure sheet-part" tabindex="0"><h2>Course of \(course.title)</h2>\(ReportChart(course: course, days: report.days, marks: marks, dates: dates).html)\(words)</figure>
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
