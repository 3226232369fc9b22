/// How many civil days in a row, up to today, something was written on.
package struct Streak: Hashable, Sendable {
    /// Consecutive days with an entry; 0 when neither today nor yesterday has one.
    package let days: Int
    /// Whether today has one already: without it the row goes on from yesterday, and there is still time.
    package let includesToday: Bool

    package init(days: Int, includesToday: Bool) {
        self.days = days
        self.includesToday = includesToday
    }

    /// The streak as it stands on a day. `run` gives how many consecutive days with an entry end with a day: 0 where that
    /// day has none.
    package init<Failure>(today: LocalDay, run: (LocalDay) throws(Failure) -> Int) throws(Failure) {
        let ending = try run(today)
        if ending > 0 {
            self.init(days: ending, includesToday: true)
        } else {
            self.init(days: try today.adding(days: -1).map(run) ?? 0, includesToday: false)
        }
    }
}
