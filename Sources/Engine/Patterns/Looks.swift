import Insights
import Journal

/// The looks that are due, and all that is needed to take them away from the vault.
package struct Looks: Sendable {
    /// The days on which to look, ascending: each sees the days before it.
    let days: [Int]
    private let first: Int
    private let seed: UInt64
    private let taken: LookRecord?
    private var logged = Logged()
    private var known: [Watch] = []
    private var closed: Set<Factor.Name> = []

    /// What was found.
    package struct Result: Sendable {
        /// Watches that began or were decided.
        let changed: [Watch]
        /// The looks that are taken now.
        let look: LookRecord
    }

    /// How many days before a look matter to it: its window, and what families ask for beyond; a watch that waits has its own.
    static let memory = 182 + 182 + 98

    /// - Parameter first: the number of the first day of anything that was logged.
    /// - Parameter taken: the looks that were taken. Where older days came in since, by an import, those before are made up for.
    init(first: Int, today: Int, seed: UInt64, taken: LookRecord?) {
        (self.first, self.seed, self.taken) = (first, seed, taken)
        let begin = first + Watcher.firstLook
        guard let taken else {
            days = Array(stride(from: begin, through: today, by: Watcher.stride))
            return
        }
        let older = stride(from: begin, to: taken.first, by: Watcher.stride).filter { $0 + Watcher.stride <= taken.first }
        days = older + Array(stride(from: Looks.next(after: taken.last, first: first), through: today, by: Watcher.stride))
    }

    /// The day of the look after one, on the grid that begins with the first day.
    static func next(after last: Int, first: Int) -> Int {
        let begin = first + Watcher.firstLook
        return last < begin ? begin : begin + ((last - begin) / Watcher.stride + 1) * Watcher.stride
    }

    /// Hands over what was logged on the days that matter, what is watched, and what a running trial keeps closed.
    mutating func read(_ logged: Logged, known: [Watch], closed: Set<Factor.Name> = []) {
        (self.logged, self.known, self.closed) = (logged, known, closed)
    }

    /// Takes the looks, one after the other. Many of them take seconds.
    package func done() -> Result { done(clock: OpenVault.clock()) }

    func done(clock: (Instant, String) -> Int?) -> Result {
        let watcher = Watcher()
        let begun = taken?.first ?? .max
        var (past, diary) = (WatchState(), Diary?.none)
        for day in days where day < begun { past = look(watcher, past, at: day, &diary, clock) }
        var state = WatchState(lastLook: taken?.last, watches: past.watches + known)
        if taken == nil { state = past }
        for day in days where day >= begun { state = look(watcher, state, at: day, &diary, clock) }
        let before = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        return Result(changed: state.watches.filter { before[$0.name] != $0 }, look: summary(of: diary))
    }

    private func look(
        _ watcher: Watcher, _ state: WatchState, at day: Int, _ diary: inout Diary?, _ clock: (Instant, String) -> Int?
    ) -> WatchState {
        var outcomes: [Outcome.Name] = []
        for name in state.watching.map(\.hypothesis.outcome) where !outcomes.contains(name) { outcomes.append(name) }
        let seen = logged.within((day - Looks.memory)...(day - 1))
        // Years without a word cost nothing: no family has an answer for less than a week.
        if state.watching.isEmpty, seen.usedDays.count < 7 { return state.changed(by: [], on: day) }
        diary = Diary(seen, watched: outcomes, from: first, through: day - 1, seed: seed, clock: clock)?.without(closed)
        return diary.map { watcher.advance(state, $0, at: day) } ?? state.changed(by: [], on: day)
    }

    /// What the latest look has to say beside what is watched.
    private func summary(of diary: Diary?) -> LookRecord {
        var record = LookRecord(
            first: min(days.first ?? .max, taken?.first ?? .max), last: max(days.last ?? .min, taken?.last ?? .min), asked: 0,
            quiet: [], waiting: [])
        if let taken, (days.last ?? .min) <= taken.last {
            (record.asked, record.quiet, record.waiting) = (taken.asked, taken.quiet, taken.waiting)
            return record
        }
        guard let diary, let window = diary.window(before: diary.days.upperBound + 1) else { return record }
        for family in Family.allCases {
            let look = Families.five(permutations: 499).look(family, diary, window)
            record.asked += look.asked
            record.waiting += look.waiting
            if family == .factors { record.quiet = QuietList.lines(of: look) }
        }
        return record
    }
}
