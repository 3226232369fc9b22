import Base
import Findings
import Insights

/// What is missing for answers, grouped by that: dozens of questions wait for the same days.
package struct NeedList {
    /// The last look; `nil` before there was one.
    package let look: LookRecord?
    package let words: PatternWords

    package init(look: LookRecord?, words: PatternWords) {
        (self.look, self.words) = (look, words)
    }

    static let limit = 12

    private struct Line: Hashable {
        let subject: String
        let need: String
        let count: Int
        var questions: Int
    }

    /// The list; `nil` if nothing is missing.
    package var html: HTML? {
        let lines = lines
        guard let look, !lines.isEmpty else { return nil }
        let more = lines.count - NeedList.limit
        return """
            <details id="needed-yet"><summary>Not enough data yet (\(counted(look.waiting.count, "question")))</summary>
            <ul class="need-list">\(lines.prefix(NeedList.limit).html { "<li><b>\($0.subject)</b> <span>\($0.need)</span></li>" })</ul>\(more > 0 ? "<p class=\"hint\">And \(more) more of this kind.</p>" as HTML : .empty)</details>
            """
    }

    /// The least that is missing for each subject, the closest to an answer first.
    private var lines: [Line] {
        var found: [String: Line] = [:]
        for waiting in look?.waiting ?? [] {
            let (kind, count) = NeedList.rank(waiting.need)
            let subject = self.subject(waiting)
            let name = subject + "\u{0}" + kind
            let questions = (found[name]?.questions ?? 0) + 1
            if let known = found[name], known.count <= count {
                found[name]?.questions = questions
            } else {
                found[name] = Line(subject: subject, need: words.need(waiting), count: count, questions: questions)
            }
        }
        return found.values.sorted { ($0.count, $1.questions, $0.subject) < ($1.count, $0.questions, $1.subject) }
    }

    private static func rank(_ need: FamilyLook.Waiting.Need) -> (kind: String, count: Int) {
        switch need {
        case .days(let count): ("days", count)
        case .with(let count): ("with", count)
        case .without(let count): ("without", count)
        case .moments(let count): ("moments", count)
        case .alwaysTreated: ("treated", .max)
        case .evenness: ("evenness", .max)
        case .apart: ("apart", .max)
        }
    }

    /// For an outcome's missing days, the outcome whatever the question; otherwise the factor.
    private func subject(_ waiting: FamilyLook.Waiting) -> String {
        let outcome = words.name(of: waiting.hypothesis.outcome)
        let capital = outcome.prefix(1).uppercased() + outcome.dropFirst()
        if case .days = waiting.need { return capital }
        let heading = words.heading(waiting.hypothesis)
        guard case .factor = waiting.hypothesis, heading.hasPrefix(capital + " · ") else { return heading }
        return String(heading.dropFirst(capital.count + 3))
    }
}
