import Base
import Foundation
import Journal
import SeededChance
import Synchronization
import Testing

@Suite struct ScheduleZoneTests {
    private static let day: Int64 = 86_400_000
    private static let first: Int64 = 1_577_836_800_000
    private static let last: Int64 = 1_924_992_000_000

    private struct Zone {
        let name: String
        let civil: CivilTime
        let changes: [Int64]
    }

    /// Every zone that the data names, those with the same offsets throughout taken once.
    private static let zones: [Zone] = {
        var seen: Set<[Int64]> = []
        return TimeZone.knownTimeZoneIdentifiers.compactMap { name in
            guard let civil = CivilTime(named: name) else { return nil }
            let changes = changes(of: civil)
            let offsets = ([first] + changes).map { Int64(civil.offset(at: $0)) }
            return seen.insert(changes + offsets).inserted ? Zone(name: name, civil: civil, changes: changes) : nil
        }
    }()

    /// Found by halving between days whose offsets differ.
    private static func changes(of civil: CivilTime) -> [Int64] {
        var changes: [Int64] = []
        var before = civil.offset(at: first)
        for start in stride(from: first, to: last, by: Int(day)) {
            let after = civil.offset(at: start + day)
            defer { before = after }
            guard after != before else { continue }
            var (low, high) = (start, start + day)
            while high - low > 1000 {
                let middle = (low + high) / 2000 * 1000
                if civil.offset(at: middle) == before { low = middle } else { high = middle }
            }
            changes.append(high)
        }
        return changes
    }

    /// The rules of one zone, each answer asked for once: the same days come up in every query around a change.
    private final class Remembered: ZoneRules {
        private struct Wall: Hashable { let day: LocalDay, time: TimeOfDay }
        private struct Answers {
            var instants: [Wall: Instant?] = [:]
            var walls: [Instant: Wall?] = [:]
        }

        private let civil: CivilTime
        private let answers = Mutex(Answers())

        init(_ civil: CivilTime) { self.civil = civil }

        func instant(day: LocalDay, time: TimeOfDay) -> Instant? {
            let wall = Wall(day: day, time: time)
            return answers.withLock { answers in
                if let known = answers.instants[wall] { return known }
                let found = civil.instant(day: day, time: time)
                answers.instants[wall] = .some(found)
                return found
            }
        }

