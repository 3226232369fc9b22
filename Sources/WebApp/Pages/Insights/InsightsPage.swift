import Base
import Documents
import Findings
import Insights

struct InsightsPage {
    let patterns: PatternsSection
    /// `nil` if no whole day has data.
    let charts: InsightsCharts?

    func html(for visit: Visit) -> HTML {
        """
        <header class="health-head insights-head"><h1>Insights</h1>
        <ul class="health-ways"><li><a href="/insights/report">Report for the doctor</a></li><li><a href="/insights/trials">Trials</a></li><li><a href="/insights/review">Month in review</a></li></ul></header>
        \(content(visit))
        """
    }

    private func content(_ visit: Visit) -> HTML {
        guard patterns.patterns.firstDay != nil else { return InsightsPage.beginning }
        return """
            \(patterns.html(for: visit))
            <section id="days" aria-labelledby="days-title" data-live><h2 id="days-title">Your days</h2>
            \(charts?.html(for: visit) ?? InsightsPage.noDay)</section>
            """
    }

    /// Nothing was ever logged.
    private static let beginning: HTML = """
        <section class="empty insights-empty" aria-label="Getting started">\(Icon.mark)<p>Charts and patterns of what you log will be here.</p>
        <p class="small">Log a symptom, your mood or a craving on most days. Charts begin on the next day, and the first check for patterns is after 42 days. A strong pattern takes four to six months to be confirmed.</p>
        <p><a class="button primary" href="/health">Log how you feel</a></p></section>
        """

    private static let noDay: HTML = """
        <p class="muted">Charts show symptoms, moods and cravings of the last year, up to yesterday. What you log today is counted from tomorrow.</p>
        """
}

struct InsightsCharts {
    let days: ChartDays
    let choice: InsightsChoice
    /// The session's name of the choice; `nil` for the default.
    let view: String?
    let outcomes: [Outcome.Name]
    let words: PatternWords
    let civil: CivilTime

    static let mostOutcomes = 12

    func html(for visit: Visit) -> HTML {
        """
        \(choices(visit))
        \(DailyChart(days: days, words: words, civil: civil).html)
        \(medicines)
        \(WeekCharts(days: days).html)
        \(YearInPixels(days: days).html)
        \(AdherenceList(diary: days.diary, words: words).html)
        <p class="hint chart-hint">Charts show what you logged. Only the patterns above say whether a difference is more than chance. Saved pictures and tables are not encrypted.</p>
        """
    }

    private func choices(_ visit: Visit) -> HTML {
        let chosen = days.outcome.name
        let names = outcomes.enumerated().html { place, name in
            InsightsCharts.button(
                "outcome", name.text, capital(words.name(of: name)), id: "outcome-\(place)", isChosen: name == chosen)
        }
        let ranges = InsightsChoice.Range.allCases.html { range in
            InsightsCharts.button(
                "range", String(range.rawValue), range.label, id: "range-\(range.rawValue)", isChosen: range == choice.range)
        }
        return """
            <form id="choice" class="shown-days" method="post" action="/insights/show">\(formToken(visit))\(view.map { "<input type=\"hidden\" name=\"replaces\" value=\"\($0)\">" as HTML })<input type="hidden" name="outcome" value="\(chosen.text)"><input type="hidden" name="range" value="\(choice.range.rawValue)"><input type="hidden" name="focus" value="\(choice.focus?.text ?? "")">
            <div class="pills" role="group" aria-label="What">\(names)</div>
            <div class="pills pills-joined" role="group" aria-label="How far back">\(ranges)</div></form>
            """
    }

    private func capital(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    private static func button(_ field: HTML, _ value: String, _ label: String, id: String, isChosen: Bool) -> HTML {
        """
        <button class="pill" id="\(id)" form="choice" name="\(field)" value="\(value)" aria-pressed="\(isChosen ? "true" : "false")">\(label)</button>
        """
    }

    private var medicines: HTML? {
        let charts = MedicineCharts(days: days, words: words, focus: choice.focus)
        let choices = charts.choices
        guard let chosen = charts.chosen(of: choices) else { return nil }
        let buttons = choices.enumerated().html { place, choice in
            InsightsCharts.button(
                "focus", choice.focus.text, choice.label, id: "focus-\(place)", isChosen: choice.focus == chosen)
        }
        let group: HTML? =
            choices.count > 1 ? "<div class=\"pills\" role=\"group\" aria-label=\"Which medicine\">\(buttons)</div>" : nil
        return "\(group)\(charts.html(chosen))"
    }
}

extension InsightsChoice.Range {
    var label: String {
        switch self {
        case .month: "30 days"
        case .quarter: "90 days"
        case .half: "6 months"
        case .year: "1 year"
        }
    }
}
