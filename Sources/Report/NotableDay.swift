import Insights
import Journal

/// A day that is notable by a rule that the report states, with everything from it that was selected.
package struct NotableDay: Hashable, Sendable {
    package let day: LocalDay
    /// Why it is notable, the strongest reason first: none of them is a judgement.
    package let reasons: [Reason]
    /// The highest severity of each symptom on that day, as `Headache`, 8.
    package let symptoms: [Symptom]
    /// The lowest mood and the strongest craving, if the report has them.
    package let mood, craving: Int?
    /// The medicines taken as needed, and how often.
    package let doses: [Dose]
    /// Notes of symptoms, check-ins and doses, if selected.
    package let notes: [String]
    /// The journal's texts, if selected.
    package let texts: [String]

    package enum Reason: Hashable, Sendable {
        /// Among the highest of a symptom.
        case symptom(String)
        /// Among the lowest moods.
        case mood
        /// Among the strongest cravings.
        case craving
        /// A medicine was begun, changed or ended.
        case medicine(String, ReportMedicine.Change.Kind)
    }

    package struct Symptom: Hashable, Sendable {
        /// The person's spelling.
        package let name: String
        /// The highest of the day, 0–10.
        package let severity: Int
    }

    package struct Dose: Hashable, Sendable {
        package let title: String
        package let count: Int
    }

    /// The most days shown: fewer if texts are shown with the numbers.
    package static func mostShown(choice: ReportChoice) -> Int { choice.parts.isDisjoint(with: [.notes, .texts]) ? 10 : 8 }
    /// The most days of one kind.
    package static let mostOfKind = 3
}

struct NotableDays {
    let logged: Logged
    let days: ClosedRange<LocalDay>
    let choice: ReportChoice
    let courses: [ReportCourse]
    let medicines: [ReportMedicine]
    let names: [RecordID: String]
    let texts: [LocalDay: [String]]

    /// In order of time. If there are too many, changes of medicines have priority, then each kind in turn.
    func found() -> [NotableDay] {
        guard choice.parts.contains(.notableDays) else { return [] }
        var reasons: [LocalDay: [NotableDay.Reason]] = [:]
        func note(_ reason: NotableDay.Reason, on day: LocalDay) {
            guard reasons[day] != nil || reasons.count < NotableDay.mostShown(choice: choice) else { return }
            if reasons[day]?.contains(reason) != true { reasons[day, default: []].append(reason) }
        }
        for medicine in medicines {
            for change in medicine.changes { note(.medicine(medicine.title, change.kind), on: change.day) }
        }
        let ranked = courses.map { course in (course, extremes(of: course)) }
        for place in 0..<NotableDay.mostOfKind {
            for (course, days) in ranked where place < days.count { note(reason(course), on: days[place]) }
        }
        return reasons.keys.sorted().map { day($0, reasons[$0] ?? []) }
    }

    private func reason(_ course: ReportCourse) -> NotableDay.Reason {
        switch course.name {
        case .symptom, .measure: .symptom(course.title)
        case .mood: .mood
        case .craving: .craving
        }
    }

    /// The days with the worst levels, only bad ones, the worst first; of equal ones the later first.
    private func extremes(of course: ReportCourse) -> [LocalDay] {
        let bad = course.levels.days.compactMap { number -> (day: LocalDay, level: Double)? in
            guard let level = course.levels[number], ReportCourse.isBad(level, course.name), let day = LocalDay(number: number)
            else { return nil }
            return (day, course.name == .mood ? -level : level)
        }
        return bad.sorted { ($1.level, $1.day) < ($0.level, $0.day) }.prefix(NotableDay.mostOfKind).map(\.day)
    }

    private func day(_ day: LocalDay, _ reasons: [NotableDay.Reason]) -> NotableDay {
        let has = choice.parts.contains
        let entries = has(.symptoms) ? logged.symptoms.filter { $0.day == day && !choice.withoutSymptoms.contains($0.key) } : []
        let checkIns = logged.checkIns.filter { $0.day == day }
        let taken =
            has(.medicines) ? logged.intakes.filter { $0.day == day && $0.outcome == .taken && $0.occurrence == nil } : []
        return NotableDay(
            day: day, reasons: reasons, symptoms: symptoms(entries),
            mood: has(.mood) ? checkIns.compactMap(\.mood).min() : nil,
            craving: has(.craving) ? checkIns.compactMap(\.craving).max() : nil,
            doses: Dictionary(grouping: taken, by: \.medication).map { link, list in
                NotableDay.Dose(title: names[link] ?? "a medicine", count: list.count)
            }.sorted { $0.title < $1.title },
            notes: has(.notes) ? notes(entries, checkIns, taken) : [], texts: has(.texts) ? texts[day] ?? [] : [])
    }

    private func symptoms(_ entries: some Sequence<SymptomEntry>) -> [NotableDay.Symptom] {
        Dictionary(grouping: entries, by: \.key).values.compactMap { list in
            list.max { $0.severity < $1.severity }.map { NotableDay.Symptom(name: $0.symptom, severity: $0.severity) }
        }.sorted { ($1.severity, $0.name) < ($0.severity, $1.name) }
    }

    private func notes(_ entries: [SymptomEntry], _ checkIns: [CheckIn], _ taken: [Intake]) -> [String] {
        // A check-in's note may be about any of these: it is shown if one of them is.
        let isShown = choice.parts.contains(.mood) || choice.parts.contains(.craving) || choice.parts.contains(.sleep)
        let all =
            entries.map { ($0.instant, $0.note) } + (isShown ? checkIns.map { ($0.instant, $0.note) } : [])
            + taken.map { ($0.instant, $0.note) }
        return all.sorted { $0.0 < $1.0 }.map { trimmed($0.1) }.filter { !$0.isEmpty }
    }
}
