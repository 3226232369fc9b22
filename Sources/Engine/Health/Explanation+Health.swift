import Base
import Journal

extension HealthError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .fault(let fault): return fault.explanation
        case .noSuchRecord(let kind):
            return Explanation(
                "no_such_record", "there is no such \(HealthError.name(of: kind)), or it is deleted",
                hint: "the lists show what there is, with its name in the first column")
        case .ambiguous(let kind, let count):
            return Explanation(
                "ambiguous_record",
                "\(count == 100 ? "at least " : "")\(count) \(HealthError.plural(of: kind)) have a name that begins so",
                hint: "type one or two characters more", exit: .usage)
        case .badID:
            return Explanation(
                "bad_record_id", "this can be no record's name", hint: "names have letters and figures only, such as 3v0x2kd",
                exit: .usage)
        case .notDeleted(let kind):
            return Explanation(
                "not_deleted", "this \(HealthError.name(of: kind)) is not deleted", hint: "there is nothing to restore")
        case .deletedTooLongAgo(let kind):
            return Explanation(
                "deleted_too_long_ago", "this \(HealthError.name(of: kind)) was deleted more than \(Limits.deletedDays) days ago",
                hint: "what is deleted can be restored for \(Limits.deletedDays) days")
        case .noSuchDose:
            return Explanation(
                "no_such_dose", "no schedule has this dose", hint: "'auralyst dose due' shows the doses of today")
        case .doseNotSettled:
            return Explanation("dose_not_settled", "nothing was said of this dose yet", hint: "there is nothing to take back")
        case .noSuchMedication(let name):
            return Explanation(
                "no_such_medication", "no medicine is called \(Explanation.quoted(name))",
                hint: "'auralyst medication list' shows them; 'auralyst medication add' adds one")
        case .ambiguousMedication(let name, let titles):
            return Explanation(
                "ambiguous_medication", "several medicines are called \(Explanation.quoted(name))",
                hint:
                    "say more of its name: \(titles.prefix(3).map { Explanation.quoted(String($0.prefix(25))) }.joined(separator: ", "))",
                exit: .usage)
        case .medicationHasDoses:
            return Explanation(
                "medication_has_doses", "this medicine has doses, and nothing was deleted",
                hint:
                    "say what becomes of them: keep them in the history, or delete them with it (--doses keep or --doses delete)",
                exit: .usage)
        case .scheduleEnded:
            return Explanation(
                "schedule_ended", "this schedule has ended already, and nothing was changed",
                hint:
                    "it may have been replaced elsewhere; the medicine's page and 'auralyst schedule list' show what is in force")
        case .medicationArchived:
            return Explanation(
                "medication_archived", "this medicine is archived and has no schedule", hint: "take it into use again first")
        case .inTheFuture:
            return Explanation(
                "in_the_future", "this lies in the future, and nothing was saved", hint: "look at the day and the time",
                exit: .usage)
        case .sameSchedule:
            return Explanation(
                "same_schedule", "a schedule of the same days and times is in force for this medicine, and nothing was saved",
                hint: "change that one, or choose other times: else each dose would be asked for twice")
        case .tooManyLines(let limit):
            return Explanation(
                "too_many_lines", "this part of the plan has \(limit) lines already, which is all there is room for",
                hint: "take one out that no longer helps")
        }
    }

    /// What people call a kind of record.
    package static func name(of kind: String) -> String {
        switch kind {
        case "check_in": "check-in"
        case "symptom_entry": "symptom entry"
        case "medication": "medicine"
        case "medication_schedule": "schedule"
        case "intake": "dose"
        case "trigger": "trigger"
        case "coping_step": "step"
        case "buddy": "buddy"
        case "sos_contact": "SOS contact"
        case "health_sample": "sample"
        case "trial": "trial"
        case "pattern": "pattern"
        default: "record"
        }
    }

    private static func plural(of kind: String) -> String {
        kind == "symptom_entry" ? "symptom entries" : name(of: kind) + "s"
    }
}
