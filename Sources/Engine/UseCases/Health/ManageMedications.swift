import Journal
import Ledger
import Store

/// A medicine with what is told of it.
package struct MedicationStatus: Hashable, Sendable {
    /// The medicine.
    package let medication: Stored<Medication>
    /// Its schedules that are in force, the oldest first.
    package let schedules: [Stored<Schedule>]
    /// How much is left; `nil` where the person does not count. Never less than nothing.
    package let left: Amount?
    /// How long that lasts by the schedules; `nil` where nobody can say.
    package let supply: StockForecast?
    /// The next dose.
    package let next: Occurrence?

    /// There is as little left as the person wants to be told of.
    package var needsRefill: Bool {
        guard let left, let refillAt = medication.value.refillAt else { return false }
        return left <= refillAt
    }
}

/// What becomes of the doses of a medicine that is deleted.
package enum DosesOfDeleted: String, CaseIterable, Sendable {
    /// They stay in the history, with the medicine's name.
    case keep
    /// They are deleted with it, and can be restored with it.
    case delete
}

extension OpenVault {
    /// Medicines, by name; archived ones only where they are wanted.
    package func medications(archived: Bool = false) throws -> [Stored<Medication>] {
        try counted.at(store.logPosition(), "medications") { try records(Medication.self) }
            .filter { archived || !$0.value.archived }
            .sorted { ($0.value.title.lowercased(), $0.id) < ($1.value.title.lowercased(), $1.id) }
    }

