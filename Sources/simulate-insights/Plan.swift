import Insights

/// The cells to run, in the order of the tables.
package struct Plan: Sendable {
    /// People without any pattern.
    package let noise: [Cell]
    /// One effect is planted, and one report is made.
    package let reports: [Cell]
    /// One effect is planted, and is watched for.
    package let watches: [Cell]

    /// Everything that is published.
    package static let whole = Plan(
        noise: kinds.flatMap { kind in
            [0.3, 0.5, 0.7].flatMap { rho in
                [60, 90, 180].map { noise(kind, rho, $0, .report) } + [noise(kind, rho, 365, .year)]
            }
        },
        reports: [
            report(1.2, days: 90, rho: 0.3), report(1.2, days: 90, rho: 0.5, found: 0.65), report(1.2, days: 90, rho: 0.7),
            report(1.2, days: 90, rho: 0.5, alwaysKnown: false), report(0.8, days: 90, rho: 0.5),
            report(0.8, days: 180, rho: 0.3), report(0.8, days: 180, rho: 0.5, found: 0.67), report(0.8, days: 180, rho: 0.7),
            report(0.8, days: 180, rho: 0.5, alwaysKnown: false),
        ],
        watches: [
            watch(1.2, rho: 0.3), watch(1.2, rho: 0.5, found: 0.9), watch(1.2, rho: 0.7),
            watch(1.2, rho: 0.5, alwaysKnown: false), watch(0.8, rho: 0.5), watch(0.8, rho: 0.5, alwaysKnown: false),
        ])

    /// Enough to notice errors, in less than a minute.
    package static let quick = Plan(
        noise: kinds.flatMap { kind in [noise(kind, 0.5, 90, .report), noise(kind, 0.5, 365, .year)] }
            + [noise(kinds[0], 0.7, 180, .report)],
        reports: [report(1.2, days: 90, rho: 0.5, found: 0.65), report(0.8, days: 180, rho: 0.5, found: 0.67)],
        watches: [watch(1.2, rho: 0.5, found: 0.9)])

    /// A kind of people without a pattern of the kind that is counted.
    private struct Kind: Sendable {
        let title: String
        var weekend = 0.0
        var change = 0.0
        let leavingOut: @Sendable (Hypothesis) -> Bool
    }

    private static let kinds = [
        Kind(title: "noise") { _ in false },
        // Finding that weekends are worse is correct.
        Kind(title: "weekend rhythm", weekend: 1) { if case .weekend = $0 { true } else { false } },
        // So is finding a changed level; and no look can separate events that are a few days apart.
        Kind(title: "life changes", change: 1.5) { [.course, .scheduled].contains($0.family) },
    ]

    private static func noise(_ kind: Kind, _ rho: Double, _ days: Int, _ mode: Cell.Mode) -> Cell {
        var life = Life(days: days, rho: rho)
        (life.weekend, life.change) = (kind.weekend, kind.change)
        return .noise(kind.title, life, mode, leavingOut: kind.leavingOut)
    }

    private static func report(_ size: Double, days: Int, rho: Double, found: Double? = nil, alwaysKnown: Bool = true) -> Cell {
        .reportPower(
            title(size, alwaysKnown), life(size, days: days, rho: rho, alwaysKnown), found: found.map { .atLeast($0) } ?? .none,
            covered: .within(0.92, 0.97), right: .atLeast(0.95))
    }

    private static func watch(_ size: Double, rho: Double, found: Double? = nil, alwaysKnown: Bool = true) -> Cell {
        .yearPower(
            title(size, alwaysKnown), life(size, days: 365, rho: rho, alwaysKnown),
            by: [(98, .none), (126, .none), (182, found.map { .atLeast($0) } ?? .none), (364, .none)], right: .atLeast(0.95))
    }

    private static func life(_ size: Double, days: Int, rho: Double, _ alwaysKnown: Bool) -> Life {
        var life = Life(days: days, rho: rho)
        // A standard deviation of daily levels is two points.
        (life.planted, life.factorsAlwaysKnown) = (2 * size, alwaysKnown)
        return life
    }

    private static func title(_ size: Double, _ alwaysKnown: Bool) -> String {
        "\(size) SD the day after" + (alwaysKnown ? "" : ", factors known on written days only")
    }
}
