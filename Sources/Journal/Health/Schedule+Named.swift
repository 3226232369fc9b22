extension Schedule {
    /// The dose with this name; `nil` if the schedule has none. `rules` and `openHours` as for `occurrences`.
    package func occurrence(_ name: Occurrence.Name, rules: some ZoneRules, openHours: Int? = nil) -> Occurrence? {
        guard let stretch = stretch(ofKey: name.key, rules: rules) else { return nil }
        return occurrences(
            name.schedule, from: stretch.lowerBound, to: stretch.upperBound, rules: rules, openHours: openHours
        ).first { $0.name == name }
    }

    /// A range of time that contains the dose with this key, if there is one.
    private func stretch(ofKey key: String, rules: some ZoneRules) -> Range<Instant>? {
        if key.first == "#" {
            guard case .everyHours(let hours, _) = cadence, Cadence.hourRange.contains(hours),
                let number = Occurrence.Name.number(ofKey: key),
                let due = HourlyRun.all(of: self, every: hours, rules: rules).last(where: { $0.number <= number })?.due(
                    of: number)
            else { return nil }
            return due..<due.moved(by: 1)
        }
        guard let day = LocalDay(iso: key.prefix(10)) else { return nil }
        // The offset can differ by a day, and a zone that skips a day at the date line by another.
        let noon = Instant.first.moved(by: (Int64(day.number) * Instant.dayMilliseconds) - Instant.first.milliseconds)
        return noon.moved(by: -2 * Instant.dayMilliseconds)..<noon.moved(by: 3 * Instant.dayMilliseconds)
    }
}
