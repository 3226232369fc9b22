import Journal

extension Occurrence {
    /// Day and time where its owner is, whatever zone its schedule follows.
    package func wall(here: CivilTime) -> (day: LocalDay, time: TimeOfDay) { here.wall(at: due.milliseconds) ?? (day, time) }

    /// When it is due where its owner is, `today 23:30`; if the schedule follows another zone, the time there too, `(07:30 at home)`.
    package func dueWords(here: CivilTime, dayName: (LocalDay) -> String) -> String {
        let wall = wall(here: here)
        let other = wall.time == time && wall.day == day ? "" : say(" (\(time.clock) at home)")
        return dayName(wall.day) + " " + wall.time.clock + other
    }
}
