import Insights
import Journal

/// What a report says on its first page: each symptom beside the period before, and days with acute medicines.
package struct ReportSummary: Hashable, Sendable {
    /// Symptoms, the one on the most days first, at most `mostSymptoms`; then mood and craving.
    package let rows: [Row]
    /// The days before the period; `nil` if nothing was logged so early.
    package let before: Before?
    /// Days of the first symptoms and of acute medicines, by month; `nil` if there are neither.
    package let months: MonthlyDays?

    package struct Row: Hashable, Sendable {
        package let course: ReportCourse
        /// In the days before; `nil` if it was not logged then, or there are none.
        package let before: ReportCourse?
    }

    package struct Before: Hashable, Sendable {
        /// As many as the period has, or fewer: from the day on which logging began.
        package let days: ClosedRange<LocalDay>
        /// The number of days on which anything was logged by hand.
        package let used: Int
        /// Whether logging began within those days.
        package let isBeginning: Bool
    }

    package static let mostSymptoms = 6
}

/// By month, on how many days anything was logged, the first symptoms were there, and acute medicines were taken.
package struct MonthlyDays: Hashable, Sendable {
    /// The months, at most `most`, the latest ones; the first and the last may be incomplete.
    package let months: [ClosedRange<LocalDay>]
    /// The number of days with any record, one for each month.
    package let used: [Int]
    /// The symptoms on the most days.
    package let symptoms: [Symptom]
    /// One for each kind that the owner has given to a medicine.
    package let kinds: [Kind]
    /// Days with any of them; `nil` for one kind alone.
    package let together: Kind?

    package struct Symptom: Hashable, Sendable {
        package let title: String
        /// The number of days with it, and of those with a record of 7 or more, one for each month.
        package let days, strong: [Int]
    }

    package struct Kind: Hashable, Sendable {
        /// The kind; `nil` for all together.
        package let kind: AcuteKind?
        /// The number of days with a dose, one for each month.
        package let days: [Int]
        /// The days a month from which ICHD-3 speaks of overuse.
        package let reference: Int
    }

    /// The most months: more columns are too narrow on paper.
    package static let most = 6
    package static let mostSymptoms = 3

    init?(_ logged: Logged, _ courses: [ReportCourse], _ medicines: [ReportMedicine], days: ClosedRange<LocalDay>) {
        let kind = Dictionary(medicines.compactMap { one in one.acute.map { (one.id, $0) } }) { first, _ in first }
        let months = Array(ReportSpans.months(of: days).suffix(MonthlyDays.most))
        func counts(_ days: Set<LocalDay>) -> [Int] { months.map { month in days.count { month.contains($0) } } }
        symptoms = courses.prefix(MonthlyDays.mostSymptoms).map { course in
            func days(from least: Int) -> [Int] {
                counts(Set(logged.symptoms.filter { $0.key == course.symptom && $0.severity >= least }.map(\.day)))
            }
            return Symptom(title: course.title, days: days(from: 1), strong: days(from: 7))
        }
        let taken = logged.intakes.filter { $0.outcome == .taken && days.contains($0.day) }
        func row(_ wanted: AcuteKind?) -> Kind {
            Kind(
                kind: wanted,
                days: counts(
                    Set(taken.filter { kind[$0.medication].map { $0 == wanted || wanted == nil } ?? false }.map(\.day))),
                reference: wanted?.referenceDays ?? AcuteKind.referenceDaysTogether)
        }
        kinds = AcuteKind.allCases.filter(Set(kind.values).contains).map(row)
        guard !kinds.isEmpty || !symptoms.isEmpty else { return nil }
        (self.months, together) = (months, kinds.count > 1 ? row(nil) : nil)
        used = counts(Set(logged.usedDays.compactMap { LocalDay(number: $0) }))
    }
}
