import Base
import Engine
import Foundation
import Journal

package enum SealedPageLook {
    /// The label of a part where it is chosen, and an explanation.
    package static func choice(_ part: SealedPagePlan.Part) -> (label: HTML, hint: HTML?) {
        switch part {
        case .symptoms: ("Symptoms", "with their strength and further numbers")
        case .measures: ("Measurements", "such as blood pressure and weight")
        case .checkIns: ("Check-ins", "mood, craving, sleep")
        case .medicines: ("Medicines", "their schedules, and what was taken")
        case .moods: ("Moods of entries", "without their texts")
        case .cycle: ("Menstruation", "where it was logged with a symptom")
        case .notes: ("Notes", "of symptoms, measurements, check-ins, medicines and doses")
        }
    }

    /// `symptoms and medicines, of the last 90 days, until 1 March 2027`.
    package static func scope(_ plan: SealedPagePlan, until day: String) -> String {
        let parts =
            SealedPagePlan.Part.allCases.filter(plan.parts.contains).map(word)
            + (plan.tags.isEmpty ? [] : ["entries with " + plan.tags.map { "#" + $0.name }.joined(separator: " ")])
        let days = say("\(plural(plan.days, "of today", "of the last # days"))")
        return say("\(parts.spokenList), \(days), until \(day)")
    }

    private static func word(_ part: SealedPagePlan.Part) -> String {
        switch part {
        case .symptoms: "symptoms"
        case .measures: "measurements"
        case .checkIns: "check-ins"
        case .medicines: "medicines"
        case .moods: say("moods of entries")
        case .cycle: "menstruation"
        case .notes: "notes"
        }
    }

    static func words(_ content: SealedPageRecord.Content) -> HTML {
        switch content {
        case .medicine(let medicine):
            "<b>\(medicine.title)</b>\(", as needed", if: medicine.asNeeded)\(", no longer taken", if: medicine.archived)\(note(medicine.notes))"
        case .schedule(let schedule, let unit): "\(schedule.words(unit: unit))"
        case .symptom(let symptom):
            "<b>\(symptom.symptom)</b> \(symptom.severity) of 10\(symptom.numbers.map { ", " + $0 }.joined())\(", menstruation", if: symptom.menstruation == true)\(note(symptom.note))"
        case .measure(let entry): "<b>\(entry.measure.name)</b> \(entry.amount)\(note(entry.note))"
        case .checkIn(let check):
            "<b>Check-in</b> \((check.numbers.map { "\($0.name) \($0.number) of \($0.most)" } + [check.word?.name].compactMap(\.self)).joined(separator: ", "))\(note(check.note))"
        case .intake(let intake, let medicine):
            "<b>\(medicine.isEmpty ? "A medicine" : medicine)</b> \(Medication.words(intake.amount, unit: intake.unit)), \(outcomeWord(intake.outcome))\(note(intake.note))"
        case .entry(let entry):
            "\(marks(entry))\(entry.text.isEmpty ? .empty : "<div class=\"prose\">\(Markdown.html(entry.text))</div>")"
        }
    }

    private static func marks(_ entry: Entry) -> HTML {
        let words = [entry.feeling.text].filter { !$0.isEmpty } + entry.tags.map { "#" + $0.name }
        return "<b>Entry</b> \(words.joined(separator: " "))"
    }

    private static func note(_ text: String) -> HTML? {
        trimmed(text).isEmpty ? nil : "<span class=\"sealed-note\" dir=\"auto\">\(text)</span>"
    }
}