        func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)? {
            let found = answers.withLock { answers in
                if let known = answers.walls[instant] { return known }
                let found = civil.wall(at: instant).map { Wall(day: $0.day, time: $0.time) }
                answers.walls[instant] = .some(found)
                return found
            }
            return found.map { ($0.day, $0.time) }
        }
    }

    private static let clocks = ["00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "12:00", "23:59"]

    private static let cadences: [Schedule.Cadence] = [
        .everyDays(1), .everyHours(8), .everyWeeks(1, weekdays: [1, 3, 5, 7]), .cycle(on: 2, off: 1),
    ]

    private static func schedule(_ cadence: Schedule.Cadence, start: LocalDay) throws -> Schedule {
        let times = clocks.compactMap { clock in
            let parts = clock.split(separator: ":").compactMap { Int($0) }
            return TimeOfDay(hour: parts[0], minute: parts[1])
        }
        let isHourly = cadence == .everyHours(8)
        return Schedule(
            medication: RecordID(test: "medicine"), cadence: cadence, times: isHourly ? [times[4]] : times, amount: .one,
            start: start,
            zone: "Etc/UTC", since: try #require(Instant(milliseconds: 0)))
    }

    @Test func `the data has the changes that ten years should have`() {
        let count = Self.zones.reduce(0) { $0 + $1.changes.count }
        #expect(Self.zones.count > 60 && count > 500, "\(Self.zones.count) zones, \(count) changes")
        let known = Dictionary(uniqueKeysWithValues: Self.zones.map { ($0.name, $0.changes.count) })
        // Twice a year where the clocks change, four times in Morocco.
        #expect(known.values.contains(22) && known.values.contains { $0 > 22 }, "\(known)")
    }

    @Test func `around every change of the clocks no dose is lost, doubled, or moved by more than the gap`() throws {
        var random = SplitMix64(seed: 4)
        var faults: [String] = []
        for zone in Self.zones {
            for change in zone.changes {
                let rules = Remembered(zone.civil)
                for cadence in Self.cadences {
                    try look(at: zone, change: change, cadence, rules, using: &random) {
                        faults.append("\(zone.name) \(change) \(cadence): \($0)")
                    }
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.count), first \(faults.prefix(5))")
    }

    /// Three days before a change to three days after.
    private func look(
        at zone: Zone, change: Int64, _ cadence: Schedule.Cadence, _ rules: Remembered, using random: inout SplitMix64,
        fault: (String) -> Void
    ) throws {
        let id = RecordID(test: "schedule")
        let (from, to) = (try instant(change - 3 * Self.day), try instant(change + 3 * Self.day))
        let today = try #require(rules.wall(at: instant(change))).day
        // Begun days or years before.
        let start = try #require(today.adding(days: -Int.random(in: 4...1500, using: &random)))
        let schedule = try Self.schedule(cadence, start: start)
        let found = schedule.occurrences(id, from: from, to: to, rules: rules)

        if Set(found.map(\.name)).count != found.count { fault("a dose comes twice") }
        if !zip(found, found.dropFirst()).allSatisfy({ $0.due <= $1.due }) { fault("not in order") }
        let (before, after) = (zone.civil.offset(at: change - 1000), zone.civil.offset(at: change))
        if cadence == .everyHours(8) {
            checkHours(found, from: from, to: to, fault: fault)
        } else {
            try checkDays(found, schedule, rules, around: today, shift: Int64(after - before) * 1000, from...to, fault: fault)
        }
        try checkCuts(found, schedule, rules, from...to, using: &random, fault: fault)
    }

    private func checkHours(_ found: [Occurrence], from: Instant, to: Instant, fault: (String) -> Void) {
        let step: Int64 = 8 * 3_600_000
        if found.count != 18 { fault("\(found.count) doses in 6 days") }
        let isEven = zip(found, found.dropFirst()).allSatisfy { $1.due.milliseconds - $0.due.milliseconds == step }
        if !isEven { fault("hours between doses differ") }
        let numbers = found.compactMap { Int($0.name.key.dropFirst()) }
        if !zip(numbers, numbers.dropFirst()).allSatisfy({ $1 == $0 + 1 }) || numbers.count != found.count {
            fault("numbers \(numbers)")
        }
    }

    /// Every day and time that the cadence names, once, at the instant that shows it; later by no more than the gap where none does.
    private func checkDays(
        _ found: [Occurrence], _ schedule: Schedule, _ rules: Remembered, around today: LocalDay, shift: Int64,
        _ stretch: ClosedRange<Instant>,
        fault: (String) -> Void
    ) throws {
        let (gap, overlap) = (max(0, shift), max(0, -shift))
        var named = Set(found.map(\.name.key))
        var columns: [TimeOfDay: Instant] = [:]
        let byKey = Dictionary(found.map { ($0.name.key, $0) }) { first, _ in first }
        for number in today.number - 5...today.number + 5 where isDue(number, schedule) {
            let day = try #require(LocalDay(number: number))
            for time in schedule.times {
                let key = day.iso + "T" + time.clock
                guard let dose = byKey[key] else {
                    let due = rules.instant(day: day, time: time)
                    if let due, due >= stretch.lowerBound, due < stretch.upperBound { fault("\(key) is lost") }
                    continue
                }
                named.remove(key)
                if let earlier = columns[time], earlier > dose.due { fault("\(key) comes before the day before") }
                columns[time] = dose.due
                // How far the wall then is from what was wanted.
                let wall = Int64(dose.day.number - number) * Self.day + Int64(dose.time.milliseconds - time.milliseconds)
                if wall < 0 || wall > gap { fault("\(key) is moved by \(wall / 60_000) min") }
                if overlap > 0, try shows(rules, dose.due.milliseconds - overlap, day, time) { fault("\(key) is not the first") }
                if !dose.window.contains(dose.due) || dose.missedAt <= dose.due { fault("\(key) has no window") }
            }
        }
        if !named.isEmpty { fault("not asked for: \(named)") }
    }

    private func shows(_ rules: Remembered, _ milliseconds: Int64, _ day: LocalDay, _ time: TimeOfDay) throws -> Bool {
        let wall = try #require(rules.wall(at: instant(milliseconds)))
        return wall.day == day && wall.time == time
    }

    private func isDue(_ number: Int, _ schedule: Schedule) -> Bool {
        switch schedule.cadence {
        case .everyDays: true
        case .everyWeeks(_, let weekdays): weekdays.contains((number + 3) % 7 + 1)
        case .cycle(let on, let off): (number - schedule.start.number) % (on + off) < on
        case .everyHours, .everyMonths: false
        }
    }

    /// Queries cut anywhere give the same doses.
    private func checkCuts(
        _ found: [Occurrence], _ schedule: Schedule, _ rules: Remembered, _ stretch: ClosedRange<Instant>,
        using random: inout SplitMix64,
        fault: (String) -> Void
    ) throws {
        let range = stretch.lowerBound.milliseconds...stretch.upperBound.milliseconds
        var marks = [range.lowerBound, Int64.random(in: range, using: &random), range.upperBound]
        if let edge = found.randomElement(using: &random) { marks.append(edge.due.milliseconds) }
        let instants = try marks.sorted().map(instant)
        let pieces = zip(instants, instants.dropFirst()).flatMap {
            schedule.occurrences(RecordID(test: "schedule"), from: $0, to: $1, rules: rules)
        }
        if pieces != found { fault("cut at \(marks), \(pieces.count) doses for \(found.count)") }
    }

    private func instant(_ milliseconds: Int64) throws -> Instant { try #require(Instant(milliseconds: milliseconds)) }
}
