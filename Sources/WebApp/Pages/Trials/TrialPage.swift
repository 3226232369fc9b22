import Base
import Documents
import Findings
import Insights
import Journal
import Ledger
import Records

/// One trial: what to do, its state, and at its end the result.
struct TrialPage {
    let shown: ShownTrial
    let words: TrialWords
    let dates: DateLanguage

    private var trial: Trial { shown.trial.value }
    private var path: String { "/insights/trials/" + shown.trial.id.description }

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/insights/trials">\(Icon.back)Trials</a></p>
        <header class="trial-head"><h1>\(words.question(trial))</h1><p class="muted">The trial \(words.state(shown)).</p></header>
        \(shown.instruction.map { TrialToday(instruction: $0, words: words, isOnItsPage: true).html(for: visit) })
        \(answer)
        \(blocks)
        \(unanswered(visit))
        \(plan)
        \(changes(visit))
        """
    }

    private var answer: HTML {
        switch shown.answer {
        case .sealed(let day):
            return
                "<section class=\"card\" aria-labelledby=\"result\"><h2 id=\"result\">\(Icon.lock) Hidden until the end</h2><p>The result is calculated once, and shown from \(dates.day(day, style: .long)). Seeing it halfway could make you stop, or continue.</p></section>"
        case .none:
            return
                "<section class=\"card\" aria-labelledby=\"result\"><h2 id=\"result\">No result</h2><p>\(words.stopped(trial))</p></section>"
        case .result(let analysis, let changedLater):
            let later: HTML? = TrialWords.changedLater(changedLater).map { "<p class=\"hint\">\($0)</p>" }
            return """
                <section class="card trial-result" aria-labelledby="result"><h2 id="result">The answer</h2>
                \(words.result(trial, analysis, unit: shown.unit).html { "<p>\($0)</p>" })\(later)
                \(table(analysis))
                <h3>What this does not show</h3><ul class="trial-list">\(words.caution(trial).html { "<li>\($0)</li>" })</ul></section>
                """
        }
    }

    private func table(_ analysis: TrialAnalysis) -> HTML {
        func number(_ value: Double?) -> String { value.map(analysis.number) ?? "–" }
        let rows = analysis.pairs.html { pair in
            "<tr><th scope=\"row\">\(pair.number)</th><td>\(number(pair.with))</td><td>\(number(pair.without))</td><td>\(number(pair.difference))</td><td>\(pair.daysWith) + \(pair.daysWithout)</td></tr>"
        }
        return """
            <div class="trial-table" role="region" aria-label="Pairs" tabindex="0"><table><caption>Mean level of each pair</caption>
            <thead><tr><th scope="col">Pair</th><th scope="col">With</th><th scope="col">Without</th><th scope="col">Difference</th><th scope="col">Days</th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }

    private var blocks: HTML? {
        let begun = shown.begunBlocks
        guard !begun.isEmpty else { return nil }
        let rows = begun.html { block in
            let (first, last) = (LocalDay(number: block.days.lowerBound), LocalDay(number: block.days.upperBound))
            let span = [first, first == last ? nil : last].compactMap { $0.map { dates.day($0, style: .dayMonth) } }
                .joined(separator: " – ")
            let isNow = block.days.contains(shown.today.number) && shown.state == .running
            return
                "<li class=\"trial-block trial-\(block.arm == .with ? "with" : "without" as HTML)\"\(" aria-current=\"true\"", if: isNow)><b>\(block.arm.rawValue)</b> <span>\(span)</span></li>"
        }
        let left = 2 * trial.pairs - begun.count
        let rest: HTML? =
            left == 0 || shown.state == .stopped
            ? nil
            : "<p class=\"hint\">\(counted(left, "more block")) to come. You see what each one is when it begins.</p>"
        return
            "<section aria-labelledby=\"blocks\"><h2 id=\"blocks\">Blocks</h2><ol class=\"trial-blocks\">\(rows)</ol>\(rest)</section>"
    }

    /// The latest unanswered days, the newest first.
    private func unanswered(_ visit: Visit) -> HTML? {
        // Long after the result, answers would be influenced by it.
        guard shown.state == .running || shown.state == .ended && shown.today.number - trial.last.number <= 3 else { return nil }
        let end = min(trial.last.number, shown.today.number - 1)
        guard end >= trial.first.number else { return nil }
        let days = (trial.first.number...end).reversed().lazy.compactMap(LocalDay.init(number:)).filter {
            trial.answers[$0] == nil
        }
        .prefix(7)
        guard !days.isEmpty else { return nil }
        let rows = days.html { day in
            "<li><span>\(dates.day(day, style: .long))</span>\(TrialToday.buttons(path, day, did: nil, label: dates.day(day, style: .long), next: nil, question: nil, visit))</li>"
        }
        return """
            <section class="card" aria-labelledby="unanswered"><h2 id="unanswered">\(trial.action) on these days?</h2><p class="hint">Leave out what you do not remember. All days count as planned.</p><ul class="trial-days">\(rows)</ul></section>
            """
    }

    private var plan: HTML {
        let sign: HTML? =
            switch trial.sign {
            case nil: nil
            case .tag(let tag)?: "<li>A day with the tag “\(tag)” counts as done.</li>"
            case .medicine?: "<li>A day with a dose of \(shown.medicine ?? "") counts as done.</li>"
            }
        return """
            <details class="card trial-details"><summary>The plan</summary>
            <ul class="trial-list">\(words.plan(trial).html { "<li>\($0)</li>" })\(sign)</ul>
            <ul class="trial-list">\(TrialWords.rules.html { "<li>\($0)</li>" })</ul></details>
            """
    }

    private func changes(_ visit: Visit) -> HTML {
        let time = trial.remindAt?.clock ?? ""
        let stop: HTML =
            shown.state == .waiting
            ? "<p>It has not begun, so nothing is lost.</p><button class=\"danger\">Cancel the trial</button>"
            : "<p>There will be no result. What you logged stays.</p><button class=\"danger\">Stop the trial</button>"
        let end: HTML =
            trial.isOpen(on: shown.today)
            ? "<details class=\"card trial-details\"><summary>Stop</summary><form method=\"post\" action=\"\(path)/stop\">\(formToken(visit))\(stop)</form></details>"
            : deleteForm(at: path, visit)
        return """
            <details class="card trial-details"><summary>Note and reminder</summary><form method="post" action="\(path)" class="health-form">\(formToken(visit))
            <div class="field"><label for="remind-at">Remind me when a block begins, at</label><input id="remind-at" name="remind-at" type="time" value="\(time)"></div>
            \(noteField(trial.note, FormFaults()))
            <div class="actions"><button class="primary">Save</button></div></form></details>
            \(end)
            """
    }
}

