package struct Kill: Hashable, Sendable {
    /// When, in the order of time.
    package enum Moment: Int, CaseIterable, Sendable {
        case before, torn, after
    }

    package var number: Int
    package let moment: Moment

    package init(_ moment: Moment, _ number: Int) { (self.moment, self.number) = (moment, number) }
}

extension Kill.Moment: CustomStringConvertible {
    package var description: String {
        switch self {
        case .before: "before"
        case .torn: "torn"
        case .after: "after"
        }
    }
}

extension Kill: CustomStringConvertible {
    package var description: String { "\(moment) point \(number)" }
}

extension Kill: Comparable {
    package static func < (one: Kill, other: Kill) -> Bool {
        (one.number, one.moment.rawValue) < (other.number, other.moment.rawValue)
    }
}
