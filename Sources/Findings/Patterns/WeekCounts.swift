import Base
import Engine
import Insights
import Journal

extension OpenVault {
    /// The counts of the seven days before one that are worth telling, a sentence each.
    package func weekSentences(before today: LocalDay) throws -> [String] {
        guard let first = today.adding(days: -7), let last = today.adding(days: -1) else { return [] }
        let counts = try diary(days: first...last).map(CountNotice.all) ?? []
        return counts.map(PatternWords(medicines: [:]).sentence)
    }
}

extension CountNotice {
    /// What is counted of the last seven days of a diary, mornings of symptoms and evenings of cravings. A good mood is nothing to
    /// warn of.
    package static func all(in diary: Diary) -> [CountNotice] {
        diary.outcomes.compactMap { outcome in
            let slot: DaySlot? =
                switch outcome.name {
                case .symptom: .morning
                case .craving: .evening
                case .mood, .measure: nil
                }
            return slot.flatMap { CountNotice(.init(outcome.name, $0), in: outcome, through: diary.days.upperBound) }
        }
    }

    /// How many weeks before a diary needs, so that a week can be unusual.
    package static var diaryDays: Int { (mostWeeks + 1) * 7 }
}

extension PatternWords {
    /// `Noticed 3 mornings in the last 7 days with headache at 7 or more, of 6 with a level.` An observation, with no colour:
    /// chance alone brings many of them.
    package func sentence(_ notice: CountNotice) -> String {
        let slot = notice.question.slot == .morning ? "morning" : "evening"
        let unusual = notice.isSurprise ? say(" That is more than usual for you.") : ""
        return
            say(
                "Noticed \(notice.count) \(slot)\(plural(notice.count, "", "s")) in the last 7 days with \(name(of: notice.question.outcome)) at \(Int(notice.question.level)) or more, of \(notice.observed) with a level.\(unusual) A count, not a pattern."
            )
    }

    /// The question after it, `Tag wake time?`.
    package func followUp(_ notice: CountNotice) -> String {
        followUp(.timeOfDay(notice.question.outcome, notice.question.slot)) ?? ""
    }
}
