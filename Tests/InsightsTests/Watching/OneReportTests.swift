import Insights
import Journal
import SeededChance
import Testing

@Suite struct OneReportTests {
    /// The period asked for, and the days looked at; `nil` where there is no report.
    @Test(
        arguments: [
            (0...400, 0...400, 219...400), (0...400, 100...200, 103...200), (0...400, 100...140, nil),
            (0...400, 100...141, 100...141),
            (0...400, -50...60, 5...60), (0...400, 380...600, nil), (0...400, 350...600, 352...400), (0...400, 401...500, nil),
            (-300...(-1), -100...50, -98...(-1)), (0...40, 0...40, nil), (0...41, -9...99, 0...41),
        ] as [(ClosedRange<Int>, ClosedRange<Int>, ClosedRange<Int>?)])
    func `a report looks at the last weeks of its period`(
        days: ClosedRange<Int>, period: ClosedRange<Int>, window: ClosedRange<Int>?
    ) {
        let report = OneReport.look(Diary(days: days, outcomes: []), period: period, families([]))
        #expect(report?.window == window)
        #expect(report == nil || report?.period == period.clamped(to: days))
    }

    @Test(arguments: [(0.01, true), (0.010_001, false), (0, true), (1, false), (.nan, false)])
    func `amber is what its family finds at .01, large or not`(adjusted: Double, isAmber: Bool) throws {
        let found = finding(.weekend(.mood), 0.2, adjusted)
        let report = try #require(OneReport.look(diary, period: 0...90, families([found])))
        #expect(report.amber.count == (isAmber ? 1 : 0))
        #expect(report.families.map(\.family) == Family.allCases)
        #expect(report.asked == 1)
    }

    @Test func `every family has its own fifth of the error`() throws {
        let all: [Finding] = [
            finding(.factor(.tag("a"), .mood, lag: 0), 1, 0.01), finding(.trend(.mood), 1, 0.009),
            finding(.weekend(.mood), 1, 0.5),
            finding(.step("A", day: 3), 1, 0.002), finding(.factor(.tag("b"), .mood, lag: 0), 1, 0.02),
        ]
        let report = try #require(OneReport.look(diary, period: 0...90, families(all)))
        let step = RecordID(test: "A")
        #expect(report.amber.map(\.hypothesis.text) == ["factor/tag:a/mood/0", "trend/mood", "step/\(step)/mood/3"])
    }

    @Test func `what lies after the period is not seen`() throws {
        let families = Families(
            look: { family, diary, window in
                #expect(diary.days == 10...60 && window == 12...60)
                return FamilyLook(family, asked: 0, findings: [], waiting: [])
            }, confirm: { _, _, _ in nil })
        _ = try #require(OneReport.look(diary, period: 10...60, families))
    }

    private let diary = Diary(days: 0...90, outcomes: [])

    private func families(_ found: [Finding]) -> Families {
        Families(
            look: { family, _, _ in
                let own = found.filter { $0.hypothesis.family == family }
                return FamilyLook(family, asked: own.count, findings: own, waiting: [])
            }, confirm: { _, _, _ in nil })
    }

    private func finding(_ question: Hypothesis, _ difference: Double, _ adjusted: Double) -> Finding {
        Finding(
            question, difference: difference, interval: -1...1, with: 9, without: 9, window: 0...41, spread: 2, p: 0.001,
            adjusted: adjusted)
    }
}

extension Hypothesis {
    fileprivate static func step(_ name: String, day: Int) -> Hypothesis { .step(RecordID(test: name), .mood, day: day) }
}
