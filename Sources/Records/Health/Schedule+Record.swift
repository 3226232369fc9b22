import Journal
import Ledger

/// The fields of a record of kind `medication_schedule`. Cadence and times are one field: two devices that change a schedule
/// never mix the days of one with the hours of the other.
extension Schedule: RecordValue {
    package static let kind = "medication_schedule"

    package var fields: [String: JSON] {
        [
            "medication": .string(medication.description),
            "rule": Schedule.rule(cadence, times, isAnyTime: isAnyTime),
            "amount": .amount(amount), "steps": .array(steps.map { [.amount($0.amount), .number($0.days)] }),
            "start": .string(start.iso), "end": .text(end?.iso), "zone": .string(zone), "travel": .string(travel.rawValue),
            "since": .instant(since), "until": .instant(until),
            "replaces": .text(replaces?.description),
        ]
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let medication = read.neededID("medication"), let rule = fields["rule"],
            let cadence = rule["cadence"].flatMap(Schedule.cadence),
            let times = rule["times"]?.array?.compactMap(Schedule.time), let amount = read.amount("amount"),
            let start = read.day("start"),
            let zone = read.text("zone"), let since = read.instant("since")
        else { return nil }
        let steps = (fields["steps"]?.array ?? []).compactMap(Schedule.step)
        // A taper with an unreadable step must not become a different taper.
        guard steps.count == fields["steps"]?.array?.count ?? 0 else { return nil }
        guard cadence.hasValidNumbers, steps.allSatisfy({ $0.days.map(Schedule.stepDays.contains) ?? true }) else { return nil }
        self.init(
            medication: medication, cadence: cadence, times: times, isAnyTime: rule["any_time"]?.bool ?? false, amount: amount,
            steps: steps, start: start,
            end: read.day("end"),
            zone: zone, travel: read.text("travel").flatMap(Travel.init(rawValue:)) ?? .local, since: since,
            until: read.instant("until"),
            replaces: read.id("replaces"))
    }

    /// The field with a cadence and its times.
    package static func rule(_ cadence: Cadence, _ times: [TimeOfDay], isAnyTime: Bool) -> JSON {
        let times = JSON.array(times.map { .int(Int64($0.milliseconds / 60_000)) })
        return ["cadence": Schedule.json(cadence), "times": times, "any_time": .bool(isAnyTime)]
    }

    private static func json(_ cadence: Cadence) -> JSON {
        switch cadence {
        case .everyDays(let days): ["days": .number(days)]
        case .everyWeeks(let weeks, let weekdays):
            ["weeks": .number(weeks), "weekdays": .array(weekdays.sorted().map { .int(Int64($0)) })]
        case .everyMonths(let months, let day): ["months": .number(months), "day": .number(day)]
        case .cycle(let on, let off): ["on": .number(on), "off": .number(off)]
        case .everyHours(let hours, let fromLast):
            ["hours": .number(hours), "from_last": .bool(fromLast)]
        }
    }

    private static func cadence(_ json: JSON) -> Cadence? {
        func number(_ name: String) -> Int? { json[name]?.int.flatMap { Int(exactly: $0) } }
        if let days = number("days") { return .everyDays(days) }
        if let hours = number("hours") { return .everyHours(hours, fromLast: json["from_last"]?.bool ?? false) }
        if let months = number("months"), let day = number("day") { return .everyMonths(months, day: day) }
        if let on = number("on"), let off = number("off") { return .cycle(on: on, off: off) }
        guard let weeks = number("weeks"), let weekdays = json["weekdays"]?.array else { return nil }
        return .everyWeeks(weeks, weekdays: Set(weekdays.compactMap { $0.int.flatMap { Int(exactly: $0) } }))
    }

    private static func time(_ json: JSON) -> TimeOfDay? {
        json.int.flatMap { (0..<1440).contains($0) ? TimeOfDay(milliseconds: Int($0) * 60_000) : nil }
    }

    private static func step(_ json: JSON) -> Step? {
        guard let parts = json.array, parts.count == 2,
            let amount = parts[0].int.flatMap({ Int(exactly: $0) }).flatMap(Amount.init(thousandths:))
        else { return nil }
        if parts[1] == .null { return Step(amount: amount, days: nil) }
        return parts[1].int.flatMap { Int(exactly: $0) }.map { Step(amount: amount, days: $0) }
    }
}
