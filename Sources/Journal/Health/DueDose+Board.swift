extension DueDose {
    /// Every scheduled dose that is due in `from ..< to` with what has become of it at `now`, ascending by the time it is due.
    ///
    /// It is reckoned anew from what was written down each time it is asked for, and remembers nothing: a machine that slept, was
    /// started again or had its clock set shows the same doses, each once. `intakes` are those that `Intake.settled` gives;
    /// `rules` gives the rules that a schedule goes by (`Schedule.followsOwner`). A schedule that is named twice counts once.
    package static func board(
        of schedules: some Sequence<(id: RecordLink, schedule: Schedule)>, intakes: [Occurrence.Name: Intake], from: Instant,
        to: Instant, now: Instant, rules: (Schedule) -> any ZoneRules
    ) -> [DueDose] {
        var known: Set<RecordLink> = []
        var doses: [DueDose] = []
        for (id, schedule) in schedules where known.insert(id).inserted {
            for occurrence in schedule.occurrences(id, from: from, to: to, rules: rules(schedule)) {
                doses.append(DueDose(occurrence, intake: intakes[occurrence.name], now: now))
            }
        }
        return doses.sorted { ($0.occurrence.due, $0.occurrence.name) < ($1.occurrence.due, $1.occurrence.name) }
    }
}
