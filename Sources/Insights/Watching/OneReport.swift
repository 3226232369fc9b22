/// One look at a closed period, as a report for a doctor takes it: nothing is confirmed on new days, so that what it finds is
/// exploratory, and to be printed as such.
package struct OneReport: Hashable, Sendable {
    /// The days that were asked for and are over.
    package let period: ClosedRange<Int>
    /// The days that were looked at: the last 182 of the period at most, in whole weeks.
    package let window: ClosedRange<Int>
    /// What each family says.
    package let families: [FamilyLook]

    /// A finding is amber when its p, adjusted in its family, is at most this: .05 over five families. How large it is does not
    /// matter here: a report shows all numbers beside it.
    package static let level = 0.05 / 5

    /// Looks at a period once; `nil` where less than six weeks of it lie in the diary.
    package static func look(_ diary: Diary, period: ClosedRange<Int>, _ families: Families) -> OneReport? {
        guard period.overlaps(diary.days) else { return nil }
        let period = period.clamped(to: diary.days)
        guard let seen = diary.cut(to: period.upperBound + 1, from: period.lowerBound),
            let window = seen.window(before: period.upperBound + 1)
        else { return nil }
        return OneReport(
            period: period, window: window, families: Family.allCases.map { families.look($0, seen, window) })
    }

    /// What is amber, the surest first within each family.
    package var amber: [Finding] { families.flatMap { $0.findings.filter { $0.adjusted <= OneReport.level } } }

    /// How many questions the data could answer.
    package var asked: Int { families.reduce(0) { $0 + $1.asked } }
}
