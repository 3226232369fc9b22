import Journal

/// A report for a doctor: what a person logged in a period, in numbers, as far as they want it shown.
///
/// A plain value, made only of what was logged: no advice, no judgement, and every sentence is either a number or the person's
/// own. It begins with how much was logged.
package struct DoctorReport: Hashable, Sendable {
    package let choice: ReportChoice
    package let made: LocalDay
    /// The days it covers: those requested, up to today.
    package let days: ClosedRange<LocalDay>
    package let summary: ReportSummary
    package let coverage: ReportCoverage
    /// The weeks or months of the tables' rows.
    package let spans: [ClosedRange<LocalDay>]
    /// The course of each outcome: symptoms, the most logged first, then mood and craving.
    package let courses: [ReportCourse]
    /// Symptoms without a course, and on how many days each was logged.
    package let otherSymptoms: [OtherSymptom]
    /// Sleep and steps for each span; empty if nothing was logged.
    package let sleep: [ReportSleep]
    /// Measurements, the most logged first, each with its numbers of the period.
    package let measures: [ReportMeasure]
    /// Medicines: those with a schedule first.
    package let medicines: [ReportMedicine]
    /// Days of menstruation; consecutive ones are joined.
    package let cycle: [ClosedRange<LocalDay>]
    /// Notable days, in order of time.
    package let notableDays: [NotableDay]
    /// The result of one look at the period; `nil` if it was not requested.
    package let look: ReportLook?
    package let medicineNames: [RecordID: String]

    /// A symptom without a course.
    package struct OtherSymptom: Hashable, Sendable {
        /// The spelling last used.
        package let name: String
        package let days: Int
        /// The highest severity logged.
        package let most: Int
    }

    /// The most symptoms with a course: those on the most days.
    package static let mostCourses = 4
    /// The minimum number of days for a course, if the period is longer than four weeks.
    package static let leastCourseDays = 3

    /// Whether the last day is not over yet.
    package var includesToday: Bool { days.upperBound == made }

    /// Whether the spans are months, because there would be too many weeks.
    package var goesByMonths: Bool { days.count > ReportSpans.mostWeeks * 7 }

    package var isEmpty: Bool {
        coverage.used.isEmpty && courses.isEmpty && medicines.isEmpty && sleep.isEmpty && measures.isEmpty
    }
}
