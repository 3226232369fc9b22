extension Schedule {
    /// The same, beginning tomorrow where it begins today and a time of today has passed already: a taper whose first day is not
    /// whole would lose a dose of its first step, and any other schedule whose times have all passed begins then in truth.
    package func startingWhole(today: LocalDay, now: TimeOfDay) -> Schedule {
        if case .everyHours = cadence, steps.isEmpty { return self }
        let isPast = steps.isEmpty ? times.allSatisfy { $0 <= now } : times.contains { $0 <= now }
        guard start == today, isPast, let tomorrow = today.adding(days: 1), end.map({ $0 >= tomorrow }) ?? true else {
            return self
        }
        var schedule = self
        schedule.start = tomorrow
        return schedule
    }
}
