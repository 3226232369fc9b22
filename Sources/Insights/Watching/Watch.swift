/// One question that is or was watched: the first finding, and the answer of new days.
///
/// A plain value that uses nothing later than the look that made it, so that it can be one encrypted record that all devices of a
/// person derive equally.
package struct Watch: Hashable, Sendable {
    /// The question.
    package let hypothesis: Hypothesis
    /// The number of the day of the look that started it, which is also the first fresh day.
    package let since: Int
    /// The finding of that look, on days before `since`.
    package let first: Finding
    package var state: State

    package enum State: Hashable, Sendable {
        /// Waiting for new days; nothing is claimed.
        case watching
        /// The look of this day found it again on fresh days alone, in the same direction: amber.
        case confirmed(day: Int, Finding)
        /// The look of this day did not find it again; without a finding if fresh days were never enough for the test.
        case dropped(day: Int, Finding?)
    }

    /// The direction of the first finding.
    package enum Direction: String, Hashable, Sendable {
        /// The level is higher with it.
        case higher
        /// The level is lower with it.
        case lower
    }

    package init(_ hypothesis: Hypothesis, since: Int, first: Finding, state: State = .watching) {
        (self.hypothesis, self.since, self.first, self.state) = (hypothesis, since, first, state)
    }

    /// The name of its record in a journal: the question and the day, `trend/mood@20526`.
    package var name: String { hypothesis.text + "@" + String(since) }

    /// The direction of the first finding; the fresh days must have the same one.
    package var direction: Direction { first.direction }

    /// Whether it still waits for new days.
    package var isWatching: Bool { state == .watching }

    /// The days since its confirmation from which its size comes, since the first one if its question was confirmed before; `nil`
    /// before there are enough of them.
    ///
    /// The days that confirm a pattern were chosen because it was large on them. Those after it were not, so what they show is
    /// too large as often as too small.
    package var measured: ClosedRange<Int>? { size?.window }

    /// What those days show.
    private var size: Finding? {
        guard case .confirmed(let day, let finding) = state else { return nil }
        let days = finding.window
        // The window of the days that confirmed it begins with `since`.
        return days.lowerBound >= day || (days.lowerBound < since && days.contains(since)) ? finding : nil
    }

    /// Whether the days since its confirmation do not show it: there may be no difference, or it is the other way round. Such a
    /// cue is over. Its question may be watched again.
    package var isUnseen: Bool {
        guard let interval = size?.interval else { return false }
        return direction == .higher ? interval.lowerBound <= 0 : interval.upperBound >= 0
    }

    /// Whether all of the interval of those days lies on the other side.
    package var isContradicted: Bool {
        guard let interval = size?.interval else { return false }
        return direction == .higher ? interval.upperBound < 0 : interval.lowerBound > 0
    }

    /// The day on which it was confirmed; `nil` if it was not.
    package var confirmed: Int? { if case .confirmed(let day, _) = state { day } else { nil } }

    /// Whether `later` is the same confirmation with its size from later days.
    package func isMeasuredBy(_ later: Watch) -> Bool {
        guard case .confirmed(let day, _) = state, case .confirmed(day, _) = later.state, let days = later.measured else {
            return false
        }
        return days.count > measured?.count ?? 0
    }

    /// Whether days after its confirmation can show its size. A level that changed is compared with the days before it, which
    /// drop out of that comparison.
    package var isMeasurable: Bool { hypothesis.family != .course }

    /// Whether later days may still change its size.
    package func isMeasuring(on day: Int) -> Bool { isMeasurable && isCurrent(on: day - 1) }

    /// How many days a confirmed cue is new. After that, the window of a look has none of the days that confirmed it: it stays
    /// confirmed, is shown as "earlier", and the same question may be watched again.
    package static let news = Diary.longestWindow

    /// Whether it is a new cue on a day, as far as later days still show it.
    package func isCurrent(on day: Int) -> Bool { confirmed.map { day - $0 < Watch.news && !isUnseen } ?? false }
}

extension Finding {
    package var direction: Watch.Direction { difference < 0 ? .lower : .higher }

    /// The probability by chance of a difference this large in one direction, for this question alone.
    package func oneSided(_ direction: Watch.Direction) -> Double { direction == self.direction ? p / 2 : 1 - p / 2 }
}
