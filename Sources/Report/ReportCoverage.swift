import Insights
import Journal

/// How much was logged in a period: the basis of all numbers of a report.
package struct ReportCoverage: Hashable, Sendable {
    /// The numbers of the days on which anything was logged by hand, doses included.
    package let used: Set<Int>
    /// The longest run of at least two days without that since the journal began; the latest of equal ones.
    package let longestGap: ClosedRange<LocalDay>?
    package let kinds: [Kind]
    /// The first day on which anything was ever logged, if it is within the period.
    package let begins: LocalDay?

    package struct Kind: Hashable, Sendable {
        package let name: Name
        package let records: Int
        package let days: Int

        package enum Name: String, CaseIterable, Sendable {
            case symptoms, mood, craving
            case sleepQuality = "sleep quality"
            case sleepTime = "hours of sleep"
            case steps, measurements, doses
        }
    }

    /// Counts the records of `parts` in `days`.
    init(_ logged: Logged, days: ClosedRange<LocalDay>, choice: ReportChoice, begins: LocalDay?) {
        used = logged.usedDays.filter(days.numbers.contains)
        self.begins = begins.flatMap { days.contains($0) && $0 > days.lowerBound ? $0 : nil }
        let since = self.begins?.number ?? days.lowerBound.number
        let gaps = ReportSpans.runs(of: Set(since...days.upperBound.number).subtracting(used)).filter { $0.count > 1 }
        longestGap = gaps.max { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
        let parts = choice.parts
        var kinds: [Kind] = []
        func note(_ name: Kind.Name, _ part: ReportChoice.Part, _ found: [LocalDay]) {
            guard parts.contains(part) else { return }
            kinds.append(Kind(name: name, records: found.count, days: Set(found).count))
        }
        note(.symptoms, .symptoms, logged.symptoms.filter { !choice.withoutSymptoms.contains($0.key) }.map(\.day))
        note(.mood, .mood, logged.checkIns.filter { $0.mood != nil }.map(\.day))
        note(.craving, .craving, logged.checkIns.filter { $0.craving != nil }.map(\.day))
        note(.sleepQuality, .sleep, logged.checkIns.filter { $0.sleep != nil }.map(\.day))
        note(.sleepTime, .sleep, logged.samples.filter { $0.measure == .sleep }.map(\.day))
        note(.steps, .sleep, logged.samples.filter { $0.measure == .steps }.map(\.day))
        if !logged.measures.isEmpty { note(.measurements, .measures, logged.measures.map(\.day)) }
        note(.doses, .medicines, logged.intakes.map(\.day))
        self.kinds = kinds
    }
}
