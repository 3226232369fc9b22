import Base
import Journal
import Ledger
import Records
import Store

/// A scheduled dose as a page or a command shows it.
package struct ShownDose: Hashable, Sendable {
    package let dose: DueDose
    /// The medicine; its record may be deleted.
    package let medication: Stored<Medication>
    /// The record that logs it; `nil` if there is none.
    package let intake: Stored<Intake>?
}

extension OpenVault {
    /// The scheduled doses that are due in a range of time, in order, with their state at `now` (default: the present moment).
    /// - Parameter open: of the doses due before it only those that count as missed later than `now`; by default all.
    package func doses(in range: Range<Instant>, at now: Instant? = nil, openBefore open: Instant = .first) throws -> [ShownDose]
    {
        try doses(in: range, at: now, openBefore: open) { try store.stored(Intake.self, $0) }
    }

    /// The same, with logged doses looked up by the caller.
    package func doses(
        in range: Range<Instant>, at now: Instant?, openBefore open: Instant = .first,
        said: (RecordID) throws -> Stored<Intake>?
    ) throws -> [ShownDose] {
        let now = try now ?? Moment(nowIn: surroundings).instant
        // Includes archived ones: their missed doses stay missed.
        let medications = Dictionary(try self.medications(archived: true).map { ($0.id, $0) }) { first, _ in first }
        var list: [ShownDose] = []
        // Read once, and only if something was missed.
        var known: [DateLineFlight]?
        for stored in try allSchedules() {
            guard let medication = medications[stored.value.medication] else { continue }
            let schedule = try withTaken(stored, around: range)
            let occurrences = schedule.occurrences(
                stored.id, from: range.lowerBound, to: range.upperBound, rules: rules(of: schedule),
                openHours: medication.value.openHours)
            for occurrence in occurrences where occurrence.due >= open || occurrence.missedAt > now {
                guard let shown = try shown(occurrence, of: schedule, medication, now: now, said: said) else { continue }
                // Nothing is due of an archived medicine.
                let isOpen = shown.dose.state == .due || shown.dose.state == .upcoming
                if isOpen && medication.value.archived { continue }
                if shown.dose.state == .missed, schedule.followsOwner {
                    let flights = try known ?? flights(in: range, now: now)
                    known = flights
                    if flights.contains(where: { $0.takesAway(occurrence) }) { continue }
                }
                list.append(shown)
            }
        }
        return list.sorted {
            ($0.dose.occurrence.due, $0.dose.occurrence.name) < ($1.dose.occurrence.due, $1.dose.occurrence.name)
        }
    }

    enum Settlement: Equatable {
        /// Not logged.
        case open
        /// Logged in this record.
        case said(Stored<Intake>)
        /// It belongs to an earlier schedule, which was active then.
        case earlier
    }

    /// Looks up a dose under its own name, and under the names it had in the schedules that its schedule replaced, so that a dose
    /// taken early, or before a journey, is not due again after the schedule was edited.
    func settlement(of occurrence: Occurrence, in schedule: Schedule) throws -> Settlement {
        try settlement(of: occurrence, in: schedule) { try store.stored(Intake.self, $0) }
    }

    private func settlement(
        of occurrence: Occurrence, in schedule: Schedule, said: (RecordID) throws -> Stored<Intake>?
    ) throws -> Settlement {
        if let own = try said(occurrence.name.record), own.deleted == nil { return .said(own) }
        var (link, steps) = (schedule.replaces, 0)
        while let before = link, steps < 100 {
            let name = Occurrence.Name(schedule: before, key: occurrence.name.key)
            if let intake = try said(name.record), intake.deleted == nil, let due = intake.value.due {
                if due == occurrence.due { return .said(intake) }
                // Days and times are the same in every schedule; numbers of doses are not.
                if !name.key.hasPrefix("#") { return due < schedule.since ? .earlier : .said(intake) }
            }
            link = try store.stored(Schedule.self, before)?.value.replaces
            steps += 1
        }
        return .open
    }

    private func shown(
        _ occurrence: Occurrence, of schedule: Schedule, _ medication: Stored<Medication>, now: Instant,
        said: (RecordID) throws -> Stored<Intake>?
    ) throws -> ShownDose? {
        switch try settlement(of: occurrence, in: schedule, said: said) {
        case .open: ShownDose(dose: DueDose(occurrence, intake: nil, now: now), medication: medication, intake: nil)
        case .said(let intake):
            ShownDose(dose: DueDose(occurrence, intake: intake.value, now: now), medication: medication, intake: intake)
        case .earlier: nil
        }
    }

