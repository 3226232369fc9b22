import Base
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The schedules that are active now or will be: of one medicine, or of all that are neither deleted nor archived.
    package func schedules(of medication: RecordID? = nil) throws -> [Stored<Schedule>] {
        let now = surroundings.now()
        let inUse = Set(try medications().map(\.link))
        return try allSchedules().filter { stored in
            let schedule = stored.value
            let isWanted = medication.map { stored.value.medication.record == $0 } ?? inUse.contains(schedule.medication)
            return isWanted && (schedule.until.map { $0.milliseconds > now } ?? true)
        }
    }

    /// Every schedule that is not deleted, including ended ones, the oldest first.
    package func allSchedules() throws -> [Stored<Schedule>] {
        try counts.at(store.logPosition(), "schedules") { try records(Schedule.self, newestFirst: false) }
    }

    /// Starts a schedule: nothing is due before this moment. A medicine with a schedule is no longer "only as needed".
    /// - Parameter once: identifies the submitted form: sent twice, it creates one schedule.
    @discardableResult
    package func addSchedule(_ schedule: Schedule, once: String? = nil) throws -> Stored<Schedule> {
        var schedule = try checked(schedule)
        schedule.replaces = nil
        let medication = try medicationInUse(of: schedule)
        let id = newID(once)
        if once != nil, let known = try store.stored(Schedule.self, id), known.deleted == nil { return known }
        try refuseTwin(of: schedule, besides: nil)
        try act(in: medication.journal) { writer in
            let scheduled: [String: JSON] = ["as_needed": false]
            return [
                try writer.mutation(of: medication.id, kind: Medication.kind, journal: medication.journal, setting: scheduled),
                first(schedule, id),
            ]
        }
        return try record(Schedule.self, id)
    }

    /// Ends a schedule now and starts another in its place, in one operation. Past doses stay as they were; a logged dose that
    /// both schedules have stays logged.
    ///
    /// The new schedule's id is derived from the old one, so that two devices that replace the same schedule independently create
    /// one, not two.
    @discardableResult
    package func replaceSchedule(_ id: RecordID, with schedule: Schedule) throws -> Stored<Schedule> {
        var schedule = try checked(schedule)
        _ = try medicationInUse(of: schedule)
        let old = try record(Schedule.self, id)
        schedule.replaces = old.link
        if (schedule.cadence, schedule.times, schedule.start) == (old.value.cadence, old.value.times, old.value.start) {
            let planned = try asPlanned(old)
            (schedule.start, schedule.times) = (planned.start, planned.times)
        }
        try refuseTwin(of: schedule, besides: id)
        let new = try successor(of: id)
        try act(in: old.journal) { writer in
            let state = try writer.state(of: id, kind: Schedule.kind, journal: old.journal)
            try refuseEnded(state)
            return [
                state.mutation(kind: Schedule.kind, record: id, setting: ["until": .int(schedule.since.milliseconds)]),
                first(schedule, new),
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
    /// late is due on that day of the week from then on. Throws `HealthError.cannotShift` if the moved days are no schedule.
    @discardableResult
    package func shiftSchedule(_ id: RecordID, by days: Int) throws -> Stored<Schedule> {
        let old = try record(Schedule.self, id)
        let today = rules(of: old.value).wall(at: try Moment(nowIn: surroundings).instant)?.day
        guard let shifted = today.flatMap({ old.value.shifted(by: days, today: $0) }) else { throw HealthError.cannotShift }
        return try replaceSchedule(id, with: shifted)
    }

    /// The schedule with what was taken under it, if its doses depend on that: the last dose before a range of time, and those in it.
    package func withTaken(_ stored: Stored<Schedule>, around range: Range<Instant>) throws -> Schedule {
        var schedule = stored.value
        guard schedule.countsFromLast else { return schedule }
        // A dose may be logged early or late by as much.
        let reach = 2 * Schedule.longestWait
        let first = range.lowerBound.moved(by: -reach)
        var taken: [Int64: Instant] = [:]
        let read = Instant.first..<range.upperBound.moved(by: reach)
        try eachStored(Intake.self, in: read, newestFirst: true, sieve: .medication(schedule.medication)) { intake in
            guard intake.deleted == nil, intake.value.outcome == .taken, let name = intake.value.occurrence,
                name.schedule == stored.link, let number = Int64(name.key.dropFirst())
            else { return true }
            taken[number] = intake.value.instant
            return intake.value.instant >= first
        }
        schedule.taken = taken.sorted { $0.key < $1.key }.map { Schedule.Taken(number: $0.key, instant: $0.value) }
        return schedule
    }

    /// The schedule, to be edited: if it counts from the last dose, its first one is the one that is open or next now.
    package func asPlanned(_ stored: Stored<Schedule>) throws -> Schedule {
        var schedule = stored.value
        guard schedule.countsFromLast else { return schedule }
        let now = try Moment(nowIn: surroundings).instant
        let around = now.moved(by: -Schedule.longestWait)..<now.moved(by: Schedule.longestWait)
        let open = try doses(in: around).first {
            $0.dose.occurrence.name.schedule == stored.link && [.due, .upcoming].contains($0.dose.state)
        }
        if let due = open?.dose.occurrence.due, let wall = CivilTime(named: schedule.zone)?.wall(at: due.milliseconds),
            let time = TimeOfDay(hour: wall.time.hour, minute: wall.time.minute)
        {
            (schedule.start, schedule.times) = (wall.day, [time])
        }
        return schedule
    }

    /// The next dose of a schedule that is not logged yet; `nil` if none is left.
    package func nextOpenDose(of stored: Stored<Schedule>) throws -> Occurrence? {
        var after = try Moment(nowIn: surroundings).instant
        let schedule = try withTaken(stored, around: after..<after)
        // Few doses are logged ahead of their time.
        for _ in 0..<100 {
            guard let next = schedule.next(stored.link, after: after, rules: rules(of: schedule)) else { return nil }
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
        guard let id = schedule.medication.record else { throw HealthError.noSuchRecord(kind: Medication.kind) }
        let medication = try record(Medication.self, id)
        guard !medication.value.archived else { throw HealthError.medicationArchived }
        return medication
    }

    /// Throws `HealthError.sameSchedule` if another schedule of the medicine has the same days and times.
    package func refuseTwin(of schedule: Schedule, besides known: RecordID?) throws {
        guard let medication = schedule.medication.record else { return }
        let isThere = try schedules(of: medication).contains { stored in
            let other = stored.value
            let isSameTime = other.cadence == schedule.cadence && other.times == schedule.times
            let isOver = other.end.map { $0 < schedule.start } ?? false
            return stored.id != known && isSameTime && !isOver && (schedule.end.map { $0 >= other.start } ?? true)
        }
        if isThere { throw HealthError.sameSchedule }
    }

    private func refuseEnded(_ state: RecordState) throws {
        if let until = state["until"]?.int, until <= surroundings.now() { throw HealthError.scheduleEnded }
    }

    /// The first operation of a schedule.
    private func first(_ schedule: Schedule, _ id: RecordID) -> Mutation {
        var fields = schedule.fields.filter { $0.value != .null }
        fields["created"] = .int(surroundings.now())
        return Mutation(kind: Schedule.kind, record: id, fields: fields)
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
