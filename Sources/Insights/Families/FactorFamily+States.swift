/// Where a factor was and was not on the days of a window and the days just before it, which lags reach back to.
struct FactorStates {
    /// 0: not there; 1: there; 2: nobody knows. The first stands for the day `reach` days before the window.
    let values: [UInt8]

    /// How many days before the window are kept: the greatest lag.
    static let reach = FactorFamily.lags.upperBound

    init(_ factor: Factor, window: ClosedRange<Int>) {
        values = ((window.lowerBound - FactorStates.reach)...window.upperBound).map { day in
            factor.days[day].map { $0 ? 1 : 0 } ?? 2
        }
    }

    /// One number for each day of the window: the factor `lag` days before it, not a number where nobody knows.
    func column(lag: Int) -> [Double] {
        values.dropFirst(FactorStates.reach - lag).dropLast(lag).map { $0 == 2 ? .nan : Double($0) }
    }

    /// How many of these days (counted from the first of the window) had it `lag` days before, and how many had not.
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

    /// Days with a level, and of how many of them it is known that the factor was there or was not.
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
