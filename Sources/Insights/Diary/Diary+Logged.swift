import Journal

extension Diary {
    /// Counts what was logged.
    ///
    /// A day is known to be without a tag if it has an entry and none with the tag (or a mark that none fits, once there are such
    /// marks), without a trigger if it has a check-in, and so on: a day without anything logged is unknown, never "no". A medicine as needed is no factor: it is taken on bad days,
    /// so 100 of 100 people would be told that it makes them worse; `AsNeededFamily` compares what can be compared.
    /// - Parameter watched: outcomes that come first; the remaining places go to those logged on the most of the last 182 days.
    /// - Parameter keeping: factors that are always included if anything is known about them, even if others are more frequent: a
    ///   watched factor stays until it is decided.
    /// - Parameter first: the number of the first day, if more was logged than is passed in.
    /// - Parameter last: the number of the last day that is over.
    /// - Parameter clock: the minute that the writer's clock showed at an instant in a zone; `nil` if it is unknown.
    /// - Returns: `nil` if there is no day or no outcome.
    package init?(
        _ logged: Logged, watched: [Outcome.Name] = [], keeping: [Factor.Name] = [], from first: Int? = nil, through last: Int,
        seed: UInt64 = 0, clock: (Instant, String) -> Int?
    ) {
        guard let first = first ?? logged.days?.lowerBound, first <= last else { return nil }
        let days = first...last
        let outcomes = Diary.outcomes(logged, watched: watched, days: days, clock: clock)
        guard !outcomes.isEmpty else { return nil }
        let used = logged.usedDays
        let medicines = logged.medications.keys.sorted().map { id in
            Medicine(id, in: logged, used: used, days: days) { Diary.day(of: $0, minute: clock($0, $1)) }
        }
        let factors = Factors(logged, medicines: medicines, used: used, days: days)
            .mostUsed(Diary.mostFactors, keeping: keeping, of: (last - Diary.longestWindow + 1)...last)
        let untagged = logged.checkIns.filter { $0.isUntagged }.map { $0.day.number }
        self.init(
            days: days, outcomes: outcomes, factors: factors, medicines: medicines, untagged: Set(untagged), seed: seed)
    }

    /// The diary without what a running trial tests, so that no look asks about it before the trial ends. With `taken`, its
    /// medicine is left out too.
    package func without(_ closed: Set<Factor.Name>) -> Diary {
        Diary(
            days: days, outcomes: outcomes, factors: factors.filter { !closed.contains($0.name) },
            medicines: medicines.filter { !closed.contains(.taken($0.id)) }, untagged: untagged, seed: seed)
    }

    /// The number of the civil day of an instant, from the minute that the clock there showed; by UTC if that is unknown.
    ///
    /// The minute alone leaves two possible days. The zone is assumed to be from 10 hours behind UTC (Honolulu) to less than 14
    /// ahead (Chatham), where nearly everyone lives.
    static func day(of instant: Instant, minute: Int?) -> Int {
        let (day, inDay) = floorDivide(instant.milliseconds, by: Instant.dayMilliseconds)
        guard let minute else { return Int(day) }
        let ahead = minute - Int(inDay / 60_000)
        return Int(day) + (ahead < -600 ? 1 : ahead >= 840 ? -1 : 0)
    }

    /// The number of factors looked at; those present on the most of the last 182 days come first.
    package static let mostFactors = 20

    /// All outcomes that can be asked about, the one logged on the most of the last 182 days first; of a table's, the one of the
    /// earlier column. Measures come after all others: what a device writes every day must not take the place of what a person
    /// logs.
    package static func outcomeNames(_ logged: Logged, through last: Int) -> [Outcome.Name] {
        var (days, places) = ([Outcome.Name: Set<Int>](), [Outcome.Name: Int]())
        let recent = (last - 181)...last
        func note(_ name: Outcome.Name, _ day: Int) { days[name, default: []].formUnion(recent.contains(day) ? [day] : []) }
        for entry in logged.symptoms { note(.symptom(entry.key), entry.day.number) }
        for checkIn in logged.checkIns {
            if checkIn.mood != nil { note(.mood, checkIn.day.number) }
            if checkIn.craving != nil { note(.craving, checkIn.day.number) }
        }
        for entry in logged.measures where entry.measure.form != .yesNo {
            for series in entry.series { note(.measure(series.key), entry.day.number) }
        }
        for (place, name, reading) in logged.numbers {
            note(name, reading.day)
            places[name] = place
        }
        func rank(_ name: Outcome.Name) -> Int { if case .measure = name, places[name] == nil { 1 } else { 0 } }
        return days.sorted {
            (rank($0.key), $1.value.count, places[$0.key] ?? 0, $0.key.text)
                < (rank($1.key), $0.value.count, places[$1.key] ?? 0, $1.key.text)
        }.map { $0.key }
    }

