import Insights
import Journal
import Ledger

package struct Patterns: Sendable {
    /// The number of the day.
    package let today: Int
    /// Confirmed on new days and still recent: amber.
    package let cues: [Shown]
    /// Seen once, waiting for new days.
    package let watching: [Shown]
    /// Cues confirmed long ago or not seen since, and those that their owner has dismissed or snoozed.
    package let aside: [Shown]
    /// The latest look; `nil` before the first.
    package let look: LookRecord?
    /// The day of the next look; `nil` if nothing was logged.
    package let nextLook: LocalDay?
    /// The first day with data.
    package let firstDay: LocalDay?
    package let medicines: [RecordID: String]

    package struct Shown: Hashable, Sendable {
        package let id: RecordID
        package let pattern: PatternRecord

        /// The finding on new days; before there are any, the first one.
        package var finding: Finding {
            switch pattern.watch.state {
            case .confirmed(_, let finding), .dropped(_, let finding?): finding
            case .watching, .dropped(_, nil): pattern.watch.first
            }
        }

        /// Whether its numbers may be shown: those of days that were chosen because they confirm it are too large.
        package var hasSize: Bool {
            let watch = pattern.watch
            guard case .confirmed = watch.state else { return true }
            return watch.measured != nil || !watch.isMeasurable
        }

        package init(id: RecordID, pattern: PatternRecord) { (self.id, self.pattern) = (id, pattern) }
    }

    /// From the patterns that are kept: the latest of each kind first.
    init(
        _ kept: [Shown], on today: Int, look: LookRecord?, nextLook: LocalDay?, firstDay: LocalDay?,
        medicines: [RecordID: String]
    ) {
        let kept = kept.sorted { ($1.pattern.watch.since, $0.id) < ($0.pattern.watch.since, $1.id) }
        func isCue(_ shown: Shown) -> Bool {
            let isAway = shown.pattern.isDismissed || shown.pattern.snoozedUntil.map { $0.number > today } ?? false
            return shown.pattern.watch.isCurrent(on: today) && !isAway
        }
        (self.today, cues, watching) = (today, kept.filter(isCue), kept.filter(\.pattern.watch.isWatching))
        aside = kept.filter { if case .confirmed = $0.pattern.watch.state { !isCue($0) } else { false } }
        (self.look, self.nextLook, self.firstDay, self.medicines) = (look, nextLook, firstDay, medicines)
    }

    /// Weak findings of the latest look, one for each subject, without anything shown, watched or dismissed.
    package var unconfirmed: [Finding] {
        var known = Set((cues + watching + aside).map(\.pattern.watch.hypothesis.subject))
        return (look?.quiet ?? []).filter { known.insert($0.hypothesis.subject).inserted }
    }
}
