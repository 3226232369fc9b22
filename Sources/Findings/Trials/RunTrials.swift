import Base
import Engine
import Insights
import Journal
import Ledger
import Records
import Store

extension Trial: HealthValue {}

extension OpenVault {
    /// All trials, the newest first.
    package func trials() throws -> [Stored<Trial>] {
        try cached(Cached.trials) { try records(Trial.self) }
    }

    package func shownTrials() throws -> [ShownTrial] { try trials().map(shown) }

    /// The trial that has not ended; of several the one begun first.
    package func openTrial() throws -> Stored<Trial>? {
        let today = surroundings.wall.day
        return try trials().filter { $0.value.isOpen(on: today) }.min { ($0.value.first, $0.id) < ($1.value.first, $1.id) }
    }

    /// What to do today; `nil` if no trial runs.
    package func trialInstruction() throws -> TrialInstruction? {
        let today = surroundings.wall.day
        return try trials().lazy.compactMap { TrialInstruction($0, on: today) }.min { $0.trial.id < $1.trial.id }
    }

    /// What a trial can watch among what is logged: symptoms, measures in numbers (of a pair each of the two), mood and craving.
    package func trialOutcomes() throws -> [(name: Outcome.Name, label: String)] {
        let symptoms = try symptomNames().map { (name: Outcome.Name.symptom(SymptomEntry.key(of: $0)), label: $0) }
        let measures = try lastMeasures().filter { $0.measure.form != .yesNo }.flatMap { last in
            last.series.map { series in
                let unit = last.measure.unit.isEmpty ? "" : " (\(last.measure.unit))"
                return (
                    name: Outcome.Name.measure(series.key), label: last.measure.name + series.key.dropFirst(last.key.count) + unit
                )
            }
        }
        return symptoms + measures + [(.mood, say("Mood (1 to 10)")), (.craving, say("Craving (of check-ins)"))]
    }

    /// The text form of a typed outcome, and whether it was logged lately. A name is a symptom's first, then a measure's: of a pair
    /// its upper number. Throws `TrialError.noSuchOutcome` for a measure of yes or no.
    package func trialOutcome(_ typed: String) throws -> (text: String, isLogged: Bool) {
        let key = SymptomEntry.key(of: typed)
        let known = try trialOutcomes().map(\.name)
        let meant = Outcome.Name(text: key).map { [$0] } ?? [.symptom(key), .measure(key), .measure(key + ", upper")]
        if let name = meant.first(where: { known.contains($0) }) { return (name.text, true) }
        guard !key.isEmpty else { return (key, false) }
        var name = key
        if case .measure(let measure)? = meant.first, meant.count == 1 {
            name = measure
        } else if meant.count == 1 {
            return (key, false)
        }
        return try unknownOutcome(name, meant.count == 1 ? key : Outcome.Name.symptom(key).text)
    }

    /// The text form of an outcome that was not logged lately; `other` if no measure has this name.
    private func unknownOutcome(_ key: String, _ other: String) throws -> (text: String, isLogged: Bool) {
        switch try measure(named: key)?.form {
        case nil: return (other, false)
        case .yesNo?: throw TrialError.noSuchOutcome
        case .pair?: return (Outcome.Name.measure(key + ", upper").text, false)
        default: return (Outcome.Name.measure(key).text, false)
        }
    }

    /// Begins a trial: chooses its random order, and fixes its plan. Throws `TrialError`, and `HealthError.fault` for an invalid
    /// plan.
    /// - Parameter once: identifies the submitted form: sent twice, it begins one trial.
    @discardableResult
    package func beginTrial(_ plan: Trial, once: String? = nil) throws -> Stored<Trial> {
        if once != nil, let known = try store.stored(Trial.self, newID(once)), known.deleted == nil { return known }
        if let fault = plan.fault { throw HealthError.fault(fault) }
        guard Outcome.Name(text: plan.outcome) != nil else { throw TrialError.noSuchOutcome }
        guard plan.first >= surroundings.wall.day else { throw TrialError.firstDayIsOver }
        guard try openTrial() == nil else { throw TrialError.anotherIsOpen }
        var generator = surroundings.generator
        var trial = plan
        (trial.seed, trial.stopped, trial.answers) = (generator.next(), nil, [:])
        return try add(trial, once: once)
    }

