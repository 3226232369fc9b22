import Insights

/// One cell of the simulation: many people of one kind, one way of looking, and what is counted.
package struct Cell: Sendable {
    /// The kind of people, as in the table.
    package let title: String
    package let life: Life
    package let mode: Mode
    package let measures: [Measure]
    /// When factors are watched and confirmed, in a year of looks.
    package var rule = Watcher.Rule.repeated
    /// Whether only factors are asked about, to compare rules for them.
    var isAboutFactors = false

    package enum Mode: Sendable {
        case report
        /// A look every two weeks, from the first day on.
        case year
    }

    /// Something that is true or false in a diary, or cannot arise in it.
    package struct Measure: Sendable {
        /// Its column.
        package let name: String
        package let bound: Bound
        let holds: @Sendable (Result) -> Bool?
    }

    enum Result: Sendable {
        case report(OneReport)
        case year([Watch])
    }

    /// A number that identifies the cell, from its title and life.
    var mark: Int {
        let words = title.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
        return words &* 100_000 &+ life.days &* 100 &+ Int(life.rho * 10) &* 2 &+ (mode == .year ? 1 : 0)
    }

    private var watcher: Watcher {
        guard isAboutFactors else { return Watcher(factors: rule) }
        let five = Families.five(stopAbove: rule.watched)
        let factors = Families(
            look: { family, diary, window in
                family == .factors
                    ? five.look(family, diary, window) : FamilyLook(family, asked: 0, findings: [], waiting: [])
            }, confirm: five.confirm, company: five.company)
        return Watcher(factors, factors: rule)
    }

    /// Whether each measure is true in the diary of one person; `nil` if it cannot arise.
    func outcome(seed: UInt64) -> [Bool?] {
        let diary = life.diary(seed: seed)
        switch mode {
        case .report:
            // .05 is the highest level at which a family is counted.
            let report = OneReport.look(diary, period: diary.days, .five(stopAbove: 0.05))
            return measures.map { measure in report.flatMap { measure.holds(.report($0)) } }
        case .year:
            let first = diary.days.lowerBound
            let watches = watcher.replay(diary).watches.map { watch in
                // Days are numbered from the first of the diary, so that measures can name them.
                guard case .confirmed(let day, var finding) = watch.state else { return watch }
                finding.window = (finding.window.lowerBound - first)...(finding.window.upperBound - first)
                return Watch(
                    watch.hypothesis, since: watch.since - first, first: watch.first, state: .confirmed(day: day - first, finding)
                )
            }
            return measures.map { $0.holds(.year(watches)) }
        }
    }
}

extension Cell {
    /// Nothing is planted: how many people are shown something anyway.
    /// - Parameter most: the allowed share of them.
    /// - Parameter leavingOut: what is true in these diaries, so that finding it is correct.
    static func noise(
        _ title: String, _ life: Life, _ mode: Mode, most: Double? = 0.05, rule: Watcher.Rule = .repeated,
        leavingOut: @escaping @Sendable (Hypothesis) -> Bool = { _ in false }
    ) -> Cell {
        let bound = most.map { Bound.atMost($0) } ?? .none
        let any = Measure(name: "any amber", bound: bound) { !$0.amber.allSatisfy(leavingOut) }
        let families = Family.allCases.map { family in
            Measure(name: family.heading, bound: .none) { $0.amber.contains { $0.family == family && !leavingOut($0) } }
        }
        let wide = Family.allCases.map { family in
            Measure(name: family.heading + " at .05", bound: .none) { $0.found(family, at: 0.05, leavingOut) }
        }
        return Cell(
            title: title, life: life, mode: mode, measures: [any] + families + (mode == .report ? wide : []), rule: rule)
    }

    /// An effect of a factor is planted: how many reports find it, and how well they describe it.
    static func reportPower(_ title: String, _ life: Life, found: Bound, covered: Bound, right: Bound) -> Cell {
        Cell(
            title: title, life: life, mode: .report,
            measures: [
                Measure(name: "found", bound: found) { $0.planted != nil },
                Measure(name: "right lag", bound: right) { $0.planted?.isLag(life.lag) },
                Measure(name: "interval holds it", bound: covered) { $0.covers(life) },
            ])
    }

