import Journal
import SeededChance
import Testing

/// A zone made of a table: the offset at the beginning and the changes, in seconds east of UTC.
struct TableZone: ZoneRules {
    var first = 0
    var changes: [(at: Int64, offset: Int)] = []

    static let utc = TableZone()

    func offset(at milliseconds: Int64) -> Int64 { Int64(changes.last { $0.at <= milliseconds }?.offset ?? first) * 1000 }

    func instant(day: LocalDay, time: TimeOfDay) -> Instant? {
        let local = Int64(day.number) * 86_400_000 + Int64(time.milliseconds)
        // The first instant that shows it; of a time that is skipped, the one by the offset before.
        let offsets = [Int64(first) * 1000] + changes.map { Int64($0.offset) * 1000 }
        let shown = Set(offsets).map { local - $0 }.filter { $0 + offset(at: $0) == local }
        if let earliest = shown.min() { return Instant(milliseconds: earliest) }
        let gap = changes.first { local >= $0.at + offset(at: $0.at - 1) && local < $0.at + Int64($0.offset) * 1000 }
        return gap.flatMap { Instant(milliseconds: local - offset(at: $0.at - 1)) }
    }

    func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)? {
        let (day, rest) = floorDivide(instant.milliseconds + offset(at: instant.milliseconds), by: 86_400_000)
        guard let day = LocalDay(number: Int(day)), let time = TimeOfDay(milliseconds: Int(rest)) else { return nil }
        return (day, time)
    }
}

/// The instant of `2026-11-20T08:00` in UTC.
func utc(_ text: some StringProtocol, sourceLocation: SourceLocation = #_sourceLocation) throws -> Instant {
    let parts = text.split(separator: "T")
    let day = try #require(LocalDay(iso: parts[0]), sourceLocation: sourceLocation)
    let time = try clock(parts[1], sourceLocation: sourceLocation)
    return try #require(TableZone.utc.instant(day: day, time: time), sourceLocation: sourceLocation)
}

/// The time of `08:00`.
func clock(_ text: some StringProtocol, sourceLocation: SourceLocation = #_sourceLocation) throws -> TimeOfDay {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return try #require(TimeOfDay(hour: parts[0], minute: parts[1]), sourceLocation: sourceLocation)
}

/// The number, or the largest that there is.
private func whole(_ text: some StringProtocol) -> Int? { Int64(text).map { Int(clamping: $0) } }

