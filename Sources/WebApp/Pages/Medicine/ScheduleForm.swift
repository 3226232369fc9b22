import HTTP
import Journal

struct ScheduleForm {
    /// The kinds that people distinguish; several are one cadence with different numbers.
    enum Kind: String, CaseIterable {
        case daily, days, weekdays, weeks, months, cycle, hours
    }

    enum Field {
        case interval, weekdays, times, dose, start, end
    }

    struct Step {
        var amount = ""
        /// Empty in the last one if it has no end.
        var days = ""
    }

    var kind = Kind.daily
    var everyDays = "2"
    var everyWeeks = "2"
    var (everyMonths, monthDay) = ("1", "1")
    var weekdays: Set<Int> = []
    var daysOn = "21"
    var daysOff = "7"
    var (everyHours, isFromLast) = ("8", false)
    /// The times of a day, at least one row; empty rows are ignored.
    var (times, isAnyTime) = (["08:00"], false)
    /// The time of the first dose, if hours are counted.
    var firstTime = "08:00"
    var isTaper = false
    var amount = "1"
    var steps = [Step(), Step()]
    /// `2026-11-20`
    var start = ""
    /// The first day proposed by the page: while unchanged, it follows the times. Empty for an existing schedule.
    var proposedStart = ""
    /// Empty for no end.
    var end = ""
    var travel = Schedule.Travel.local
    var faults: [Field: String] = [:]
    var question: String?

    /// A new one: the medicine's usual dose, from today or from the first whole day.
    init(for medication: Medication, today: LocalDay) {
        amount = medication.amount.text
        steps = ScheduleForm.firstSteps(amount)
        (start, proposedStart) = (today.iso, today.iso)
    }

    /// An initial taper, so that none is refused before anything was typed.
    private static func firstSteps(_ amount: String) -> [Step] { [Step(amount: amount, days: "7"), Step()] }

    init(_ schedule: Schedule) {
        switch schedule.cadence {
        case .everyDays(1): kind = .daily
        case .everyDays(let count): (kind, everyDays) = (.days, String(count))
        case .everyWeeks(1, let weekdays): (kind, self.weekdays) = (.weekdays, weekdays)
        case .everyWeeks(let count, let weekdays): (kind, everyWeeks, self.weekdays) = (.weeks, String(count), weekdays)
        case .everyMonths(let count, let day): (kind, everyMonths, monthDay) = (.months, String(count), String(day))
        case .cycle(let on, let off): (kind, daysOn, daysOff) = (.cycle, String(on), String(off))
        case .everyHours(let count, let fromLast): (kind, everyHours, isFromLast) = (.hours, String(count), fromLast)
        }
        (times, isAnyTime) = (schedule.times.map(\.clock), schedule.isAnyTime)
        firstTime = times.first ?? firstTime
        amount = schedule.amount.text
        steps = ScheduleForm.firstSteps(amount)
        if !schedule.steps.isEmpty {
            isTaper = true
            steps = schedule.steps.map { Step(amount: $0.amount.text, days: $0.days.map { String($0) } ?? "") }
        }
        (start, end, travel) = (schedule.start.iso, schedule.end?.iso ?? "", schedule.travel)
    }

    init(_ fields: FormFields) {
        func text(_ name: String) -> String { fields[name] ?? "" }
        kind = Kind(rawValue: text("kind")) ?? .daily
        (everyDays, everyWeeks, everyHours) = (text("every-days"), text("every-weeks"), text("every-hours"))
        (daysOn, daysOff) = (text("days-on"), text("days-off"))
        (everyMonths, monthDay) = (text("every-months"), text("month-day"))
        weekdays = Set(fields.all("weekday").compactMap { Int($0) }.filter((1...7).contains))
        times = Array(fields.all("time").prefix(ScheduleForm.mostRows))
        firstTime = text("first-time")
        (isAnyTime, isFromLast) = (fields["any-time"] != nil, fields["from-last"] != nil)
        isTaper = text("dosing") == "taper"
        amount = text("amount")
        let rows = zip(fields.all("step-amount"), fields.all("step-days")).prefix(ScheduleForm.mostRows)
        steps = rows.map { Step(amount: $0, days: $1) }
        (start, proposedStart, end) = (text("start"), text("proposed-start"), text("end"))
        travel = Schedule.Travel(rawValue: text("travel")) ?? .local
        if times.isEmpty { times = [""] }
        if steps.isEmpty { steps = [Step()] }
    }

    /// One more than a schedule may have, so that too many are reported.
    private static let mostRows = Schedule.mostSteps + 1

    /// Handles a button that only changes rows: `add-time`, `drop-time-0`, `add-step`, `drop-step-0`. Returns whether it is one.
    mutating func press(_ button: String) -> Bool {
        func place(_ name: String) -> Int? { button.hasPrefix(name) ? Int(button.dropFirst(name.count)) : nil }
        switch button {
        case "add-time": times.append("")
        case "add-step": steps.append(Step())
        default:
            if let index = place("drop-time-"), times.indices.contains(index) {
                times.remove(at: index)
            } else if let index = place("drop-step-"), steps.indices.contains(index) {
                steps.remove(at: index)
            } else {
                return false
            }
        }
        if times.isEmpty { times = [""] }
        if steps.isEmpty { steps = [Step()] }
        return true
    }
}