    private static func outcomes(
        _ logged: Logged, watched: [Outcome.Name], days: ClosedRange<Int>, clock: (Instant, String) -> Int?
    ) -> [Outcome] {
        var readings: [Outcome.Name: [Reading]] = [:]
        func add(_ name: Outcome.Name, _ value: Double, _ instant: Instant, _ day: LocalDay, _ zone: String) {
            guard days.contains(day.number) else { return }
            // If the clock is unknown, noon is the safest assumption.
            let minute = clock(instant, zone) ?? 720
            readings[name, default: []].append(Reading(instant: instant, day: day.number, minute: minute, value: value))
        }
        let others = outcomeNames(logged, through: days.upperBound).filter { !watched.contains($0) }
        let names = Array((watched + others).prefix(mostOutcomes))
        for entry in logged.symptoms where names.contains(.symptom(entry.key)) {
            add(.symptom(entry.key), Double(entry.severity), entry.instant, entry.day, entry.zone)
        }
        for checkIn in logged.checkIns {
            if let mood = checkIn.mood, names.contains(.mood) {
                add(.mood, Double(mood), checkIn.instant, checkIn.day, checkIn.zone)
            }
            if let craving = checkIn.craving, names.contains(.craving) {
                add(.craving, Double(craving), checkIn.instant, checkIn.day, checkIn.zone)
            }
        }
        for entry in logged.measures where entry.measure.form != .yesNo {
            for series in entry.series where names.contains(.measure(series.key)) {
                add(.measure(series.key), series.value, entry.instant, entry.day, entry.zone)
            }
        }
        for (_, name, reading) in logged.numbers where names.contains(name) && days.contains(reading.day) {
            readings[name, default: []].append(reading)
        }
        return names.compactMap { name in readings[name].map { Outcome(name, $0) } }
    }
}

extension Medicine {
    /// Counts the doses of one medicine.
    /// - Parameter dayOf: the civil day of an instant in a zone.
    init(
        _ id: RecordID, in logged: Logged, used: Set<Int>, days: ClosedRange<Int>, dayOf: (Instant, String) -> Int
    ) {
        var due: [Int: DoseDay] = [:]
        for dose in logged.doses where dose.occurrence.medication == id && days.contains(dose.occurrence.day.number) {
            let day = dose.occurrence.day.number
            // If the journal was not used that day, a dose that was not logged may have been taken.
            guard let state = Adherence.State(dose, used: used.contains(day)) else { continue }
            due[day, default: DoseDay()].add(state)
        }
        self.init(
            id: id, asNeeded: logged.medications[id]?.asNeeded ?? false,
            taken: logged.intakes.lazy.filter { $0.medication == id && $0.outcome == .taken }.map { $0.instant },
            steps: Medicine.steps(of: id, in: logged.schedules, dayOf: dayOf), due: due)
    }

    /// The days on which the daily amount changed.
    private static func steps(
        of id: RecordID, in schedules: [RecordID: Schedule], dayOf: (Instant, String) -> Int
    ) -> [Step] {
        let own = schedules.filter { $0.value.medication == id }
        let replaced = Set(own.values.compactMap { $0.replaces })
        var steps: [Step] = []
        for (link, schedule) in own {
            let amount = schedule.dailyAmount
            let before = schedule.replaces.flatMap { schedules[$0] }?.dailyAmount ?? 0
            if amount != before {
                let kind: Step.Kind = before == 0 ? .start : amount > before ? .more : .less
                steps.append(Step(day: schedule.start.number, kind: kind))
            }
            if !replaced.contains(link), let last = schedule.lastDay(dayOf) { steps.append(Step(day: last + 1, kind: .stop)) }
        }
        return steps.sorted { ($0.day, $0.kind.rawValue) < ($1.day, $1.kind.rawValue) }
    }
}

extension Schedule {
    /// Thousandths per day, over one cycle; for a taper, those of its first step.
    fileprivate var dailyAmount: Double {
        let amount = Double((steps.first?.amount ?? amount).thousandths)
        return switch cadence {
        case .everyDays(let days): amount * Double(times.count) / Double(max(days, 1))
        case .everyWeeks(let weeks, let weekdays): amount * Double(times.count * weekdays.count) / Double(7 * max(weeks, 1))
        case .everyMonths(let months, _): amount * Double(times.count) / (30.44 * Double(max(months, 1)))
        case .cycle(let on, let off): amount * Double(times.count * on) / Double(max(on + off, 1))
        case .everyHours(let hours, _): amount * 24 / Double(max(hours, 1))
        }
    }

    /// The number of its last day, if it has ended or will.
    fileprivate func lastDay(_ dayOf: (Instant, String) -> Int) -> Int? {
        [until.map { dayOf($0, zone) }, end?.number].compactMap { $0 }.min()
    }
}
