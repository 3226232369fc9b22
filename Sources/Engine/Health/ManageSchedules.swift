import Base
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The schedules that are in force at the present moment, or will be: of one medicine or of all that are neither deleted nor archived.
    package func schedules(of medication: RecordID? = nil) throws -> [Stored<Schedule>] {
        let now = surroundings.now()
        let inUse = Set(try medications().map(\.link))
        return try allSchedules().filter { stored in
            let schedule = stored.value
            let isWanted = medication.map { stored.value.medication.record == $0 } ?? inUse.contains(schedule.medication)
            return isWanted && (schedule.until.map { $0.milliseconds > now } ?? true)
        }
    }

    /// Every schedule that is not deleted, ended ones too, the oldest first.
    package func allSchedules() throws -> [Stored<Schedule>] {
        try counts.at(store.logPosition(), "schedules") { try records(Schedule.self, newestFirst: false) }
    }

    /// Begins a schedule: nothing is due before this moment. A medicine that gets one is no longer taken only as needed.
    /// - Parameter once: names the form that asks for it: sent twice, it makes one schedule.
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

    /// Ends a schedule now and begins another in its place, in one operation: what was due stays as it was, and what was settled of
    /// a dose that both have is settled.
    ///
    /// The new one is named after the old one, so that two devices that replace the same schedule apart make one, not two.
    @discardableResult
    package func replaceSchedule(_ id: RecordID, with schedule: Schedule) throws -> Stored<Schedule> {
        var schedule = try checked(schedule)
        _ = try medicationInUse(of: schedule)
        let old = try record(Schedule.self, id)
        schedule.replaces = old.link
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

    /// Takes the end of a schedule back, as long as that is a change of mind; whether it did.
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

    /// The next dose of a schedule of which nothing was said yet; `nil` when none is left.
    package func nextOpenDose(of stored: Stored<Schedule>) throws -> Occurrence? {
        var after = try Moment(nowIn: surroundings).instant
        // Doses that are settled ahead of their time are few.
        for _ in 0..<100 {
            guard let next = stored.value.next(stored.link, after: after, rules: rules(of: stored.value)) else { return nil }
            if try settlement(of: next, in: stored.value) == .open { return next }
            after = next.due
        }
        return nil
    }

    /// The zone rules by which a schedule is reckoned now: those of its own zone, or of where the owner is.
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

    /// Throws `HealthError.sameSchedule` where another schedule of the medicine asks for doses at the same times of the same days.
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

    /// The first name after a schedule's that no schedule has yet: where its end was taken back, it can be replaced again.
    private func successor(of id: RecordID) throws -> RecordID {
        for number in UInt8(0)..<UInt8.max {
            let name = RecordID(firstBytesOf: digest(.label("schedule after") + id.bytes + [number]))
            if try store.stored(Schedule.self, name) == nil { return name }
        }
        throw HealthError.scheduleEnded
    }
}
