import Base
import Journal
import Ledger

/// Excerpt records as text, for the command line and pages.
extension ExcerptRecord {
    /// One line without its day and time; an entry's text may have more lines.
    package var words: String {
        switch content {
        case .medicine(let medicine):
            medicine.title + (medicine.asNeeded ? say(", as needed") : "") + (medicine.archived ? say(", no longer taken") : "")
                + ExcerptRecord.quoted(medicine.notes)
        case .schedule(let schedule, let medicine, let unit): "\(medicine): \(schedule.words(unit: unit))"
        case .symptom(let symptom):
            "\(symptom.symptom) \(symptom.severity)" + (symptom.menstruation == true ? ", menstruation" : "")
                + ExcerptRecord.quoted(symptom.note)
        case .measure(let entry): "\(entry.measure.name) \(entry.amount)" + ExcerptRecord.quoted(entry.note)
        case .checkIn(let check): ExcerptRecord.numbers(of: check) + ExcerptRecord.quoted(check.note)
        case .intake(let intake, let medicine):
            "\(medicine.isEmpty ? "a medicine" : medicine) \(intake.outcome.rawValue)" + ExcerptRecord.quoted(intake.note)
        case .entry(let entry):
            ([entry.text].filter { !$0.isEmpty } + [ExcerptRecord.marks(of: entry)].filter { !$0.isEmpty }).joined(
                separator: "  ")
        }
    }

    /// `08:05` in its local time; `nil` for medicines and schedules, and for an unknown zone.
    package var clock: String? {
        guard let instant, let zone = fields["zone"]?.string else { return nil }
        return CivilTime(named: zone)?.wall(at: instant.milliseconds)?.time.clock
    }

    private static func numbers(of check: CheckIn) -> String {
        let numbers = [("mood", check.mood), ("craving", check.craving), ("sleep", check.sleep)].compactMap { name, value in
            value.map { "\(name) \($0)" }
        }
        return numbers.isEmpty ? "check-in" : numbers.joined(separator: ", ")
    }

    private static func marks(of entry: Entry) -> String {
        ([entry.mood?.name].compactMap(\.self) + entry.tags.map { "#" + $0.name }).joined(separator: " ")
    }

    private static func quoted(_ note: String) -> String { note.isEmpty ? "" : "  “\(note)”" }
}
