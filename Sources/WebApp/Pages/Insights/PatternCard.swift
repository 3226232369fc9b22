import Base
import Documents
import Findings
import Insights
import Journal
import Ledger

/// A pattern as a card: the finding, its state, its numbers, and the owner's actions.
struct PatternCard {
    enum Kind {
        /// Confirmed on new days and recent: the only amber item of the page.
        case cue
        /// Waiting for new days.
        case watching
        /// Dismissed or snoozed, confirmed long ago, or not seen since.
        case aside
    }

    let shown: Patterns.Shown
    let kind: Kind
    let words: PatternWords
    /// The number of questions in the latest look.
    let asked: Int
    let today: LocalDay
    let dates: DateLanguage
    var view: String?

    private var id: String { shown.id.description }
    private var watch: Watch { shown.pattern.watch }

    func html(for visit: Visit) -> HTML {
        """
        <article class="pattern pattern-\(name)" id="pattern-\(id)" aria-labelledby="heading-\(id)">
        <p class="pattern-kind">\(label)</p>
        <h3 id="heading-\(id)">\(words.heading(watch.hypothesis))</h3>
        <p class="pattern-says">\(words.sentence(shown))</p>
        \(shown.hasSize ? IntervalBar(shown.finding).html : .empty)
        <p class="pattern-facts">\(facts)</p>
        <p class="pattern-state">\(words.state(watch))</p>
        <div class="pattern-more"><details id="why-\(id)"><summary>Why you see this</summary><p>\(words.why(watch, asked: asked))</p></details>
        <details id="not-\(id)"><summary>What this does not show</summary><p>\(words.caution(watch.hypothesis))</p></details></div>
        <div class="actions">\(actions(visit))</div>
        </article>
        """
    }

    private var name: HTML {
        switch kind {
        case .cue: "cue"
        case .watching: "watching"
        case .aside: "aside"
        }
    }

    private var label: HTML {
        switch kind {
        case .cue: "Confirmed"
        case .watching: "Checking on new days"
        case .aside: asideLabel
        }
    }

    private var asideLabel: HTML {
        if shown.pattern.isDismissed { return "Dismissed" }
        if let until = shown.pattern.snoozedUntil, until > today { return "Snoozed until \(dates.day(until, style: .medium))" }
        return words.notSeen(watch).map { "\($0)" } ?? "Confirmed earlier"
    }

    private var facts: HTML {
        let finding = shown.finding
        let window = [finding.window.lowerBound, finding.window.upperBound].compactMap { LocalDay(number: $0) }
            .map { dates.day($0, style: .medium) }.joined(separator: " to ")
        let size = shown.hasSize ? ["95 % interval " + PatternCard.interval(finding)] : []
        return (size + [PatternCard.counted(finding), window]).html {
            "<span>\($0)</span> "
        }
    }

    /// `23 with, 61 without`, in the unit of the question.
    static func counted(_ finding: Finding) -> String {
        switch finding.hypothesis {
        case .trend: "\(finding.with + finding.without) days"
        case .weekend, .timeOfDay: "\(finding.with) weeks"
        case .asNeeded: say("\(finding.with) moments with, \(finding.without) without")
        case .change, .step: say("\(finding.with) days since, \(finding.without) before")
        case .factor: say("\(finding.with) days with, \(finding.without) without")
        }
    }

    /// `+0.6 to +2.2 points`
    static func interval(_ finding: Finding) -> String {
        func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + tenths(value) }
        return signed(finding.interval.lowerBound) + " to " + signed(finding.interval.upperBound) + " points"
    }

    private func actions(_ visit: Visit) -> HTML {
        switch kind {
        case .cue: followUp(visit) + act("snooze", "Snooze 30 days", visit) + act("dismiss", "Dismiss", visit)
        case .watching: followUp(visit)
        case .aside: shown.pattern.isDismissed || isSnoozed ? act("back", "Restore", visit) : .empty
        }
    }

    private var isSnoozed: Bool { shown.pattern.snoozedUntil.map { $0 > today } ?? false }

    private func followUp(_ visit: Visit) -> HTML {
        guard let question = words.followUp(watch.hypothesis), let tag = FollowUpTag(for: watch.hypothesis) else { return .empty }
        return tag.button(question, for: visit)
    }

    private func act(_ verb: HTML, _ label: HTML, _ visit: Visit) -> HTML {
        PatternCard.act(verb, label, on: shown, words, visit, next: view.map { "/insights?view=" + $0 } ?? "/insights")
    }

    /// A button that dismisses a pattern, or undoes that. Screen readers announce the pattern.
    static func act(
        _ verb: HTML, _ label: HTML, on shown: Patterns.Shown, _ words: PatternWords, _ visit: Visit, next: String
    ) -> HTML {
        """
        <form method="post" action="/insights/pattern/\(shown.id.description)/\(verb)">\(formToken(visit))<input type="hidden" name="next" value="\(next)"><button class="quiet" id="\(verb)-\(shown.id.description)">\(label)<span class="hidden">: \(words.heading(shown.pattern.watch.hypothesis))</span></button></form>
        """
    }
}
