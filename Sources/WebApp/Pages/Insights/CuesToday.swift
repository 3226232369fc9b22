import Base
import Documents
import Engine
import Findings
import Insights
import Journal
import Ledger

/// What the page of today shows of Insights: one card, the newest cue, or else a count of the last seven days. The next one comes
/// when it has been seen and dismissed.
struct CuesToday {
    /// Confirmed and news, the newest first.
    let cues: [Patterns.Shown]
    let counts: [CountNotice]
    let words: PatternWords

    func html(for visit: Visit) -> HTML {
        """
        <section id="cues-today" aria-label="Patterns" data-live>\(cues.prefix(1).html { card($0, visit) })\(counts.prefix(cues.isEmpty ? 1 : 0).html { CountLine(notice: $0, words: words).html(for: visit) })</section>
        """
    }

    private func card(_ shown: Patterns.Shown, _ visit: Visit) -> HTML {
        let id = shown.id.description
        return """
            <article class="pattern pattern-cue cue-today" aria-labelledby="heading-\(id)"><h2 id="heading-\(id)">\(words.heading(shown.pattern.watch.hypothesis))</h2>
            <p class="pattern-says">\(words.sentence(shown))</p>
            <div class="actions"><a class="button quiet" href="/insights#pattern-\(id)">Details</a>\(PatternCard.act("dismiss", "Dismiss", on: shown, words, visit, next: "/today"))</div></article>
            """
    }
}

extension WebApp {
    func cuesToday(in vault: isolated OpenVault, _ dates: DateLanguage) throws -> CuesToday {
        let patterns = try vault.patterns()
        // A week, so that the page costs no more in a long log. Whether it is unusual is said on the page of Insights.
        let week = try vault.diary(days: (today.adding(days: -7) ?? today)...today)
        return CuesToday(
            cues: patterns.cues, counts: week.map(CountNotice.all) ?? [],
            words: PatternWords(medicines: patterns.medicines, language: dates))
    }
}
