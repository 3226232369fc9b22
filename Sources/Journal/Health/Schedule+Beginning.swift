extension Schedule {
    /// The same schedule, starting tomorrow if it starts today and a time of today has passed: a taper with an incomplete first
    /// day would lose a dose of its first step, and any other schedule whose times have all passed starts tomorrow in effect.
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
