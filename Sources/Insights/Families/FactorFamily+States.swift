/// The states of a factor on the days of a window and on the days just before it, which lags need.
struct FactorStates {
    /// 0: absent; 1: present; 2: unknown. The first is for the day `reach` days before the window.
    private(set) var values: [UInt8]
    /// For each of them, whether it is unknown for the reason alone that it is bare.
    private var isLeftOut: [Bool]

    /// The number of days before the window: the greatest lag.
    static let reach = FactorFamily.lags.upperBound

    /// If days without any name have another level at this p, two-sided, the names were left out on them.
    static let bareLevel = 0.2

    private init(_ factor: Factor, window: ClosedRange<Int>) {
        values = ((window.lowerBound - FactorStates.reach)...window.upperBound).map { day in
            factor.days[day].map { $0 ? 1 : 0 } ?? 2
        }
        isLeftOut = values.map { _ in false }
    }

    /// The states of all factors of a diary, in their order.
    ///
    /// On a bare day a person wrote, but no name of a kind: there was none of them, or they were not written down. If bare
    /// days are better or worse than other days without a factor, the second is likely. Then the factor is unknown on them, and
    /// days with it are compared with days on which other names were written down: people who write down all names of a day or
    /// none, more often on bad days, are shown hardly more that is false than others, and find what is true.
    ///
    /// The level is generous, because little is lost: people with many names have few bare days, and of those with three, who
    /// have many, about 5 fewer of 100 find 1 SD by day 182. Days with the factor do not count as days that are not bare: an
    /// effect of its own would make all others look left out, and a person with one name that is frequent would never find it.
    ///
    /// - Parameter judges: the days that show whether bare days have another level.
    static func all(of diary: Diary, window: ClosedRange<Int>, judges: ClosedRange<Int>) -> [FactorStates] {
        var states = diary.factors.map { FactorStates($0, window: window) }
        let models = diary.outcomes.compactMap { NullModel(levels: DailyLevels(of: $0, days: judges), window: judges) }
        for kind in Factor.Name.Kind.allCases {
            let own = diary.factors.indices.filter { diary.factors[$0].name.kind == kind }
            let judged = own.map { FactorStates(diary.factors[$0], window: judges) }
            // What a person has said is known.
            let said = kind == .tag ? diary.untagged : []
            let bare = bareDays(own.map { states[$0] }, from: window.lowerBound - reach, besides: said)
            let judgedBare = Array(bareDays(judged, from: judges.lowerBound - reach, besides: said).dropFirst(reach))
            for (index, its) in zip(own, judged) where models.contains(where: { isOfAnotherLevel(judgedBare, its, $0) }) {
                for day in bare.indices where bare[day] == 1 {
                    (states[index].values[day], states[index].isLeftOut[day]) = (2, true)
                }
            }
        }
        return states
    }

    /// Whether bare days have another level than other days without this factor. Of one name alone nothing can be known.
    private static func isOfAnotherLevel(_ bare: [Double], _ own: FactorStates, _ model: NullModel) -> Bool {
        (model.fit(bare, beside: [own.column(lag: 0)])?.p ?? 1) <= bareLevel
    }

    /// 1 for a day without any of these factors, 0 for a day with one, NaN for others. The first has the number `first`; days in
    /// `said` are none of them.
    private static func bareDays(_ states: [FactorStates], from first: Int, besides said: Set<Int>) -> [Double] {
        (states.first?.values.indices ?? 0..<0).map { day in
            if states.contains(where: { $0.values[day] == 1 }) { return 0 }
            return states.allSatisfy { $0.values[day] == 0 } && !said.contains(first + day) ? 1 : .nan
        }
    }

    /// One number for each day of the window: the factor `lag` days before it, NaN if unknown.
    func column(lag: Int) -> [Double] {
        values.dropFirst(FactorStates.reach - lag).dropLast(lag).map { $0 == 2 ? .nan : Double($0) }
    }

    /// How many of these days (numbered from the first of the window) had it `lag` days before, and how many did not.
    func counts(at observed: [Int], lag: Int) -> Counts {
        var counts = Counts(observed: observed.count)
        for day in observed {
            let place = day + FactorStates.reach - lag
            switch values[place] {
            case 0: counts.without += 1
            case 1: counts.with += 1
            default: counts.leftOut += isLeftOut[place] ? 1 : 0
            }
        }
        return counts
    }

    /// Days with a level, and how many of them are known to be with or without the factor.
    struct Counts {
        let observed: Int
        var with = 0
        var without = 0
        /// Days on which it was left out.
        var leftOut = 0

        var isEnough: Bool {
            observed >= FactorFamily.leastDays && min(with, without) >= FactorFamily.leastEach
        }

        /// What is missing first.
        var need: FamilyLook.Waiting.Need {
            if observed < FactorFamily.leastDays { return .days(FactorFamily.leastDays - observed) }
            if with < FactorFamily.leastEach { return .with(FactorFamily.leastEach - with) }
            return without + leftOut < FactorFamily.leastEach ? .without(FactorFamily.leastEach - without) : .evenness
        }
    }
}

extension Factor.Name {
    /// Names that a person writes down or leaves out at one place; the others are answers and measurements.
    enum Kind: CaseIterable { case tag, trigger }

    var kind: Kind? {
        switch self {
        case .tag: .tag
        case .trigger: .trigger
        default: nil
        }
    }
}
