/// A reminder of something that is not logged yet.
package struct Reminder: Hashable, Sendable {
    /// Its name: the same after a restart, so that it is shown once.
    package let name: Name
    /// When it is shown first.
    package let due: Instant
    package let until: Instant

    /// Identifies a reminder by its subject, never by a clock time, so that setting the clock neither duplicates nor drops it.
    package enum Name: Hashable, Sendable {
        case dose(Occurrence.Name)
        /// The check-in of a civil day at a time.
        case checkIn(LocalDay, TimeOfDay)
        /// "How is it now?" after a symptom entry.
        case followUp(RecordID)
        /// The start of a trial's block, 1 for the first.
        case trial(RecordID, block: Int)
        /// A medicine whose pack is to be replaced, with the pack's key (`Medication.packToReplace`).
        case refill(RecordID, pack: String)
        /// A count of the last seven days; the Monday of the week in which it was noticed, since once a week is enough.
        case week(LocalDay)
    }

    package enum Kind: String, CaseIterable, Sendable {
        case dose
        case checkIn = "check_in"
        case followUp = "follow_up"
        case trial
        case refill
        case week
    }

    package var kind: Kind { name.kind }

    package init(name: Name, due: Instant, until: Instant) { (self.name, self.due, self.until) = (name, due, until) }
}

extension Reminder.Name {
    package var kind: Reminder.Kind {
        switch self {
        case .dose: .dose
        case .checkIn: .checkIn
        case .followUp: .followUp
        case .trial: .trial
        case .refill: .refill
        case .week: .week
        }
    }

    /// The stored form: `dose SCHEDULE 2026-11-20T08:00`, `check_in 2026-11-20 21:00`, `follow_up ENTRY`, `trial TRIAL 3`,
    /// `refill MEDICINE PACK`, `week 2026-11-16`.
    package var text: String {
        switch self {
        case .dose(let name): "dose \(name.schedule) \(name.key)"
        case .checkIn(let day, let time): "check_in \(day.iso) \(time.clock)"
        case .followUp(let entry): "follow_up \(entry)"
        case .trial(let trial, let block): "trial \(trial) \(block)"
        case .refill(let medicine, let pack): "refill \(medicine) \(pack)"
        case .week(let monday): "week \(monday.iso)"
        }
    }

    /// Reads what `text` returns; `nil` for anything else.
    package init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count >= 2, !words.contains("") else { return nil }
        switch (Reminder.Kind(rawValue: words[0]), words.count, RecordID(text: words[1])) {
        case (.dose, 3, let schedule?): self = .dose(Occurrence.Name(schedule: schedule, key: words[2]))
        case (.checkIn, 3, _):
            guard let day = LocalDay(iso: words[1]), let time = TimeOfDay(clock: words[2]) else { return nil }
            self = .checkIn(day, time)
        case (.followUp, 2, let entry?): self = .followUp(entry)
        case (.trial, 3, let trial?):
            guard let block = Int(words[2]), block >= 1, String(block) == words[2] else { return nil }
            self = .trial(trial, block: block)
        case (.refill, 3, let medicine?): self = .refill(medicine, pack: words[2])
        case (.week, 2, _):
            guard let monday = LocalDay(iso: words[1]) else { return nil }
            self = .week(monday)
        default: return nil
        }
    }
}

extension TimeOfDay {
    /// Reads hours and minutes as `clock` writes them, `21:05`, or with one digit for the hour, `7:30`; `nil` for anything else.
    package init?(clock: String) {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let isWritten = parts.count == 2 && (1...2).contains(parts[0].utf8.count) && parts[1].utf8.count == 2
        guard isWritten, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}
