import Base
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The schedules that are active now or will be: of one medicine, or of all that are neither deleted nor archived.
    package func schedules(of medication: RecordID? = nil) throws -> [Stored<Schedule>] {
        let now = surroundings.now()
        let inUse = Set(try medications().map(\.id))
        return try allSchedules().filter { stored in
            let schedule = stored.value
            let isWanted = medication.map { schedule.medication == $0 } ?? inUse.contains(schedule.medication)
            return isWanted && (schedule.until.map { $0.milliseconds > now } ?? true)
        }
    }

    /// Every schedule that is not deleted, including ended ones, the oldest first.
    package func allSchedules() throws -> [Stored<Schedule>] {
        try cached(Cached.schedules) { try records(Schedule.self, newestFirst: false) }
    }

    /// Starts a schedule: nothing is due before this moment. A medicine with a schedule is no longer "only as needed".
    /// Throws `HealthError.scheduleDoubt` for one that may be a slip, unless `isSure`.
    /// - Parameters:
    ///   - once: identifies the submitted form: sent twice, it creates one schedule.
    ///   - isStartMeant, isEndMeant: the first or the last day was said with its year.
    @discardableResult
    package func addSchedule(
        _ schedule: Schedule, once: String? = nil, isStartMeant: Bool = false, isEndMeant: Bool = true, isSure: Bool = false
    ) throws -> Stored<Schedule> {
        var schedule = try checked(schedule)
        schedule.replaces = nil
        let medication = try medicationInUse(of: schedule)
        let id = newID(once)
        if once != nil, let known = try store.stored(Schedule.self, id), known.deleted == nil { return known }
        try refuseTwin(of: schedule, besides: nil)
        if !isSure,
            let words = try doubt(
                about: schedule, insteadOf: nil, isStartMeant: isStartMeant, isEndMeant: isEndMeant)
        {
            throw HealthError.scheduleDoubt(words)
        }
        try act(in: medication.journal) { writer in
            let scheduled: [String: JSON] = ["as_needed": false]
            return [
                try writer.mutation(of: medication.id, kind: Medication.kind, journal: medication.journal, setting: scheduled),
                schedule.made(id, at: surroundings.now()),
            ]
        }
        return try record(Schedule.self, id)
    }

    /// Ends a schedule now and starts another in its place, in one operation. Past doses stay as they were; a logged dose that
    /// both schedules have stays logged.
    ///
    /// The new schedule's id is derived from the old one, so that two devices that replace the same schedule independently create
    /// one, not two.
    /// - Parameter start: when the new one begins, if that is later: nothing is due between.
    @discardableResult
    package func replaceSchedule(
        _ id: RecordID, with schedule: Schedule, notBefore start: Instant = .first, isStartMeant: Bool = false,
        isEndMeant: Bool = true, isSure: Bool = false
    ) throws -> Stored<Schedule> {
        var schedule = try checked(schedule)
        let now = schedule.since
        schedule.since = max(now, start)
        _ = try medicationInUse(of: schedule)
        let old = try record(Schedule.self, id)
        schedule.replaces = old.id
        try refuseTwin(of: schedule, besides: id)
        if !isSure,
            let words = try doubt(
                about: schedule, insteadOf: old, isStartMeant: isStartMeant, isEndMeant: isEndMeant)
        {
            throw HealthError.scheduleDoubt(words)
        }
        let new = try successor(of: id)
        try act(in: old.journal) { writer in
            let state = try writer.state(of: id, kind: Schedule.kind, journal: old.journal)
            try refuseEnded(state)
            return [
                state.mutation(kind: Schedule.kind, record: id, setting: ["until": .int(now.milliseconds)]),
                schedule.made(new, at: surroundings.now()),
            ]
        }
        return try record(Schedule.self, new)
    }

    /// Ends a schedule now; its doses stay.
    package func endSchedule(_ id: RecordID) throws {
        let stored = try record(Schedule.self, id)
        try act(in: stored.journal) { writer in
            let state = try writer.state(of: id, kind: Schedule.kind, journal: stored.journal)
            try refuseEnded(state)
            return [state.mutation(kind: Schedule.kind, record: id, setting: ["until": .int(surroundings.now())])]
        }
    }

    /// Undoes the end of a schedule within `changeOfMind`; returns whether it did.
    @discardableResult
    package func resumeSchedule(_ id: RecordID) throws -> Bool {
        let stored = try record(Schedule.self, id)
        let now = surroundings.now()
        guard let until = stored.value.until?.milliseconds, (now - OpenVault.changeOfMind...now).contains(until) else {
            return false
        }
        _ = try medicationInUse(of: stored.value)
        try set(["until": .null], on: stored)
        return true
    }

    /// Moves all coming doses of a schedule by some days, as one that replaces it from now on: a weekly dose that was taken two days
    /// late is due on that day of the week from then on. The next dose is the one that was next, moved, and none comes before it.
    /// Throws `HealthError.cannotShift` if the moved days are no schedule, or the next dose would be due in the past.
    @discardableResult
    package func shiftSchedule(_ id: RecordID, by days: Int) throws -> Stored<Schedule> {
        let old = try record(Schedule.self, id)
        let (rules, now) = (rules(of: old.value), try Moment(nowIn: surroundings).instant)
        guard let today = rules.wall(at: now)?.day, let shifted = old.value.shifted(by: days, today: today),
            let next = try nextOpenDose(of: old), let day = next.day.adding(days: days),
            let due = rules.instant(day: day, time: next.time), due > now
        else { throw HealthError.cannotShift }
        var moved = shifted
        // Its first dose is a day of its pattern; a cycle and the steps of a taper are counted from where they began.
        if case .cycle = moved.cadence {} else if moved.steps.isEmpty { moved.start = day }
        return try replaceSchedule(id, with: moved, notBefore: due, isSure: true)
    }

    /// The schedule with what was taken under it, if its doses depend on that, as far as one of its doses needs it.
    func withTaken(_ stored: Stored<Schedule>, for dose: Occurrence.Name) throws -> Schedule {
        let now = try Moment(nowIn: surroundings).instant
        let end = max(min(now, stored.value.until ?? now), stored.value.since)
        return try withTaken(stored, around: end..<end, to: dose.number)
    }

    /// The schedule with what was taken under it, if its doses depend on that: what was taken in a range of time, and the last dose
    /// before it; or the last one before a numbered dose, and all since.
    package func withTaken(_ stored: Stored<Schedule>, around range: Range<Instant>, to number: Int64? = nil) throws -> Schedule {
        var schedule = stored.value
        let end = schedule.until ?? .last
        guard schedule.countsFromLast, schedule.since <= range.upperBound, range.lowerBound <= end else { return schedule }
        // A dose may be logged early or late by as much.
        let reach = 2 * Schedule.longestWait
        let first = range.lowerBound.moved(by: -reach)
        let longest = Int64(Schedule.Cadence.hourRange.upperBound) * Instant.hourMilliseconds
        let read = schedule.since.moved(by: -reach - longest)..<min(range.upperBound, end).moved(by: reach)
        let before = try replaced(by: schedule)
        // What was taken beside the schedule since a dose was taken: the next is counted from there.
        var (taken, last, extra) = ([Int64: Instant](), Instant?.none, Instant?.none)
        try eachStored(Intake.self, in: read, newestFirst: true, filter: .medication(schedule.medication)) { intake in
            guard intake.deleted == nil, intake.value.medication == schedule.medication else { return true }
            guard let name = intake.value.occurrence else {
                extra = extra ?? intake.value.instant
                return true
            }
            if name.schedule == stored.id, intake.value.outcome == .taken, let found = name.number {
                taken[found] = extra ?? intake.value.instant
                extra = nil
                return intake.value.instant >= first || number.map { found >= $0 } ?? false
            }
            if before.contains(name.schedule) { last = max(last ?? .first, OpenVault.end(of: intake.value)) }
            return true
        }
        schedule.taken = taken.sorted { $0.key < $1.key }.map { Schedule.Taken(number: $0.key, instant: $0.value) }
        if let last = [last, extra].compactMap({ $0 }).max() { schedule = continuing(schedule, after: last) }
        return schedule
    }

    /// A schedule that is to replace another, with what was taken last under that one, if it counts from there.
    package func continuing(_ schedule: Schedule, after old: Stored<Schedule>) throws -> Schedule {
        guard schedule.countsFromLast else { return schedule }
        let before = try replaced(by: old.value).union([old.id])
        let now = try Moment(nowIn: surroundings).instant
        let longest = Int64(Schedule.Cadence.hourRange.upperBound) * Instant.hourMilliseconds
        let last = try records(Intake.self, in: now.moved(by: -longest)..<now.moved(by: Schedule.longestWait)) {
            $0.medication == schedule.medication && ($0.occurrence.map { before.contains($0.schedule) } ?? true)
        }.map { OpenVault.end(of: $0.value) }.max()
        return last.map { continuing(schedule, after: $0) } ?? schedule
    }

    /// The first dose is due as long after the last one taken before it as any other, unless a later day was chosen for it.
    private func continuing(_ schedule: Schedule, after last: Instant) -> Schedule {
        guard case .everyHours(let hours, fromLast: true) = schedule.cadence, schedule.taken.first?.number != 0,
            let first = HourlyRun.all(of: schedule, every: hours, rules: rules(of: schedule)).first?.due,
            let made = rules(of: schedule).wall(at: schedule.since)?.day,
            schedule.start <= made || last.moved(by: Int64(hours) * Instant.hourMilliseconds) > first
        else { return schedule }
        var schedule = schedule
        schedule.taken.insert(Schedule.Taken(number: -1, instant: last), at: 0)
        return schedule
    }

    /// From when the next dose is counted: when this one was taken or, if it was not, when it was due.
    private static func end(of intake: Intake) -> Instant {
        intake.outcome == .taken ? intake.instant : intake.due ?? intake.instant
    }

    /// The schedules that a schedule replaced, one after the other.
    private func replaced(by schedule: Schedule) throws -> Set<RecordID> {
        var (found, link) = (Set<RecordID>(), schedule.replaces)
        while let before = link, found.count < 100, found.insert(before).inserted {
            link = try store.stored(Schedule.self, before)?.value.replaces
        }
        return found
    }

    /// The next dose of a schedule that is not logged yet; `nil` if none is left.
    package func nextOpenDose(of stored: Stored<Schedule>) throws -> Occurrence? {
        var after = try Moment(nowIn: surroundings).instant
        let schedule = try withTaken(stored, around: after..<after)
        // Few doses are logged ahead of their time.
        for _ in 0..<100 {
            guard let next = schedule.next(stored.id, after: after, rules: rules(of: schedule)) else { return nil }
            if try settlement(of: next, in: schedule) == .open { return next }
            after = next.due
        }
        return nil
    }

    /// The zone rules by which a schedule is calculated now: those of its own zone, or of the owner's present one.
    package func rules(of schedule: Schedule) -> CivilTime {
        let here = CivilTime(zone: surroundings.zone)
        return schedule.followsOwner ? here : CivilTime(named: schedule.zone) ?? here
    }

    private func checked(_ schedule: Schedule) throws -> Schedule {
        var schedule = schedule
        (schedule.since, schedule.until) = (try Moment(nowIn: surroundings).instant, nil)
        if let fault = schedule.fault { throw HealthError.fault(fault) }
        guard CivilTime(named: schedule.zone) != nil else { throw HealthError.fault(.schedule(.unknownZone)) }
        return schedule
    }

    private func medicationInUse(of schedule: Schedule) throws -> Stored<Medication> {
        let medication = try record(Medication.self, schedule.medication)
        guard !medication.value.archived else { throw HealthError.medicationArchived }
        return medication
    }

    /// Throws `HealthError.sameSchedule` if another schedule of the medicine has the same days and times.
    package func refuseTwin(of schedule: Schedule, besides known: RecordID?) throws {
        let isThere = try schedules(of: schedule.medication).contains { stored in
            let other = stored.value
            let isSameTime = other.cadence == schedule.cadence && other.times == schedule.times
            let isOver = other.end.map { $0 < schedule.start } ?? false
            return stored.id != known && isSameTime && !isOver && (schedule.end.map { $0 >= other.start } ?? true)
        }
        if isThere { throw HealthError.sameSchedule }
    }

    /// A start further away than this is asked about, in days: a day of the year that has just passed means the next year.
    private static let farStart = 60
    /// The same of an end.
    private static let farEnd = 300
    /// For how many days doses of two schedules are compared.
    private static let compared: Int64 = 366

    /// What may be a slip in a schedule that is to start now, as a question's first half; `nil` if nothing is.
    /// - Parameter isStartMeant: the first day was said with its year; `isEndMeant`: the last one was.
    package func doubt(
        about schedule: Schedule, insteadOf old: Stored<Schedule>?, isStartMeant: Bool = false, isEndMeant: Bool = true
    ) throws -> String? {
        let (own, now) = (rules(of: schedule), try Moment(nowIn: surroundings).instant)
        guard let today = own.wall(at: now)?.day else { return nil }
        let days = schedule.start.number - today.number
        let isFar = !isStartMeant && days > OpenVault.farStart && schedule.start != old?.value.start
        let far = isFar ? say("it would start on \(Schedule.dateName(schedule.start)), in \(Base.counted(days, "day"))") : nil
        let end = isEndMeant || schedule.end == old?.value.end ? nil : schedule.end
        let farEnd = end.flatMap { end in
            let days = end.number - today.number
            return days > OpenVault.farEnd
                ? say("it would go on to \(Schedule.dateName(end)), \(Base.counted(days, "day")) from now") : nil
        }
        let words = [far, farEnd, try sameTime(as: schedule, besides: old?.id, from: now)].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The first dose of a schedule that is due at the time of another one of the same medicine; `nil` if there is none. What is counted
    /// from the last dose taken has no fixed times.
    private func sameTime(as schedule: Schedule, besides known: RecordID?, from now: Instant) throws -> String? {
        guard !schedule.countsFromLast else { return nil }
        let start = rules(of: schedule).instant(day: schedule.start, time: .midnight) ?? now
        let from = max(now, start.moved(by: -Instant.dayMilliseconds))
        func due(_ schedule: Schedule) -> [Instant] {
            let to = from.moved(by: OpenVault.compared * Instant.dayMilliseconds)
            return schedule.occurrences(RecordID.unknown, from: from, to: to, rules: rules(of: schedule)).map(\.due)
        }
        let others = try schedules(of: schedule.medication).filter { $0.id != known && !$0.value.countsFromLast }
        guard !others.isEmpty else { return nil }
        let own = due(schedule)
        let both = Set(own).intersection(others.flatMap { due($0.value) })
        guard let first = own.first(where: both.contains), let wall = CivilTime(zone: surroundings.zone).wall(at: first) else {
            return nil
        }
        let title = Explanation.quoted(try medicationTitle(schedule.medication))
        return say(
            "\(title) is due at \(wall.time.clock) on \(Schedule.dateName(wall.day)) already, by another schedule: there would be two doses"
        )
    }

    private func refuseEnded(_ state: RecordState) throws {
        if let until = state["until"]?.int, until <= surroundings.now() { throw HealthError.scheduleEnded }
    }

    /// The first unused id after a schedule's: if its end was undone, it can be replaced again.
    private func successor(of id: RecordID) throws -> RecordID {
        for number in UInt8(0)..<UInt8.max {
            let name = RecordID(firstBytesOf: digest(.label("schedule after") + id.bytes + [number]))
            if try store.stored(Schedule.self, name) == nil { return name }
        }
        throw HealthError.scheduleEnded
    }
}
