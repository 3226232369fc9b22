import Base
import Findings
import Insights
import Journal
import Report

extension ReportDocument {
    var notableDays: HTML? {
        guard !report.notableDays.isEmpty else { return nil }
        return """
            <section class="sheet-part" aria-labelledby="report-days"><h2 id="report-days">Days that stand out</h2>
            <p class="sheet-note">\(rule)</p>
            <dl class="sheet-days">\(report.notableDays.html(day))</dl></section>
            """
    }

    private var rule: String {
        var kinds: [String] = []
        if report.courses.contains(where: { if case .symptom = $0.name { true } else { false } }) {
            kinds.append(say("the highest levels of each symptom, from 7 on"))
        }
        if report.courses.contains(where: { $0.name == .mood }) { kinds.append(say("the lowest moods, up to 3")) }
        if report.courses.contains(where: { $0.name == .craving }) { kinds.append(say("the strongest cravings, from 7 on")) }
        if report.choice.parts.contains(.medicines) {
            kinds.append(say("days on which a medicine was started, changed or ended"))
        }
        return
            say(
                "Chosen by rule: \(kinds.joined(separator: "; ")). At most \(NotableDay.mostOfKind) of a kind, \(NotableDay.mostShown(choice: report.choice)) in all."
            )
    }

    private func day(_ day: NotableDay) -> HTML {
        var facts = day.symptoms.prefix(6).map { "\($0.name) \($0.severity)" }
        if let mood = day.mood { facts.append("mood \(mood)") }
        if let craving = day.craving, craving > 0 { facts.append("craving \(craving)") }
        facts += day.doses.map { "took \($0.title)" + ($0.count > 1 ? " \($0.count) times" : "") }
        let changes = day.reasons.compactMap { reason in
            if case .medicine(let title, let kind) = reason {
                "\(title): \(kind == .ended ? say("last day") : kind.rawValue)"
            } else {
                nil
            }
        }
        facts += changes.prefix(4)
        if changes.count > 4 { facts.append(say("and \(changes.count - 4) more medicines")) }
        let own =
            day.notes.prefix(2).map { ReportDocument.cut($0, to: 160) }
            + day.texts.prefix(1).map { ReportDocument.cut($0, to: 300) }
        let words = own.html { "<dd class=\"sheet-own\" dir=\"auto\">\($0)</dd>" }
        let date = dates.day(day.day, style: .weekday) + " " + self.day(day.day)
        return "<div><dt>\(date)</dt><dd dir=\"auto\">\(facts.joined(separator: ", "))</dd>\(words)</div>"
    }

    /// The findings of one look, introduced as exploratory, each with its numbers and limits.
    var findings: HTML? {
        guard let look = report.look else { return nil }
        return """
            <section class="sheet-part" aria-labelledby="report-findings"><h2 id="report-findings">Exploratory findings</h2>
            \(content(of: look))</section>
            """
    }

    private func content(of look: ReportLook) -> HTML {
        switch look {
        case .tooShort(let needed):
            return "<p>Not checked: that needs \(needed) past days with a rating.</p>"
        case .done(let found):
            let words = PatternWords(medicines: report.medicineNames, language: dates)
            let about = found.outcomes.map(words.name).joined(separator: ", ")
            let none: HTML = found.asked == 0 ? "There is not enough data for an answer yet." : "Nothing stood out."
            let more: HTML = "<p>\(found.more) more stood out less clearly and are left out here.</p>"
            return """
                <p class="sheet-note">One check of \(span(found.window)), about \(about): \(counted(found.asked, "question")) had enough days, \(grouped(found.waiting)) had not. Nothing was confirmed on new days or asked beforehand. By chance alone, up to 1 such report in 20 shows a line here. “You” is the person who keeps the journal; intervals are 95 % intervals.</p>
                \("<p>\(none)</p>", if: found.findings.isEmpty)<ul class="sheet-findings">\(found.findings.html { finding($0, words) })</ul>\(more, if: found.more > 0)
                """
        }
    }

    private func finding(_ finding: Finding, _ words: PatternWords) -> HTML {
        """
        <li><p><b dir="auto">\(words.heading(finding.hypothesis))</b> <span class="sheet-tag">exploratory</span></p><p>\(words.sentence(finding)) <span class="sheet-note">(p \(ReportDocument.probability(finding.adjusted)), adjusted for all questions of its kind.)</span></p><p class="sheet-note">\(words.caution(finding.hypothesis))</p></li>
        """
    }

    /// `= 0.004`, `< 0.001`.
    static func probability(_ p: Double) -> String {
        guard p >= 0.001 else { return "< 0.001" }
        let thousandths = Int((min(p, 1) * 1000).rounded())
        return "= \(thousandths / 1000).\(padded(thousandths % 1000, to: 3))"
    }
}
