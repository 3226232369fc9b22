/// Open reminders, derived each time from what was logged, without any memory.
extension Reminder {
    /// One for each dose not logged: from the time it is due until it counts as missed.
    package static func open(doses: some Sequence<DueDose>) -> [Reminder] {
        doses.filter { $0.intake == nil }.map {
            Reminder(name: .dose($0.occurrence.name), due: $0.occurrence.due, until: $0.occurrence.missedAt)
        }
    }

    /// One for each day and each of `times`, ascending, without a check-in: from that time until the day ends (at least two
    /// hours), or until the next time. With several times a day, each needs a check-in later than the time before it; the first
    /// accepts any of that day. A craving logged with its triggers does not count.
    package static func open(
        checkInsAt times: [TimeOfDay], on days: ClosedRange<LocalDay>, logged: some Sequence<CheckIn>, rules: some ZoneRules
    ) -> [Reminder] {
        let slots = days.lowerBound.number...days.upperBound.number
        let wanted: [Reminder] = slots.compactMap(LocalDay.init(number:)).flatMap { day in
            times.compactMap { time in
                guard let due = rules.instant(day: day, time: time), let next = day.adding(days: 1),
                    let end = rules.instant(day: next, time: .midnight)
                else { return nil }
                return Reminder(name: .checkIn(day, time), due: due, until: max(end, due.moved(by: leastCheckInTime)))
            }
        }.sorted { $0.due < $1.due }
        let logged = logged.filter { $0.isDaily }
        return wanted.indices.compactMap { index in
            let (reminder, next) = (wanted[index], index + 1 < wanted.count ? wanted[index + 1].due : nil)
            let until = min(reminder.until, next ?? reminder.until)
            guard case .checkIn(let day, let time) = reminder.name, reminder.due < until else { return nil }
            let isFirst = time == times.min()
            let before = index > 0 ? wanted[index - 1].due : reminder.due.moved(by: -Instant.dayMilliseconds)
            let isLogged = logged.contains {
                let isOfDay = $0.day == day && (isFirst || $0.instant >= before)
                return isOfDay && $0.instant < until || reminder.due <= $0.instant && $0.instant < until
            }
            return isLogged ? nil : Reminder(name: reminder.name, due: reminder.due, until: until)
        }
    }

    /// One for every symptom entry of at least `severity`, treated or not, from two hours later until five: a conclusion about a
    /// medicine compares what followed treated and untreated ones. An entry that answers it closes it, as does any of the same
    /// symptom one to five hours later.
    package static func open(
        followUpsOf entries: [(id: RecordID, entry: SymptomEntry)], from severity: Int
    ) -> [Reminder] {
        let answered = Set(entries.compactMap { $0.entry.follows })
        let known = Dictionary(grouping: entries, by: { $0.entry.key })
        return entries.compactMap { id, entry in
            guard entry.severity >= severity, !answered.contains(id) else { return nil }
            let answers = entry.instant.moved(by: Instant.hourMilliseconds)..<entry.instant.moved(by: followUpEnd)
            if known[entry.key, default: []].contains(where: { answers.contains($0.entry.instant) }) { return nil }
            return Reminder(name: .followUp(id), due: entry.instant.moved(by: followUpWait), until: answers.upperBound)
        }
    }

    /// One for each medicine whose pack is to be replaced, with the pack's key: from ten in the morning of `day`, for two days.
    package static func open(
        refills: some Sequence<(id: RecordID, pack: String)>, on day: LocalDay, rules: some ZoneRules
    ) -> [Reminder] {
        guard let ten = TimeOfDay(hour: 10, minute: 0), let due = rules.instant(day: day, time: ten) else { return [] }
        return refills.map {
            Reminder(name: .refill($0.id, pack: $0.pack), due: due, until: due.moved(by: 2 * Instant.dayMilliseconds))
        }
    }

    /// One for a week in which a count of the last seven days is to be told: from ten in the morning of `day` until it ends.
    package static func open(weekOf day: LocalDay, rules: some ZoneRules) -> [Reminder] {
        guard let ten = TimeOfDay(hour: 10, minute: 0), let due = rules.instant(day: day, time: ten),
            let monday = day.adding(days: 1 - day.weekday)
        else { return [] }
        return [Reminder(name: .week(monday), due: due, until: due.moved(by: 14 * Instant.hourMilliseconds))]
    }

    /// How long after a high entry the question is asked, in milliseconds.
    package static let followUpWait = 2 * Instant.hourMilliseconds
    /// How long after it an answer is still useful.
    package static let followUpEnd = 5 * Instant.hourMilliseconds
    private static let leastCheckInTime = 2 * Instant.hourMilliseconds
}

extension CheckIn {
    /// Whether it describes the day; a craving logged with triggers or what helped does not.
    var isDaily: Bool { mood != nil || sleep != nil || (triggers.isEmpty && helped.isEmpty) }
}