    /// The medicine that a person names: by its name or title, in capitals or not, by the beginning of one, or by its record's name.
    package func medication(named text: String) throws -> Stored<Medication> {
        let all = try medications(archived: true)
        let wanted = text.lowercased()
        let isCalled: [(Stored<Medication>) -> Bool] = [
            { $0.value.name.lowercased() == wanted || $0.value.title.lowercased() == wanted },
            { $0.value.title.lowercased().hasPrefix(wanted) },
            { $0.id.description.hasPrefix(wanted) },
        ]
        for test in isCalled {
            var found = all.filter(test)
            if found.count > 1, found.contains(where: { !$0.value.archived }) { found.removeAll { $0.value.archived } }
            if found.count > 1 { throw HealthError.ambiguousMedication(text, titles: found.prefix(5).map(\.value.title)) }
            if let only = found.first { return only }
        }
        throw HealthError.noSuchMedication(text)
    }

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
        try counted.at(store.logPosition(), "schedules") { try records(Schedule.self, newestFirst: false) }
    }

    /// Begins a schedule: nothing is due before this moment.
    @discardableResult
    package func addSchedule(_ schedule: Schedule) throws -> Stored<Schedule> {
        var schedule = schedule
        schedule.since = try Moment(nowIn: surroundings).instant
        guard CivilTime(named: schedule.zone) != nil else { throw HealthError.fault(.schedule(.unknownZone)) }
        guard let id = schedule.medication.record, try record(Medication.self, id).value.asNeeded == false else {
            // A medicine that gets a schedule is no longer taken only as needed.
            if let id = schedule.medication.record {
                var medication = try record(Medication.self, id).value
                medication.asNeeded = false
                try change(id, to: medication)
                return try add(schedule)
            }
            throw HealthError.noSuchRecord(kind: Medication.kind)
        }
        return try add(schedule)
    }

    /// Ends a schedule now and begins another in its place, in one operation: what was due stays as it was.
    @discardableResult
    package func replaceSchedule(_ id: RecordID, with schedule: Schedule) throws -> Stored<Schedule> {
        let old = try record(Schedule.self, id)
        if let fault = schedule.fault { throw HealthError.fault(fault) }
        guard CivilTime(named: schedule.zone) != nil else { throw HealthError.fault(.schedule(.unknownZone)) }
        let now = try Moment(nowIn: surroundings).instant
        var schedule = schedule
        (schedule.since, schedule.until) = (now, nil)
        var generator = surroundings.generator
        let new = RecordID.random(using: &generator)
        var fields = schedule.fields.filter { $0.value != .null }
        fields["created"] = .int(surroundings.now())
        try act(in: old.journal) { writer in
            let state = try writer.state(of: id, kind: Schedule.kind, journal: old.journal)
            return [
                state.mutation(kind: Schedule.kind, record: id, setting: ["until": .int(now.milliseconds)]),
                Mutation(kind: Schedule.kind, record: new, fields: fields),
            ]
        }
        return try record(Schedule.self, new)
    }

    /// Ends a schedule now; its doses stay.
    package func endSchedule(_ id: RecordID) throws {
        try set(["until": .int(surroundings.now())], on: try record(Schedule.self, id))
    }

    /// A medicine with its schedules, what is left and what comes next.
    package func status(of medication: Stored<Medication>) throws -> MedicationStatus {
        let schedules = try schedules(of: medication.id)
        let now = try Moment(nowIn: surroundings).instant
        let left = try amountLeft(of: medication)
        let pairs = schedules.map { (id: $0.link, schedule: $0.value) }
        let supply = try left.flatMap { left in
            let taken = try settled(pairs, around: now)
            let here = CivilTime(zone: surroundings.zone)
            return StockForecast(left: left, schedules: pairs, settled: taken, now: now, here: here, rules: rules(of:))
        }
        let next = pairs.compactMap { $0.schedule.next($0.id, after: now, rules: rules(of: $0.schedule)) }.min { $0.due < $1.due }
        return MedicationStatus(medication: medication, schedules: schedules, left: left, supply: supply, next: next)
    }

    /// The doses around the present moment of which something was said.
    private func settled(
        _ schedules: [(id: RecordLink, schedule: Schedule)], around now: Instant
    ) throws -> Set<Occurrence.Name> {
        let day: Int64 = 86_400_000
        guard let from = Instant(milliseconds: now.milliseconds - day), let to = Instant(milliseconds: now.milliseconds + day)
        else { return [] }
        let names = schedules.flatMap {
            $0.schedule.occurrences($0.id, from: from, to: to, rules: rules(of: $0.schedule)).map(\.name)
        }
        return Set(try names.filter { name in try store.stored(Intake.self, name.record).map { $0.deleted == nil } ?? false })
    }

    /// Puts a medicine away that is no longer taken, and ends its schedules: nothing of it is missed from now on.
    @discardableResult
    package func archiveMedication(_ id: RecordID) throws -> Stored<Medication> {
        for schedule in try schedules(of: id) { try endSchedule(schedule.id) }
        try set(["archived": true], on: try record(Medication.self, id))
        return try record(Medication.self, id)
    }

    /// What is left of what was counted: less every dose that was taken since.
    func amountLeft(of medication: Stored<Medication>) throws -> Amount? {
        guard let stock = medication.value.stock, let end = Instant(milliseconds: 253_402_300_799_999) else { return nil }
        return try counted.at(store.logPosition(), "left " + medication.link.name) {
            var taken = 0
            _ = try store.eachStored(Intake.self, in: stock.counted..<end, mentioning: medication.link.name) { stored in
                let intake = stored.value
                if stored.deleted == nil, intake.medication == medication.link, intake.outcome == .taken {
                    taken += min(intake.amount.thousandths, Amount.most)
                }
                return true
            }
            return Amount(clamped: stock.amount.thousandths - taken)
        }
    }

    /// How many doses a medicine has, deleted ones aside.
    package func doseCount(of medication: RecordID) throws -> Int {
        let link = RecordLink(medication.description)
        var count = 0
        _ = try store.eachStored(Intake.self, mentioning: link.name) { stored in
            if stored.deleted == nil, stored.value.medication == link { count += 1 }
            return true
        }
        return count
    }

    /// Deletes a medicine and ends its schedules. Where it has doses, somebody has to say what becomes of them:
    /// throws `HealthError.medicationHasDoses` with `nil`.
    package func deleteMedication(_ id: RecordID, doses: DosesOfDeleted?) throws {
        let medication = try record(Medication.self, id)
        let count = try doseCount(of: id)
        guard count == 0 || doses != nil else { throw HealthError.medicationHasDoses(count: count) }
        let now = surroundings.now()
        let schedules = try allSchedules().filter { $0.value.medication == medication.link && $0.value.until == nil }
        let intakes = doses == .delete ? try self.intakes(of: medication.link) { $0.deleted == nil } : []
        // One moment for all, so that restoring knows what went with the medicine.
        let mark = JSON.int(now)
        try act(in: medication.journal) { writer in
            func setting(_ fields: [String: JSON], _ id: RecordID, _ kind: String) throws -> Mutation {
                try writer.state(of: id, kind: kind, journal: medication.journal).mutation(
                    kind: kind, record: id, setting: fields)
            }
            return [try setting(["gone": true, "gone_with": mark], id, Medication.kind)]
                + (try schedules.map { try setting(["until": .int(now), "gone_with": mark], $0.id, Schedule.kind) })
                + (try intakes.map { try setting(["gone": true, "gone_with": mark], $0.id, Intake.kind) })
        }
    }

    /// Brings a medicine back, with the doses and schedules that went with it.
    @discardableResult
    package func restoreMedication(_ id: RecordID) throws -> Stored<Medication> {
        let medication = try record(Medication.self, id, evenDeleted: true)
        guard let deleted = medication.deleted else { throw HealthError.notDeleted(kind: Medication.kind) }
        guard deleted >= deletionHorizon else { throw HealthError.deletedTooLongAgo(kind: Medication.kind) }
        let intakes = try self.intakes(of: medication.link) { $0.deleted != nil }
        let schedules = try allSchedules().filter { $0.value.medication == medication.link }
        try act(in: medication.journal) { writer in
            let state = try writer.state(of: id, kind: Medication.kind, journal: medication.journal)
            let mark = state["gone_with"]
            func back(_ fields: [String: JSON], _ id: RecordID, _ kind: String) throws -> Mutation? {
                let state = try writer.state(of: id, kind: kind, journal: medication.journal)
                guard mark != nil, state["gone_with"] == mark else { return nil }
                return state.mutation(kind: kind, record: id, setting: fields)
            }
            return [state.mutation(kind: Medication.kind, record: id, setting: ["gone": false])]
                + (try schedules.compactMap { try back(["until": .null, "gone_with": .null], $0.id, Schedule.kind) })
                + (try intakes.compactMap { try back(["gone": false, "gone_with": .null], $0.id, Intake.kind) })
        }
        return try record(Medication.self, id)
    }

    private func intakes(of link: RecordLink, where isWanted: (Stored<Intake>) -> Bool) throws -> [Stored<Intake>] {
        var list: [Stored<Intake>] = []
        _ = try store.eachStored(Intake.self, mentioning: link.name) { stored in
            if stored.value.medication == link, isWanted(stored) { list.append(stored) }
            return true
        }
        return list
    }

    /// The zone rules by which a schedule is reckoned now: those of its own zone, or of where the owner is.
    func rules(of schedule: Schedule) -> any ZoneRules {
        let here = CivilTime(zone: surroundings.zone)
        return schedule.followsOwner ? here : CivilTime(named: schedule.zone) ?? here
    }
}
