/// What there is to be reminded of. Each of these is reckoned anew from what was written down, and remembers nothing.
extension Reminder {
    /// For each dose that nothing was said of: from the time it is due until it counts as missed.
    package static func open(doses: some Sequence<DueDose>) -> [Reminder] {
        doses.filter { $0.intake == nil }.map {
            Reminder(name: .dose($0.occurrence.name), due: $0.occurrence.due, until: $0.occurrence.missedAt)
        }
    }

    /// For each day and each of `times`, ascending, at which no check-in was logged yet: from that time until the day ends, though
    /// at least two hours, or until the next one. Of several times a day each wants a check-in that is later than the time before
    /// it; the first is content with any of that day. A craving that was logged with what set it off is no check-in.
    package static func open(
        checkInsAt times: [TimeOfDay], on days: ClosedRange<LocalDay>, logged: some Sequence<CheckIn>, rules: some ZoneRules
    ) -> [Reminder] {
        let slots = days.lowerBound.number...days.upperBound.number
        let wanted: [Reminder] = slots.compactMap(LocalDay.init(number:)).flatMap { day in
            times.compactMap { time in
                guard let due = rules.instant(day: day, time: time), let next = day.adding(days: 1),
                    let end = rules.instant(day: next, time: TimeOfDay.start)
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

    /// For every symptom entry of at least `severity`, treated or not, two hours later and until five: a conclusion about a
    /// medicine compares what followed the treated ones with what followed the others. An entry that says of which it is the
    /// answer settles it, and so does any of the same symptom one to five hours later.
    package static func open(
        followUpsOf entries: [(id: RecordLink, entry: SymptomEntry)], from severity: Int
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

    /// How long after a high entry the question comes, in milliseconds.
    package static let followUpWait = 2 * Instant.hourMilliseconds
    /// How long after it an answer still says something.
    package static let followUpEnd = 5 * Instant.hourMilliseconds
    private static let leastCheckInTime = 2 * Instant.hourMilliseconds
}

extension CheckIn {
    /// Whether it says how the day is; a craving that was logged with what set it off or what helped does not.
    var isDaily: Bool { mood != nil || sleep != nil || (triggers.isEmpty && helped.isEmpty) }
}

extension TimeOfDay {
    /// 00:00.
    fileprivate static var start: TimeOfDay {
        guard let start = TimeOfDay(milliseconds: 0) else { preconditionFailure("a day has a midnight") }
        return start
    }
}
