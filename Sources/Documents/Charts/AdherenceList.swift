import Base
import Findings
import Insights

/// How many due doses were taken on time over 7 and 28 days; unknown ones are shown as such.
package struct AdherenceList {
    package let diary: Diary
    package let words: PatternWords

    package init(diary: Diary, words: PatternWords) {
        (self.diary, self.words) = (diary, words)
    }

    /// The list; `nil` without a schedule in the last 28 days.
    package var html: HTML? {
        let last = diary.days.upperBound
        let lines = diary.medicines.compactMap { medicine -> HTML? in
            guard let month = Adherence(of: medicine, last: 28, through: last) else { return nil }
            let week = Adherence(of: medicine, last: 7, through: last)
            return """
                <li><h3>\(words.name(of: medicine.id))</h3><dl>\(week.map { span("Last 7 days", $0) })\(span("Last 28 days", month))</dl></li>
                """
        }
        guard !lines.isEmpty else { return nil }
        return """
            <section class="card adherence" aria-labelledby="adherence-title"><h2 id="adherence-title">Doses on time</h2>
            <ul>\(lines)</ul>
            <p class="hint">On time means within two hours, or a quarter of the way to the next dose if that is less. The range holds the true share with 95 % confidence. Unknown doses are left out.</p></section>
            """
    }

    private func span(_ label: HTML, _ adherence: Adherence) -> HTML {
        """
        <div><dt>\(label)</dt><dd><p>\(AdherenceList.sentence(adherence))</p>\(bar(adherence))</dd></div>
        """
    }

    private func bar(_ adherence: Adherence) -> HTML? {
        guard let rate = adherence.rate, let interval = adherence.interval else { return nil }
        return """
            \(ShareBar(share: rate, interval: interval).html)<p class="small">\(percent(rate)) % on time, between \(percent(interval.lowerBound)) and \(percent(interval.upperBound)) %</p>
            """
    }

    private func percent(_ share: Double) -> Int { Int((min(max(share, 0), 1) * 100).rounded()) }

    /// `Of 14 doses 12 taken on time, 1 late, 1 missed; 2 more unknown.`
    package static func sentence(_ adherence: Adherence) -> String {
        let unknown = adherence.count(.unknown)
        guard adherence.known > 0 else { return say("\(counted(unknown, "dose is", "doses are")) unknown.") }
        var parts = [say("\(adherence.count(.taken)) taken on time")]
        for (state, word) in [
            (Adherence.State.early, say("early")), (.late, say("late")), (.skipped, say("skipped")), (.missed, say("missed")),
        ] {
            let count = adherence.count(state)
            if count > 0 { parts.append("\(count) \(word)") }
        }
        let rest = unknown > 0 ? say("; \(unknown) more unknown") : ""
        return "Of \(counted(adherence.known, "dose", "doses")) " + parts.joined(separator: ", ") + rest + "."
    }
}
