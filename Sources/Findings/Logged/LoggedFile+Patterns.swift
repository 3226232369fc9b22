import Engine
import Importing
import Insights
import Journal

extension LoggedFile {
    /// The first day with data, and the last one before `today`; `nil` if there is none.
    package func days(before today: LocalDay) -> ClosedRange<LocalDay>? {
        guard let days = logged.days, let first = LocalDay(number: days.lowerBound),
            let last = LocalDay(number: min(days.upperBound, today.number - 1)), first <= last
        else { return nil }
        return first...last
    }

    /// A diary of some days.
    /// - Parameter watched: outcomes that come first.
    /// - Returns: `nil` if nothing on these days can be counted.
    package func diary(days: ClosedRange<LocalDay>, watched: [Outcome.Name] = []) -> Diary? {
        let numbers = days.lowerBound.number...days.upperBound.number
        return Diary(
            logged.within(numbers), watched: watched, from: numbers.lowerBound, through: numbers.upperBound,
            clock: OpenVault.clock())
    }

    /// The patterns that a vault would show on the day after the last one if it had looked all along: all looks are taken in
    /// order, each using only the days before it.
    package func patterns(before today: LocalDay) -> Patterns? {
        guard let days = days(before: today) else { return nil }
        let (first, next) = (days.lowerBound.number, days.upperBound.number + 1)
        var looks = Looks(first: first, today: next, taken: nil)
        looks.read(logged, known: [])
        let result = looks.days.isEmpty ? nil : looks.done()
        return Patterns(
            (result?.changed ?? []).map { Patterns.Shown(id: PatternRecord.record(of: $0), pattern: PatternRecord($0)) },
            on: next,
            look: result?.look,
            nextLook: LocalDay(number: result.map { Looks.next(after: $0.look.last, first: first) } ?? first + Watcher.firstLook),
            firstDay: days.lowerBound, medicines: logged.medications.mapValues(\.title))
    }
}
