import Base
import Basics
import Documents
import Engine
import Journal
import Ledger
import Records

enum MedicationPrinter {
    /// Deleted ones that can be restored, one line each.
    static func deleted(_ list: [Stored<Medication>]) {
        for stored in list {
            let day = stored.deleted.flatMap { CivilTime(zone: Environment.surroundings.zone).wall(at: $0)?.day }
            let when = day.map { "deleted " + HealthPrinter.nearDay($0) } ?? "deleted"
            Rows.tell("  \(stored.id.short)  ", title(stored), mark: when, style: .dim)
        }
    }

    /// A line for each, followed by its schedules.
    static func list(_ list: [MedicationStatus]) {
        let titles = list.map { title($0.medication) }
        let width = min(titles.map(\.columns).max() ?? 0, Terminal.isRead ? max(12, Terminal.columns / 2 - 11) : 32)
        for (title, status) in zip(titles, list) {
            let value = status.medication.value
            var facts = [value.archived ? "archived" : value.asNeeded ? say("as needed") : ""]
            facts += [leftWords(status) ?? "", status.schedules.isEmpty ? "" : nextWords(status.next)]
            if status.schedules.isEmpty, !value.asNeeded, !value.archived { facts.append(say("no schedule yet")) }
            let said = facts.filter { !$0.isEmpty }.joined(separator: " · ") + (status.needsRefill ? "." : "")
            Rows.tell(
                "  \(status.medication.id.short)  ", Rows.padded(title, to: width) + "  " + said,
                mark: status.needsRefill ? refill : "", style: .cue, between: " ")
            for schedule in running(status) {
                Rows.tell("             ", words(schedule, status.medication), textStyle: .dim)
            }
        }
    }

    private static let refill = say("Time to buy more.")

    static func full(_ status: MedicationStatus) {
        let value = status.medication.value
        Paragraph.tell(title(status.medication), 0, style: .bold)
        var facts = ["\(value.words(value.amount)) at a time"]
        if value.asNeeded { facts.append(say("as needed")) }
        if let acute = value.acute { facts.append(say("counted as: \(acute.title)")) }
        if value.archived { facts.append(say("archived")) }
        facts.append(status.medication.id.short)
        Rows.tell("", facts.joined(separator: " · "), textStyle: .dim)
        if let left = leftWords(status) {
            Rows.tell("", capitalised(left) + ".", mark: status.needsRefill ? refill : "", style: .cue, between: " ")
        }
        if let refillAt = value.refillAt, !status.needsRefill {
            Rows.tell("", say("Buy more when \(value.words(refillAt)) or less \(refillAt > .one ? "are" : "is") left."))
        }
        if let hours = value.openHours { print(say("A dose can be taken for \(counted(hours, "hour")) after its time.")) }
        if let gap = value.limits.gap { print(say("At least \(DoseWarning.time(gap)) between doses.")) }
        if let most = value.limits.dayMost { print(say("At most \(value.words(most)) in 24 hours.")) }
        if !value.limits.substance.isEmpty { print(say("Counts as \(HealthPrinter.oneLine(value.limits.substance)).")) }
        if let expiry = value.expiry {
            let isOver = expiry < Environment.surroundings.wall.day
            let words = say("Use by \(Schedule.dateName(expiry))") + (isOver ? say(", which is over") : "") + "."
            Rows.tell("", words, textStyle: isOver ? .cue : nil)
        }
        for schedule in running(status) {
            Rows.tell("  \(schedule.id.short)  ", words(schedule, status.medication))
        }
        if !status.schedules.isEmpty { print(capitalised(nextWords(status.next)) + ".") }
        if !value.notes.isEmpty { print("\n" + Terminal.harmless(value.notes)) }
    }

    static func title(_ stored: Stored<Medication>) -> String { HealthPrinter.oneLine(stored.value.title) }

    /// Its name as typed in a command.
    static func typed(_ stored: Stored<Medication>) -> String {
        let name = stored.value.name
        let isPlain = name.utf8.count <= 40 && name.allSatisfy { ($0.isLetter || $0.isNumber || $0 == "-") }
        return isPlain && !name.hasPrefix("-") ? name : stored.id.short
    }

    /// `12 tablets left, enough until 12 April 2026 (30 days)`, `no tablet left`; `nil` if the stock is not counted.
    static func leftWords(_ status: MedicationStatus) -> String? {
        guard let left = status.left else { return nil }
        if left == .none { return say("no \(status.medication.value.unit) left") }
        let today = Environment.surroundings.wall.day
        return status.medication.value.words(left) + " left" + status.lasting(today, date: Schedule.dateName)
    }

    private static func running(_ status: MedicationStatus) -> [Stored<Schedule>] {
        status.schedules.filter { (try? $0.value.isOver) != true }
    }

    /// A sentence to append when it is time to refill.
    static func refillWords(_ status: MedicationStatus) -> String {
        status.needsRefill ? Terminal.styled(" " + refill, .cue) : ""
    }

    /// `next today 22:00`, `next on Monday, 23 November 2026 at 08:00`, `no doses left`.
    static func nextWords(_ next: Occurrence?) -> String {
        guard let next else { return say("no doses left") }
        let here = CivilTime(zone: Environment.surroundings.zone)
        let days = next.wall(here: here).day.number - Environment.surroundings.wall.day.number
        return (0...1).contains(days)
            ? say("next \(HealthPrinter.due(next))")
            : say("next on \(next.dueWords(here: here) { $0.longName + " at" })")
    }

    static func words(_ schedule: Stored<Schedule>, _ medication: Stored<Medication>) -> String {
        HealthPrinter.oneLine(schedule.value.words(unit: medication.value.unit), room: 600)
    }

    /// With a leading capital letter.
    static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
