import Insights
import Journal
import Ledger

/// The patterns of a journal as they are on a day, ready to be shown.
package struct Patterns: Sendable {
    /// The number of the day on which they are shown.
    package let today: Int
    /// Confirmed on new days and still news: amber.
    package let cues: [Shown]
    /// Seen once; new days are awaited.
    package let watching: [Shown]
    /// Cues that were confirmed long ago, and those that their owner has put away.
    package let aside: [Shown]
    /// What the latest look said; `nil` before the first.
    package let look: LookRecord?
    /// The day of the next look; `nil` while nothing was logged.
    package let nextLook: LocalDay?
    /// The first day of anything that was logged.
    package let firstDay: LocalDay?
    /// What medicines are called.
    package let medicines: [RecordLink: String]

    /// One pattern and its record.
    package struct Shown: Hashable, Sendable {
        /// Its record.
        package let id: RecordID
        /// What is known of it.
        package let pattern: PatternRecord

        /// What new days said, and before they did what was seen at first.
        package var finding: Finding {
            switch pattern.watch.state {
            case .confirmed(_, let finding), .dropped(_, let finding?): finding
            case .watching, .dropped(_, nil): pattern.watch.first
            }
        }

        package init(id: RecordID, pattern: PatternRecord) { (self.id, self.pattern) = (id, pattern) }
    }

    /// What stood out a little at the latest look, one line for each subject, beside all that is shown, watched or put away.
    package var unconfirmed: [Finding] {
        var known = Set((cues + watching + aside).map(\.pattern.watch.hypothesis.subject))
        return (look?.quiet ?? []).filter { known.insert($0.hypothesis.subject).inserted }
    }
}