    /// The flights over the date line in a range of time: from one logged dose to the next, or to the present moment, the owner's
    /// clock was moved by half a day or more.
    private func flights(in range: Range<Instant>, now: Instant) throws -> [DateLineFlight] {
        let reach = 3 * Instant.dayMilliseconds
        let around = range.lowerBound.moved(by: -reach)..<range.upperBound.moved(by: reach)
        var seen = try records(Intake.self, in: around, newestFirst: false) { $0.instant < now }.compactMap { intake in
            CivilTime(named: intake.value.zone).map { DateLineFlight.Clock(intake.value.instant, in: $0) }
        }
        seen.append(.init(now, in: CivilTime(zone: surroundings.zone)))
        return zip(seen, seen.dropFirst()).compactMap { DateLineFlight(from: $0, to: $1) }
    }

    /// The doses of a civil day here: those due on it, and earlier ones that can still be taken.
    package func doses(on day: LocalDay, at now: Instant? = nil) throws -> [ShownDose] {
        let civil = CivilTime(zone: surroundings.zone)
        guard let next = day.adding(days: 1), let start = civil.instant(day: day, time: .midnight),
            let end = civil.instant(day: next, time: .midnight)
        else { return [] }
        return try doses(in: start.moved(by: -Schedule.longestWait)..<end, at: now, openBefore: start)
            .filter { $0.dose.occurrence.due >= start || $0.dose.state == .due }
    }

    /// The scheduled dose with this name, searched within a year of the present moment.
    package func dose(_ name: Occurrence.Name) throws -> ShownDose {
        let now = try Moment(nowIn: surroundings).instant
        guard let stored = try store.stored(Schedule.self, name.schedule), stored.deleted == nil,
            let medication = try store.stored(Medication.self, stored.value.medication)
        else { throw HealthError.noSuchDose }
        let schedule = try withTaken(stored, for: name)
        guard let found = schedule.occurrence(name, rules: rules(of: schedule), openHours: medication.value.openHours) else {
            throw HealthError.noSuchDose
        }
        let shown = try shown(found, of: schedule, medication, now: now) { try store.stored(Intake.self, $0) }
        guard let shown else { throw HealthError.noSuchDose }
        return shown
    }

    /// Logs a scheduled dose: taken at a moment (default: now), skipped, or missed. The same dose logged on two devices is one dose.
    /// Throws `HealthError.doseTaken` if it was taken already: only `correctDose` and `undoDose` change that. Throws
    /// `HealthError.overLimit` or `early` before it is taken against the owner's limits or before its window, unless `isSure`.
    @discardableResult
    package func settle(
        _ name: Occurrence.Name, as outcome: Intake.Outcome, at moment: Moment? = nil, amount: Amount? = nil,
        symptom: RecordID? = nil, note: String? = nil, isSure: Bool = false
    ) throws -> Stored<Intake> {
        let shown = try dose(name)
        // Logged under the name it had before its schedule was edited: that record is changed.
        let name = shown.intake?.value.occurrence ?? name
        let moment = try moment ?? Moment(nowIn: surroundings)
        let occurrence = shown.dose.occurrence
        let intake = Intake(
            instant: moment.instant, zone: moment.zone, day: moment.day, medication: occurrence.medication,
            amount: amount ?? occurrence.amount, unit: shown.medication.value.unit, outcome: outcome, occurrence: name,
            due: occurrence.due, symptom: symptom ?? shown.intake?.value.symptom, note: note ?? shown.intake?.value.note ?? "",
            timing: outcome == .taken ? occurrence.timing(of: moment.instant) : nil)
        if let fault = intake.fault { throw HealthError.fault(fault) }
        try refuseFuture(intake)
        if let taken = shown.intake?.value, taken.outcome == .taken { throw HealthError.doseTaken(takenWords(taken, shown)) }
        if !isSure { try askAbout(intake, of: shown.medication, besides: name.record) }
        try write(name.record, in: shown.medication.journal) { state in
            // Another program may have logged it since.
            if !state.isGone, let taken = Intake(fields: state.values), taken.outcome == .taken {
                throw HealthError.doseTaken(takenWords(taken, shown))
            }
            return intake.fields
        }
        return try record(Intake.self, name.record)
    }

    /// `the 08:00 dose of 'Iron' is logged as taken at 08:05`.
    private func takenWords(_ taken: Intake, _ shown: ShownDose) -> String {
        let civil = CivilTime(named: taken.zone) ?? CivilTime(zone: surroundings.zone)
        let due = civil.wall(at: taken.due ?? shown.dose.occurrence.due)?.time.clock ?? ""
        let clock = civil.wall(at: taken.instant)?.time.clock ?? ""
        let title = Explanation.quoted(shown.medication.value.title)
        return say("the \(due) dose of \(title) is logged as taken at \(clock)")
    }

