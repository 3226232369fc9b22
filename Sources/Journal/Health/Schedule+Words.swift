extension Schedule {
    /// The schedule in words: `1 tablet every day at 08:00 and 20:00, from 20 November 2026, local time`.
    ///
    /// `unit` is the unit of the amounts; `dateName` formats a day.
    package func words(unit: String, dateName: (LocalDay) -> String = Schedule.dateName) -> String {
        if case .everyHours(_, let fromLast) = cadence {
            let every = SchedulePhrase(cadence: cadence, times: []).words
            // Counted from the last one taken, the first is due at the next such time after it was made.
            let day = fromLast && start.number <= since.utcDay ? "" : " on \(dateName(start))"
            let first = "first at \(times.first?.clock ?? "")\(day), \(zone) time"
            return join(unit: unit, every, [first] + (lastDay.map { ["until " + dateName($0)] } ?? []))
        }
        let clock = travel == .local ? "local time" : zone + " time"
        return join(unit: unit, phrase.words, [courseWords(dateName), clock])
    }

    /// A day in words, `20 November 2026`.
    package static func dateName(_ day: LocalDay) -> String { "\(day.parts.day) \(day.month.name)" }

    private func join(unit: String, _ rhythm: String, _ rest: [String]) -> String {
        let dose =
            steps.isEmpty ? Medication.words(amount, unit: unit) + " " : TaperPhrase.words(steps, unit: unit) + ", "
        return ([dose + rhythm] + rest).joined(separator: ", ")
    }

    private func courseWords(_ dateName: (LocalDay) -> String) -> String {
        guard let lastDay else { return "from " + dateName(start) }
        return lastDay == start ? "only on " + dateName(start) : "from \(dateName(start)) to \(dateName(lastDay))"
    }
}
