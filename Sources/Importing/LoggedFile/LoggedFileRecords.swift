import Base
import Insights
import Journal
import Ledger

/// Collects the objects of a file, in any order, into a log.
struct LoggedFileRecords {
    /// The values of `kind` in the records that are counted.
    static let kinds: Set<String> = [
        "entry", "check_in", "symptom_entry", "medication", "medication_schedule", "dose", "intake", "health_sample",
        "measure_entry",
    ]

    private var logged = Logged()
    private var seen: Set<String> = []
    /// Whether the file lists doses: then a dose that is not listed is not taken for missed.
    private var listsDoses = false
    private(set) var count = 0

    /// The most schedules of a file, and the most doses they may ask for on the days of the file.
    static let (mostSchedules, mostDoses) = (1000, 200_000)

    /// Adds a record. Throws if there are more schedules than allowed.
    /// - Returns: the name of the member that cannot be used; `nil` if there is none.
    mutating func add(_ json: JSON) throws(LoggedFileError) -> String? {
        // Deleted records are not counted, and a record in two lists is counted once.
        if let deleted = json["deleted"], deleted != .null { return nil }
        let kind = json["kind"]?.string ?? ""
        if let id = json["id"]?.string, !seen.insert(kind + " " + id).inserted { return nil }
        let record = LoggedFileRecord(json)
        do throws(RecordForm.Fault) {
            switch kind {
            case "entry":
                logged.entries.append(try record.entry())
                if let counted = try record.counted() { logged.checkIns.append(counted) }
            case "check_in": logged.checkIns.append(try record.checkIn())
            case "symptom_entry": logged.symptoms.append(try record.symptom())
            case "measure_entry": logged.measures.append(try record.measure())
            case "health_sample": logged.samples.append(try record.sample())
            case "medication": try addMedication(record)
            case "medication_schedule": try addSchedule(record)
            default: try addDose(record, isListed: kind == "dose")
            }
        } catch {
            return error.member
        }
        guard logged.schedules.count <= LoggedFileRecords.mostSchedules else {
            throw .tooMany(.schedules, limit: LoggedFileRecords.mostSchedules)
        }
        count += 1
        return nil
    }

    private mutating func addMedication(_ record: LoggedFileRecord) throws(RecordForm.Fault) {
        logged.medications[try record.id("id")] = try record.medication()
        for schedule in record.json["schedules"]?.array ?? [] {
            let id = schedule["id"]?.string ?? ""
            if seen.insert("medication_schedule " + id).inserted { try addSchedule(LoggedFileRecord(schedule)) }
        }
    }

    private mutating func addSchedule(_ record: LoggedFileRecord) throws(RecordForm.Fault) {
        logged.schedules[try record.id("id")] = try record.schedule()
    }

    private mutating func addDose(_ record: LoggedFileRecord, isListed: Bool) throws(RecordForm.Fault) {
        let (dose, intake) = try record.dose()
        if isListed { listsDoses = true }
        if let dose { logged.doses.append(dose) }
        if let intake { logged.intakes.append(intake) }
    }

    /// The log, including what follows from several records together. Throws if schedules ask for more doses than allowed.
    func finished() throws(LoggedFileError) -> Logged {
        var logged = logged
        logged.measures = MeasureEntry.inOneUnit(logged.measures)[...]
        // A dose may name a medicine that is not in the file.
        let scheduled = Set(logged.doses.map(\.occurrence.medication))
        for medicine in scheduled.union(logged.intakes.map(\.medication)) where logged.medications[medicine] == nil {
            logged.medications[medicine] = Medication(name: "a medicine", asNeeded: !scheduled.contains(medicine))
        }
        if !listsDoses { logged.doses += try unsettled(in: logged) }
        return logged
    }

    /// The doses that schedules asked for and about which nothing was logged, if a file has intakes and no list of doses.
    private func unsettled(in logged: Logged) throws(LoggedFileError) -> [DueDose] {
        guard !logged.intakes.isEmpty, let days = logged.days, let first = LocalDay(number: days.lowerBound),
            let last = LocalDay(number: days.upperBound)
        else { return [] }
        let range = Instant.span(around: first...last)
        let settled = Set(logged.intakes.compactMap(\.due))
        // A numbered dose may be due at another time now than when it was logged: an earlier one was corrected.
        let numbered = Set(logged.doses.map(\.occurrence.name).filter { $0.number != nil })
        var (doses, count) = ([DueDose](), 0)
        for (link, known) in logged.schedules.sorted(by: { $0.key < $1.key }) {
            let schedule = known.withTaken(link, logged.doses)
            guard let rules = CivilTime(named: schedule.zone) else { continue }
            var (from, to) = schedule.reach(in: range)
            // Piece by piece, so that a schedule of thousands of years is noticed before all of it is in memory.
            while from < to {
                let end = min(to, from.moved(by: LoggedFileRecords.piece))
                let asked = schedule.occurrences(link, from: from, to: end, rules: rules)
                count += asked.count
                guard count <= LoggedFileRecords.mostDoses else { throw .tooMany(.doses, limit: LoggedFileRecords.mostDoses) }
                for dose in asked
                where !settled.contains(dose.due) && !numbered.contains(dose.name) && days.contains(dose.day.number) {
                    doses.append(DueDose(dose, intake: nil, now: .last))
                }
                from = end
            }
        }
        return doses
    }

    private static let piece = 1000 * Instant.dayMilliseconds
}

extension Schedule {
    /// With what was taken under it, if its doses depend on that.
    fileprivate func withTaken(_ link: RecordID, _ doses: some Sequence<DueDose>) -> Schedule {
        guard countsFromLast else { return self }
        var (schedule, taken) = (self, [Int64: Instant]())
        for dose in doses where dose.state == .taken && dose.occurrence.name.schedule == link {
            if let number = dose.occurrence.name.number { taken[number] = dose.intake?.instant }
        }
        schedule.taken = taken.sorted { $0.key < $1.key }.map { Taken(number: $0.key, instant: $0.value) }
        return schedule
    }

    /// The part of a period in which it may ask for doses; empty if it asks for none.
    fileprivate func reach(in stretch: Range<Instant>) -> (from: Instant, to: Instant) {
        // The day in a dose's name and its day in UTC can be two days apart.
        func midnight(_ day: Int) -> Instant? { Instant(milliseconds: Int64(day) * Instant.dayMilliseconds) }
        let begin = max(since, midnight(start.number - 2) ?? .first)
        let end = min(until ?? .last, lastDay.flatMap { midnight($0.number + 3) } ?? .last)
        return (max(stretch.lowerBound, begin), min(stretch.upperBound, end))
    }
}
