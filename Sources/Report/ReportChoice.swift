import Journal

/// What a person wants to be in a report for a doctor, and of which days. Nothing that is not ticked here gets into it.
package struct ReportChoice: Hashable, Sendable {
    /// The first and the last civil day.
    package var period: ClosedRange<LocalDay>
    /// What is in it.
    package var parts: Set<Part>
    /// Symptoms, by `SymptomEntry.key`, that do not.
    package var withoutSymptoms: Set<String>
    /// What the person wants to ask, one question a line.
    package var questions: String
    /// As it is to be printed; typed for one report and kept nowhere.
    package var name: String
    /// Date of birth in any form, likewise.
    package var birth: String

    /// A piece of a report.
    package enum Part: String, CaseIterable, Sendable {
        /// Symptoms: course, numbers, days that stand out.
        case symptoms
        /// The mood score of check-ins.
        case mood
        /// The craving of check-ins.
        case craving
        /// Sleep as the person calls it and as devices measure it, and steps.
        case sleep
        /// Medicines, their schedules, and what was taken.
        case medicines
        /// Medicines by their names; otherwise they are numbered.
        case medicineNames = "medicine-names"
        /// Days on which the journal says menstruation.
        case cycle
        /// Days that stand out.
        case notableDays = "days"
        /// Notes of symptoms, check-ins and doses on those days, and of medicines.
        case notes
        /// What was written in the journal on those days.
        case texts
        /// What one look at the period found.
        case findings
        /// Tags and triggers among what is looked for, which names them.
        case tags
        /// What the person wants to ask.
        case questions

        /// What is ticked as long as no one says otherwise: numbers yes, words that were written for oneself no.
        package static let usual: Set<Part> = [
            .symptoms, .mood, .craving, .sleep, .medicines, .medicineNames, .notableDays, .findings, .tags, .questions,
        ]
    }

    /// So many days at most: what is longer has no place on four pages.
    package static let mostDays = 366
    /// So many bytes of questions at most.
    package static let questionBytes = 1500
    /// So many bytes of a name or a date of birth at most.
    package static let nameBytes = 120

    package init(
        period: ClosedRange<LocalDay>, parts: Set<Part> = Part.usual, withoutSymptoms: Set<String> = [], questions: String = "",
        name: String = "", birth: String = ""
    ) {
        (self.period, self.parts, self.withoutSymptoms) = (period, parts, withoutSymptoms)
        (self.questions, self.name, self.birth) = (questions, name, birth)
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

    /// What keeps a report from being made; `nil` when it may be.
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
    /// How many days they are.
    package var count: Int { upperBound.number - lowerBound.number + 1 }

    /// Their numbers.
    package var numbers: ClosedRange<Int> { lowerBound.number...upperBound.number }
}