/// A cadence in the notation of `ScheduleTable`.
func cadence(_ text: some StringProtocol) throws -> Schedule.Cadence {
    let rest = text.dropFirst()
    switch text.first {
    case "d": return .everyDays(try #require(whole(rest)))
    case "h": return .everyHours(try #require(whole(rest)))
    case "m":
        let parts = rest.split(separator: ":").compactMap { whole($0) }
        return .everyMonths(try #require(parts.first), day: try #require(parts.last))
    case "c":
        let parts = rest.split(separator: "/").compactMap { whole($0) }
        return .cycle(on: try #require(parts.first), off: try #require(parts.last))
    default:
        let parts = rest.split(separator: ":")
        let weekdays = parts[1].compactMap(\.wholeNumberValue)
        return .everyWeeks(try #require(Int(parts[0])), weekdays: Set(weekdays))
    }
}

/// A schedule in the notation of `ScheduleTable`.
func schedule(
    _ cadenceText: some StringProtocol, _ times: some StringProtocol, _ start: some StringProtocol, end: String = "-",
    steps: String = "-",
    since: String = "-", until: String = "-"
) throws -> Schedule {
    let steps: [Schedule.Step] =
        steps == "-"
        ? []
        : try steps.split(separator: ",").map { step in
            let parts = step.split(separator: "x")
            return Schedule.Step(amount: try #require(Amount(parts[0])), days: Int(parts[1]))
        }
    return Schedule(
        medication: RecordID(test: "medicine"), cadence: try cadence(cadenceText),
        times: try times.split(separator: ",").map { try clock($0) },
        amount: .one, steps: steps, start: try #require(LocalDay(iso: start)), end: end == "-" ? nil : try day(end),
        zone: "Etc/UTC", since: since == "-" ? try #require(Instant(milliseconds: 0)) : try utc(since),
        until: until == "-" ? nil : try utc(until))
}

let link = RecordID(test: "schedule")

extension Schedule {
    func keys(_ from: Instant, _ to: Instant, _ rules: any ZoneRules = TableZone.utc) -> [String] {
        occurrences(link, from: from, to: to, rules: rules).map(\.name.key)
    }
}

extension SplitMix64 {
    /// A schedule without fault, begun in 2024 … 2027.
    mutating func schedule() throws -> Schedule {
        let cadence: Schedule.Cadence =
            switch Int.random(in: 0..<5, using: &self) {
            case 4: .everyMonths(Int.random(in: 1...5, using: &self), day: Int.random(in: 1...31, using: &self))
            case 0: .everyDays(Int.random(in: 1...9, using: &self))
            case 1: .everyWeeks(Int.random(in: 1...4, using: &self), weekdays: weekdays())
            case 2: .cycle(on: Int.random(in: 1...9, using: &self), off: Int.random(in: 1...9, using: &self))
            default: .everyHours(Int.random(in: 1...60, using: &self))
            }
        var minutes: Set<Int> = []
        let isHourly = if case .everyHours = cadence { true } else { false }
        for _ in 0..<(isHourly ? 1 : Int.random(in: 1...4, using: &self)) {
            minutes.insert(Int.random(in: 0..<96, using: &self) * 15)
        }
        let start = try #require(LocalDay(number: Int.random(in: 19_723..<21_000, using: &self)))
        var steps: [Schedule.Step] = []
        if Int.random(in: 0..<3, using: &self) == 0 {
            let count = Int.random(in: 1...5, using: &self)
            for index in 0..<count {
                let amount = try #require(Amount(thousandths: [0, 500, 1000, 2000].randomElement(using: &self) ?? 0))
                let isOpen = index == count - 1 && Bool.random(using: &self)
                steps.append(.init(amount: amount, days: isOpen ? nil : Int.random(in: 1...12, using: &self)))
            }
            if steps.allSatisfy({ $0.amount == .none }) { steps[0].amount = .one }
        }
        let since =
            Int64(start.number + Int.random(in: -30...20, using: &self)) * 86_400_000
            + Int64.random(in: 0..<86_400_000, using: &self)
        let until =
            Bool.random(using: &self) ? nil : Instant(milliseconds: since + Int64.random(in: 0...8_000_000_000, using: &self))
        let end = Bool.random(using: &self) ? nil : start.adding(days: Int.random(in: 0...90, using: &self))
        return Schedule(
            medication: RecordID(test: "medicine"), cadence: cadence,
            times: try minutes.sorted().map { try #require(TimeOfDay(milliseconds: $0 * 60_000)) },
            amount: .one, steps: steps, start: start, end: end, zone: "Etc/UTC",
            since: try #require(Instant(milliseconds: since)), until: until)
    }

    private mutating func weekdays() -> Set<Int> {
        let days = Set((1...7).filter { _ in Bool.random(using: &self) })
        return days.isEmpty ? [Int.random(in: 1...7, using: &self)] : days
    }

    /// A zone with up to three changes between 2024 and 2027 that are more than two days apart.
    mutating func zone() -> TableZone {
        let offsets = [-43_200, -16_200, -3600, 0, 3600, 7200, 20_700, 37_800, 50_400]
        let first = offsets.randomElement(using: &self) ?? 0
        var zone = TableZone(first: first, changes: [])
        var (at, offset): (Int64, Int) = (1_704_067_200_000, first)
        for _ in 0..<Int.random(in: 0...3, using: &self) {
            at += Int64.random(in: 4 * 24...800 * 24, using: &self) * 3_600_000
            offset += [-3600, 3600, -1800, 1800, -10_800, 86_400].randomElement(using: &self) ?? 0
            offset = min(max(offset, -43_200), 54_000)
            zone.changes.append((at, offset))
        }
        return zone
    }
}