    /// Stops a trial early. It then has no result: stopping when it looks right would give whatever was hoped for.
    /// - Returns: `nil` if it had not begun: then only a deleted record is left.
    @discardableResult
    package func stopTrial(_ id: RecordID) throws -> Stored<Trial>? {
        let stored = try record(Trial.self, id)
        let today = surroundings.wall.day
        switch stored.value.state(on: today) {
        case .waiting:
            try delete(Trial.self, id)
            return nil
        case .running:
            try set(["stopped": .string(today.iso)], on: stored)
            return try record(Trial.self, id)
        case .ended, .stopped: throw TrialError.isOver
        }
    }

    /// Records whether it was done on a day of the trial up to today; `nil` removes the answer. Throws `TrialError`.
    @discardableResult
    package func answerTrial(_ id: RecordID, on day: LocalDay, did: Bool?) throws -> Stored<Trial> {
        let stored = try record(Trial.self, id)
        guard stored.value.block(on: day) != nil, day <= surroundings.wall.day, stored.value.stopped.map({ day <= $0 }) ?? true
        else {
            throw TrialError.notADayOfIt
        }
        if stored.value.answers[day] != did { try set([Trial.field(of: day): did.map(JSON.bool) ?? .null], on: stored) }
        return try record(Trial.self, id)
    }

    /// Changes what may be changed in a trial: its note, and its reminder time.
    @discardableResult
    package func changeTrial(_ id: RecordID, note: String, remindAt: TimeOfDay?) throws -> Stored<Trial> {
        var value = try record(Trial.self, id).value
        (value.note, value.remindAt) = (note, remindAt)
        return try change(id, to: value)
    }

    /// The state of a trial, and its result once all its days are over.
    package func shown(_ stored: Stored<Trial>) throws -> ShownTrial {
        let today = surroundings.wall.day
        let state = stored.value.state(on: today)
        let (answer, unit): (ShownTrial.Answer, String) =
            switch state {
            case .waiting, .running: (.sealed(until: stored.value.last.adding(days: 1) ?? stored.value.last), "")
            case .stopped: (.none, "")
            case .ended:
                try cached(Cached.trial(stored.id)) { try calculated(stored) }
            }
        var medicine: String?
        if case .medicine(let link)? = stored.value.sign { medicine = try medicationTitle(link) }
        return ShownTrial(trial: stored, today: today, state: state, answer: answer, unit: unit, medicine: medicine)
    }

    private func calculated(_ stored: Stored<Trial>) throws -> (ShownTrial.Answer, unit: String) {
        let trial = stored.value
        let days = trial.first...trial.last
        guard let name = Outcome.Name(text: trial.outcome) else { throw TrialError.noSuchOutcome }
        let end = trial.last.adding(days: 1).flatMap { CivilTime(zone: surroundings.zone).instant(day: $0, time: .midnight) }
        let later = try end.map { try changes(of: name, of: stored, on: days, since: $0.milliseconds) } ?? 0
        let (readings, unit) = try readings(of: name, on: days)
        let analysis = TrialAnalysis(trial, outcome: Outcome(name, readings), signs: try signs(of: trial, on: days))
        return (.result(analysis, changedLater: later), unit)
    }

    /// The readings of an outcome on some days, and the unit of a measure's.
    func readings(of name: Outcome.Name, on days: ClosedRange<LocalDay>) throws -> ([Reading], unit: String) {
        let clock = OpenVault.clock()
        func values<Kept: HealthValue & MomentValue>(_ type: Kept.Type) throws -> [Kept] {
            try records(type, on: days).map(\.value)
        }
        func readings<Kept: MomentValue>(_ moments: [Kept], _ number: (Kept) -> Double?) -> [Reading] {
            moments.compactMap { moment in
                guard let number = number(moment) else { return nil }
                // If the local time is unknown, noon is the safest guess.
                let minute = clock(moment.instant, moment.zone) ?? 720
                return Reading(instant: moment.instant, day: moment.day.number, minute: minute, value: number)
            }
        }
        switch name {
        case .symptom(let key):
            return (readings(try values(SymptomEntry.self)) { $0.key == key ? Double($0.severity) : nil }, "")
        case .mood:
            let all = try values(CheckIn.self) + scoredEntries(on: days).compactMap(\.entry.counted)
            return (readings(all) { $0.mood.map(Double.init) }, "")
        case .craving: return (readings(try values(CheckIn.self)) { $0.craving.map(Double.init) }, "")
        case .measure(let key):
            func number(_ entry: MeasureEntry) -> Double? { entry.series.first { $0.key == key }?.value }
            let entries = MeasureEntry.inOneUnit(try values(MeasureEntry.self)).filter { number($0) != nil }
            return (readings(entries, number), entries.first?.measure.unit ?? "")
        }
    }

