import Documents
import Findings
import Insights

/// A plain count of the last seven days, `3 mornings with headache at 7 or more`. Chance alone brings many of them: it has no colour.
struct CountLine {
    let notice: CountNotice
    let words: PatternWords

    func html(for visit: Visit) -> HTML {
        let tag: FollowUpTag = notice.question.slot == .morning ? .wakeTime : .evening
        return """
            <div class="count-line"><p>\(words.sentence(notice))</p>\(tag.button(words.followUp(notice), for: visit))</div>
            """
    }
}
