/// The number of consecutive days with an entry, up to today.
package struct Streak: Hashable, Sendable {
    /// Consecutive days with an entry; 0 if neither today nor yesterday has one.
    package let days: Int
    /// Whether today has one; if not, the streak ends yesterday and can still continue.
    package let includesToday: Bool

    package init(days: Int, includesToday: Bool) {
        self.days = days
        self.includesToday = includesToday
    }

    /// The streak on a day. `run` returns how many consecutive days with an entry end on a day: 0 if that day has none.
    package init<Failure>(today: LocalDay, run: (LocalDay) throws(Failure) -> Int) throws(Failure) {
        let ending = try run(today)
        if ending > 0 {
            self.init(days: ending, includesToday: true)
        } else {
            self.init(days: try today.adding(days: -1).map(run) ?? 0, includesToday: false)
        }
    }
}
