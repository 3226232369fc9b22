extension Instant {
    /// Milliseconds of a day of 24 hours.
    package static let dayMilliseconds: Int64 = 86_400_000
    package static let hourMilliseconds: Int64 = 3_600_000

    /// The instant this many milliseconds later (earlier if negative), clamped to the first and last possible one.
    package func moved(by milliseconds: Int64) -> Instant {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        let wanted = overflow ? (milliseconds < 0 ? Int64.min : Int64.max) : sum
        return Instant(milliseconds: wanted) ?? (wanted < 0 ? .first : .last)
    }

    /// All instants that fall on one of these days anywhere in the world.
    package static func span(around days: ClosedRange<LocalDay>) -> Range<Instant> {
        func start(_ number: Int) -> Instant {
            Instant(milliseconds: Int64(number) * dayMilliseconds) ?? (number < 0 ? .first : .last)
        }
        return start(days.lowerBound.number - 1)..<start(days.upperBound.number + 2)
    }

    /// The number of its civil day in UTC.
    var utcDay: Int { Int(clamping: floorDivide(milliseconds, by: Instant.dayMilliseconds).quotient) }

    private static func edge(_ milliseconds: Int64) -> Instant {
        guard let edge = Instant(milliseconds: milliseconds) else {
            preconditionFailure("the edges of the calendar are instants")
        }
        return edge
    }

    /// The first instant of year 1.
    package static let first = edge(-62_135_596_800_000 as Int64)
    /// The last of year 9999.
    package static let last = edge(253_402_300_799_999 as Int64)
}
