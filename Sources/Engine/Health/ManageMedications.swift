import Base
import Journal
import Ledger
import Records
import Store

package struct MedicationStatus: Hashable, Sendable {
    package let medication: Stored<Medication>
    /// Its active schedules, the oldest first.
    package let schedules: [Stored<Schedule>]
    /// How much is left, never below zero; `nil` if it is not counted.
    package let left: Amount?
    /// How long that lasts by the schedules; `nil` if that cannot be calculated.
    package let supply: StockForecast?
    /// The next dose that is not logged yet.
    package let next: Occurrence?

    /// The last day that is covered by doses that may still be used, or that of the last dose if all are; `nil` if today is not
    /// covered, without an end, and if it is unknown.
    package var enoughUntil: LocalDay? {
        guard let supply, let last = supply.enoughUntil ?? supply.end, let expiry = medication.value.expiry else {
            return supply?.enoughUntil ?? supply?.end
        }
        // A pack that has expired covers no day.
        let today = supply.runsOut?.adding(days: -supply.days)
        return today.map { expiry < $0 } ?? false ? nil : min(last, expiry)
    }

    /// What is left when all schedules have ended, with the day of the last dose; `nil` if the stock or the pack does not last so long.
    package var course: (end: LocalDay, over: Amount)? {
        guard let supply, let end = supply.end, medication.value.expiry.map({ $0 >= end }) ?? true else { return nil }
        return (end, supply.over)
    }

    /// The stock is at or below the refill threshold.
    package var needsRefill: Bool {
        guard let left, let refillAt = medication.value.refillAt else { return false }
        return left <= refillAt
    }
}

/// What happens to the doses of a deleted medicine.
package enum DosesOfDeleted: String, CaseIterable, Sendable {
    /// They stay in the history, with the medicine's name.
    case keep
    /// They are deleted with it, and can be restored with it.
    case delete
}

extension OpenVault {
    /// How long after ending something it can be undone without a trace, in milliseconds; no dose is missed within it.
    package static let changeOfMind: Int64 = 600_000

    /// Medicines by name; archived ones only on request.
    package func medications(archived: Bool = false) throws -> [Stored<Medication>] {
        try cached(Cached.medications) { try records(Medication.self) }
            .filter { archived || !$0.value.archived }
            .sorted { ($0.value.title.lowercased(), $0.id) < ($1.value.title.lowercased(), $1.id) }
    }

