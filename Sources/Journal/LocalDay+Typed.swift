extension LocalDay {
    /// The day that a text names: `2026-03-14`, or any form that `WhenPhrase` reads. `nil` for anything else, and for several
    /// days.
    /// - Parameter isComing: a day without a year, such as `monday` or `14 december`, is the next one, if there is one.
    package init?(typed: String, today: LocalDay, isComing: Bool = false) {
        let coming = isComing ? ["next " + typed, "\(typed) \(today.year)", "\(typed) \(today.year + 1)"] : []
        // If one form cannot be read, the next one is tried.
        let days = ([typed] + coming).compactMap { try? WhenPhrase.parseDays($0, today: today).days }
            .filter { $0.lowerBound == $0.upperBound }
        let meant = isComing ? days.first { $0.lowerBound >= today } ?? days.first : days.first
        guard let day = LocalDay(iso: typed) ?? meant?.lowerBound else { return nil }
        self = day
    }
}
