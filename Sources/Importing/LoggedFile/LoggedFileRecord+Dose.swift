import Journal
import Ledger
import Records

extension LoggedFileRecord {
    /// A dose from `dose list`, and what was logged about it. Neither, if it is not over yet.
    func dose() throws(Fault) -> (dose: DueDose?, intake: Intake?) {
        guard let state = (json["state"] ?? json["outcome"])?.string.flatMap(DueDose.State.init(rawValue:)) else {
            throw Fault(member: "state")
        }
        let medication = try id("medication")
        let intake = try intake(state)
        // Without one, no schedule asked for it.
        guard let said = json["due"], said != .null else { return (nil, intake) }
        guard let (due, day, time) = RecordForm.stamp(said) else { throw Fault(member: "due") }
        guard state != .upcoming, state != .due else { return (nil, nil) }
        let key = json["id"]?.string ?? day.iso + "T" + time.clock
        let schedule = LoggedFileRecord.link(json["schedule"]) ?? medication
        let occurrence = Occurrence(
            name: .init(schedule: schedule, key: json["occurrence"]?.string ?? key), medication: medication, due: due, day: day,
            time: time, amount: intake?.amount ?? .one,
            window: due.moved(by: -2 * Instant.hourMilliseconds)...due.moved(by: 2 * Instant.hourMilliseconds),
            missedAt: due.moved(by: 6 * Instant.hourMilliseconds))
        return (DueDose(occurrence, intake: intake, now: .last), intake)
    }

    /// What the person logged about it; `nil` if nothing was logged, and it counts as missed only because of the time.
    private func intake(_ state: DueDose.State) throws(Fault) -> Intake? {
        switch state {
        case .taken, .skipped: break
        case .missed where json["created"]?.string != nil: break
        case .missed, .upcoming, .due: return nil
        }
        var intake = try moment(Intake.self, "amount", with: { _ in ["outcome": .string(state.rawValue)] })
        // A file that does not say whether it was late is judged by two hours on both sides.
        if intake.timing == nil, let isLate = json["late"]?.bool, let due = intake.due {
            intake.timing = !isLate ? .inTime : intake.instant < due ? .early : .late
        }
        return intake
    }
}
