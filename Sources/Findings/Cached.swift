import Insights
import Journal
import Ledger

/// What is found in the whole log is kept until it grows.
enum Cached: Hashable {
    case diary(ClosedRange<LocalDay>, [Outcome.Name])
    case moods(ClosedRange<LocalDay>)
    case review(LocalMonth, LocalDay)
    case trial(RecordID)
    case trials, patterns, look, firstDay
}
