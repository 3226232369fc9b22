import HTTP
import Insights
import Journal

/// The choices of the Insights charts: one outcome, a range of days, and a medicine.
package struct InsightsChoice: Hashable, Sendable {
    package enum Range: Int, CaseIterable, Sendable {
        case month = 30
        case quarter = 90
        case half = 182
        case year = 365
    }

    package enum Focus: Hashable, Sendable {
        /// After high moments, with a dose of it and without.
        case doses(RecordID)
        /// Before and after the day with this number, on which it was started, ended or changed.
        case step(RecordID, day: Int)

        /// The form value: the record, and the day after an `@`.
        package var text: String {
            switch self {
            case .doses(let medicine): medicine.description
            case .step(let medicine, let day): medicine.description + "@" + String(day)
            }
        }

        /// Reads what `text` gives; `nil` for anything else.
        init?(text: String) {
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            switch (RecordID(text: parts[0]), parts.dropFirst().first.map { Int($0) }, parts.count) {
            case (let medicine?, nil, 1): self = .doses(medicine)
            case (let medicine?, let day??, 2) where LocalDay(number: day) != nil: self = .step(medicine, day: day)
            default: return nil
            }
        }
    }

    /// `nil` for the one logged on the most days.
    package var outcome: Outcome.Name?
    package var range = Range.quarter
    /// `nil` for the first available one.
    package var focus: Focus?

    package init() {}

    /// Reads a form. The previous choices are in hidden fields, followed by the pressed button.
    package init(_ fields: FormFields) {
        self.init(
            outcome: fields.all("outcome").last ?? "", range: fields.all("range").last ?? "",
            focus: fields.all("focus").last ?? "")
    }

    private init(outcome: String, range: String, focus: String) {
        self.outcome = Outcome.Name(text: String(outcome.prefix(HealthLimits.name + 20)))
        self.range = Int(range).flatMap(Range.init(rawValue:)) ?? .quarter
        self.focus = Focus(text: String(focus.prefix(100)))
    }
}

// A session stores filters of the journal. A choice of Insights is stored as one: the outcome in the words, the range as the tag,
// the medicine as the mood.
extension InsightsChoice {
    /// Reads what `kept` returned to a browser session.
    package init(_ kept: JournalFilter) { self.init(outcome: kept.words, range: kept.tag, focus: kept.mood) }

    /// The form stored by a browser session under a name.
    package var kept: JournalFilter {
        var kept = JournalFilter()
        (kept.words, kept.tag, kept.mood) = (outcome?.text ?? "", String(range.rawValue), focus?.text ?? "")
        return kept
    }
}
