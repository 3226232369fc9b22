/// Watches first and claims later: a pattern that stands out at one of many looks is only watched. It becomes a cue when days
/// after that look show it again. Otherwise a look every two weeks would show most people a chance pattern each year.
///
/// A look uses only days before it, so the same journal gives the same states on every device and in every order of asking, and
/// an imported history can be looked at as if the looks had taken place all along (`replay`).
package struct Watcher: Sendable {
    private let families: Families

    /// Days between two looks.
    package static let stride = 14
    /// Days that must be over before the first look.
    package static let firstLook = 42
    /// A question is watched if its p, adjusted in its family, is at most this: .10 over five families.
    package static let watchLevel = 0.10 / 5
    /// A watched question is confirmed if its one-sided p on fresh days is at most this.
    package static let confirmLevel = 0.025
    /// Days that must be over after the start of a watch before its test.
    package static let freshDays = 42
    /// The minimum of these days with something logged.
    package static let freshObserved = 26
    /// A watch that could not be tested for this many days is dropped, so that it does not block others.
    package static let longestWait = 182
    /// The most factors watched at once. In every other family: one for each outcome.
    package static let mostFactors = 2

    package init(_ families: Families) { self.families = families }

    /// The days of looks that are due: every 14 days from the 43rd day of the diary on, after the last look, and not before all
    /// days that a look uses are over. If a diary gains older days, looks continue after the last one; none is repeated.
    package static func looks(dueAfter lastLook: Int?, in diary: Diary) -> [Int] {
        let first = diary.days.lowerBound + firstLook
        let (end, last) = (diary.days.upperBound + 1, lastLook ?? (first - 1))
        guard last < end else { return [] }
        let next = last < first ? first : first + ((last - first) / stride + 1) * stride
        return next <= end ? Array(Swift.stride(from: next, through: end, by: stride)) : []
    }

    /// The changes of a look on a day: watches that were decided or have begun, in their new state.
    package func look(_ diary: Diary, at day: Int, _ state: WatchState) -> [Watch] {
        let oldest = (state.watching.map { $0.since }.min() ?? day) - Watcher.before
        guard let window = diary.window(before: day), let seen = diary.cut(to: day, from: oldest) else { return [] }
        let decided = state.watching.compactMap { decide($0, seen, at: day) }
        let current = state.changed(by: decided, on: day)
        return decided + begin(seen, window, at: day, current)
    }

    /// The state after a look on a day; a day up to the last look changes nothing.
    package func advance(_ state: WatchState, _ diary: Diary, at day: Int) -> WatchState {
        if let last = state.lastLook, day <= last { return state }
        return state.changed(by: look(diary, at: day, state), on: day)
    }

    /// The state after all looks that are due, one after the other.
    package func replay(_ diary: Diary, from state: WatchState = WatchState()) -> WatchState {
        let written = Set(diary.outcomes.flatMap { $0.readings.lazy.map { $0.day } }).sorted()
        return Watcher.looks(dueAfter: state.lastLook, in: diary).reduce(state) { state, day in
            // Years without entries cost nothing: no family has an answer for less than a week.
            let recent = written.partitioningIndex { $0 >= day } - written.partitioningIndex { $0 >= day - Diary.longestWindow }
            return recent < 7 && state.watching.isEmpty ? state.changed(by: [], on: day) : advance(state, diary, at: day)
        }
    }

    /// Days before a watch that families may use: its window, and the days before a change of medicine in it
    /// (`ScheduledFamily.earlierReach`), with two weeks to spare.
    private static let before = Diary.longestWindow + ScheduledFamily.earlierReach + 14

    private func decide(_ watch: Watch, _ seen: Diary, at day: Int) -> Watch? {
        var decided = watch
        if let finding = test(watch, seen, at: day) {
            let holds = finding.oneSided(watch.direction) <= Watcher.confirmLevel
            decided.state = holds ? .confirmed(day: day, finding) : .dropped(day: day, finding)
            return decided
        }
        guard day - watch.since >= Watcher.longestWait else { return nil }
        decided.state = .dropped(day: day, nil)
        return decided
    }

    /// The one test of a watch; `nil` while there is not enough data, which depends only on how much was logged.
    private func test(_ watch: Watch, _ seen: Diary, at day: Int) -> Finding? {
        guard day - watch.since >= Watcher.freshDays,
            let outcome = seen.outcomes.first(where: { $0.name == watch.hypothesis.outcome })
        else { return nil }
        let fresh = watch.since...(day - 1)
        guard DailyLevels(of: outcome, days: fresh).observed >= Watcher.freshObserved else { return nil }
        return families.confirm(watch.hypothesis, seen, fresh)
    }

    private func begin(_ seen: Diary, _ window: ClosedRange<Int>, at day: Int, _ state: WatchState) -> [Watch] {
        var begun = [Watch]()
        for family in Family.allCases where hasRoom(family, seen, state) {
            for finding in standingOut(family, seen, window)
            where mayBegin(finding, state.watches + begun, at: day) {
                begun.append(Watch(finding.hypothesis, since: day, first: finding))
            }
        }
        return begun
    }

    /// Without room nothing needs to be asked, which saves the permutations.
    private func hasRoom(_ family: Family, _ seen: Diary, _ state: WatchState) -> Bool {
        let most = family == .factors ? Watcher.mostFactors : seen.outcomes.count
        return state.watching.count { $0.hypothesis.family == family } < most
    }

    private func standingOut(_ family: Family, _ seen: Diary, _ window: ClosedRange<Int>) -> [Finding] {
        families.look(family, seen, window).findings.filter { $0.adjusted <= Watcher.watchLevel && $0.isLarge }
            .sorted { ($0.adjusted, $0.p, $0.hypothesis.text) < ($1.adjusted, $1.p, $1.hypothesis.text) }
    }

    private func mayBegin(_ finding: Finding, _ watches: [Watch], at day: Int) -> Bool {
        let (question, family) = (finding.hypothesis, finding.hypothesis.family)
        let siblings = watches.filter { $0.hypothesis.family == family }
        let watched = siblings.filter { $0.isWatching }
        let full =
            family == .factors
            ? watched.count >= Watcher.mostFactors || watched.contains { $0.hypothesis.subject == question.subject }
            : watched.contains { $0.hypothesis.outcome == question.outcome }
        if full { return false }
        // A present cue is not watched again beside it. What this look dropped may start again at once: it stands out with the
        // days that failed it, and its next test is on days to come.
        return !siblings.contains { watch in
            watch.hypothesis.subject == question.subject && watch.isCurrent(on: day) && watch.direction == finding.direction
        }
    }
}

extension Hypothesis {
    /// Represents all questions that one cue answers: lags of a factor are neighbours, and a changed level also went up or down.
    package var subject: Hypothesis {
        switch self {
        case .factor(let factor, let outcome, _): .factor(factor, outcome, lag: 0)
        case .change(let outcome): .trend(outcome)
        default: self
        }
    }
}
