/// One look at a closed period, for a doctor's report: nothing is confirmed on new days, so its findings are exploratory and have
/// to be printed as such.
package struct OneReport: Hashable, Sendable {
    /// The requested days that are over.
    package let period: ClosedRange<Int>
    /// The days looked at: at most the last 182 of the period, in whole weeks.
    package let window: ClosedRange<Int>
    package let families: [FamilyLook]

    /// A finding is amber if its p, adjusted in its family, is at most this: .05 over five families. Its size does not matter
    /// here, since a report shows all numbers.
    package static let level = 0.05 / 5

    /// Looks at a period once; `nil` if less than six weeks of it are in the diary.
    package static func look(_ diary: Diary, period: ClosedRange<Int>, _ families: Families) -> OneReport? {
        guard period.overlaps(diary.days) else { return nil }
        let period = period.clamped(to: diary.days)
        guard let seen = diary.cut(to: period.upperBound + 1, from: period.lowerBound),
            let window = seen.window(before: period.upperBound + 1)
        else { return nil }
        return OneReport(
            period: period, window: window, families: Family.allCases.map { families.look($0, seen, window) })
    }

    /// The amber findings, the most certain first within each family.
    package var amber: [Finding] { families.flatMap { $0.findings.filter { $0.adjusted <= OneReport.level } } }

    /// The number of questions that the data could answer.
    package var asked: Int { families.reduce(0) { $0 + $1.asked } }
}