/// Today's part of a trial, with one tap to say whether it was done.
struct TrialToday {
    let instruction: TrialInstruction
    let words: TrialWords
    var isOnItsPage = false

    func html(for visit: Visit) -> HTML {
        let trial = instruction.trial
        let path = "/insights/trials/" + trial.id.description
        let place: HTML = isOnItsPage ? "\(words.place(instruction))" : "<a href=\"\(path)\">\(words.place(instruction))</a>"
        return """
            <section class="card trial-today" aria-label="Trial" id="trial-today" data-live><div><p class="trial-do">\(TrialWords.instruction(trial.value, instruction.block.arm))</p><p class="hint">\(place)</p></div>
            \(TrialToday.buttons(path, instruction.day, did: instruction.did, label: nil, next: isOnItsPage ? nil : "/today", question: "\(trial.value.action) today?", visit))</section>
            """
    }

    /// Yes and no; the present answer is shown as pressed. The question names what is tried: on a day without it, “no” is as planned.
    static func buttons(
        _ path: String, _ day: LocalDay, did: Bool?, label: String?, next: String?, question: HTML?, _ visit: Visit
    ) -> HTML {
        func button(_ value: HTML, _ word: HTML, _ isPressed: Bool) -> HTML {
            "<button name=\"did\" value=\"\(value)\" aria-pressed=\"\(isPressed ? "true" : "false" as HTML)\"\(label.map { " aria-label=\"\(word), \($0)\"" })>\(word)</button>"
        }
        let question: HTML? = question.map { "<span class=\"hint\">\($0)</span>" }
        return """
            <form method="post" action="\(path)/answer" class="trial-answer">\(formToken(visit))<input type="hidden" name="day" value="\(day.iso)">\(next.map(wayBackField))\(question)<span class="trial-buttons">\(button("yes", "Yes", did == true))\(button("no", "No", did == false))</span></form>
            """
    }
}