    /// Finds a medicine by its name or title (capitals make no difference), by the beginning of one, or by its record's id; on
    /// request among the deleted ones that can be restored.
    package func medication(named text: String, deleted: Bool = false) throws -> Stored<Medication> {
        let all = try deleted ? deletedRecords(Medication.self) : medications(archived: true)
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

    /// Saves a new medicine. Throws `HealthError.medicationExists` if another one has its name and strength.
    @discardableResult
    package func addMedication(_ medication: Medication) throws -> Stored<Medication> {
        try refuseSameTitle(medication, besides: nil)
        return try add(medication)
    }

    /// Changes a medicine. Throws as `addMedication` if it is renamed to the name of another.
    @discardableResult
    package func changeMedication(_ id: RecordID, to medication: Medication) throws -> Stored<Medication> {
        if try record(Medication.self, id).value.title.lowercased() != medication.title.lowercased() {
            try refuseSameTitle(medication, besides: id)
        }
        return try change(id, to: medication)
    }

    private func refuseSameTitle(_ medication: Medication, besides known: RecordID?) throws {
        let title = medication.title.lowercased()
        if let same = try medications(archived: true).first(where: { $0.id != known && $0.value.title.lowercased() == title }) {
            throw HealthError.medicationExists(same.value.title, id: same.id, isArchived: same.value.archived)
        }
    }

    package func status(of medication: Stored<Medication>) throws -> MedicationStatus {
        let schedules = try schedules(of: medication.id)
        let now = try Moment(nowIn: surroundings).instant
        let left = try amountLeft(of: medication)
        let pairs = try schedules.map { (id: $0.id, schedule: try withTaken($0, around: now..<now)) }
        let supply = try left.flatMap { left in
            let taken = try settled(pairs, around: now)
            let here = CivilTime(zone: surroundings.zone)
            return StockForecast(
                left: left, schedules: pairs, settled: taken, now: now, openHours: medication.value.openHours, here: here,
                rules: rules(of:))
        }
        let next = try schedules.compactMap(nextOpenDose).min { $0.due < $1.due }
        return MedicationStatus(medication: medication, schedules: schedules, left: left, supply: supply, next: next)
    }

    /// The logged doses around the present moment.
    private func settled(
        _ schedules: [(id: RecordID, schedule: Schedule)], around now: Instant
    ) throws -> Set<Occurrence.Name> {
        let (from, to) = (now.moved(by: -Schedule.longestWait), now.moved(by: Instant.dayMilliseconds))
        let doses = schedules.flatMap { id, schedule in
            schedule.occurrences(id, from: from, to: to, rules: rules(of: schedule)).map { (schedule, $0) }
        }
        return Set(try doses.filter { try settlement(of: $0.1, in: $0.0) != .open }.map(\.1.name))
    }

    /// Archives a medicine that is no longer taken, and ends its schedules: nothing of it is due or missed from now on.
    @discardableResult
    package func archiveMedication(_ id: RecordID) throws -> Stored<Medication> {
        let medication = try record(Medication.self, id)
        guard !medication.value.archived else { return medication }
        let now = JSON.int(surroundings.now())
        let schedules = try schedules(of: id)
        try act(in: medication.journal) { writer in
            func setting(_ fields: [String: JSON], _ id: RecordID, _ kind: String) throws -> Mutation {
                try writer.mutation(of: id, kind: kind, journal: medication.journal, setting: fields)
            }
            return [try setting(["archived": true], id, Medication.kind)]
                + (try schedules.map { try setting(["until": now, "ended_with": now], $0.id, Schedule.kind) })
        }
        return try record(Medication.self, id)
    }

    /// Restores a medicine from the archive. The schedules that archiving ended continue if it is undone within `changeOfMind`;
    /// later they stay ended, since all the doses between would be missed.
    @discardableResult
    package func unarchiveMedication(_ id: RecordID) throws -> Stored<Medication> {
        let medication = try record(Medication.self, id)
        let now = surroundings.now()
        let schedules = try allSchedules().filter { $0.value.medication == medication.id }
        try act(in: medication.journal) { writer in
            [try writer.mutation(of: id, kind: Medication.kind, journal: medication.journal, setting: ["archived": false])]
                + (try schedules.compactMap { stored in
                    let state = try writer.state(of: stored.id, kind: Schedule.kind, journal: medication.journal)
                    guard let ended = state["ended_with"]?.int, state["until"]?.int == ended,
                        (now - OpenVault.changeOfMind...now).contains(ended)
                    else { return nil }
                    return state.mutation(kind: Schedule.kind, record: stored.id, setting: ["until": .null, "ended_with": .null])
                })
        }
        return try record(Medication.self, id)
    }

    /// Adds a new pack to the last count, so that a dose logged late is still deducted. If nothing was left or counted, the pack
    /// is a new count. Throws `HealthError.fault` for nothing, and `tooMuchStock`.
    /// - Parameter expiry: the last day of the new pack; `nil` leaves the one that is known.
    @discardableResult
    package func refill(_ id: RecordID, by amount: Amount, expiry: LocalDay? = nil) throws -> Stored<Medication> {
        if let fault = amount.fault("new pack") { throw HealthError.fault(fault) }
        let stored = try record(Medication.self, id)
        var medication = stored.value
        let left = try amountLeft(of: stored)
        guard let total = Amount(thousandths: (left ?? .none).thousandths + amount.thousandths) else {
            throw HealthError.tooMuchStock
        }
        if let expiry { medication.expiry = expiry }
        if let stock = medication.stock, let left, left > .none,
            let sum = Amount(thousandths: stock.amount.thousandths + amount.thousandths)
        {
            medication.stock = .init(amount: sum, counted: stock.counted)
        } else {
            medication.stock = .init(amount: total, counted: try Moment(nowIn: surroundings).instant)
        }
        return try change(id, to: medication)
    }

    /// Counts what is there now.
    @discardableResult
    package func setStock(_ id: RecordID, to amount: Amount) throws -> Stored<Medication> {
        var medication = try record(Medication.self, id).value
        medication.stock = .init(amount: amount, counted: try Moment(nowIn: surroundings).instant)
        return try change(id, to: medication)
    }

    /// The stock: the last count minus every dose taken since.
    func amountLeft(of medication: Stored<Medication>) throws -> Amount? {
        guard let stock = medication.value.stock else { return nil }
        return try cached(Cached.left(medication.id)) {
            var taken = 0
            try eachStored(Intake.self, in: stock.counted..<Instant.last, filter: .medication(medication.id)) { stored in
                let intake = stored.value
                if stored.deleted == nil, intake.medication == medication.id, intake.outcome == .taken {
                    taken = min(taken + intake.amount.thousandths, Amount.most)
                }
                return true
            }
            return Amount(clamped: stock.amount.thousandths - taken)
        }
    }

    /// The medicines in use whose pack is to be replaced, with the pack's key.
    package func refills(on today: LocalDay) throws -> [(id: RecordID, pack: String)] {
        try medications().compactMap { stored in
            try stored.value.packToReplace(left: amountLeft(of: stored), today: today).map { (stored.id, $0) }
        }
    }

    /// The number of doses of a medicine, without deleted ones; counting stops at `most`.
    package func doseCount(_ medication: RecordID, most: Int) throws -> Int {
        var count = 0
        try eachStored(Intake.self, filter: .medication(medication)) { stored in
            if stored.value.medication == medication && stored.deleted == nil { count += 1 }
            return count < most
        }
        return count
    }

    /// The latest doses of a medicine that are logged, the newest first.
    package func doses(of medication: RecordID, latest limit: Int) throws -> [Stored<Intake>] {
        var list: [Stored<Intake>] = []
        try eachStored(Intake.self, newestFirst: true, filter: .medication(medication)) { stored in
            if stored.value.medication == medication && stored.deleted == nil { list.append(stored) }
            return list.count < limit
        }
        return list
    }

    /// Deletes a medicine and ends its schedules. If it has doses, the caller must say what happens to them: throws
    /// `HealthError.medicationHasDoses` with `nil`.
    /// - Returns: the number of doses deleted with it.
    @discardableResult
    package func deleteMedication(_ id: RecordID, doses: DosesOfDeleted?) throws -> Int {
        let medication = try record(Medication.self, id)
        guard try doses != nil || doseCount(id, most: 1) == 0 else { throw HealthError.medicationHasDoses }
        let now = surroundings.now()
        let schedules = try allSchedules().filter { $0.value.medication == medication.id && $0.value.until == nil }
        let intakes = doses == .delete ? try self.intakes(of: medication.id, deleted: false) : []
        // One moment for all, so that restoring knows what was deleted with the medicine.
        let mark = JSON.int(now)
        try act(in: medication.journal) { writer in
            func setting(_ fields: [String: JSON], _ id: RecordID, _ kind: String) throws -> Mutation {
                try writer.mutation(of: id, kind: kind, journal: medication.journal, setting: fields)
            }
            return [try setting(["gone": true, "gone_with": mark], id, Medication.kind)]
                + (try schedules.map { try setting(["until": .int(now), "gone_with": mark], $0.id, Schedule.kind) })
                + (try intakes.map { try setting(["gone": true, "gone_with": mark], $0.id, Intake.kind) })
        }
        return intakes.count
    }

    /// Restores a medicine with the doses deleted with it, and its schedules if that is within `changeOfMind`.
    @discardableResult
    package func restoreMedication(_ id: RecordID) throws -> Stored<Medication> {
        let medication = try record(Medication.self, id, evenDeleted: true)
        guard let deleted = medication.deleted else { throw HealthError.notDeleted(kind: Medication.kind) }
        guard deleted >= deletionHorizon else { throw HealthError.deletedTooLongAgo(kind: Medication.kind) }
        let intakes = try self.intakes(of: medication.id, deleted: true)
        let schedules = try allSchedules().filter { $0.value.medication == medication.id }
        try act(in: medication.journal) { writer in
            let state = try writer.state(of: id, kind: Medication.kind, journal: medication.journal)
            let mark = state["gone_with"]
            // Later its schedules stay ended: all the doses between would be missed.
            let isChangeOfMind = surroundings.now() - deleted <= OpenVault.changeOfMind
            let ended: [String: JSON] = isChangeOfMind ? ["until": .null, "gone_with": .null] : ["gone_with": .null]
            func back(_ fields: [String: JSON], _ id: RecordID, _ kind: String) throws -> Mutation? {
                let state = try writer.state(of: id, kind: kind, journal: medication.journal)
                guard mark != nil, state["gone_with"] == mark else { return nil }
                return state.mutation(kind: kind, record: id, setting: fields)
            }
            return [state.mutation(kind: Medication.kind, record: id, setting: ["gone": false])]
                + (try schedules.compactMap { try back(ended, $0.id, Schedule.kind) })
                + (try intakes.compactMap { try back(["gone": false, "gone_with": .null], $0.id, Intake.kind) })
        }
        return try record(Medication.self, id)
    }

    private func intakes(of link: RecordID, deleted: Bool) throws -> [Stored<Intake>] {
        var list: [Stored<Intake>] = []
        try eachStored(Intake.self, filter: deleted ? .deleted : .medication(link)) { stored in
            if stored.value.medication == link, (stored.deleted != nil) == deleted { list.append(stored) }
            return true
        }
        return list
    }
}
