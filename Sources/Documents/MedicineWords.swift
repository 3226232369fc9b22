import Base
import Engine
import Journal
import Records

/// Texts about a medicine: its next dose, its stock, and warnings.
package struct MedicineWords {
    package let dates: DateLanguage
    package let today: LocalDay
    /// The rules of the owner's zone.
    package let here: CivilTime

    package init(dates: DateLanguage, today: LocalDay, here: CivilTime) {
        (self.dates, self.today, self.here) = (dates, today, here)
    }

    /// When a dose is due, `today 22:00`.
    package func due(_ dose: Occurrence) -> String { dose.dueWords(here: here, dayName: day) }

    /// `today`, `tomorrow`, `Monday, 23 November 2026`.
    func day(_ day: LocalDay) -> String {
        switch day.number - today.number {
        case 0: say("today")
        case 1: say("tomorrow")
        default: dates.day(day, style: .long)
        }
    }

    /// The short form, `Mon 23 Nov 08:00`.
    package func shortDue(_ dose: Occurrence) -> String {
        let wall = here.wall(at: dose.due) ?? (dose.day, dose.time)
        let days = wall.day.number - today.number
        if (0...1).contains(days) { return day(wall.day) + " " + wall.time.clock }
        // Far away dates include the year.
        let date = dates.day(wall.day, style: days < 300 ? .dayMonth : .medium)
        return dates.day(wall.day, style: .weekday) + " " + date + " " + wall.time.clock
    }

    package func schedule(_ schedule: Schedule, unit: String) -> String {
        sentence(schedule.words(unit: unit) { dates.day($0, style: .medium) })
    }

    /// The unit next to a field for any amount, `tablets`, `ml`.
    package static func units(_ unit: String) -> String {
        String(Medication.words(Amount(clamped: 2000), unit: unit).dropFirst(2))
    }

    /// `12 tablets, enough until 17 March 2026 (6 days)`; `nil` if the stock is not counted.
    package func left(_ status: MedicationStatus) -> String? {
        status.left.map { left in
            guard left > .none else { return say("none") }
            return status.medication.value.words(left) + status.lasting(today) { dates.day($0, style: .medium) }
        }
    }

    /// The owner's limits, `at least 6 hours between doses, at most 8 tablets in 24 hours`; `nil` without.
    package func limits(_ medication: Medication) -> String? {
        let gap = medication.limits.gap.map { say("at least \(DoseWarning.time($0)) between doses") }
        let most = medication.limits.dayMost.map { say("at most \(medication.words($0)) in 24 hours") }
        let words = [gap, most].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// Warnings, one sentence each.
    func cues(_ status: MedicationStatus) -> [String] {
        let medication = status.medication.value
        guard !medication.archived else { return [] }
        var cues: [String] = []
        if let left = status.left, left == .none {
            cues.append(say("None is left."))
        } else if status.needsRefill, let left = status.left {
            cues.append(say("Running low: \(medication.words(left)) left."))
        }
        if let expiry = medication.expiry, expiry.number - today.number <= Medication.expiryNotice {
            let last = dates.day(expiry, style: .medium)
            cues.append(
                expiry < today ? say("This pack has expired: its last day was \(last).") : say("This pack expires on \(last)."))
        }
        return cues
    }

    /// The same as a list, in quiet amber.
    package func cueList(_ status: MedicationStatus) -> HTML? {
        let cues = cues(status)
        guard !cues.isEmpty else { return nil }
        return "<ul class=\"cues\">\(cues.html { "<li>\($0)</li>" })</ul>"
    }
}

extension MedicationStatus {
    /// How long what is left lasts, to follow its amount: `, enough until 12 April 2026 (30 days)`; empty if that is unknown,
    /// or if it is no longer taken.
    /// - Parameter date: how a day is written.
    package func lasting(_ today: LocalDay, date: (LocalDay) -> String) -> String {
        guard !medication.value.archived else { return "" }
        if let expiry = medication.value.expiry, expiry < today { return say(", of a pack that expired on \(date(expiry))") }
        guard let supply else { return "" }
        if let (end, over) = course {
            return say(", enough to the end on \(date(end))") + (over == .none ? "" : say("; \(over.text) left over"))
        }
        guard supply.runsOut != nil || supply.end != nil else { return say(", enough for two years") }
        guard let last = enoughUntil else { return say(", not enough for today") }
        if supply.days == 1 { return say(", enough for today") }
        return say(", enough until \(date(last)) (\(counted(last.number - today.number + 1, "day")))")
    }
}
