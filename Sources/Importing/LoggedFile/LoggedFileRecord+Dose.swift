import Journal
import Ledger

extension LoggedFileRecord {
    /// A dose from `dose list`, and what was logged about it. Neither, if it is not over yet.
    func dose() throws(Missing) -> (dose: DueDose?, intake: Intake?) {
        guard let state = (json["state"] ?? json["outcome"])?.string.flatMap(DueDose.State.init(rawValue:)) else {
            throw Missing(field: "state")
        }
        let medication = try link("medication")
        let intake = try intake(state, of: medication)
        guard let (due, day, time) = try due() else { return (nil, intake) }
        guard state != .upcoming, state != .due else { return (nil, nil) }
        let key = json["id"]?.string ?? day.iso + "T" + time.clock
        let schedule = RecordLink(json["schedule"]?.string ?? medication.name)
        let occurrence = Occurrence(
            name: .init(schedule: schedule, key: json["occurrence"]?.string ?? key), medication: medication, due: due, day: day,
            time: time, amount: amount(json["amount"]) ?? .one,
            window: due.moved(by: -2 * Instant.hourMilliseconds)...due.moved(by: 2 * Instant.hourMilliseconds),
            missedAt: due.moved(by: 6 * Instant.hourMilliseconds))
        return (DueDose(occurrence, intake: intake, now: .last), intake)
    }

    /// What the person logged about it; `nil` if nothing was logged, and it counts as missed only because of the time.
    private func intake(_ state: DueDose.State, of medication: RecordLink) throws(Missing) -> Intake? {
        let outcome: Intake.Outcome
        switch state {
        case .taken: outcome = .taken
        case .skipped: outcome = .skipped
        case .missed where json["created"]?.string != nil: outcome = .missed
        case .missed, .upcoming, .due: return nil
        }
        let (instant, zone, day) = try moment()
        let due = try optionalInstant("due")
        // A file that does not say whether it was late is judged by two hours on both sides.
        let timing = due.flatMap { due in
            json["late"]?.bool.map { !$0 ? Intake.Timing.inTime : instant < due ? .early : .late }
        }
        return Intake(
            instant: instant, zone: zone, day: day, medication: medication, amount: amount(json["amount"]) ?? .one,
            unit: json["unit"]?.string ?? "", outcome: outcome, due: due,
            symptom: json["symptom"]?.string.map { RecordLink($0) },
            timing: json["timing"]?.string.flatMap(Intake.Timing.init(rawValue:)) ?? timing)
    }

    /// When it was due, and on which day in its own zone; `nil` if no schedule asked for it.
    private func due() throws(Missing) -> (Instant, LocalDay, TimeOfDay)? {
        guard let value = json["due"], value != .null else { return nil }
        guard let stamp = LoggedFileRecord.stamp(value.string ?? "") else { throw Missing(field: "due") }
        return stamp
    }
}
