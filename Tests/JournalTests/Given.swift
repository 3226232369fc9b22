import Journal
import Testing

/// The tag of the journal, not the one of swift-testing.
typealias Tag = Journal.Tag

/// The day of an ISO date that a test takes for granted.
func day(_ iso: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> LocalDay {
    try #require(LocalDay(iso: iso), sourceLocation: sourceLocation)
}
