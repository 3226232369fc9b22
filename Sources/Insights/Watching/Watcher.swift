/// Watches first and claims later: a pattern that stands out at one of many looks is only watched. It becomes a cue when days
/// after that look show it again. Otherwise a look every two weeks would show most people a chance pattern each year.
///
/// A look uses only days before it, so the same journal gives the same states on every device and in every order of asking, and
/// an imported history can be looked at as if the looks had taken place all along (`replay`).
package struct Watcher: Sendable {
    private let families: Families
    private let factors: Rule

    /// Days between two looks.
    package static let stride = 14
    /// Days that must be over before the first look.
    package static let firstLook = 42
    /// Days that must be over after a confirmation before its size is measured; then again when they have doubled. On 28 days,
    /// every other cue of one standard deviation would have 0 in its interval.
    package static let measuredDays = 56
    /// The most days from which a size comes, if a question was first confirmed long ago.
    package static let longestMeasured = 364
    /// A watch that could not be tested for this many days is dropped, so that it does not block others.
    package static let longestWait = 182
    /// The most factors watched at once. In every other family: one for each outcome.
    package static let mostFactors = 2

    /// When a question is watched, and when it is confirmed. How often that is wrong: docs/insights-figures.md.
    package struct Rule: Hashable, Sendable {
        /// It is watched if its p, adjusted in its family, is at most this.
        package let watched: Double
        /// The number of fresh days that must be over before the first test, and from which on a test is the last one; there is
        /// one at each look between them.
        package let tests: ClosedRange<Int>
        /// The minimum of fresh days with something logged.
        package let observed: Int
        /// It is confirmed if its one-sided p on fresh days is at most this in one of the tests.
        package let confirmed: Double
        /// It is confirmed, too, if that p is at most `leaning` and the two-sided one on all days of the window, those that began
        /// the watch among them, at most `whole`.
        package let (leaning, whole): (Double, Double)

        package init(
            watched: Double, tests: ClosedRange<Int>, observed: Int, confirmed: Double, leaning: Double = 0, whole: Double = 0
        ) {
            (self.watched, self.tests, self.observed, self.confirmed) = (watched, tests, observed, confirmed)
            (self.leaning, self.whole) = (leaning, whole)
        }

        /// One test after six weeks. Watched at .10 over five families.
        package static let once = Rule(watched: 0.10 / 5, tests: 42...42, observed: 26, confirmed: 0.025)
        /// Up to seven tests that share the error (Pocock): strong patterns are found early, and weak ones have time.
        package static let repeated = Rule(
            watched: 0.10, tests: 28...112, observed: 17, confirmed: 0.005, leaning: 0.10, whole: 0.0002)
    }

    /// - Parameter factors: the rule for factors; that of other families is `once`.
    package init(_ families: Families, factors: Rule = .repeated) { (self.families, self.factors) = (families, factors) }

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
        let measuring = state.watches.filter { $0.isMeasuring(on: day) }
        let starts = (state.watching + measuring).map { min($0.since, state.sizeStart(of: $0, at: day)) }
        guard let window = diary.window(before: day),
            let seen = diary.cut(to: day, from: (starts.min() ?? day) - Watcher.before)
        else { return [] }
        // A question that was confirmed before has its size at once.
        let decided = state.watching.compactMap { decide($0, seen, window, at: day) }
            .map { measure($0, seen, at: day, from: state.sizeStart(of: $0, at: day)) ?? $0 }
        let measured = measuring.compactMap { measure($0, seen, at: day, from: state.sizeStart(of: $0, at: day)) }
        let current = state.changed(by: decided + measured, on: day)
        return decided + measured + begin(seen, window, at: day, current)
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

    private func rule(of family: Family) -> Rule { family == .factors ? factors : .once }

    private func decide(_ watch: Watch, _ seen: Diary, _ window: ClosedRange<Int>, at day: Int) -> Watch? {
        var decided = watch
        let rule = rule(of: watch.hypothesis.family)
        if var finding = test(watch, seen, rule, at: day) {
            let fresh = finding.oneSided(watch.direction)
            if fresh <= max(rule.confirmed, rule.leaning), let company = families.company(finding, seen, window),
                fresh <= rule.confirmed || company.p <= rule.whole
            {
                finding.together = company.together
                decided.state = .confirmed(day: day, finding)
                return decided
            }
            guard day - watch.since >= rule.tests.upperBound else { return nil }
            decided.state = .dropped(day: day, finding)
            return decided
        }
        guard day - watch.since >= Watcher.longestWait else { return nil }
        decided.state = .dropped(day: day, nil)
        return decided
    }

    /// The size on the days since the confirmation, whenever they have doubled: how often depends on nothing else.
    private func measure(_ watch: Watch, _ seen: Diary, at day: Int, from start: Int) -> Watch? {
        guard watch.isMeasurable, case .confirmed(let confirmed, let finding) = watch.state,
            day - start >= max(Watcher.measuredDays, 2 * (watch.measured?.count ?? 0)),
            var later = families.confirm(watch.hypothesis, seen, start...(day - 1))
        else { return nil }
        later.together = finding.together
        var measured = watch
        measured.state = .confirmed(day: confirmed, later)
        return measured
    }

    /// A test of a watch; `nil` while there is not enough data, which depends only on how much was logged.
    private func test(_ watch: Watch, _ seen: Diary, _ rule: Rule, at day: Int) -> Finding? {
        guard day - watch.since >= rule.tests.lowerBound,
            let outcome = seen.outcomes.first(where: { $0.name == watch.hypothesis.outcome })
        else { return nil }
        let fresh = watch.since...(day - 1)
        guard DailyLevels(of: outcome, days: fresh).observed >= rule.observed else { return nil }
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
        families.look(family, seen, window).findings.filter { $0.adjusted <= rule(of: family).watched && $0.isLarge }
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
            watch.isCurrent(on: day) && watch.direction == finding.direction
                && (watch.hypothesis.subject == question.subject || watch.names(question))
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

extension Watch {
    /// Whether its factor was named together with that of another question, so that both would say the same.
    fileprivate func names(_ question: Hypothesis) -> Bool {
        guard case .factor(let factor, let outcome, _) = question, case .confirmed(_, let finding) = state else { return false }
        return outcome == hypothesis.outcome && finding.together.contains(factor)
    }
}
