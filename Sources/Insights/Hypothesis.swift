import Journal

package enum Hypothesis: Hashable, Sendable {
    /// Days `lag` (0–3) days after a factor, against days after none.
    case factor(Factor.Name, Outcome.Name, lag: Int)
    /// The level goes up or down over the window.
    case trend(Outcome.Name)
    /// The level has changed since some day.
    case change(Outcome.Name)
    /// Saturday and Sunday against the other days of the same week.
    case weekend(Outcome.Name)
    /// A part of the day against the rest of the same day.
    case timeOfDay(Outcome.Name, DaySlot)
    /// One to five hours after a high moment, with the medicine against without.
    case asNeeded(RecordID, Outcome.Name)
    /// Since a medicine was begun, ended or changed on a day.
    case step(RecordID, Outcome.Name, day: Int)

    package var outcome: Outcome.Name {
        switch self {
        case .factor(_, let outcome, _), .trend(let outcome), .change(let outcome), .weekend(let outcome),
            .timeOfDay(let outcome, _), .asNeeded(_, let outcome), .step(_, let outcome, _):
            outcome
        }
    }

    /// The family whose error it shares.
    package var family: Family {
        switch self {
        case .factor: .factors
        case .trend, .change: .course
        case .weekend, .timeOfDay: .rhythm
        case .asNeeded: .asNeeded
        case .step: .scheduled
        }
    }
}

/// Questions that share one part of the error that is allowed: a fifth each (Bonferroni).
package enum Family: String, CaseIterable, Hashable, Sendable {
    /// Factors, all lags and outcomes.
    case factors
    /// Trend and change of level.
    case course
    /// Weekend and time of day.
    case rhythm
    case asNeeded = "as_needed"
    /// Scheduled medicine that was begun, ended or changed.
    case scheduled
}
