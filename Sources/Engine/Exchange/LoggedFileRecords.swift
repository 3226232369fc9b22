import Insights
import Journal
import Ledger

/// Turns the objects of a file into what was logged, one after the other, in any order.
struct LoggedFileRecords {
    /// What `kind` says in the records that are counted.
    static let kinds: Set<String> = [
        "entry", "check_in", "symptom_entry", "medication", "medication_schedule", "dose", "intake", "health_sample",
    ]

    private var logged = Logged()
    private var seen: Set<String> = []
    private var journals: [String: Int] = [:]
    /// Doses are said one by one, and none that is missing here is known to be missed.
    private var listsDoses = false
    private(set) var count = 0

    /// Takes a record.
    /// - Returns: the name of the member that cannot be used; `nil` where all is well.
    mutating func add(_ json: JSON) -> String? {
        // What was deleted is not counted, and what stands in two lists is counted once.
        if let deleted = json["deleted"], deleted != .null { return nil }
        let kind = json["kind"]?.string ?? ""
        if let id = json["id"]?.string, !seen.insert(kind + " " + id).inserted { return nil }
        let record = LoggedFileRecord(json)
        do throws(LoggedFileRecord.Missing) {
            switch kind {
            case "entry": logged.entries.append(try record.entry())
            case "check_in": logged.checkIns.append(try record.checkIn())
            case "symptom_entry": logged.symptoms.append(try record.symptom())
            case "health_sample": logged.samples.append(try record.sample())
            case "medication": try addMedication(record)
            case "medication_schedule": try addSchedule(record)
            default: try addDose(record, isListed: kind == "dose")
            }
        } catch {
            return error.field
        }
        count += 1
        if let journal = json["journal"]?.string { journals[journal, default: 0] += 1 }
        return nil
    }

    private mutating func addMedication(_ record: LoggedFileRecord) throws(LoggedFileRecord.Missing) {
        logged.medications[try record.link("id")] = try record.medication()
        for schedule in record.json["schedules"]?.array ?? [] {
            let id = schedule["id"]?.string ?? ""
            if seen.insert("medication_schedule " + id).inserted { try addSchedule(LoggedFileRecord(schedule)) }
        }
    }

    private mutating func addSchedule(_ record: LoggedFileRecord) throws(LoggedFileRecord.Missing) {
        logged.schedules[try record.link("id")] = try record.schedule()
    }

    private mutating func addDose(_ record: LoggedFileRecord, isListed: Bool) throws(LoggedFileRecord.Missing) {
        let (dose, intake) = try record.dose()
        if isListed { listsDoses = true }
        if let dose { logged.doses.append(dose) }
        if let intake { logged.intakes.append(intake) }
    }

    /// Begins every random choice as the vault of the most records does.
    var seed: UInt64 {
        let most = journals.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        guard let journal = most.flatMap({ JournalID(text: $0) }) else { return 0 }
        return digest(.label("pattern-seed") + journal.bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Everything that was taken, with what follows from several records together.
    func finished() -> Logged {
        var logged = logged
        // A schedule that was edited ended at the moment at which the other one in its place began.
        for (link, schedule) in logged.schedules {
            let before = logged.schedules.first { $0.value.medication == schedule.medication && $0.value.until == schedule.since }
            logged.schedules[link]?.replaces = before?.key
        }
        // A dose may name a medicine that is not in the file.
        for medicine in Set(logged.doses.map(\.occurrence.medication) + logged.intakes.map(\.medication))
        where logged.medications[medicine] == nil {
            let isScheduled = logged.doses.contains { $0.occurrence.medication == medicine }
            logged.medications[medicine] = Medication(name: "a medicine", asNeeded: !isScheduled)
        }
        if !listsDoses { logged.doses += unsettled(in: logged) }
        return logged
    }

    /// The doses that schedules asked for and of which nothing is said, where a file holds what was said and no list of doses.
    private func unsettled(in logged: Logged) -> [DueDose] {
        guard !logged.intakes.isEmpty, let days = logged.days, let first = LocalDay(number: days.lowerBound),
            let last = LocalDay(number: days.upperBound)
        else { return [] }
        let range = Instant.span(around: first...last)
        let settled = Set(logged.intakes.compactMap(\.due))
        return logged.schedules.sorted { $0.key < $1.key }.flatMap { link, schedule -> [DueDose] in
            guard let rules = CivilTime(named: schedule.zone) else { return [] }
            return schedule.occurrences(link, from: range.lowerBound, to: range.upperBound, rules: rules)
                .filter { !settled.contains($0.due) && days.contains($0.day.number) }
                .map { DueDose($0, intake: nil, now: .last) }
        }
    }
}
