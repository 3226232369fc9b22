import Engine
import Importing
import Insights
import Journal

extension LoggedFile {
    /// The first day with data, and the last one before `today`; `nil` if there is none.
    package func days(before today: LocalDay) -> ClosedRange<LocalDay>? {
        let readings = series.flatMap { $0.readings.lazy.map(\.day) }
        let spans = [logged.days, readings.min().flatMap { first in readings.max().map { first...$0 } }].compactMap(\.self)
        guard let first = spans.map(\.lowerBound).min().flatMap({ LocalDay(number: $0) }),
            let last = spans.map(\.upperBound).max().flatMap({ LocalDay(number: min($0, today.number - 1)) }), first <= last
        else { return nil }
        return first...last
    }

    /// The possible outcomes, the one logged on the most of the last 182 days first.
    package func outcomeNames(through last: LocalDay) -> [Outcome.Name] {
        let recent = (last.number - 181)...last.number
        let counted = series.map { ($0.name, Set($0.readings.lazy.map(\.day).filter(recent.contains)).count) }
        let names = counted.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
        return names + Diary.outcomeNames(logged, through: last.number)
    }

    /// A diary of some days.
    /// - Parameter watched: outcomes that come first.
    /// - Returns: `nil` if nothing on these days can be counted.
    package func diary(days: ClosedRange<LocalDay>, watched: [Outcome.Name] = []) -> Diary? {
        let numbers = days.lowerBound.number...days.upperBound.number
        guard !series.isEmpty else {
            return Diary(
                logged.within(numbers), watched: watched, from: numbers.lowerBound, through: numbers.upperBound,
                clock: OpenVault.clock())
        }
        let table = Dictionary(series.map { ($0.name, $0.readings) }) { first, _ in first }
        let names = watched + outcomeNames(through: days.upperBound).filter { !watched.contains($0) }
        let outcomes = names.lazy.compactMap { name -> Outcome? in
            let readings = table[name]?.filter { numbers.contains($0.day) } ?? []
            return readings.isEmpty ? nil : Outcome(name, readings)
        }.prefix(Diary.mostOutcomes)
        guard !outcomes.isEmpty else { return nil }
        let factors = LoggedFileDays.factors(logged.within(numbers).entries, through: numbers.upperBound)
        return Diary(days: numbers, outcomes: Array(outcomes), factors: factors)
    }

    /// The patterns that a vault would show on the day after the last one if it had looked all along: all looks are taken in
    /// order, each using only the days before it.
    package func patterns(before today: LocalDay) -> Patterns? {
        guard let days = days(before: today) else { return nil }
        let (first, next) = (days.lowerBound.number, days.upperBound.number + 1)
        let (watches, look) = series.isEmpty ? recordPatterns(first, next) : tablePatterns(days)
        let shown = watches.map { Patterns.Shown(id: PatternRecord.record(of: $0), pattern: PatternRecord($0)) }
            .sorted { ($1.pattern.watch.since, $0.id) < ($0.pattern.watch.since, $1.id) }
        return Patterns(
            today: next, cues: shown.filter { $0.pattern.watch.isCurrent(on: next) },
            watching: shown.filter(\.pattern.watch.isWatching),
            aside: shown.filter { $0.pattern.watch.isEarlier(on: next) }, look: look,
            nextLook: LocalDay(number: look.map { Looks.next(after: $0.last, first: first) } ?? first + Watcher.firstLook),
            firstDay: days.lowerBound, medicines: logged.medications.mapValues(\.title))
    }

    private func recordPatterns(_ first: Int, _ today: Int) -> ([Watch], LookRecord?) {
        var looks = Looks(first: first, today: today, taken: nil)
        guard !looks.days.isEmpty else { return ([], nil) }
        looks.read(logged, known: [])
        let result = looks.done(clock: OpenVault.clock())
        return (result.changed, result.look)
    }

    /// Each look chooses its outcomes from the days before it, as a vault does: later data does not change earlier looks.
    private func tablePatterns(_ days: ClosedRange<LocalDay>) -> ([Watch], LookRecord?) {
        let (first, next) = (days.lowerBound.number, days.upperBound.number + 1)
        let looks = stride(from: first + Watcher.firstLook, through: next, by: Watcher.stride)
        let (table, watcher) = (LoggedFileDays(self), Watcher())
        var (state, last, seen) = (WatchState(), Int?.none, Diary?.none)
        for day in looks {
            last = day
            seen = state.watching.isEmpty && table.isSilent(before: day) ? nil : table.diary(from: first, before: day, for: state)
            state = seen.map { watcher.advance(state, $0, at: day) } ?? state.changed(by: [], on: day)
        }
        guard let last else { return (state.watches, nil) }
        var record = LookRecord(first: first + Watcher.firstLook, last: last, asked: 0, quiet: [], waiting: [])
        guard let seen, let window = seen.window(before: last) else { return (state.watches, record) }
        for family in Family.allCases {
            let look = Families.five().look(family, seen, window)
            record.asked += look.asked
            record.waiting += look.waiting
            if family == .factors { record.quiet = QuietList.lines(of: look) }
        }
        return (state.watches, record)
    }
}
