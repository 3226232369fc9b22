/// The states of a factor on the days of a window and on the days just before it, which lags need.
struct FactorStates {
    /// 0: absent; 1: present; 2: unknown. The first is for the day `reach` days before the window.
    let values: [UInt8]

    /// The number of days before the window: the greatest lag.
    static let reach = FactorFamily.lags.upperBound

    init(_ factor: Factor, window: ClosedRange<Int>) {
        values = ((window.lowerBound - FactorStates.reach)...window.upperBound).map { day in
            factor.days[day].map { $0 ? 1 : 0 } ?? 2
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
            switch values[day + FactorStates.reach - lag] {
            case 0: counts.without += 1
            case 1: counts.with += 1
            default: break
            }
        }
        return counts
    }

    /// Days with a level, and how many of them are known to be with or without the factor.
    struct Counts {
        let observed: Int
        var with = 0
        var without = 0

        var isEnough: Bool {
            observed >= FactorFamily.leastDays && min(with, without) >= FactorFamily.leastEach
        }

        /// What is missing first.
        var need: FamilyLook.Waiting.Need {
            if observed < FactorFamily.leastDays { return .days(FactorFamily.leastDays - observed) }
            return with < FactorFamily.leastEach
                ? .with(FactorFamily.leastEach - with) : .without(FactorFamily.leastEach - without)
        }
    }
}
