import Engine
import Insights
import Journal
import Ledger

/// The looks that are due, with everything needed to take them outside the vault.
package struct Looks: Sendable {
    /// The days of the looks, ascending: each sees the days before it.
    let days: [Int]
    let journal: JournalID?
    /// The looks taken before these were due.
    let taken: LookRecord?
    private let first: Int
    private var logged = Logged()
    private var known: [Watch] = []
    private var closed: Set<Factor.Name> = []
    /// The days with data, ascending.
    private var used: [Int] = []

    package struct Result: Sendable {
        /// Watches that began or were decided.
        let changed: [Watch]
        let look: LookRecord
        /// The earlier looks, and their journal: if they changed since, they are not overwritten.
        let taken: LookRecord?
        let journal: JournalID?
    }

    /// How many days before a look it uses: its window, and what families need beyond it; a waiting watch has its own.
    static let memory = 182 + 182 + 126

    /// - Parameter first: the number of the first day with data.
    /// - Parameter taken: the looks taken. If an import added older days, the looks before are caught up; looks taken in the
    ///   future by a wrong clock do not count.
    init(first: Int, today: Int, taken: LookRecord?, journal: JournalID? = nil) {
        (self.first, self.taken, self.journal) = (first, taken, journal)
        let begin = first + Watcher.firstLook
        guard let taken else {
            days = Array(stride(from: begin, through: today, by: Watcher.stride))
            return
        }
        let older = stride(from: begin, to: taken.first, by: Watcher.stride).filter { $0 + Watcher.stride <= taken.first }
        days =
            older
            + Array(
                stride(
                    from: Looks.next(after: Looks.last(taken.last, today: today, first: first), first: first), through: today,
                    by: Watcher.stride))
    }

    /// The last look; if a wrong clock took it in the future, the one before the grid's latest day.
    static func last(_ last: Int, today: Int, first: Int) -> Int {
        let begin = first + Watcher.firstLook
        guard last > today else { return last }
        return begin + (max(today - begin, 0) / Watcher.stride - 1) * Watcher.stride
    }

    /// The day of the next look, on the grid that begins with the first day; at least 14 days later, even if an older first day
    /// has moved the grid.
    static func next(after last: Int, first: Int) -> Int {
        let (begin, soonest) = (first + Watcher.firstLook, last + Watcher.stride)
        guard soonest > begin else { return begin }
        return begin + (soonest - begin + Watcher.stride - 1) / Watcher.stride * Watcher.stride
    }

    /// Sets what was logged on the relevant days, what is watched, and the factors that a running trial keeps hidden.
    mutating func read(_ logged: Logged, known: [Watch], closed: Set<Factor.Name> = []) {
        (self.logged, self.known, self.closed) = (logged, known, closed)
        used = logged.usedDays.sorted()
    }

    /// Takes the looks, one after the other. Many of them take seconds.
    package func done() -> Result {
        let (watcher, clock) = (Watcher(), OpenVault.clock())
        let begun = taken?.first ?? .max
        var (past, diary) = (WatchState(), Diary?.none)
        for day in days where day < begun { past = look(watcher, past, at: day, &diary, clock) }
        // Watches that were open at earlier looks were decided with the same days.
        var state = WatchState(
            lastLook: days.first { $0 >= begun }.map { $0 - 1 }, watches: past.watches.filter { !$0.isWatching } + known)
        if taken == nil { state = past }
        for day in days where day >= begun { state = look(watcher, state, at: day, &diary, clock) }
        let before = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        return Result(
            changed: state.watches.filter { before[$0.name] != $0 }, look: summary(of: diary), taken: taken, journal: journal)
    }

    private func look(
        _ watcher: Watcher, _ state: WatchState, at day: Int, _ diary: inout Diary?, _ clock: (Instant, String) -> Int?
    ) -> WatchState {
        var outcomes: [Outcome.Name] = []
        let asked = (state.watching + state.watches.filter { $0.isMeasuring(on: day) }).map(\.hypothesis)
        for name in asked.map(\.outcome) where !outcomes.contains(name) { outcomes.append(name) }
        var factors: [Factor.Name] = []
        for case .factor(let name, _, _) in asked where !factors.contains(name) {
            factors.append(name)
        }
        // Skips years without data: no family has an answer for less than a week.
        if state.watching.isEmpty,
            used.partitioningIndex({ $0 >= day }) - used.partitioningIndex({ $0 >= day - Looks.memory }) < 7
        {
            diary = nil
            return state.changed(by: [], on: day)
        }
        let seen = logged.within((day - Looks.memory)...(day - 1))
        diary = Diary(seen, watched: outcomes, keeping: factors, from: first, through: day - 1, clock: clock)?
            .without(closed)
        return diary.map { watcher.advance(state, $0, at: day) } ?? state.changed(by: [], on: day)
    }

    /// The latest look's results besides watched patterns.
    private func summary(of diary: Diary?) -> LookRecord {
        let begun = taken?.first ?? .min
        var record = LookRecord(
            first: min(days.first ?? .max, taken?.first ?? .max),
            last: days.last { $0 >= begun } ?? taken?.last ?? (days.last ?? 0), asked: 0,
            quiet: [], waiting: [])
        if let taken, !days.contains(where: { $0 >= begun }) {
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
