import Insights
import Journal

/// What a report says on its first page: each symptom beside the period before, and days with acute medicines.
package struct ReportSummary: Hashable, Sendable {
    /// Symptoms, the one on the most days first, at most `mostSymptoms`; then mood and craving.
    package let rows: [Row]
    /// The days before the period, as many; `nil` if nothing was logged so early.
    package let before: Before?
    /// Days with acute medicines; `nil` if no medicine has such a kind.
    package let acute: AcuteDays?

    /// An outcome in the period, and in the one before.
    package struct Row: Hashable, Sendable {
        /// In the period.
        package let course: ReportCourse
        /// In the days before; `nil` if it was not logged then, or there are none.
        package let before: ReportCourse?
    }

    /// The days before.
    package struct Before: Hashable, Sendable {
        /// As many as the period has.
        package let days: ClosedRange<LocalDay>
        /// The number of days on which anything was logged by hand.
        package let used: Int
    }

    /// The most symptoms.
    package static let mostSymptoms = 6
}

/// On how many days of each month acute medicines were taken, by kind.
package struct AcuteDays: Hashable, Sendable {
    /// The months; the first and the last may be incomplete.
    package let months: [ClosedRange<LocalDay>]
    /// One for each kind that the owner has given to a medicine.
    package let kinds: [Row]
    /// Days with any of them; `nil` for one kind alone.
    package let together: Row?

    /// A kind's days.
    package struct Row: Hashable, Sendable {
        /// The kind; `nil` for all together.
        package let kind: AcuteKind?
        /// The number of days with a dose, one for each month.
        package let days: [Int]
        /// The days a month from which ICHD-3 speaks of overuse.
        package let reference: Int
    }

    init?(_ logged: Logged, _ medicines: [ReportMedicine], days: ClosedRange<LocalDay>) {
        let kind = Dictionary(medicines.compactMap { one in one.acute.map { (one.id, $0) } }) { first, _ in first }
        let months = ReportSpans.months(of: days)
        let taken = logged.intakes.filter { $0.outcome == .taken && days.contains($0.day) }
        func row(_ wanted: AcuteKind?) -> Row {
            let own = Set(taken.filter { kind[$0.medication].map { $0 == wanted || wanted == nil } ?? false }.map(\.day))
            return Row(
                kind: wanted, days: months.map { month in own.count { month.contains($0) } },
                reference: wanted?.referenceDays ?? AcuteKind.referenceDaysTogether)
        }
        kinds = AcuteKind.allCases.filter(Set(kind.values).contains).map(row)
        guard !kinds.isEmpty else { return nil }
        (self.months, together) = (months, kinds.count > 1 ? row(nil) : nil)
    }
}