    /// The same for watching: by which day it becomes a cue, and how well its size is measured on the days since.
    static func yearPower(
        _ title: String, _ life: Life, by days: [(day: Int, bound: Bound)], rule: Watcher.Rule = .repeated
    ) -> Cell {
        let found = days.map { day, bound in
            Measure(name: "by day \(day)", bound: bound) { $0.confirmedBy(day) }
        }
        let size = [
            Measure(name: "right lag", bound: .atLeast(0.95)) { $0.planted?.isLag(life.lag) },
            Measure(name: "interval holds it", bound: .within(0.93, 0.97)) {
                $0.measured(life)?.interval.contains(life.planted)
            },
            Measure(name: "size too large", bound: .within(0.4, 0.6)) { $0.measured(life).map { $0.difference > life.planted } },
            Measure(name: "“not seen since”", bound: .none) { $0.isMissed(life) },
        ]
        return Cell(title: title, life: life, mode: .year, measures: found + size, rule: rule)
    }

    /// A factor without effect comes with the one that has one: whether it is taken for that one, or named beside it.
    static func companions(_ title: String, _ life: Life) -> Cell {
        Cell(
            title: title, life: life, mode: .year,
            measures: [
                Measure(name: "the right one, alone or named first", bound: .none) { $0.confirms(Life.plantedFactor) },
                Measure(name: "both as one", bound: .none) { $0.namesBoth },
                Measure(name: "the wrong one alone", bound: .atMost(0.10)) {
                    $0.confirms(Life.companion, without: Life.plantedFactor)
                },
            ])
    }
}

extension Cell.Result {
    /// The amber questions.
    var amber: [Hypothesis] {
        switch self {
        case .report(let report): report.amber.map(\.hypothesis)
        case .year(let watches): confirmed(watches).map(\.hypothesis)
        }
    }

    /// The planted factor among them, the most certain or first.
    var planted: Hypothesis? { amber.first { $0.isPlanted } }

    /// Whether a family of a report finds something false at a level; `nil` if it could ask nothing.
    func found(_ family: Family, at level: Double, _ leavingOut: (Hypothesis) -> Bool) -> Bool? {
        guard case .report(let report) = self, let look = report.families.first(where: { $0.family == family }), look.asked > 0
        else { return nil }
        return look.findings.contains { $0.adjusted <= level && !leavingOut($0.hypothesis) }
    }

    /// Whether the planted effect is in the interval of its own question, found or not.
    func covers(_ life: Life) -> Bool? {
        guard case .report(let report) = self else { return nil }
        let findings = report.families.flatMap(\.findings)
        return findings.first { $0.hypothesis.isPlanted && $0.hypothesis.isLag(life.lag) }?.interval.contains(life.planted)
    }

    /// Whether the planted factor was confirmed by a day, numbered from the first.
    func confirmedBy(_ day: Int) -> Bool {
        guard case .year(let watches) = self else { return false }
        return watches.contains { watch in
            if case .confirmed(let confirmed, _) = watch.state { confirmed <= day && watch.hypothesis.isPlanted } else { false }
        }
    }

    /// The planted effect as measured on the days after its confirmation.
    func measured(_ life: Life) -> Finding? {
        guard case .confirmed(_, let finding)? = measuredWatch(life)?.state else { return nil }
        return finding
    }

    private func measuredWatch(_ life: Life) -> Watch? {
        guard case .year(let watches) = self else { return nil }
        return watches.first { $0.hypothesis.isPlanted && $0.hypothesis.isLag(life.lag) && $0.measured != nil }
    }

    /// Whether the first cue about the planted effect that was measured is over, because the days since do not show it.
    func isMissed(_ life: Life) -> Bool? { measuredWatch(life)?.isUnseen }

    /// Whether a factor was confirmed, and not named together with the other.
    func confirms(_ factor: Factor.Name, without other: Factor.Name? = nil) -> Bool {
        guard case .year(let watches) = self else { return false }
        return watches.contains { watch in
            guard case .factor(factor, _, _) = watch.hypothesis, case .confirmed(_, let finding) = watch.state else {
                return false
            }
            return other.map { !finding.together.contains($0) } ?? true
        }
    }

    /// Whether one of the two that come together was confirmed, named with the other.
    var namesBoth: Bool {
        confirms(Life.plantedFactor) && !confirms(Life.plantedFactor, without: Life.companion)
            || confirms(Life.companion) && !confirms(Life.companion, without: Life.plantedFactor)
    }

    private func confirmed(_ watches: [Watch]) -> [Watch] {
        watches.filter { if case .confirmed = $0.state { true } else { false } }
    }
}

extension Hypothesis {
    fileprivate var isPlanted: Bool { if case .factor(Life.plantedFactor, _, _) = self { true } else { false } }

    fileprivate func isLag(_ lag: Int) -> Bool { if case .factor(_, _, lag) = self { true } else { false } }
}

extension Family {
    var heading: String {
        switch self {
        case .factors: "factors"
        case .course: "course"
        case .rhythm: "rhythm"
        case .asNeeded: "as needed"
        case .scheduled: "scheduled"
        }
    }
}