    /// How many readings of an outcome on some days were added, changed, deleted, or moved off them since an instant (in
    /// milliseconds). One moved by more than a year is not found. What was only renamed with the trial is the same.
    private func changes(
        of name: Outcome.Name, of trial: Stored<Trial>, on days: ClosedRange<LocalDay>, since instant: Int64
    ) throws -> Int {
        let before = try value(of: trial, before: instant).flatMap { Outcome.Name(text: $0.outcome) } ?? name
        let around =
            (days.lowerBound.adding(days: -366) ?? days.lowerBound)...(days.upperBound.adding(days: 366) ?? days.upperBound)
        func count<Kept: HealthValue & MomentValue>(_ type: Kept.Type, _ number: (Kept, Outcome.Name) -> Double?) throws -> Int {
            func reading(_ value: Kept, _ name: Outcome.Name) -> (number: Double, instant: Instant, day: LocalDay)? {
                guard days.contains(value.day), let number = number(value, name) else { return nil }
                return (number, value.instant, value.day)
            }
            var count = 0
            try eachStored(type, in: Instant.span(around: around)) { (stored: Stored<Kept>) in
                guard stored.modified >= instant else { return true }
                let now = stored.deleted == nil ? reading(stored.value, name) : nil
                let old = stored.created < instant ? try value(of: stored, before: instant).flatMap { reading($0, before) } : nil
                if now?.number != old?.number || now?.instant != old?.instant || now?.day != old?.day { count += 1 }
                return true
            }
            return count
        }
        // Of an entry only its number and its time count; its words may be changed at any time.
        func isChanged(_ entry: StoredEntry) throws -> Bool {
            try entry.modified >= instant
                && ["mood_score", "instant", "day"].contains { field in
                    try store.writes(of: field, record: entry.id, kind: Entry.kind).contains {
                        Int64($0.name.stamp.milliseconds) >= instant
                    }
                }
        }
        return switch name {
        case .symptom: try count(SymptomEntry.self) { .symptom($0.key) == $1 ? Double($0.severity) : nil }
        case .mood:
            try count(CheckIn.self) { checkIn, _ in checkIn.mood.map(Double.init) }
                + scoredEntries(on: days).count { try isChanged($0) }
        case .craving: try count(CheckIn.self) { checkIn, _ in checkIn.craving.map(Double.init) }
        case .measure: try count(MeasureEntry.self) { entry, name in entry.series.first { .measure($0.key) == name }?.value }
        }
    }

    /// A record's value before an instant, from the known writes; `nil` if it was deleted then, or did not exist.
    private func value<Kept: RecordValue>(of stored: Stored<Kept>, before instant: Int64) throws -> Kept? {
        var fields: [String: JSON] = [:]
        for field in Array(stored.value.fields.keys) + ["gone"] {
            let writes = try store.writes(of: field, record: stored.id, kind: Kept.kind)
            let earlier = writes.filter { Int64($0.name.stamp.milliseconds) < instant }
            if let last = earlier.max(by: { $0.name < $1.name }) { fields[field] = last.value }
        }
        return fields["gone"] == true ? nil : Kept(fields: fields)
    }

    /// The numbers of the days on which the journal itself shows that it was done.
    private func signs(of trial: Trial, on days: ClosedRange<LocalDay>) throws -> Set<Int> {
        switch trial.sign {
        case nil: []
        case .tag(let tag)?:
            Set(
                try store.tagsByEntry(days, journals: ownJournals()).filter {
                    $0.tags.contains { $0.lowercased() == tag.lowercased() }
                }.map(\.day.number))
        case .medicine(let medicine)?:
            Set(
                try records(Intake.self, on: days) { $0.medication == medicine && $0.outcome == .taken }.map(\.value.day.number))
        }
    }
}
