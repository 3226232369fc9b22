import Journal

package enum ReportSpans {
    /// With more weeks than this, months are shown.
    package static let mostWeeks = 27

    /// Weeks that begin on a weekday (1 = Monday … 7), or months; the first and the last may be incomplete.
    package static func cut(_ period: ClosedRange<LocalDay>, firstWeekday: Int) -> [ClosedRange<LocalDay>] {
        guard period.count <= mostWeeks * 7 else { return months(of: period) }
        var spans: [ClosedRange<LocalDay>] = []
        var first = period.lowerBound
        while first <= period.upperBound {
            let end = first.adding(days: 6 - (first.weekday - firstWeekday + 7) % 7)
            let last = min(end ?? period.upperBound, period.upperBound)
            spans.append(first...last)
            guard let next = last.adding(days: 1) else { break }
            first = next
        }
        return spans
    }

    /// Its months; the first and the last may be incomplete.
    package static func months(of period: ClosedRange<LocalDay>) -> [ClosedRange<LocalDay>] {
        var months: [ClosedRange<LocalDay>] = []
        var first = period.lowerBound
        while first <= period.upperBound {
            let last = min(first.month.days.upperBound, period.upperBound)
            months.append(first...last)
            guard let next = last.adding(days: 1) else { break }
            first = next
        }
        return months
    }

    package static func runs(of days: Set<Int>) -> [ClosedRange<LocalDay>] {
        var runs: [ClosedRange<Int>] = []
        for day in days.sorted() {
            if let last = runs.last, last.upperBound == day - 1 {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        return runs.compactMap { run in
            guard let first = LocalDay(number: run.lowerBound), let last = LocalDay(number: run.upperBound) else { return nil }
            return first...last
        }
    }
}
