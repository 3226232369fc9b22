import Base
import Journal
import Report

/// A report for a doctor as a page: for preview, printing and files.
///
/// Self-contained: it needs only `report.css`, and no script.
package struct ReportDocument: Sendable {
    let report: DoctorReport
    let dates: DateLanguage
    package let paper: ReportPaper

    /// - Parameter dates: how dates are written.
    /// - Parameter paper: the paper; the usual one of these dates unless given.
    package init(_ report: DoctorReport, dates: DateLanguage, paper: ReportPaper? = nil) {
        (self.report, self.dates, self.paper) = (report, dates, paper ?? .usual(dates))
    }

    /// The report; its heading is the only `h1` of its page.
    package var html: HTML {
        """
        <article class="sheet" aria-labelledby="report-title">
        <header class="sheet-head"><h1 id="report-title">Health report</h1><dl class="sheet-facts">\(facts.html { "<div><dt>\($0.0)</dt><dd dir=\"auto\">\($0.1)</dd></div>" })</dl></header>
        \(summary)\(coverage)\(course)\(sleep)\(measures)\(medicines)\(cycle)\(notableDays)\(findings)
        <footer class="sheet-foot"><p>Made with Auralyst from the person’s own records. No one else measured or checked anything, except where a device is named. Symptoms and cravings are rated from 0 (none) to 10 (as strong as can be), mood from 1 (as bad as can be) to 10 (as good as can be), sleep from 1 (very bad) to 5 (very good). The level of a day is the mean of its times of day, so days with more records do not count more. This is not a diagnosis and not advice.</p></footer>
        </article>
        """
    }

    private var facts: [(HTML, String)] {
        var facts: [(HTML, String)] = []
        let (name, birth) = (trimmed(report.choice.name), trimmed(report.choice.birth))
        if !name.isEmpty { facts.append(("Name", name)) }
        if !birth.isEmpty { facts.append(("Born", birth)) }
        let count = report.days.count
        facts.append(("Period", "\(span(report.days)) (\(counted(count, "day", "days")))"))
        facts.append(("Made on", dates.day(report.made, style: .medium)))
        return facts
    }

    var questions: HTML? {
        let list = report.choice.questionList
        guard !list.isEmpty else { return nil }
        return """
            <section class="sheet-part sheet-questions" aria-labelledby="report-questions"><h2 id="report-questions">What I would like to ask</h2>
            <ol>\(list.html { "<li dir=\"auto\">\($0)</li>" })</ol></section>
            """
    }

    private var cycle: HTML? {
        guard !report.cycle.isEmpty else { return nil }
        let words = report.cycle.map { $0.count == 1 ? day($0.lowerBound) : span($0) }.joined(separator: "; ")
        return """
            <section class="sheet-part" aria-labelledby="report-cycle"><h2 id="report-cycle">Menstruation</h2>
            <p>Days on which it was logged with a symptom: \(words).</p></section>
            """
    }

    // MARK: words

    /// `14 Mar 2026`.
    func day(_ day: LocalDay) -> String { dates.day(day, style: .medium) }

    /// `14 Mar – 12 Jun 2026`.
    func span(_ days: ClosedRange<LocalDay>) -> String {
        guard days.lowerBound < days.upperBound else { return day(days.lowerBound) }
        let isOneYear = days.lowerBound.year == days.upperBound.year
        return dates.day(days.lowerBound, style: isOneYear ? .dayMonth : .medium) + " – " + day(days.upperBound)
    }

    /// A row of a table, `7 Sep – 13 Sep`, or the month.
    func row(_ days: ClosedRange<LocalDay>, isMonth: Bool) -> String {
        if isMonth {
            return dates.month(days.lowerBound.month) + (days == days.lowerBound.month.days ? "" : ", \(days.count) days")
        }
        guard days.lowerBound < days.upperBound else { return dates.day(days.lowerBound, style: .dayMonth) }
        return dates.day(days.lowerBound, style: .dayMonth) + " – " + dates.day(days.upperBound, style: .dayMonth)
    }

    /// A name in a narrow column: a word breaks only where it is longer than any usual one.
    func breakable(_ name: String) -> HTML {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        return words.enumerated().html { place, word in
            let pieces = stride(from: 0, to: max(word.count, 1), by: 18).map { word.dropFirst($0).prefix(18) }
            // A short rest stays with what is before it.
            let parts = word.count <= 24 ? HTML.text(String(word)) : pieces.html { "\(String($0))<wbr>" }
            // And a unit with its number: "50 mg".
            let isUnit = place > 0 && word.count <= 4 && words[place - 1].allSatisfy { $0.isNumber || ".,".contains($0) }
            return "\(isUnit ? "\u{a0}" : " ", if: place > 0)\(parts)"
        }
    }

    /// A share in whole percent, `86 %`.
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
