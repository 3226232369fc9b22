import Base
import Documents
import Findings
import Insights
import Journal

/// The patterns: cues, patterns being checked, weak findings, and what is missing for answers.
struct PatternsSection {
    let patterns: Patterns
    let words: PatternWords
    let counts: [CountNotice]
    let today: LocalDay
    let dates: DateLanguage
    /// The name of the charts' view, so that a button returns to it.
    let view: String?
    /// Why the due look failed; `nil` if it did not, or one is in progress.
    var fault: (any Error)?

    static let oldLimit = 12

    func html(for visit: Visit) -> HTML {
        """
        <section id="patterns" aria-labelledby="patterns-title" data-live><h2 id="patterns-title">Patterns</h2>
        \(cards(visit))
        \(counts.html { CountLine(notice: $0, words: words).html(for: visit) })
        \(lookLine)
        <div class="quiet-lists">\(quiet)\(NeedList(look: patterns.look, words: words).html)\(aside(visit))\(HowLong.html)</div></section>
        """
    }

    private func card(_ shown: Patterns.Shown, _ kind: PatternCard.Kind) -> PatternCard {
        PatternCard(
            shown: shown, kind: kind, words: words, asked: patterns.look?.asked ?? 0, today: today, dates: dates, view: view)
    }

    private func cards(_ visit: Visit) -> HTML? {
        let all = patterns.cues.map { card($0, .cue) } + patterns.watching.map { card($0, .watching) }
        guard !all.isEmpty else { return nothing }
        return "<ul class=\"patterns\">\(all.html { "<li>\($0.html(for: visit))</li>" })</ul>"
    }

    private var nothing: HTML? {
        let words: HTML
        if let look = patterns.look {
            words =
                look.asked == 0
                ? "No pattern can be tested yet: too few days have a symptom, a mood or a craving. <a href=\"/health\">Log one</a> on most days, for at least six weeks."
                : "No pattern has held up on new days so far. That is an answer too: most of what looks like a pattern is chance."
        } else {
            guard let next = patterns.nextLook, next > today else { return nil }
            words =
                "Patterns take time. <a href=\"/health\">Log a symptom, your mood or a craving</a> on most days: the first check is on \(dates.day(next, style: .long)). A strong pattern takes four to six months to be confirmed."
        }
        return "<div class=\"card patterns-none\"><p>\(words)</p></div>"
    }

    private var lookLine: HTML? {
        guard let next = patterns.nextLook else { return nil }
        let isDue = next <= today
        if isDue, let fault {
            return "<p class=\"look-line fault\">Patterns could not be checked: \(sentence(Explanation(fault).sentence))</p>"
        }
        guard let look = patterns.look else {
            return isDue ? "<p class=\"look-line\">Checking your days for patterns now. Results will appear here.</p>" : nil
        }
        let showing = patterns.cues.count + patterns.watching.count
        let then: HTML = isDue ? "Checking new days now." : "Next check on \(dates.day(next, style: .medium))."
        let asked: HTML = "Tested \(counted(look.asked, "question")), showing \(showing). "
        return "<p class=\"look-line\">\(asked, if: look.asked > 0)\(then)</p>"
    }

    private var quiet: HTML? {
        let findings = patterns.unconfirmed
        guard !findings.isEmpty else { return nil }
        return """
            <details id="unconfirmed"><summary>Unconfirmed (\(findings.count))</summary>
            <p class="hint">These stood out a little at the last check, and no new days have confirmed them. Where effects are small, up to three in four such lines are chance.</p>
            <ul class="plain-list">\(findings.html { "<li><h3>\(words.heading($0.hypothesis))</h3><p>\(words.sentence($0))</p></li>" })</ul></details>
            """
    }

    /// Dismissed and snoozed patterns come first, since that can be undone; then the newest of the old ones.
    private func aside(_ visit: Visit) -> HTML? {
        guard !patterns.aside.isEmpty else { return nil }
        let isOwn: (Patterns.Shown) -> Bool = { [today] in
            $0.pattern.isDismissed || $0.pattern.snoozedUntil.map { $0 > today } ?? false
        }
        let (own, old) = (patterns.aside.filter(isOwn), patterns.aside.filter { !isOwn($0) })
        let more = old.count - PatternsSection.oldLimit
        return """
            <details id="put-aside"><summary>Put aside (\(patterns.aside.count))</summary>
            <ul class="patterns">\((own + old.prefix(PatternsSection.oldLimit)).html { "<li>\(card($0, .aside).html(for: visit))</li>" })</ul>\(more > 0 ? "<p class=\"hint\">And \(more) from before.</p>" as HTML : .empty)</details>
            """
    }
}
