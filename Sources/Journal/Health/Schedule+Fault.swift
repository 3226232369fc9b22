extension Schedule {
    /// The first reason why it cannot be saved; `nil` if it can. Whether its zone has rules is not checked: this module has no
    /// zone data.
    package var fault: HealthFault? { keepingFault.map(HealthFault.schedule) }

    package static let mostSteps = 100
    package static let stepDays = 1...3660
    package static let mostTimes = 24

    private var keepingFault: ScheduleFault? {
        timesFault ?? cadence.fault ?? endFault ?? stepsFault ?? doseFault
    }

    private var timesFault: ScheduleFault? {
        if times.isEmpty { return .noTimes }
        if times.count > Schedule.mostTimes { return .tooManyTimes }
        let isAscending = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        let isWhole = times.allSatisfy { $0.milliseconds % 60_000 == 0 }
        if case .everyHours = cadence, times.count != 1 || isAnyTime { return .badTimes }
        return isAscending && isWhole ? nil : .badTimes
    }

    private var endFault: ScheduleFault? {
        guard let end, end < start else { return nil }
        return .endsBeforeStart
    }

    private var stepsFault: ScheduleFault? {
        if steps.count > Schedule.mostSteps { return .badSteps }
        for (index, step) in steps.enumerated() {
            let isLast = index == steps.count - 1
            guard step.days.map(Schedule.stepDays.contains) ?? isLast else { return .badSteps }
        }
        return nil
    }

    private var doseFault: ScheduleFault? {
        let hasDose = steps.isEmpty ? amount > .none : steps.contains { $0.amount > .none }
        return hasDose ? nil : .noDose
    }
}

extension Schedule.Cadence {
    package static let dayRange = 1...366
    package static let weekRange = 1...52
    package static let monthRange = 1...12
    package static let monthDayRange = 1...31
    package static let hourRange = 1...168

    /// Whether its numbers are within their ranges, so that arithmetic with them is safe.
    package var hasValidNumbers: Bool { fault == nil }

    var fault: ScheduleFault? {
        switch self {
        case .everyDays(let days): return Self.dayRange.contains(days) ? nil : .badInterval
        case .everyWeeks(let weeks, let weekdays):
            guard Self.weekRange.contains(weeks) else { return .badInterval }
            return !weekdays.isEmpty && weekdays.allSatisfy((1...7).contains) ? nil : .badWeekdays
        case .everyMonths(let months, let day):
            return Self.monthRange.contains(months) && Self.monthDayRange.contains(day) ? nil : .badInterval
        case .cycle(let on, let off):
            return Self.dayRange.contains(on) && Self.dayRange.contains(off) ? nil : .badInterval
        case .everyHours(let hours, _): return Self.hourRange.contains(hours) ? nil : .badInterval
        }
    }
}
