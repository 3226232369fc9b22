/// One question that is being watched, or was: what was seen at first, and what new days said to it.
///
/// A plain value that never looks at anything later than the look that made it, so that it can be one sealed record which all
/// devices of a person derive alike.
package struct Watch: Hashable, Sendable {
    /// The question.
    package let hypothesis: Hypothesis
    /// The number of the day of the look that began it, which is also the first fresh day.
    package let since: Int
    /// What that look found, on days before `since`.
    package let first: Finding
    /// How far it has come.
    package var state: State

    /// How far it can come.
    package enum State: Hashable, Sendable {
        /// New days are awaited; nothing is claimed.
        case watching
        /// The look of this day found it again on fresh days alone, in the same direction: amber.
        case confirmed(day: Int, Finding)
        /// The look of this day did not find it again; no finding where fresh days never sufficed for the test.
        case dropped(day: Int, Finding?)
    }

    /// Which way it went at first.
    package enum Direction: String, Hashable, Sendable {
        /// The level is higher with it.
        case higher
        /// The level is lower with it.
        case lower
    }

    package init(_ hypothesis: Hypothesis, since: Int, first: Finding, state: State = .watching) {
        (self.hypothesis, self.since, self.first, self.state) = (hypothesis, since, first, state)
    }

    /// Its name among the records of a journal: the question and the day, `trend/mood@20526`.
    package var name: String { hypothesis.text + "@" + String(since) }

    /// Which way it went at first; the fresh days must go the same way.
    package var direction: Direction { first.direction }

    /// Whether it still waits for new days.
    package var isWatching: Bool { state == .watching }

    /// How many days a confirmed cue is news. After that the window of a look holds none of the days that confirmed it: it stays
    /// confirmed, is shown as "earlier", and the same question may be watched anew.
    package static let news = Diary.longestWindow

    /// Whether it is a cue that is news on a day.
    package func isCurrent(on day: Int) -> Bool {
        if case .confirmed(let confirmed, _) = state { day - confirmed < Watch.news } else { false }
    }

    /// Whether it was confirmed so long ago that it is shown as "earlier".
    package func isEarlier(on day: Int) -> Bool {
        if case .confirmed(let confirmed, _) = state { day - confirmed >= Watch.news } else { false }
    }
}

extension Finding {
    /// Which way it goes.
    package var direction: Watch.Direction { difference < 0 ? .lower : .higher }

    /// The probability of so large a difference in one direction by chance, of this question alone.
    package func oneSided(_ direction: Watch.Direction) -> Double { direction == self.direction ? p / 2 : 1 - p / 2 }
}
