import Journal

/// The content and the days that a person wants in a doctor's report. Nothing that is not selected here gets into it.
package struct ReportChoice: Hashable, Sendable {
    /// The first and the last civil day.
    package var period: ClosedRange<LocalDay>
    package var parts: Set<Part>
    /// Symptoms to leave out, by `SymptomEntry.key`.
    package var withoutSymptoms: Set<String>
    /// The symptom whose course is drawn on the first page, by `SymptomEntry.key`; empty for the one with the most strong days.
    package var charted: String
    /// The person's questions for the doctor, one on each line.
    package var questions: String
    /// The name to print; typed for one report and not stored.
    package var name: String
    /// The date of birth in any form; not stored either.
    package var birth: String

    package enum Part: String, CaseIterable, Sendable {
        /// Symptoms: course, numbers, notable days.
        case symptoms
        /// The mood in numbers, of check-ins and entries.
        case mood
        /// The craving of check-ins.
        case craving
        /// Sleep as the person rates it and as devices measure it, and steps.
        case sleep
        /// Measurements such as blood pressure and weight, in a table.
        case measures
        /// Medicines, their schedules, and the doses taken.
        case medicines
        /// Medicines by name; otherwise they are numbered.
        case medicineNames = "medicine-names"
        /// Days with menstruation.
        case cycle
        case notableDays = "days"
        /// Notes of symptoms, check-ins and doses on those days, and of medicines.
        case notes
        /// The journal's texts on those days.
        case texts
        /// The findings of one look at the period.
        case findings
        /// Include tags and triggers among the factors, which names them.
        case tags
        case questions

        /// The default selection: numbers yes, private texts no.
        package static let usual: Set<Part> = [
            .symptoms, .mood, .craving, .sleep, .measures, .medicines, .medicineNames, .notableDays, .findings, .tags, .questions,
        ]
    }

    /// The most days: more do not fit on four pages.
    package static let mostDays = 366
    package static let questionBytes = 1500
    /// The most bytes of a name or a date of birth.
    package static let nameBytes = 120

    package init(
        period: ClosedRange<LocalDay>, parts: Set<Part> = Part.usual, withoutSymptoms: Set<String> = [], charted: String = "",
        questions: String = "", name: String = "", birth: String = ""
    ) {
        (self.period, self.parts, self.withoutSymptoms) = (period, parts, withoutSymptoms)
        (self.charted, self.questions, self.name, self.birth) = (charted, questions, name, birth)
    }

    /// The 13 weeks that ended yesterday.
    package static func usualPeriod(today: LocalDay) -> ClosedRange<LocalDay> {
        let last = today.adding(days: -1) ?? today
        return (last.adding(days: -90) ?? last)...last
    }

    /// The questions, without empty lines.
    package var questionList: [String] {
        guard parts.contains(.questions) else { return [] }
        return questions.split(whereSeparator: \.isNewline).map { trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    /// Why a report cannot be made; `nil` if it can.
    package func fault(today: LocalDay) -> ReportFault? {
        if period.lowerBound > today { return .inTheFuture }
        if period.count > ReportChoice.mostDays { return .tooLong(days: period.count) }
        let wanted = parts.subtracting([.medicineNames, .notes, .texts, .tags])
        if wanted.isEmpty || (wanted == [.questions] && questionList.isEmpty) { return .nothingChosen }
        if questions.utf8.count > ReportChoice.questionBytes { return .textTooLong(field: "questions") }
        if name.utf8.count > ReportChoice.nameBytes { return .textTooLong(field: "name") }
        return birth.utf8.count > ReportChoice.nameBytes ? .textTooLong(field: "birth") : nil
    }
}

extension ClosedRange<LocalDay> {
    package var count: Int { upperBound.number - lowerBound.number + 1 }

    package var numbers: ClosedRange<Int> { lowerBound.number...upperBound.number }
}
