import Journal

/// A report for a doctor: what a person wrote down in some days, in numbers, as far as they want it shown.
///
/// A plain value, made of what was logged and nothing else: no advice, no judgement, no sentence that is not either a number or the
/// person's own. How much it rests on comes first.
package struct DoctorReport: Hashable, Sendable {
    /// What was asked for.
    package let choice: ReportChoice
    /// The day on which it was made.
    package let made: LocalDay
    /// The days it is about: those that were asked for, up to today.
    package let days: ClosedRange<LocalDay>
    /// How much was written down.
    package let coverage: ReportCoverage
    /// The weeks (or months) that tables go by.
    package let spans: [ClosedRange<LocalDay>]
    /// Course of each outcome: symptoms, the most logged first, then mood and craving.
    package let courses: [ReportCourse]
    /// Symptoms beyond those that have a course, and on how many days each was logged.
    package let otherSymptoms: [OtherSymptom]
    /// Sleep and steps, span by span; empty where nothing was logged.
    package let sleep: [ReportSleep]
    /// Medicines: those with a schedule first.
    package let medicines: [ReportMedicine]
    /// Days of menstruation, one after the other taken together.
    package let cycle: [ClosedRange<LocalDay>]
    /// Days that stand out, in the order of time.
    package let notableDays: [NotableDay]
    /// What one look at the period found; `nil` where it was not asked for.
    package let look: ReportLook?
    /// What medicines are called in it, by their records.
    package let medicineNames: [RecordLink: String]

    /// A symptom in passing.
    package struct OtherSymptom: Hashable, Sendable {
        /// As it was written last.
        package let name: String
        /// On how many days.
        package let days: Int
        /// The strongest that was logged.
        package let most: Int
    }

    /// So many symptoms at most have a course of their own: those on the most days.
    package static let mostCourses = 4
    /// On so many days one must have been logged for that, where the period is longer than four weeks.
    package static let leastCourseDays = 3

    /// Whether the last day is not over yet.
    package var includesToday: Bool { days.upperBound == made }

    /// Whether spans are months, because there would be too many weeks.
    package var goesByMonths: Bool { days.count > ReportSpans.mostWeeks * 7 }

    /// Whether anything at all was written down in these days.
    package var isEmpty: Bool { coverage.used.isEmpty && courses.isEmpty && medicines.isEmpty && sleep.isEmpty }
}
