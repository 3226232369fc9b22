import Insights

/// The allowed range of a share.
package enum Bound: Hashable, Sendable {
    /// No bound: the share is only shown.
    case none
    case atMost(Double)
    case atLeast(Double)
    /// Between the two.
    case within(Double, Double)

    /// Whether a count contradicts it by more than chance: the whole 95 % interval (Wilson) lies on the wrong side.
    package func isBroken(by count: Count) -> Bool {
        guard count.of > 0 else { return false }
        return switch self {
        case .none: false
        case .atMost(let most): count.interval.lowerBound > most
        case .atLeast(let least): count.interval.upperBound < least
        case .within(let least, let most): count.interval.upperBound < least || count.interval.lowerBound > most
        }
    }

    package var text: String {
        switch self {
        case .none: ""
        case .atMost(let most): "≤ \(percent(most))"
        case .atLeast(let least): "≥ \(percent(least))"
        case .within(let least, let most): "\(percent(least)) to \(percent(most))"
        }
    }
}

/// In how many of the diaries something was true.
package struct Count: Hashable, Sendable {
    /// Diaries in which it was true.
    package var yes = 0
    /// Diaries in which it could be true.
    package var of = 0

    package init(yes: Int = 0, of: Int = 0) { (self.yes, self.of) = (yes, of) }

    /// The 95 % confidence interval of the share (Wilson).
    package var interval: ClosedRange<Double> { Distributions.wilson(yes, of: of) }

    /// `12 of 300, 4.0 % (2.3–6.9)`.
    package var text: String {
        guard of > 0 else { return "–" }
        let share = Double(yes) / Double(of)
        return "\(yes) of \(of), \(percent(share)) (\(tenths(100 * interval.lowerBound))–\(tenths(100 * interval.upperBound)))"
    }

    /// `12`, or `12 of 250` if it could not be true in all diaries.
    package func short(all: Int) -> String { of == 0 ? "–" : of == all ? "\(yes)" : "\(yes) of \(of)" }
}

private func percent(_ share: Double) -> String { tenths(100 * share) + " %" }

private func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}
