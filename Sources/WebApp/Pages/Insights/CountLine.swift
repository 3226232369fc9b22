import Documents
import Findings
import Insights

/// A plain count of the last seven days, `3 mornings with headache at 7 or more`. Chance alone brings many of them: it has no colour.
struct CountLine {
    let notice: CountNotice
    let words: PatternWords

    /// What is counted of a diary: mornings of symptoms, evenings of cravings. A good mood is nothing to warn of.
    static func all(in diary: Diary, _ words: PatternWords) -> [CountLine] {
        diary.outcomes.compactMap { outcome in
            let slot: DaySlot? =
                switch outcome.name {
                case .symptom: .morning
                case .craving: .evening
                case .mood: nil
                }
            return slot.flatMap { CountNotice(.init(outcome.name, $0), in: outcome, through: diary.days.upperBound) }
                .map { CountLine(notice: $0, words: words) }
        }
    }

    private var slot: String { notice.question.slot == .morning ? "morning" : "evening" }

    private var question: String {
        words.followUp(.timeOfDay(notice.question.outcome, notice.question.slot)) ?? ""
    }

    private var unusual: HTML? { notice.isSurprise ? " That is more than usual for you." : nil }

    func html(for visit: Visit) -> HTML {
        let tag: FollowUpTag = notice.question.slot == .morning ? .wakeTime : .evening
        return """
            <div class="count-line"><p>Noticed \(notice.count) \(slot)s in the last 7 days with \(words.name(of: notice.question.outcome)) at \(Int(notice.question.level)) or more, of \(notice.observed) with a level.\(unusual) A count, not a pattern.</p>\(tag.button(question, for: visit))</div>
            """
    }
}