    /// Writes the next fields of a dose, all of them, so that nothing older comes in between, and remembers what they replace.
    private func write(
        _ id: RecordID, in journal: JournalID, _ next: (RecordState) throws -> [String: JSON]
    ) throws {
        try act(in: journal) { writer in
            let state = try writer.state(of: id, kind: Intake.kind, journal: journal)
            var fields = try next(state)
            if fields["gone"] == nil { fields["gone"] = false }
            if state["created"] == nil { fields["created"] = .int(surroundings.now()) }
            var replaced: [String: JSON] = state.fields.isEmpty ? ["gone": true] : [:]
            for (field, value) in fields where !state.fields.isEmpty {
                let old = state[field] ?? (field == "gone" ? false : .null)
                if old != value { replaced[field] = old }
            }
            // Nothing is changed.
            if replaced.isEmpty { return [] }
            var steps = (state[Intake.undoField]?.array ?? []) + [.object(replaced)]
            while steps.count > OpenVault.undoSteps || JSON.array(steps).bytes.count > OpenVault.undoBytes { steps.removeFirst() }
            fields[Intake.undoField] = .array(steps)
            return [try writer.mutation(of: id, kind: Intake.kind, journal: journal, setting: fields, all: true)]
        }
    }

    /// How many changes of a dose can be undone, one after the other, and how many bytes they may have together: a note is long.
    private static let (undoSteps, undoBytes) = (10, 128 << 10)

    /// Logs a dose that no schedule asked for. Throws `HealthError.overLimit` as `settle` does.
    @discardableResult
    package func logDose(
        _ medication: Stored<Medication>, amount: Amount? = nil, at moment: Moment? = nil, symptom: RecordID? = nil,
        note: String = "", once: String? = nil, isSure: Bool = false
    ) throws -> Stored<Intake> {
        let moment = try moment ?? Moment(nowIn: surroundings)
        let intake = Intake(
            instant: moment.instant, zone: moment.zone, day: moment.day, medication: medication.id,
            amount: amount ?? medication.value.amount, unit: medication.value.unit, symptom: symptom, note: note)
        // A form that was sent already is not asked about again.
        let sent = try once.flatMap { try store.stored(Intake.self, newID($0)) }
        if !isSure, intake.fault == nil, sent.map({ $0.deleted != nil }) ?? true {
            try askAbout(intake, of: medication, besides: nil)
        }
        return try add(intake, once: once)
    }

    /// Throws `HealthError.early` or `overLimit` if a dose is to be taken before the window of its time, or breaks a limit that its
    /// owner has set for its substance.
    private func askAbout(_ intake: Intake, of medication: Stored<Medication>, besides known: RecordID?) throws {
        guard intake.outcome == .taken else { return }
        let limits = try overLimit(intake, of: medication, besides: known)
        let civil = CivilTime(named: intake.zone) ?? CivilTime(zone: surroundings.zone)
        guard intake.timing == .early, let instant = intake.due, let wall = civil.wall(at: instant) else {
            if let limits { throw HealthError.overLimit(limits) }
            return
        }
        let minutes = Int(clamping: (instant.milliseconds - intake.instant.milliseconds) / 60_000)
        let ahead = minutes < 120 ? DoseWarning.time(minutes) : say("\(Base.counted(minutes / 60, "hour"))")
        let due = wall.time.clock + (wall.day == intake.day ? "" : say(" on \(Schedule.dateName(wall.day))"))
        let title = Explanation.quoted(medication.value.title)
        let early = say("\(title) is due at \(due), and this would be \(ahead) early")
        throw HealthError.early([early, limits].compactMap { $0 }.joined(separator: "; "))
    }

    /// The limits that a dose breaks, in words; `nil` if none.
    private func overLimit(_ intake: Intake, of medication: Stored<Medication>, besides known: RecordID?) throws -> String? {
        let all = try medications(archived: true)
        guard (all + [medication]).contains(where: { $0.value.limits.gap != nil || $0.value.limits.dayMost != nil }) else {
            return nil
        }
        let reach = Int64(DoseLimits.gapRange.upperBound) * 60_000
        let named = Dictionary(all.map { ($0.id, $0.value) }) { first, _ in first }
        let range = intake.instant.moved(by: -reach)..<intake.instant.moved(by: reach)
        let taken = try records(Intake.self, in: range) { $0.outcome == .taken }.filter { $0.id != known }.compactMap { stored in
            named[stored.value.medication].map { DoseWarning.TakenDose(stored.value.instant, $0, stored.value.amount) }
        }
        let warnings = DoseWarning.all(
            before: .init(intake.instant, medication.value, intake.amount), taken: taken, medications: all.map(\.value))
        guard !warnings.isEmpty else { return nil }
        let civil = CivilTime(named: intake.zone) ?? CivilTime(zone: surroundings.zone)
        func clock(_ instant: Instant) -> String {
            guard let wall = civil.wall(at: instant.milliseconds) else { return "" }
            return wall.time.clock + (wall.day == intake.day ? "" : " on " + Schedule.dateName(wall.day))
        }
        return warnings.map { $0.words(clock: clock) { Explanation.quoted($0.title) } }.joined(separator: "; ")
    }

