import Base
import Documents
import Findings
import Journal
import Ledger
import Records

struct TrialListPage {
    let trials: [ShownTrial]
    let words: TrialWords

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/insights">\(Icon.back)Insights</a></p>
        <header class="trial-head"><h1>Trials</h1><p class="muted">One question, asked in advance and answered once: you compare days with and without something, in random order.</p></header>
        \(trials.lazy.compactMap(\.instruction).first.map { TrialToday(instruction: $0, words: words).html(for: visit) })
        \(list)
        <p class="actions"><a class="button\(" primary", if: !hasOpen)" href="/insights/trials/new">\(Icon.plus) New trial</a></p>
        """
    }

    private var hasOpen: Bool { trials.contains { $0.trial.value.isOpen(on: $0.today) } }

    private var list: HTML {
        guard !trials.isEmpty else {
            return
                "<div class=\"empty\">\(Icon.mark)<p>For example: does magnesium before bed change your headache in the morning?</p></div>"
        }
        return "<ul class=\"trial-rows rows\">\(trials.html(row))</ul>"
    }

    private func row(_ shown: ShownTrial) -> HTML {
        """
        <li class="row"><a class="trial-row" href="/insights/trials/\(shown.trial.id.description)"><b>\(words.question(shown.trial.value))</b><span class="muted">\(sentence(words.state(shown)))\(shown.state == .ended ? " The answer is ready." : "" as HTML)</span></a></li>
        """
    }
}
