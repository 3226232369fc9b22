import Journal
import Ledger

extension Intake: MomentValue {
    package static let kind = "intake"

    /// The field with what changes of the dose replaced, the latest last: so that each can be undone.
    package static let undoField = "undo"

    package var fields: [String: JSON] {
        momentFields.merging([
            "medication": .string(medication.description), "amount": .amount(amount), "unit": .string(unit),
            "outcome": .string(outcome.rawValue), "schedule": .text(occurrence?.schedule.description),
            "occurrence": .text(occurrence?.key),
            "due": .instant(due), "symptom": .text(symptom?.description), "note": .string(note),
            "timing": .text(timing?.rawValue),
        ]) { $1 }
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let moment = read.moment, let medication = read.neededID("medication"), let amount = read.amount("amount"),
            let outcome = read.text("outcome").flatMap(Outcome.init(rawValue:))
        else { return nil }
        let occurrence = read.id("schedule").flatMap { schedule in
            read.text("occurrence").map { Occurrence.Name(schedule: schedule, key: $0) }
        }
        self.init(
            instant: moment.instant, zone: moment.zone, day: moment.day, medication: medication, amount: amount,
            unit: read.text("unit") ?? "", outcome: outcome, occurrence: occurrence, due: read.instant("due"),
            symptom: read.id("symptom"), note: read.text("note") ?? "",
            timing: read.text("timing").flatMap(Timing.init(rawValue:)))
    }
}

extension Occurrence.Name {
    /// The record that logs this dose: the same on every device, so that a dose logged on two of them is one dose.
    package var record: RecordID {
        RecordID(firstBytesOf: digest(.label("dose") + Array(schedule.description.utf8) + [0] + Array(key.utf8)))
    }
}
