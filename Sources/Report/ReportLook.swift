import Insights
import Journal

/// The result of one look at the whole period. Nothing in it was confirmed on new days: it is exploratory, and named so.
package enum ReportLook: Hashable, Sendable {
    /// The period has too few days that are over; `needed` is the minimum.
    case tooShort(needed: Int)
    case done(Found)

    package struct Found: Hashable, Sendable {
        package let window: ClosedRange<LocalDay>
        package let outcomes: [Outcome.Name]
        /// The number of questions that the data could answer.
        package let asked: Int
        /// The number of questions that it could not.
        package let waiting: Int
        /// The significant findings, the most certain first, at most `ReportLook.most`.
        package let findings: [Finding]
        /// The number of further significant findings.
        package let more: Int
    }

    package static let most = 5
    package static let leastDays = 42

    /// Looks at a period once, with the outcomes and factors that the person has selected. What is left out is not looked at
    /// either, so it counts neither as asked nor as found.
    init(
        _ logged: Logged, choice: ReportChoice, days: ClosedRange<LocalDay>, outcomes: [Outcome.Name], today: LocalDay,
        closed: Set<Factor.Name>, clock: (Instant, String) -> Int?
    ) {
        let last = min(days.upperBound.number, today.number - 1)
        let first = days.lowerBound.number
        let asked = Array(outcomes.prefix(Diary.mostOutcomes))
        // What is not selected is removed first, so that it takes no place among the factors.
        let full = Diary(ReportLook.wanted(logged, choice), watched: asked, through: last, clock: clock)?.without(closed)
        guard first <= last, let full, !asked.isEmpty else {
            self = .tooShort(needed: ReportLook.leastDays)
            return
        }
        let diary = Diary(
            days: full.days, outcomes: full.outcomes.filter { asked.contains($0.name) },
            factors: full.factors.filter { ReportLook.isWanted($0.name, choice) },
            medicines: choice.parts.contains(.medicines) ? full.medicines : [])
        guard let report = OneReport.look(diary, period: first...last),
            let from = LocalDay(number: report.window.lowerBound), let to = LocalDay(number: report.window.upperBound)
        else {
            self = .tooShort(needed: ReportLook.leastDays)
            return
        }
        let amber = report.amber.sorted { ($0.adjusted, $0.p) < ($1.adjusted, $1.p) }
        self = .done(
            Found(
                window: from...to, outcomes: diary.outcomes.map(\.name), asked: report.asked,
                waiting: report.families.reduce(0) { $0 + $1.waiting.count }, findings: Array(amber.prefix(ReportLook.most)),
                more: max(0, amber.count - ReportLook.most)))
    }

    /// The log without all data of factors that were not selected. The days on which the journal was used stay the same.
    private static func wanted(_ logged: Logged, _ choice: ReportChoice) -> Logged {
        var part = logged
        if !choice.parts.contains(.tags) {
            part.entries = part.entries.map { ($0.day, []) }[...]
            for place in part.checkIns.indices { part.checkIns[place].triggers = [] }
        }
        if !choice.parts.contains(.medicines) { (part.medications, part.schedules, part.doses) = ([:], [:], []) }
        if !choice.parts.contains(.sleep) {
            part.samples = []
            for place in part.checkIns.indices { part.checkIns[place].sleep = nil }
        }
        if !choice.parts.contains(.measures) { part.measures = [] }
        if !choice.parts.contains(.craving) { for place in part.checkIns.indices { part.checkIns[place].craving = nil } }
        if !choice.parts.contains(.cycle) { for place in part.symptoms.indices { part.symptoms[place].menstruation = nil } }
        return part
    }

    private static func isWanted(_ factor: Factor.Name, _ choice: ReportChoice) -> Bool {
        switch factor {
        case .tag, .trigger: choice.parts.contains(.tags)
        case .taken, .late, .missed: choice.parts.contains(.medicines)
        case .shortSleep, .badSleep, .fewSteps: choice.parts.contains(.sleep)
        case .craving: choice.parts.contains(.craving)
        case .menstruation: choice.parts.contains(.cycle)
        case .yes, .high: choice.parts.contains(.measures)
        }
    }
}
