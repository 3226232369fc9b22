import Base
import Demo
import Engine
import Foundation
import Journal
import Ledger
import Records

/// The health log of the demo's made-up person: migraine, a thyroid medicine, blood pressure, a plan for cravings.
///
/// The same day, seed and zone give the same log on every machine. It has patterns that can be found: headaches are more likely
/// after short nights, and get better two hours after a dose of Sumatriptan; without one they do so more slowly.
package struct DemoHealth {
    let first: LocalDay
    /// The last day; it ends at `now`.
    let last: LocalDay
    /// Nothing happens after it.
    let now: Instant
    let civil: CivilTime
    /// The seed: another one makes another log.
    let seed: UInt64

    private var zone: String { civil.zone.identifier }

    /// A record to be written, oldest first within its list.
    package struct Item: Sendable {
        let kind: String
        let id: RecordID
        let fields: [String: JSON]
    }

    /// Some twelve records for each of the days.
    package func items() -> [Item] {
        var dice = DemoDice(seed: seed &+ 77)
        // Their own, so that the rest of the log stays as it was without them.
        var cuff = DemoDice(seed: seed &+ 78)
        var items: [Item] = []
        let medicines = medicines(&dice, &items)
        supportPlan(&dice, &items)
        for number in first.number...max(first.number, last.number) {
            guard let day = LocalDay(number: number) else { continue }
            let night = DemoNight(on: day, seed: seed)
            samples(day, night, &dice, &items)
            measurements(day, night, &cuff, &items)
            checkIns(day, night, &dice, &items)
            symptoms(day, night, medicines.asNeeded, &dice, &items)
        }
        for (link, schedule) in medicines.schedules { doses(link, schedule, &dice, &items) }
        return items
    }

    private func add<Kept: RecordValue>(_ value: Kept, id: RecordID? = nil, _ dice: inout DemoDice, to items: inout [Item]) {
        items.append(Item(kind: Kept.kind, id: id ?? name(&dice), fields: value.fields.filter { $0.value != .null }))
    }

    private func name(_ dice: inout DemoDice) -> RecordID {
        RecordID(firstBytesOf: (0..<16).map { _ in UInt8(dice.roll(256)) })
    }

    /// The instant of a minute of a day; `nil` if it is after now.
    private func moment(_ day: LocalDay, _ minute: Int) -> Instant? {
        guard let time = TimeOfDay(hour: minute / 60 % 24, minute: minute % 60),
            let instant = civil.instant(day: day, time: time),
            instant <= now
        else { return nil }
        return instant
    }

    // MARK: Medicines

    private func medicines(
        _ dice: inout DemoDice, _ items: inout [Item]
    ) -> (schedules: [(RecordID, Schedule)], asNeeded: RecordID) {
        var schedules: [(RecordID, Schedule)] = []
        let counted = Instant(milliseconds: now.milliseconds - 6 * 86_400_000) ?? now
        func medicine(_ medication: Medication, _ cadence: Schedule.Cadence?, _ times: [Int]) -> RecordID {
            let link = name(&dice)
            add(medication, id: link, &dice, to: &items)
            guard let cadence, let since = civil.instant(day: first, time: .midnight) else { return link }
            let schedule = Schedule(
                medication: link, cadence: cadence, times: times.compactMap { TimeOfDay(milliseconds: $0 * 60_000) },
                amount: medication.amount, start: first, zone: zone, since: since)
            let scheduleID = name(&dice)
            add(schedule, id: scheduleID, &dice, to: &items)
            schedules.append((scheduleID, schedule))
            return link
        }
        func stock(_ units: Int) -> Medication.Stock? { Amount(units).map { Medication.Stock(amount: $0, counted: counted) } }
        _ = medicine(
            Medication(
                name: "Levothyroxine", strength: "50 µg", stock: stock(64), refillAt: Amount(14), notes: "Before breakfast."),
            .everyDays(1), [7 * 60])
        _ = medicine(
            Medication(name: "Propranolol", strength: "40 mg", stock: stock(24), refillAt: Amount(14)), .everyDays(1),
            [8 * 60, 20 * 60])
        _ = medicine(
            Medication(name: "Magnesium", strength: "150 mg", unit: "capsule"), .everyDays(1), [8 * 60 + 5, 21 * 60 + 30])
        _ = medicine(
            Medication(name: "Vitamin D", strength: "20,000 IU", unit: "capsule"), .everyWeeks(1, weekdays: [7]), [9 * 60])
        let asNeeded = medicine(
            Medication(
                name: "Sumatriptan", strength: "50 mg", asNeeded: true, stock: stock(9), refillAt: Amount(3),
                notes: "At most two a day, ten a month."), nil, [])
        return (schedules, asNeeded)
    }

    private func doses(_ link: RecordID, _ schedule: Schedule, _ dice: inout DemoDice, _ items: inout [Item]) {
        for occurrence in schedule.occurrences(link, from: schedule.since, to: now, rules: civil) {
            let roll = dice.roll(100)
            // Forgotten doses have no record.
            guard roll >= 6 else { continue }
            let late = roll < 14 ? 60 + dice.roll(200) : dice.roll(25)
            guard let instant = Instant(milliseconds: occurrence.due.milliseconds + Int64(late) * 60_000), instant <= now,
                let day = civil.wall(at: instant)?.day
            else { continue }
            let intake = Intake(
                instant: instant, zone: zone, day: day, medication: schedule.medication,
                amount: occurrence.amount,
                unit: unit(of: schedule.medication, in: items), outcome: roll < 9 ? .skipped : .taken,
                occurrence: occurrence.name,
                due: occurrence.due)
            add(intake, id: occurrence.name.record, &dice, to: &items)
        }
    }

    private func unit(of medication: RecordID, in items: [Item]) -> String {
        items.first { $0.id == medication }?.fields["unit"]?.string ?? "tablet"
    }

    // MARK: How it was

    private func samples(_ day: LocalDay, _ night: DemoNight, _ dice: inout DemoDice, _ items: inout [Item]) {
        let minutes = night.hours * 60 + dice.roll(40)
        guard let wake = moment(day, 6 * 60 + 10 + dice.roll(70)),
            let asleep = Instant(milliseconds: wake.milliseconds - Int64(minutes) * 60_000)
        else { return }
        let deep = minutes * (12 + dice.roll(8)) / 100
        add(
            HealthSample(
                measure: .sleep, instant: asleep, end: wake, zone: zone, day: day, value: Double(minutes),
                source: "Demo watch",
                parts: ["deep": Double(deep), "rem": Double(minutes / 5), "core": Double(minutes - deep - minutes / 5)]), &dice,
            to: &items)
        guard let evening = moment(day, 22 * 60 + 30), let morning = moment(day, 7 * 60) else { return }
        let steps = (day.weekday > 5 ? 6500 : 4800) + dice.roll(5200) - (night.hasHeadache ? 2400 : 0)
        add(
            HealthSample(
                measure: .steps, instant: morning, end: evening, zone: zone, day: day, value: Double(steps),
                source: "Demo watch"), &dice, to: &items)
    }

    /// Blood pressure on most Mondays, Wednesdays and Saturdays, lower from week to week after Propranolol was started; weight on
    /// Sundays.
    private func measurements(_ day: LocalDay, _ night: DemoNight, _ dice: inout DemoDice, _ items: inout [Item]) {
        func log(_ name: String, _ value: Double, _ second: Double? = nil) {
            guard let measure = Measure.usual(name), let instant = moment(day, 7 * 60 + 25 + dice.roll(20)) else { return }
            let entry = MeasureEntry(instant: instant, zone: zone, day: day, measure: measure, value: value, second: second)
            add(entry, &dice, to: &items)
        }
        switch day.weekday {
        case 1, 3, 6:
            guard dice.roll(8) > 0 else { return }
            let more = max(0, 14 - (day.number - first.number) / 7) + (night.hours < 6 ? 5 : 0)
            log("Blood pressure", Double(119 + more + dice.roll(13)), Double(75 + more / 2 + dice.roll(9)))
        case 7: log("Weight", Double(674 + 3 * abs(day.parts.month - 7) + dice.roll(9)) / 10)
        default: return
        }
    }

    private func checkIns(_ day: LocalDay, _ night: DemoNight, _ dice: inout DemoDice, _ items: inout [Item]) {
        let base = 6 + dice.roll(3) - (night.hours < 6 ? 1 : 0) - (night.hasHeadache ? 2 : 0)
        if let instant = moment(day, 7 * 60 + 20 + dice.roll(60)) {
            add(
                CheckIn(
                    instant: instant, zone: zone, day: day, mood: min(max(base, 1), 10),
                    sleep: min(max(night.hours - 3, 1), 5)), &dice, to: &items)
        }
        guard dice.roll(100) < 92, let instant = moment(day, 20 * 60 + 15 + dice.roll(120)) else { return }
        let craving = dice.roll(100) < 22 ? 3 + dice.roll(6) : dice.roll(3)
        let isStrong = craving >= 4
        add(
            CheckIn(
                instant: instant, zone: zone, day: day, mood: min(max(base + dice.roll(3) - 1, 1), 10),
                craving: craving,
                triggers: isStrong ? [DemoHealth.triggers[dice.roll(DemoHealth.triggers.count)]] : [],
                helped: isStrong && dice.roll(3) > 0 ? [DemoHealth.steps[dice.roll(DemoHealth.steps.count)]] : []), &dice,
            to: &items)
    }

    private func symptoms(
        _ day: LocalDay, _ night: DemoNight, _ medicine: RecordID, _ dice: inout DemoDice, _ items: inout [Item]
    ) {
        func log(_ name: String, _ severity: Int, _ instant: Instant, follows: RecordID? = nil, note: String = "") -> RecordID {
            let id = self.name(&dice)
            add(
                SymptomEntry(
                    instant: instant, zone: zone, day: day, symptom: name, severity: min(max(severity, 0), 10),
                    note: note,
                    follows: follows), id: id, &dice, to: &items)
            return id
        }
        if let morning = moment(day, 8 * 60 + dice.roll(50)) {
            _ = log("Fatigue", (night.hours < 6 ? 5 : 2) + dice.roll(3), morning)
        }
        if dice.roll(100) < 85, let evening = moment(day, 21 * 60 + dice.roll(60)) {
            _ = log("Neck pain", (night.hasHeadache ? 4 : 1) + dice.roll(3), evening)
        }
        let start = 9 * 60 + dice.roll(480)
        guard night.hasHeadache, let instant = moment(day, start) else { return }
        let severity = 5 + dice.roll(4)
        let entry = log("Headache", severity, instant, note: dice.roll(4) == 0 ? "Behind the left eye." : "")
        let isTreated = severity >= 6 && dice.roll(100) < 70
        if isTreated, let taken = moment(day, start + 10) {
            let intake = Intake(
                instant: taken, zone: zone, day: day, medication: medicine, amount: .one, unit: "tablet",
                symptom: entry)
            add(intake, &dice, to: &items)
        }
        guard let later = moment(day, start + 125) else { return }
        _ = log("Headache", severity - (isTreated ? 4 : 2) + dice.roll(2), later, follows: entry)
        if dice.roll(2) == 0, let last = moment(day, start + 260) { _ = log("Headache", severity - 5 + dice.roll(3), last) }
    }

    // MARK: The plan

    private static let triggers = ["Stress at work", "An evening alone", "A party"]
    private static let steps = ["Ten slow breaths", "A glass of water and ten minutes outside", "Call Jo"]

    private func supportPlan(_ dice: inout DemoDice, _ items: inout [Item]) {
        var lines =
            DemoHealth.triggers.map { SupportItem(.trigger, name: $0) } + DemoHealth.steps.map { SupportItem(.step, name: $0) }
        // Fictional numbers: +1 555 01xx is reserved for fiction.
        lines.append(SupportItem(.buddy, name: "Jo", phone: "+1 555 0142", note: "Any time until midnight."))
        lines.append(SupportItem(.contact, name: "Dr. Marlow, practice", phone: "+1 555 0187"))
        for (rank, line) in lines.enumerated() {
            var line = line
            line.rank = rank + 1
            items.append(Item(kind: line.part.rawValue, id: name(&dice), fields: line.fields.filter { $0.value != .null }))
        }
    }
}

extension OpenVault {
    /// The range of `years` for the made-up health log.
    package static let demoYears = 1...15

    /// Writes the made-up health log of the last `years` years, ending now.
    /// - Returns: the number of records.
    package func addDemoHealth(years: Int = 1, seed: UInt64 = 2026, progress: ProgressReport = .silent) throws -> Int {
        let wall = surroundings.wall
        let count = min(max(years, OpenVault.demoYears.lowerBound), OpenVault.demoYears.upperBound) * 365
        let now = try Moment(nowIn: surroundings).instant
        let log = DemoHealth(
            first: wall.day.adding(days: 1 - count) ?? wall.day, last: wall.day, now: now,
            civil: CivilTime(zone: surroundings.zone), seed: seed)
        let items = log.items()
        let journal = try firstJournal()
        var start = 0
        while start < items.count {
            let batch = items[start..<min(start + 500, items.count)]
            let created = JSON.int(surroundings.now())
            try act(in: journal) { _ in
                batch.map { item in
                    Mutation(
                        kind: item.kind, record: item.id, fields: item.fields.merging(["created": created]) { first, _ in first })
                }
            }
            start += batch.count
            progress.report("made up", start, items.count)
        }
        return items.count
    }
}
