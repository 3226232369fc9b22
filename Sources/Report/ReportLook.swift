import Insights
import Journal

/// What one look at the whole period found. Nothing in it was checked on new days: it is exploratory, and called so.
package enum ReportLook: Hashable, Sendable {
    /// The period is too short, or has too few days that are over: so many are needed.
    case tooShort(needed: Int)
    /// What was found.
    case done(Found)

    /// Findings and what they come from.
    package struct Found: Hashable, Sendable {
        /// The days that were looked at.
        package let window: ClosedRange<LocalDay>
        /// What was asked about.
        package let outcomes: [Outcome.Name]
        /// How many questions the data could answer.
        package let asked: Int
        /// How many it could not.
        package let waiting: Int
        /// What stands out, the surest first, at most `ReportLook.most`.
        package let findings: [Finding]
        /// How many stand out beside those.
        package let more: Int
    }

    /// So many findings have a place.
    package static let most = 5
    /// Days that a look needs.
    package static let leastDays = 42

    /// Looks at a period once, at those outcomes and factors that the person has ticked. What is left out is not looked at either,
    /// so that it counts neither as asked nor as found.
    init(
        _ logged: Logged, choice: ReportChoice, days: ClosedRange<LocalDay>, outcomes: [Outcome.Name], today: LocalDay,
        closed: Set<Factor.Name>, seed: UInt64, clock: (Instant, String) -> Int?
    ) {
        let last = min(days.upperBound.number, today.number - 1)
        let first = days.lowerBound.number
        let asked = Array(outcomes.prefix(Diary.mostOutcomes))
        // What is not ticked goes first: it takes no other's place among the factors that are looked at.
        let full = Diary(ReportLook.wanted(logged, choice), watched: asked, through: last, seed: seed, clock: clock)?.without(
            closed)
        guard first <= last, let full, !asked.isEmpty else {
            self = .tooShort(needed: ReportLook.leastDays)
            return
        }
        let diary = Diary(
            days: full.days, outcomes: full.outcomes.filter { asked.contains($0.name) },
            factors: full.factors.filter { ReportLook.isWanted($0.name, choice) },
            medicines: choice.parts.contains(.medicines) ? full.medicines : [], seed: seed)
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

    /// What was logged, without all that makes a factor that was not ticked. The days on which the journal was used stay as they are.
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
        }
    }
}
