import Insights
import Testing

@Suite struct NullModelTests {
    private let window = 10_003...10_092
    private let uneven = (0..<90).map { Double(($0 * 37) % 11) }

    private func model(_ values: [Double], trend: Bool = true, rho: Double? = nil) -> NullModel? {
        NullModel(levels: DailyLevels(days: window, values: values), window: window, trend: trend, rho: rho)
    }

    private static let some = (0..<90).map { Double(($0 * 37) % 11) }

    /// Levels that cannot be modelled.
    private static let unmodelled: [(String, [Double])] = {
        let days = 0..<90
        func only(_ kept: (Int) -> Bool) -> [Double] { days.map { day in kept(day) ? some[day] : .nan } }
        func once(_ value: Double) -> [Double] { days.map { day in day == 5 ? value : some[day] } }
        return [
            ("nothing written", only { _ in false }), ("always the same", days.map { _ in 4 }),
            ("always the same fraction", days.map { _ in 0.1 }), ("zero throughout", days.map { _ in 0 }),
            ("one day", only { $0 == 40 }), ("seven days", only { $0 < 7 }),
            ("no two days near each other", only { $0 % 8 == 0 }),
            ("a straight line", days.map { day in 2 + 0.25 * Double(day) }), ("infinite once", once(.infinity)),
            ("far too great", once(1e200)),
        ]
    }()

    @Test(arguments: unmodelled)
    func `a series without anything to explain has no model`(name: String, values: [Double]) {
        #expect(model(values) == nil, "\(name)")
    }

    @Test(arguments: [-0.1, 1, 1.5, .nan, .infinity])
    func `a known rho must be one`(rho: Double) {
        #expect(model(uneven, rho: rho) == nil)
    }

    /// Columns that say nothing beside the null model.
    private static let idle: [(String, [Double])] = {
        let days = 0..<90
        func weekday(_ day: Int) -> Int { (10_003 + day + 3) % 7 }
        func marked(_ wanted: (Int) -> Bool) -> [Double] { days.map { day in wanted(day) ? 1 : 0 } }
        return [
            ("Thursdays", marked { weekday($0) == 3 }), ("all but Mondays", marked { weekday($0) > 0 }),
            ("nowhere", marked { _ in false }), ("everywhere", marked { _ in true }), ("Saturdays", marked { weekday($0) == 5 }),
            ("weekends", marked { weekday($0) >= 5 }), ("nobody knows", days.map { _ in .nan }),
            ("everywhere where it is known", days.map { day in day % 3 == 0 ? .nan : 1 }),
            ("known on three days", days.map { day in day > 2 ? .nan : Double(day % 2) }),
            ("a line", days.map { day in Double(day) }), ("infinite once", days.map { day in day == 3 ? .infinity : 0 }),
            ("too short", [1, 0, 1]), ("empty", []),
        ]
    }()

    @Test(arguments: idle)
    func `a column that says nothing of its own is refused`(name: String, column: [Double]) throws {
        #expect(try #require(model(uneven)).fit(column) == nil, "\(name)")
    }

    @Test func `a window that the levels do not cover has only the days they have`() throws {
        let levels = DailyLevels(days: window, values: uneven)
        #expect(NullModel(levels: levels, window: 20_000...20_100) == nil)
        let wider = try #require(NullModel(levels: levels, window: 9_993...10_102))
        #expect(wider.observed == Array(10..<100))
    }

    @Test func `a perfect fit keeps finite numbers`() throws {
        let column = (0..<90).map { Double(($0 / 5) % 2) }
        let fit = try #require(model(column.map { 2 + 3 * $0 })?.fit(column))
        #expect(abs(fit.estimate - 3) < 1e-6)
        #expect(fit.standardError > 0 && fit.t.isFinite && fit.p >= 0 && fit.p < 1e-20)
        #expect(fit.interval().contains(fit.estimate))
    }

    @Test func `whitening undoes the correlation of days, over gaps too`() throws {
        let days = (0..<90).filter { $0 % 7 != 3 && $0 % 11 != 5 }
        let rho = 0.6
        let model = try #require(self.model((0..<90).map { days.contains($0) ? uneven[$0] : .nan }, rho: rho))
        #expect(model.observed == days)
        // Whitening each column of the matrix of correlations, and then each row, must leave the matrix of ones on the diagonal.
        let columns = days.map { day in model.whitened(days.map { power(rho, Double(abs($0 - day))) }) }
        for row in days.indices {
            let both = model.whitened(columns.map { $0[row] })
            for column in days.indices { #expect(abs(both[column] - (row == column ? 1 : 0)) < 1e-12) }
        }
    }

    @Test func `unknown days are left out`() throws {
        let seed: UInt64 = 8
        var random = Seeded(seed)
        let known = (0..<90).map { _ in random.nextUnit() < 0.4 ? 1.0 : 0 }
        let noise = (0..<90).map { _ in random.nextNormal() }
        let hidden = (0..<90).map { _ in random.nextUnit() < 0.2 }
        let column = zip(known, hidden).map { $1 ? .nan : $0 }
        let plain = try #require(model((0..<90).map { known[$0] + noise[$0] }, rho: 0.4)?.fit(column))
        // Whatever happens on them does not move the estimate, and neither does it when nothing was written.
        let wild = try #require(
            model((0..<90).map { known[$0] + noise[$0] + (hidden[$0] ? Double($0) : 0) }, rho: 0.4)?.fit(column))
        let missing = try #require(model((0..<90).map { hidden[$0] ? .nan : known[$0] + noise[$0] }, rho: 0.4)?.fit(known))
        for other in [wild, missing] {
            #expect(abs(plain.estimate - other.estimate) < 1e-9, "seed \(seed)")
            #expect(abs(plain.standardError - other.standardError) < 1e-9, "seed \(seed)")
            #expect(plain.df == other.df)
        }
    }

    @Test func `a column beside it takes its share`() throws {
        let seed: UInt64 = 21
        var random = Seeded(seed)
        let one = (0..<90).map { _ in random.nextNormal() }
        let other = one.map { $0 + random.nextNormal() }
        let model = try #require(self.model((0..<90).map { 2 * one[$0] + 3 * other[$0] + 0.01 * random.nextNormal() }))
        let both = try #require(model.fit(one, beside: [other]))
        let alone = try #require(model.fit(one))
        #expect(abs(both.estimate - 2) < 0.02 && abs(alone.estimate - 5) < 1.5, "seed \(seed)")
        #expect(model.fit(one, beside: [other, one]) == nil)
        #expect(model.fit(one, beside: [[1, 2]]) == nil)
        #expect(alone.df == both.df + 1)
    }

    @Test func `rho is kept in its bounds`() throws {
        let walk = (0..<90).reduce(into: [Double]()) { $0.append(($0.last ?? 0) + uneven[$1] - 5 + ($1 / 30 == 1 ? 3 : -1)) }
        #expect(try #require(model(walk, trend: false)).rho == 0.92)
        #expect(try #require(model((0..<90).map { $0 % 2 == 0 ? 1 : 7 })).rho == 0)
    }

    @Test func `a wider interval is surer`() throws {
        let fit = try #require(model(uneven)?.fit((0..<90).map { Double(($0 / 4) % 2) }))
        let (narrow, wide) = (fit.interval(0.8), fit.interval(0.99))
        #expect(wide.lowerBound < narrow.lowerBound && wide.upperBound > narrow.upperBound)
        #expect(fit.interval(0.95).contains(0) == (fit.p > 0.05))
        #expect(fit.interval(1).contains(1e300))
    }
}
