import Insights

package struct Plan: Sendable {
    /// People without any pattern.
    package let noise: [Cell]
    /// One effect is planted, and one report is made.
    package let reports: [Cell]
    /// One effect is planted, and is watched for.
    package let watches: [Cell]
    /// No one has a pattern, and what is written down depends on how bad a day is.
    package var uneven: [Cell] = []
    /// A factor without effect comes with one that has one.
    package var companions: [Cell] = []
    /// Rules for watching, each with people without a pattern and with one.
    package var frontier: [(rule: Watcher.Rule, noise: Cell, power: Cell)] = []

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
            watch(1.2, rho: 0.5, alwaysKnown: false), watch(1, rho: 0.5), watch(1, rho: 0.5, found: 0.7, alwaysKnown: false),
            watch(0.8, rho: 0.5), watch(0.8, rho: 0.5, alwaysKnown: false), fewTags, narrow,
        ],
        uneven: uneven, companions: [companions(lag: 0), companions(lag: 1)],
        frontier: rules.map { rule in
            var (people, found) = (noise(kinds[0], 0.5, 365, .year, rule), watch(1, rho: 0.5, alwaysKnown: false, rule))
            (people.isAboutFactors, found.isAboutFactors) = (true, true)
            return (rule, people, found)
        })

    /// Enough to notice errors, in less than a minute.
    package static let quick = Plan(
        noise: kinds.flatMap { kind in [noise(kind, 0.5, 90, .report), noise(kind, 0.5, 365, .year)] }
            + [noise(kinds[0], 0.7, 180, .report)],
        reports: [report(1.2, days: 90, rho: 0.5, found: 0.65), report(0.8, days: 180, rho: 0.5, found: 0.67)],
        watches: [watch(1.2, rho: 0.5, found: 0.9)], uneven: [uneven[0]], companions: [companions(lag: 0)])

    /// A kind of people without a pattern of the kind that is counted.
    private struct Kind: Sendable {
        let title: String
        var weekend = 0.0
        var weekday = 0.0
        var change = 0.0
        let leavingOut: @Sendable (Hypothesis) -> Bool
    }

    private static let kinds = [
        Kind(title: "noise") { _ in false },
        // Finding that weekends are worse is correct.
        Kind(title: "weekend rhythm", weekend: 1) { if case .weekend = $0 { true } else { false } },
        // One bad day of the week makes weekends differ, too.
        Kind(title: "weekday rhythm", weekday: 2) { if case .weekend = $0 { true } else { false } },
        // So is finding a changed level; and no look can separate events that are a few days apart.
        Kind(title: "life changes", change: 1.5) { [.course, .scheduled].contains($0.family) },
    ]

    /// What is published besides the one that is used, and that one.
    private static let rules: [Watcher.Rule] = [
        .once, .init(watched: 0.10, tests: 42...42, observed: 26, confirmed: 0.025),
        .init(watched: 0.10, tests: 42...42, observed: 26, confirmed: 0.05),
        .init(watched: 0.02, tests: 28...112, observed: 17, confirmed: 0.01),
        .init(watched: 0.10, tests: 28...112, observed: 17, confirmed: 0.01),
        .init(watched: 0.10, tests: 28...112, observed: 17, confirmed: 0.005, leaning: 0.10, whole: 0.0001), .repeated,
        .init(watched: 0.10, tests: 28...112, observed: 17, confirmed: 0.005, leaning: 0.10, whole: 0.0004),
        .init(watched: 0.20, tests: 28...112, observed: 17, confirmed: 0.005, leaning: 0.10, whole: 0.0002),
        .init(watched: 0.20, tests: 28...112, observed: 17, confirmed: 0.007, leaning: 0.10, whole: 0.0003),
    ]

    /// People whose notes depend on how they are.
    private static var uneven: [Cell] {
        let kinds: [(String, Life.Noting, Int, Double?)] = [
            ("each tag noted more often on bad days", .tagsWhenBad, 10, 0.10),
            ("each of three tags noted more often on bad days", .tagsWhenBad, 3, 0.10),
            ("all tags or none, more often on bad days", .allTagsWhenBad, 10, 0.10),
            ("all of three tags or none, more often on bad days", .allTagsWhenBad, 3, 0.10),
            ("days written more often when bad", .daysWhenBad, 10, 0.10),
            ("one suspected tag noted more often on bad days", .firstTagWhenBad, 10, nil),
        ]
        return kinds.map { title, noting, tags, most in
            var life = Life(days: 365, rho: 0.5)
            (life.noting, life.tags) = (noting, tags)
            return .noise(title, life, .year, most: most)
        }
    }

    private static func companions(lag: Int) -> Cell {
        var life = life(1, days: 365, rho: 0.5, false)
        (life.hasCompanion, life.lag) = (true, lag)
        return .companions("1 SD \(lag == 0 ? "the same day" : "the day after"), and a companion without effect", life)
    }

    private static var fewTags: Cell {
        var life = life(1, days: 365, rho: 0.5, false)
        life.tags = 3
        return .yearPower("1.0 SD the day after, three tags known on written days only", life, by: by(found: nil))
    }

    /// A range of two fifths: daily levels have a standard deviation of about 0.9, so 0.9 points are one.
    private static var narrow: Cell {
        var life = life(0.45, days: 365, rho: 0.5, true)
        life.range = 0.4
        return .yearPower("1 SD of a narrow range (0.9 points) the day after", life, by: by(found: nil))
    }

    private static func noise(
        _ kind: Kind, _ rho: Double, _ days: Int, _ mode: Cell.Mode, _ rule: Watcher.Rule = .repeated
    ) -> Cell {
        var life = Life(days: days, rho: rho)
        (life.weekend, life.weekday, life.change) = (kind.weekend, kind.weekday, kind.change)
        return .noise(kind.title, life, mode, rule: rule, leavingOut: kind.leavingOut)
    }

    private static func report(_ size: Double, days: Int, rho: Double, found: Double? = nil, alwaysKnown: Bool = true) -> Cell {
        .reportPower(
            title(size, alwaysKnown), life(size, days: days, rho: rho, alwaysKnown), found: found.map { .atLeast($0) } ?? .none,
            covered: .within(0.92, 0.97), right: .atLeast(0.95))
    }

    private static func watch(
        _ size: Double, rho: Double, found: Double? = nil, alwaysKnown: Bool = true, _ rule: Watcher.Rule = .repeated
    ) -> Cell {
        .yearPower(title(size, alwaysKnown), life(size, days: 365, rho: rho, alwaysKnown), by: by(found: found), rule: rule)
    }

    private static func by(found: Double?) -> [(day: Int, bound: Bound)] {
        [(98, .none), (126, .none), (182, found.map { .atLeast($0) } ?? .none), (364, .none)]
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
