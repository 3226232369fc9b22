import Insights
import Journal
import Testing

@Suite struct EventCurveTests {
    @Test func `each hour is the mean over moments, and each moment counts once in it`() throws {
        var readings: [Reading] = []
        for (place, day) in [100, 110, 120].enumerated() {
            readings += [
                try reading(day, 600, 2), try reading(day, 720, 8), try reading(day, 850, Double(place)),
                try reading(day, 860, 4),
            ]
        }
        let curve = EventCurve(of: Outcome(pain, readings), doses: [try at(110, 725), try at(120, 721)], window: 100...120)
        #expect(curve.treatedMoments == 2 && curve.untreatedMoments == 1)
        #expect(curve.treated.map(\.hour) == Array(-24..<6))
        let start = try #require(curve.treated.first { $0.hour == 0 })
        #expect(start.mean == 8 && start.moments == 2 && start.interval == nil)
        // Two hours later: (1 + 4) / 2 and (2 + 4) / 2.
        #expect(curve.treated.first { $0.hour == 2 }?.mean == 2.75)
        #expect(curve.untreated.first { $0.hour == 2 }?.mean == 2 && curve.untreated.first { $0.hour == -2 }?.mean == 2)
        #expect(curve.treated.first { $0.hour == 1 }?.mean == nil && curve.treated.first { $0.hour == 1 }?.moments == 0)
    }

    @Test func `moments of one day are one witness`() throws {
        let readings = try (100..<104).flatMap { day in
            [try reading(day, 480, Double(day - 94)), try reading(day, 500, Double(day - 94))]
        }
        let curve = EventCurve(of: Outcome(pain, readings), doses: [], window: 100...103)
        let start = try #require(curve.untreated.first { $0.hour == 0 })
        // Hour 0 of the first moment holds both readings; four days of the means 6, 7, 8, 9.
        #expect(start.moments == 8 && start.mean == 7.5)
        let half = 3.182446305284263 * (5.0 / 3 / 4).squareRoot()
        let interval = try #require(start.interval)
        #expect(agrees(interval.lowerBound, 7.5 - half) && agrees(interval.upperBound, 7.5 + half))
    }

    @Test func `days after the window, low levels and no reading are no curve`() throws {
        let late = Outcome(pain, [try reading(100, 1380, 7), try reading(101, 30, 3)])
        #expect(EventCurve(of: late, doses: [], window: 100...100).untreated.first { $0.hour == 1 }?.mean == nil)
        #expect(EventCurve(of: late, doses: [], window: 100...101).untreated.first { $0.hour == 1 }?.mean == 3)
        let low = EventCurve(of: Outcome(pain, [try reading(100, 700, 4.9)]), doses: [], window: 100...100)
        #expect(low.treatedMoments + low.untreatedMoments == 0 && low.treated.count == 30)
        #expect(low.treated.allSatisfy { $0.mean == nil && $0.interval == nil })
        #expect(EventCurve(of: Outcome(pain, []), doses: [try at(100)], window: 100...100).untreatedMoments == 0)
    }
}
