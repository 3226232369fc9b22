import Insights
import Journal
import Testing

@Suite struct MedicationWindowTests {
    private func levels(_ values: [Double?]) -> DailyLevels {
        DailyLevels(days: 100...(99 + values.count), values: values.map { $0 ?? .nan })
    }

    @Test func `days are counted from the first day of the new dose`() {
        let window = MedicationWindow(around: [104], in: levels([1, 2, nil, 4, 5, 6, nil, 8]), reach: 3)
        #expect(window.points.map(\.offset) == [-3, -2, -1, 0, 1, 2])
        #expect(window.points.map(\.mean) == [2, nil, 4, 5, 6, nil])
        #expect(window.points.allSatisfy { $0.interval == nil })
        #expect(window.before.mean == 3 && window.before.days == 2 && window.after.mean == 5.5 && window.after.days == 2)
        #expect(window.beginnings == 1)
    }

    @Test func `three beginnings have an interval by Student`() throws {
        let values = [Double?]([1, 2, 9, 9, 1, 4, 9, 9, 1, 3, 9, 9])
        let window = MedicationWindow(around: [109, 101, 105, 101], in: levels(values), reach: 1)
        #expect(window.beginnings == 3 && window.points.map(\.mean) == [1, 3])
        let interval = try #require(window.points.last?.interval)
        // t(.975; 2) = 4.302652729911275, standard error 1/√3
        #expect(agrees(interval.upperBound, 3 + 4.302652729911275 / 3.0.squareRoot()))
        #expect(window.points.first?.interval == 1...1 && window.after.interval == interval && window.after.days == 3)
    }

    @Test func `one beginning has an interval that is wider where days hang together`() throws {
        var random = Seeded(1)
        func width(_ rho: Double) throws -> Double {
            var sum = 0.0
            for _ in 0..<20 {
                let window = MedicationWindow(around: [128], in: levels(noise(56, rho: rho, missing: 0, &random)))
                let interval = try #require(window.before.interval)
                sum += interval.upperBound - interval.lowerBound
            }
            return sum
        }
        #expect(try width(0.8) > width(0) * 1.5)
    }

    @Test func `no beginning, one outside, no level and one level are no trap`() {
        #expect(MedicationWindow(around: [], in: levels([1, 2])).beginnings == 0)
        #expect(MedicationWindow(around: [99, 102, .max, .min], in: levels([1, 2])).beginnings == 0)
        let none = MedicationWindow(around: [100], in: levels([nil, nil]), reach: 0)
        #expect(none.points.count == 2 && none.before.mean == nil && none.after.interval == nil)
        let constant = MedicationWindow(around: [128], in: levels([Double?](repeating: 4, count: 56)))
        #expect(constant.before.mean == 4 && constant.before.interval == nil && constant.after.days == 28)
    }
}
