extension Schedule {
    /// The schedule in words: `1 tablet every day at 08:00 and 20:00, from 20 November 2026, local time`.
    ///
    /// `unit` is the unit of the amounts; `dateName` formats a day.
    package func words(unit: String, dateName: (LocalDay) -> String = Schedule.dateName) -> String {
        if case .everyHours = cadence {
            let every = SchedulePhrase(cadence: cadence, times: []).words
            let first = "first at \(times.first?.clock ?? "") on \(dateName(start)), \(zone) time"
            return join(unit: unit, every, [first] + (lastDay.map { ["until " + dateName($0)] } ?? []))
        }
        let clock = travel == .local ? "local time" : zone + " time"
        return join(unit: unit, phrase.words, [courseWords(dateName), clock])
    }

    /// The next dose seen from a day: `next today 22:00`, `next tomorrow 08:00`, `next on Monday, 23 November 2026 at 08:00`,
    /// `no doses left`.
    package static func nextWords(next: Occurrence?, today: LocalDay) -> String {
        guard let next else { return "no doses left" }
        switch next.day.number - today.number {
        case 0: return "next today " + next.time.clock
        case 1: return "next tomorrow " + next.time.clock
        default: return "next on \(next.day.longName) at \(next.time.clock)"
        }
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