    /// Undoes the last change of a dose: it is exactly as it was before, open, taken at another time, or deleted. Throws
    /// `HealthError.doseNotSettled` if no change is left; a dose that was imported has none, and is open again.
    /// - Returns: the dose as it is now; it may be deleted.
    @discardableResult
    package func undoDose(_ id: RecordID) throws -> Stored<Intake> {
        guard let found = try store.stored(Intake.self, id) else { throw HealthError.doseNotSettled }
        try act(in: found.journal) { writer in
            let state = try writer.state(of: id, kind: Intake.kind, journal: found.journal)
            var steps = state[Intake.undoField]?.array ?? []
            guard let last = steps.popLast()?.object ?? (state.isGone ? nil : ["gone": true]) else {
                throw HealthError.doseNotSettled
            }
            var fields = found.value.fields.merging(last) { $1 }
            fields["gone"] = last["gone"] ?? .bool(state.isGone)
            fields[Intake.undoField] = .array(steps)
            return [try writer.mutation(of: id, kind: Intake.kind, journal: found.journal, setting: fields, all: true)]
        }
        return try record(Intake.self, id, evenDeleted: true)
    }

    /// Moves the log of a dose to "Recently deleted": a scheduled one is open again.
    package func deleteDose(_ id: RecordID) throws {
        let found = try record(Intake.self, id)
        try write(id, in: found.journal) { _ in found.value.fields.merging(["gone": true]) { $1 } }
    }

    /// Restores the deleted or undone log of a dose. Throws `HealthError`, as `restore` does.
    @discardableResult
    package func restoreDose(_ id: RecordID) throws -> Stored<Intake> {
        let found = try restorable(Intake.self, id)
        try write(id, in: found.journal) { _ in found.value.fields.merging(["gone_with": .null]) { $1 } }
        return try record(Intake.self, id)
    }

    /// The dose changed last, of a medicine or of any, that was logged for a time in a range; deleting one counts too, undoing it does
    /// not. `nil` if there is none.
    package func lastChangedDose(of medication: RecordID? = nil, in range: Range<Instant>) throws -> Stored<Intake>? {
        let deleted = try deletedRecords(Intake.self).filter { stored in
            guard range.contains(stored.value.instant) else { return false }
            let steps = try store.state(of: stored.id, kind: Intake.kind)?[Intake.undoField]?.array
            return !(steps ?? []).isEmpty
        }
        return (try records(Intake.self, in: range) + deleted).filter { medication == nil || $0.value.medication == medication }
            .max { ($0.said, $0.value.instant, $0.id) < ($1.said, $1.value.instant, $1.id) }
    }

    /// Corrects the time, amount or state of a dose. Throws `HealthError.overLimit` or `early` as `settle` does, unless `isSure`, if
    /// it becomes taken, or one that was taken gets another time or amount.
    @discardableResult
    package func correctDose(
        _ id: RecordID, at moment: Moment? = nil, amount: Amount? = nil, outcome: Intake.Outcome? = nil, note: String? = nil,
        isSure: Bool = false
    ) throws -> Stored<Intake> {
        let stored = try record(Intake.self, id)
        var intake = stored.value
        if let moment { intake.move(to: moment) }
        if let amount { intake.amount = amount }
        if let outcome { intake.outcome = outcome }
        if let note { intake.note = note }
        if moment != nil || outcome != nil { intake.timing = try timing(of: intake) }
        if let fault = intake.fault, fault != stored.value.fault { throw HealthError.fault(fault) }
        try refuseFuture(intake)
        let before = stored.value
        let isMoved = intake.instant != before.instant || before.outcome != .taken
        if !isSure, isMoved || intake.amount != before.amount,
            let medication = try store.stored(Medication.self, intake.medication)
        {
            var asked = intake
            // Another amount is no earlier.
            if !isMoved { asked.timing = nil }
            try askAbout(asked, of: medication, besides: id)
        }
        try write(id, in: stored.journal) { _ in intake.fields }
        return try record(Intake.self, id)
    }

    /// Whether a dose was taken in time where it was due; `nil` if it was not taken or no schedule has it.
    private func timing(of intake: Intake) throws -> Intake.Timing? {
        guard intake.outcome == .taken, let name = intake.occurrence,
            let stored = try store.stored(Schedule.self, name.schedule)
        else { return nil }
        let schedule = try withTaken(stored, for: name)
        return schedule.occurrence(name, rules: rules(of: schedule))?.timing(of: intake.instant, due: intake.due)
    }

    /// The title of a dose's medicine, even of a deleted one.
    package func medicationTitle(_ link: RecordID) throws -> String {
        try store.stored(Medication.self, link)?.value.title ?? "a medicine"
    }
}
