import Base
import Documents
import Engine
import Journal

// Reading the whole form.
extension ScheduleForm {
    /// The schedule; `nil` if it is invalid, with the reason in `faults`.
    /// - Parameters:
    ///   - zone: IANA name of the home zone.
    ///   - now: when it begins.
    mutating func schedule(of medication: RecordID, zone: String, now: Instant) -> Schedule? {
        let (cadence, times, steps) = (cadence, readTimes(), isTaper ? readSteps() : [])
        let amount = isTaper ? steps.first?.amount : readAmount(self.amount)
        // An untouched first day follows the times, and moves on with the day.
        let wall = proposedStart.isEmpty || start != proposedStart ? nil : CivilTime(named: zone)?.wall(at: now)
        if let wall { (start, proposedStart) = (wall.day.iso, wall.day.iso) }
        let today = CivilTime(named: zone)?.wall(at: now)?.day
        let first = readDay(start, .start, today: today, isNeeded: true)
        let last = readDay(end, .end, today: today)
        guard let first, faults.isEmpty else { return nil }
        var schedule = Schedule(
            medication: medication, cadence: cadence, times: times, isAnyTime: isAnyTime && kind != .hours,
            amount: amount ?? Amount.none, steps: steps, start: first, end: last, zone: zone, travel: travel, since: now)
        if isTaper, steps.isEmpty { note(.badSteps) }
        if case .schedule(let fault)? = schedule.fault { note(fault) }
        if let wall, faults.isEmpty {
            schedule = schedule.startingWhole(today: wall.day, now: wall.time)
            (start, proposedStart) = (schedule.start.iso, schedule.start.iso)
        } else if !proposedStart.isEmpty {
            schedule = schedule.startingOnItsDay
        }
        return faults.isEmpty ? schedule : nil
    }

    /// The cadence of the chosen kind. An unreadable number is out of range.
    private var cadence: Schedule.Cadence {
        func number(_ text: String) -> Int { Int(text.filter { !$0.isWhitespace }) ?? 0 }
        return switch kind {
        case .daily: .everyDays(1)
        case .days: .everyDays(number(everyDays))
        case .weekdays: .everyWeeks(1, weekdays: weekdays)
        case .weeks: .everyWeeks(number(everyWeeks), weekdays: weekdays)
        case .months: .everyMonths(number(everyMonths), day: number(monthDay))
        case .cycle: .cycle(on: number(daysOn), off: number(daysOff))
        case .hours: .everyHours(number(everyHours), fromLast: isFromLast)
        }
    }

    /// Ignores empty rows, order and duplicates.
    private mutating func readTimes() -> [TimeOfDay] {
        let typed = (kind == .hours ? [firstTime] : times).filter { !$0.allSatisfy(\.isWhitespace) }
        var read: Set<TimeOfDay> = []
        for text in typed {
            guard let time = ScheduleForm.time(text) else {
                faults[.times] = say("This is not a time of day. Times look like 08:00.")
                continue
            }
            read.insert(time)
        }
        return read.sorted()
    }

    /// `08:00`, `8:00`; seconds added by a browser are ignored.
    private static func time(_ text: String) -> TimeOfDay? {
        let parts = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }), parts[1].count == 2,
            let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    private mutating func readSteps() -> [Schedule.Step] {
        steps.filter { !($0.amount + $0.days).allSatisfy(\.isWhitespace) }.compactMap { step in
            guard let amount = readAmount(step.amount) else { return nil }
            guard !step.days.allSatisfy(\.isWhitespace) else { return Schedule.Step(amount: amount, days: nil) }
            // An unreadable number is out of range, and refused as such.
            return Schedule.Step(amount: amount, days: Int(step.days.filter { !$0.isWhitespace }) ?? 0)
        }
    }

    private mutating func readAmount(_ text: String) -> Amount? {
        do {
            // A step of a taper may be a pause; a schedule without any dose is refused as such.
            return try Amount.typed(text, "amount", least: .none)
        } catch {
            faults[.dose] = besideField(error.explanation)
            return nil
        }
    }

    private mutating func readDay(_ text: String, _ field: Field, today: LocalDay?, isNeeded: Bool = false) -> LocalDay? {
        if text.isEmpty, !isNeeded { return nil }
        guard let today, let day = LocalDay(typed: text, today: today, isComing: true) else {
            faults[field] = say("This is not a date. Dates look like 2026-11-20.")
            return nil
        }
        return day
    }

    mutating func note(_ fault: ScheduleFault) {
        let field: Field =
            switch fault {
            case .noTimes, .tooManyTimes, .badTimes: .times
            case .badInterval: .interval
            case .badWeekdays: .weekdays
            case .endsBeforeStart: .end
            case .badSteps, .noDose: .dose
            case .unknownZone: .start
            }
        if faults[field] == nil { faults[field] = besideField(Explanation(HealthError.fault(.schedule(fault)))) }
    }
}
