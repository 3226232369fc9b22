import Base
import Journal
import Ledger
import Records

extension HealthError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .fault(let fault): return fault.explanation
        case .noSuchRecord(let kind):
            return Explanation(
                "no_such_record", "there is no such \(RecordKind.of(kind).noun), or it was deleted",
                hint: .on(
                    commandLine: "the first column of a list shows the names", page: "it may have been deleted in another window")
            )
        case .ambiguous(let kind, let count):
            return Explanation(
                "ambiguous_record",
                "\(count == 100 ? "at least " : "")\(count) \(RecordKind.of(kind).nouns) have a name that begins like that",
                hint: "type one or two more characters", exit: .usage)
        case .badID:
            return Explanation(
                "bad_record_id", "that is not the name of a record", hint: "names have only letters and digits, such as 3v0x2kd",
                exit: .usage)
        case .notDeleted(let kind):
            return Explanation(
                "not_deleted", "this \(RecordKind.of(kind).noun) is not deleted", hint: "there is nothing to restore")
        case .deletedTooLongAgo(let kind):
            return Explanation(
                "deleted_too_long_ago",
                "this \(RecordKind.of(kind).noun) was deleted more than \(Limits.deletedDays) days ago and cannot be restored",
                hint: "a backup from before that day still has it")
        case .noSuchDose:
            return Explanation(
                "no_such_dose", "no schedule includes this dose",
                hint: .on(commandLine: "'auralyst dose due' shows today's doses", page: "Health lists today's doses"))
        case .doseNotSettled:
            return Explanation("dose_not_settled", "this dose is not logged yet", hint: "there is nothing to undo")
        case .noSuchMedication(let name):
            return Explanation(
                "no_such_medication", "there is no medicine \(Explanation.quoted(name))",
                hint: .on(
                    commandLine: "'auralyst medication list' lists them; 'auralyst medication add' adds one",
                    page: "Medicines lists them"))
        case .ambiguousMedication(let name, let titles):
            let list = titles.prefix(3).map { Explanation.quoted(String($0.prefix(25))) }.joined(separator: ", ")
            // Two devices that were apart can add medicines of one name.
            let areAlike = Set(titles.map { $0.lowercased() }).count == 1
            return Explanation(
                "ambiguous_medication", "several medicines match \(Explanation.quoted(name))",
                hint: areAlike
                    ? .on(
                        commandLine:
                            "they have one name: use the id in the first column of 'auralyst medication list', or rename one",
                        page: "they have one name: rename one of them")
                    : "type more of its name: \(list)",
                exit: .usage)
        case .medicationHasDoses:
            return Explanation(
                "medication_has_doses", "this medicine has logged doses, so it was not deleted",
                hint: .on(
                    commandLine: "add --doses keep to keep them in your history, or --doses delete to delete them too",
                    page: "choose whether to keep its doses in your history or delete them too"), exit: .usage)
        case .scheduleEnded:
            return Explanation(
                "schedule_ended", "this schedule has already ended, so nothing was changed",
                hint: .on(
                    commandLine: "'auralyst schedule list' shows the current ones",
                    page: "the medicine's page shows the current one"))
        case .medicationArchived:
            return Explanation(
                "medication_archived", "this medicine is archived, so it cannot have a schedule",
                hint: .on(
                    commandLine: "'auralyst medication unarchive' makes it active again",
                    page: "choose Take it again on its page first"))
        case .overLimit(let words):
            return Explanation(
                "dose_limit", Sentence(of: words),
                hint: .on(commandLine: "--yes logs it", page: "choose Log it anyway if you mean it"), exit: .usage)
        case .early(let words):
            return Explanation(
                "dose_early", Sentence(of: words),
                hint: .on(commandLine: "--yes logs it", page: "choose Log it anyway if you mean it"), exit: .usage)
        case .scheduleDoubt(let words):
            return Explanation(
                "schedule_doubt", "\(words), so nothing was saved",
                hint: .on(commandLine: "--yes saves it if you mean it", page: "choose Save it anyway if you mean it"),
                exit: .usage)
        case .medicationExists(let title, let id, let isArchived):
            return Explanation(
                "medication_exists", "you already have a medicine called \(Explanation.quoted(title))",
                hint: isArchived
                    ? .on(
                        commandLine: "'auralyst medication unarchive \(id.short)' makes it active again",
                        page: "it is under “No longer taken”")
                    : .on(
                        commandLine:
                            "'auralyst medication edit \(id.short)' changes it; another strength makes it another medicine",
                        page: "another strength makes it another medicine"))
        case .tooMuchStock:
            return Explanation(
                "bad_amount", "that is more than can be counted, so nothing was changed", hint: "you can count up to 1000000")
        case .doseTaken(let words):
            return Explanation(
                "dose_taken", "\(words), so nothing was changed",
                hint: .on(
                    commandLine: "'auralyst dose undo' takes that back; 'auralyst dose edit' corrects it",
                    page: "choose Undo to take that back, or open the dose to correct it"))
        case .inTheFuture:
            return Explanation(
                "in_the_future", "that time is in the future, so nothing was saved", hint: "check the day and the time",
                exit: .usage)
        case .sameSchedule:
            return Explanation(
                "same_schedule", "this medicine already has a schedule with the same days and times, so nothing was saved",
                hint: "change that one, or choose other times: each dose would be due twice")
        case .otherMeasure:
            return Explanation(
                "other_measure", "these are measured differently, so nothing was renamed",
                hint: "choose another name: numbers, pairs and units that cannot be converted stay apart")
        case .unclear(let reading):
            // Only one with a doubt is thrown.
            return reading.question ?? HealthFault.empty(field: "value").explanation
        case .cannotShift:
            return Explanation(
                "cannot_shift", "this schedule cannot be moved like that, so nothing was changed",
                hint: .on(
                    commandLine: "'auralyst schedule edit' sets new days", page: "choose the new days above instead"))
        case .tooManyLines(let limit):
            return Explanation(
                "too_many_lines", "this part of the plan already has \(limit) lines, the most it can have",
                hint: "remove one that no longer helps")
        }
    }
}
